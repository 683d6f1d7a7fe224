#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SOURCE_DIR ONE_FILE_DIR - check the library without an operating system: each
# file and the one-file build compile for WebAssembly without a libc, a program that
# needs neither random bits nor the time links without the two functions of
# <guidon/host.h>, and the module makes ids in Node.js. The tests of the npm package run
# the shared vectors on a module of the same kind.
set -eu

root=$(cd "$1" && pwd)
one=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

strict="-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes
        -Wmissing-prototypes ${GUIDON_WERROR:+-Werror}"
wasm='--target=wasm32 -ffreestanding -nostdlibinc'
sections='-ffunction-sections -fdata-sections'

compiler=
for cc in clang-19 clang; do
    if command -v "$cc" >/dev/null &&
        "$cc" --print-targets 2>/dev/null | grep -q wasm32; then
        compiler=$cc
    fi
done
for program in "${compiler:-clang}" wasm-ld node; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: no $program"
        exit 77
    fi
done

# shellcheck disable=SC2086 # these are several words
for file in "$root"/src/*/*.c; do
    "$compiler" $wasm $strict -I"$root/include" -fsyntax-only "$file"
done
echo "each file of src/ compiles for wasm32"

# Some code is written twice: for speed, and for size as here.
# shellcheck disable=SC2086
"$compiler" $wasm -std=c11 -Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror} -Oz $sections \
    -c "$one/guidon.c" -o guidon.o
# shellcheck disable=SC2086
for name in module values; do
    "$compiler" $wasm $strict -O2 -I"$root/include" -c "$root/tests/none/$name.c" \
        -o "$name.o"
done

# Values need no function of the program; random bits and the time do.
wasm-ld --no-entry --gc-sections --fatal-warnings values.o guidon.o -o values.wasm
node -e 'const module = new WebAssembly.Module(require("fs").readFileSync("values.wasm"));
         if (WebAssembly.Module.imports(module).length > 0) process.exit(2);
         process.exit(new WebAssembly.Instance(module, {}).exports.run());'
if wasm-ld --no-entry --gc-sections --export=guidon_new guidon.o -o new.wasm 2>missing; then
    echo 'guidon_new linked without guidon_host_entropy' >&2
    exit 1
fi
grep -q guidon_host_entropy missing
grep -q guidon_host_now missing
echo "a program with values only links without the two functions"

# The same for ELF, with the compiler's own libc.
for cc in gcc clang; do
    command -v "$cc" >/dev/null || continue
    # shellcheck disable=SC2086
    "$cc" -std=c11 -O0 $sections -DGUIDON_HOST_NONE -I"$root/include" \
        "$root/tests/none/values.c" "$one/guidon.c" -Wl,--gc-sections -o "values-$cc"
    "./values-$cc"
    # The functions of memory_none.c, which the compiler must not turn into calls of
    # themselves. The linker takes them from the first file.
    "$cc" -std=c11 -O3 -ffreestanding -DGUIDON_HOST_NONE -I"$root/include" \
        -c "$root/src/host/memory_none.c" -o memory.o
    # shellcheck disable=SC2086
    "$cc" -std=c11 -O0 -ffreestanding $sections -I"$root/include" memory.o \
        "$root/tests/none/values.c" "$one/guidon.c" -Wl,--gc-sections \
        -o "values-$cc"
    "./values-$cc"
    break
done
echo "the same natively"

exports=$(sed 's/^/--export=/' "$root/tests/repo/symbols.txt")
# shellcheck disable=SC2086
wasm-ld --no-entry --gc-sections $exports --export=__heap_base \
    module.o guidon.o -o module.wasm
node "$root/tests/none/generators.mjs" module.wasm
