#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SOURCE_DIR NAME FOLDER - run test_NAME.c on an emulated 64-bit ARM processor. The
# library for it is kept in FOLDER. The status is 77 if there is no compiler or emulator.
set -eu

root=$(cd "$1" && pwd)
name=$2
folder=$3

for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

arm() {
    aarch64-linux-gnu-gcc -std=c11 -O2 -Wall -Wextra ${GUIDON_WERROR:+-Werror} \
        -I"$root/tests/arm" -I"$root/tests/support" -I"$root/tests/oracle" -I"$root/include" -I"$root/src" "$@"
}

# The library is compiled once for all tests: the slow readers and writers, and all of
# src/ except the file that cpu_without.c replaces.
library=$folder/library.a
build_library() {
    [ ! -e "$library" ] || [ -n "$(find "$root/src" "$root/include" "$root/tests/oracle" \
        "$root/tests/support/cpu_without.c" -name '*.[ch]' -newer "$library")" ] ||
        return 0
    rm -rf "$folder/objects"
    mkdir -p "$folder/objects"
    set -- "$root/tests/support/cpu_without.c" "$root"/tests/oracle/slow_*.c
    for file in "$root"/src/*/*.c; do
        case $file in
        */src/cpu/cpu.c) ;;
        *) set -- "$@" "$file" ;;
        esac
    done
    (cd "$folder/objects" && arm -c "$@")
    rm -f "$library"
    aarch64-linux-gnu-ar rcs "$library.part" "$folder"/objects/*.o
    mv "$library.part" "$library"
}

mkdir -p "$folder"
exec 9>"$folder/lock"
flock 9
build_library
exec 9>&-
arm -static "$root"/tests/*/"test_$name.c" "$library" -o "$scratch/program" -pthread
qemu-aarch64 "$scratch/program"
