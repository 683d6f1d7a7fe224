#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SOURCE_DIR NAME - run test_NAME.c on an emulated 64-bit ARM processor. The
# status is 77 if there is no compiler or emulator.
set -eu

root=$(cd "$1" && pwd)
test=$root/tests/test_$2.c

for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The slow readers and writers, and all of the library except the file that
# cpu_without.c replaces.
set -- "$test" "$root/tests/support/cpu_without.c" "$root"/fuzz/support/slow_*.c
for file in "$root"/src/*/*.c; do
    case $file in
    */src/cpu/cpu.c) ;;
    *) set -- "$@" "$file" ;;
    esac
done
aarch64-linux-gnu-gcc -std=c11 -O2 -static -Wall -Wextra ${GUIDON_WERROR:+-Werror} \
    -I"$root/tests/arm" -I"$root/tests/support" -I"$root/include" \
    -I"$root/src" "$@" -o "$scratch/program" -pthread
qemu-aarch64 "$scratch/program"
