#!/bin/sh
# SPDX-License-Identifier: MIT
# link.sh MODULE.wasm EXPORTS.txt WASM_OPT [FILE...] - compile the library, module.c and more
# C files to a WebAssembly module, with no operating system and no libc. Equal sources and
# equal tools give equal bytes, in every folder. build.sh makes the modules of the npm
# package so, and page/build.sh makes that of the page, with more options for clang, the linker
# and wasm-opt: $C_OPTIONS, $LINK_OPTIONS and $OPT_OPTIONS.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
out=$1
exports=$(sed -n 's/^[a-z].*/-Wl,--export=&/p' "$2")
wasm_opt=$3
shift 3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

python3 -B "$root/packaging/amalgamate.py" "$root" "$scratch" >/dev/null
cd "$root" # relative names keep the folder out of the modules
features='-mbulk-memory -msign-ext -mnontrapping-fptoint'
# One generator for each kind, and for each length of a prefix. The clock, Date.now, has
# ticks of a millisecond.
# shellcheck disable=SC2086 # exports and features are many words
clang-19 --target=wasm32 -std=c11 -Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror} -Oz -flto \
    -ffreestanding -nostdlibinc -nostdlib -fvisibility=hidden \
    -ffunction-sections -fdata-sections $features \
    -DGUIDON_STATIC -DGUIDON_HOST_GENERATORS=40 -DGUIDON_HOST_CLOCK_NS=1000000 \
    -I"$scratch" ${C_OPTIONS:-} -ffile-prefix-map="$scratch"=. \
    -fuse-ld="$(command -v wasm-ld-19)" -Wl,--no-entry,--gc-sections,--strip-all ${LINK_OPTIONS:-} \
    $exports -o "$scratch/linked.wasm" bindings/javascript/wasm/module.c "$@" "$scratch/guidon.c"
# shellcheck disable=SC2086 # more options are many words
node "$wasm_opt" -Oz --converge --enable-bulk-memory \
    --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
    ${OPT_OPTIONS:-} "$scratch/linked.wasm" -o "$out"
