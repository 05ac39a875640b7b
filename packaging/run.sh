#!/bin/sh
# Opens the window; where there is no display, does the same job in the terminal: BIN
set -eu
bin=$1
case "$(uname -s)" in
    Linux) display="${WAYLAND_DISPLAY:-}${DISPLAY:-}" ;;
    *) display=yes ;;
esac
if [ -n "$display" ]; then
    [ "$(uname -s)" != Linux ] || sh "$(dirname "$0")/system_libraries.sh"
    exec "$bin/desktop-rag"
fi
echo "There is no display here, so the same is done in the terminal:"
echo "indexing the sample library, then asking it a question."
"$bin/desktop-rag" add "$(dirname "$0")/../resources/sample_library"
question="What must be done before the lid of the pump is opened?"
echo
echo "> $question"
"$bin/desktop-rag" ask "$question"
