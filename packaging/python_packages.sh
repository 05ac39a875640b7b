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

# Built for this very processor, the library for language models may hold instructions that a
# virtual machine announces and then refuses (AMX); then it is built anew without them.
if "$bin/python" -c "import llama_cpp" 2>/dev/null &&
    ! "$bin/python" "$(dirname "$0")/try_language_model.py" 2>/dev/null; then
    echo "The library for language models does not run on this processor as it was built." >&2
    echo "It is built anew in a form that does; that takes about five minutes." >&2
    "$bin/python" -m pip cache remove llama_cpp_python >&2 || :
    if ! { CMAKE_ARGS="-DGGML_NATIVE=OFF" $pip --force-reinstall --no-deps "$llama" &&
        "$bin/python" "$(dirname "$0")/try_language_model.py"; }; then
        echo "Language models do not run here; search and quoted answers work without them." >&2
    fi
fi
