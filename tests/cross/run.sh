#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh SOURCE_DIR [TARGET...] - the library's tests, built for other systems
# and run there: under qemu's or wine's emulation, or with another libc. Without
# a TARGET, on all of them. Also for this system in other ways, by name: clang,
# native and lto, and msan, tsan and valgrind, which look for faults. cmocka and
# jansson are small stand-ins, so that all of a program is built alike; what
# needs libcrypto is left out, and on Windows what needs POSIX.
set -uo pipefail

root=$(cd "$1" && pwd)
shift
[[ $# -gt 0 ]] || set -- aarch64 riscv64 s390x i686 musl mingw
scratch=$(mktemp -d)
failed=0

# Wine's server keeps its files until it is told to end.
# shellcheck disable=SC2317 # the trap calls it
tidy() {
    [[ ! -d $scratch/wine ]] || /usr/lib/wine/wineserver -k 2>/dev/null
    rm -rf "$scratch"
}
trap tidy EXIT

# Tests of the tool, of libuuid's calls, of what a test brings of the library, of
# filters and faults of system calls, which an emulator makes others of; of stack;
# and long ones.
left_out='scanner|progress|p_values|libuuid|statistics|cpu_without|vmclock|seccomp|fork|host'
left_out+='|shared_attack|faults|stack'
# What is of POSIX: fork, pages, files that processes share, its clocks.
posix='base32|clock|entropy|epoch|fork_state|generator|hex|host_state|node|scope'
posix+='|shared|shared_file|shared_kill|thread'

settle() {
    flags=() libs=() run=() suffix='' skip=$left_out level=-O2 link=(-static)
    case $1 in
    aarch64 | riscv64 | s390x)
        cc=$1-linux-gnu-gcc ar=$1-linux-gnu-ar run=("qemu-$1")
        flags=(-pthread)
        # An emulator does not die of a signal cleanly, and shows /proc/cpuinfo
        # of the processor that it runs on.
        skip+='|shared_kill|cpu'
        # Host scope is for processors with 16-byte compare-and-swap: cell.h.
        [[ $1 == aarch64 ]] ||
            skip+='|host_events|host_state|shared|shared_file|shared_saved'
        ;;
    musl)
        # The kernel's headers, after its own.
        cc=musl-gcc ar=ar
        flags=(-pthread -idirafter /usr/include
            -idirafter "/usr/include/$(gcc -print-multiarch)")
        ;;
    mingw)
        cc=x86_64-w64-mingw32-gcc ar=x86_64-w64-mingw32-ar
        suffix=.exe libs=(-lbcrypt) run=("$(find_wine)")
        skip+="|$posix|host_events|shared_saved|wall_steps"
        flags=(-DGUIDON_STATIC -D__USE_MINGW_ANSI_STDIO=1)
        export WINEPREFIX=$scratch/wine WINEDEBUG=-all
        ;;
    i686)
        # Of a processor of 64 bits, which runs it as it is.
        cc=i686-linux-gnu-gcc ar=i686-linux-gnu-ar
        flags=(-pthread -Wno-psabi)
        [[ $(uname -m) == x86_64 ]] || run=(qemu-i386)
        # Host scope is for processors with 16-byte compare-and-swap: cell.h.
        skip+='|host_state|host_events|shared|shared_file|shared_kill'
        skip+='|shared_saved|wall_steps' # a clock of 32 bits ends in 2038
        ;;
    clang | native | lto | msan | tsan | valgrind) settle_here "$1" ;;
    *) echo "no target $1" >&2; exit 2 ;;
    esac
}

# This system's own, otherwise than ./dev's presets build it.
settle_here() {
    cc=gcc ar=gcc-ar flags=(-pthread -g)
    case $1 in
    clang) cc=clang ar=ar level=-O3 ;;
    native) level=-O3 flags+=(-march=native) ;;
    lto) level=-O3 flags+=(-flto=auto -ffat-lto-objects) ;;
    msan)
        cc=clang ar=ar level=-O1 link=()
        flags+=(-fsanitize=memory -fno-sanitize-recover=all)
        ;;
    tsan)
        # It wants its memory where addresses are not drawn at random.
        level=-O1 link=() run=(setarch -R) flags+=(-fsanitize=thread)
        skip+='|shared_kill' # what is traced does not stop where it should
        ;;
    valgrind)
        # Threads that wait for each other are to take turns.
        level=-O1 link=()
        run=(env UNDER_VALGRIND=1 valgrind -q --fair-sched=yes
            --error-exitcode=99)
        # And those that try every character at every place, for it is slow.
        skip+='|shared_kill|base32|hex|hash_kernels|scope|shared'
        ;;
    esac
}

find_wine() {
    command -v wine64 || command -v wine || echo /usr/lib/wine/wine64
}

# library TARGET : compiled once.
library() {
    mkdir "$scratch/$1"
    (cd "$scratch/$1" &&
        "$cc" -std=c11 "$level" -Wall -Wextra -Werror "${flags[@]}" \
            -I"$root/include" -c "$root"/src/*/*.c &&
        "$ar" rcD library.a ./*.o && rm ./*.o)
}

# one TARGET NAME
one() {
    local program=$scratch/$1/$2 test=$root/tests/test_$2.c more=()
    ! grep -q idset.h "$test" || more=("$root/tests/support/idset.c")
    "$cc" -std=c11 -O1 "${link[@]}" "${flags[@]}" \
        -DVECTORS_DIR="\"$root/tests/vectors\"" \
        -I"$root/tests/cross" -I"$root/tests/arm" -I"$root/tests/support" \
        -I"$root/include" -I"$root/src" "$test" "${more[@]}" \
        "$root"/tests/support/{script,vectors}.c "$scratch/$1/library.a" \
        "${libs[@]}" -o "$program$suffix" &&
        timeout 600 "${run[@]}" "$program$suffix"
}

for target in "$@"; do
    settle "$target"
    command -v "$cc" >/dev/null || { echo "$target: no $cc here"; failed=1; continue; }
    library "$target" || { failed=1; continue; }
    right=0
    for file in "$root"/tests/test_*.c; do
        name=$(basename "$file" .c) name=${name#test_}
        if [[ $name =~ ^($skip)$ ]] || grep -q 'openssl/' "$file"; then
            continue
        fi
        if one "$target" "$name" >"$scratch/log" 2>&1; then
            right=$((right + 1))
        else
            echo "$target: $name: status $?"
            tail -n 12 "$scratch/log"
            failed=1
        fi
    done
    echo "$target: $right tests are right"
done
exit "$failed"
