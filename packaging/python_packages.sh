#!/bin/sh
# Installs the application into a virtual environment: BIN TORCH LLAMA "STARTERS" PROJECT
set -eu
bin=$1 torch=$2 llama=$3 starters=$4 project=$5
pip="$bin/python -m pip install --quiet --disable-pip-version-check"

# torch first and by its exact version, so that nothing else can ask for a larger build of it
$pip "$torch"
$pip --editable "$project"
# (pip keeps the wheel it builds, so the five minutes are paid once on a machine)
if $pip "$llama"; then
    :
else
    echo "The library for language models (llama-cpp-python) could not be built here." >&2
    echo "Search and quoted answers work without it. To add it: install gcc, g++ and cmake," >&2
    echo "then run: $bin/python -m pip install '$llama'" >&2
fi

# last, because what they would depend on is left out on purpose and pip complains of that later
# shellcheck disable=SC2086 # the starters are words
$pip --no-deps $starters
