#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh FILE - write the page to FILE. Equal sources and equal tools give equal bytes.
# The packages of package.json must be in build/page/node_modules; ./dev page does both.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
esbuild=$here/../build/page/node_modules/.bin/esbuild

bundle() { # SOURCE OUT [OPTION...]
    source=$1
    target=$scratch/$2
    shift 2
    (cd "$here/src" && "$esbuild" "$source" --outfile="$target" --minify --charset=utf8 \
        --legal-comments=none --log-level=warning "$@")
}

# The module: that of the npm package, and what the page has of the tool. wasm-ld puts nothing
# below 1,024.
# shellcheck disable=SC2046 # the list has many words
C_OPTIONS="-DGDN_WITHOUT_V8 -isystem cli/page/headers" LINK_OPTIONS=-Wl,-z,stack-size=262144 OPT_OPTIONS=--low-memory-unused \
    "$here/../bindings/javascript/wasm/link.sh" "$scratch/page.wasm" "$here/exports.txt" \
    "$here/../build/page/node_modules/.bin/wasm-opt" \
    $(awk '/^[a-z].* page( |$)/ { print $1 }' "$here/../packaging/sources.txt")
for name in main loader; do
    bundle "$name.mjs" "$name.js" --bundle --format=iife --target=es2022
done
bundle style.css style.css
python3 -B "$here/build.py" "$scratch/page.wasm" "$scratch/main.js" \
    "$scratch/loader.js" "$scratch/style.css" "$out"
