#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh [DIR] - write guidon.wasm, forms.wasm and scan.wasm, with no operating system and no libc,
# and the JavaScript modules beside them, to DIR (default: build/wasm). Equal sources and
# equal tools give equal bytes, in every folder.
#
# wasm-opt comes from npm, to the folder $GUIDON_NPM_TOOLS (default: build/npm/tools).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
out=${1:-$root/build/wasm}
mkdir -p "$out"
out=$(cd "$out" && pwd)
tools=${GUIDON_NPM_TOOLS:-$root/build/npm/tools}
"$root/bindings/javascript/tools/install.sh" "$tools"

link() { # NAME
    name=$1
    # wasm-ld puts nothing below 1,024.
    C_OPTIONS=-DGDN_SMALL_MODULE OPT_OPTIONS=--low-memory-unused \
        "$here/link.sh" "$out/$name.wasm" "$here/$name.txt" "$tools/node_modules/.bin/wasm-opt"
    echo "$out/$name.wasm"
}

link guidon
link forms
link scan
cp "$here"/*.mjs "$out"
