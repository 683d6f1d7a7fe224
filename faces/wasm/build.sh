#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh [DIR] - write guidon.wasm, with no operating system and no libc, and the
# JavaScript modules beside it, to DIR (default: build/wasm). Equal sources and an equal
# compiler give equal bytes, in every folder.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:-$root/build/wasm}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir -p "$out"
out=$(cd "$out" && pwd)
python3 -B "$root/packaging/amalgamate.py" "$root" "$scratch" >/dev/null
exports=$(sed -n 's/^[a-z].*/-Wl,--export=&/p' "$here/exports.txt")

# One generator for each kind. Relative names keep the folder out of the module.
cd "$root"
# shellcheck disable=SC2086 # exports are many words
clang-19 --target=wasm32 -std=c11 -Wall -Wextra -Wpedantic -Werror -Oz -flto \
    -ffreestanding -nostdlibinc -nostdlib -fvisibility=hidden \
    -ffunction-sections -fdata-sections \
    -mbulk-memory -msign-ext -mnontrapping-fptoint \
    -DGUIDON_STATIC -DGUIDON_HOST_GENERATORS=8 -I"$scratch" \
    -isystem faces/wasm/libc -ffile-prefix-map="$scratch"=. \
    -fuse-ld="$(command -v wasm-ld-19)" -Wl,--no-entry,--gc-sections,--strip-all \
    $exports -o "$scratch/guidon.wasm" faces/wasm/module.c \
    cli/text/scanner.c cli/text/id_fields.c cli/text/times.c "$scratch/guidon.c"
cp "$scratch/guidon.wasm" "$here"/*.mjs "$out"
echo "$out/guidon.wasm"
