#!/bin/sh
# Makes sure that the system has what a Qt window needs. Installs it on Debian when it may.
set -eu
needed="libegl1 libgl1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-image0 libxcb-render-util0 libxcb-xinerama0 libdbus-1-3 libfontconfig1 fonts-dejavu-core xvfb xauth"

command -v dpkg-query >/dev/null 2>&1 || {
    echo "This is no Debian system: if tests of the window fail, install the equivalents of: $needed"
    exit 0
}
missing=""
for package in $needed; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    sudo=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    sudo="sudo -n"
else
    echo "These system packages are missing and you may not install them here:$missing" >&2
    echo "Ask for: apt-get install$missing" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # words on purpose
$sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $missing
