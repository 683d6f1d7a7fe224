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
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir -p "$out"
out=$(cd "$out" && pwd)
tools=${GUIDON_NPM_TOOLS:-$root/build/npm/tools}
"$root/bindings/javascript/tools/install.sh" "$tools"
python3 -B "$root/packaging/amalgamate.py" "$root" "$scratch" >/dev/null
cd "$root" # relative names keep the folder out of the modules
features='-mbulk-memory -msign-ext -mnontrapping-fptoint'

link() { # NAME
    name=$1
    exports=$(sed -n 's/^[a-z].*/-Wl,--export=&/p' "$here/$name.txt")
    # One generator for each kind. The clock, Date.now, has ticks of a millisecond.
    # shellcheck disable=SC2086 # exports and features are many words
    clang-19 --target=wasm32 -std=c11 -Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror} -Oz -flto \
        -ffreestanding -nostdlibinc -nostdlib -fvisibility=hidden \
        -ffunction-sections -fdata-sections $features \
        -DGUIDON_STATIC -DGUIDON_HOST_GENERATORS=8 -DGUIDON_HOST_CLOCK_NS=1000000 -DGDN_WITHOUT_V8 \
        -I"$scratch" -isystem bindings/javascript/wasm/libc -ffile-prefix-map="$scratch"=. \
        -fuse-ld="$(command -v wasm-ld-19)" -Wl,--no-entry,--gc-sections,--strip-all \
        $exports -o "$scratch/$name.linked" bindings/javascript/wasm/module.c "$scratch/guidon.c"
    node "$tools/node_modules/.bin/wasm-opt" -Oz --converge --enable-bulk-memory \
        --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
        "$scratch/$name.linked" -o "$out/$name.wasm"
    echo "$out/$name.wasm"
}

link guidon
link forms
link scan
cp "$here"/*.mjs "$out"
