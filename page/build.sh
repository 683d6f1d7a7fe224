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

sh "$here/module.sh" "$scratch/page.wasm"
for name in main loader; do
    bundle "$name.mjs" "$name.js" --bundle --format=iife --target=es2022
done
bundle style.css style.css
python3 -B "$here/build.py" "$scratch/page.wasm" "$scratch/main.js" \
    "$scratch/loader.js" "$scratch/style.css" "$out"
