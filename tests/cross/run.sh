#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh SOURCE_DIR [TARGET...] - build the library's tests for other systems and run
# them with qemu, with wine or with another libc. Without TARGET it runs all of these.
# More targets build for this system in other ways: clang, native, lto, msan, tsan and
# valgrind. Small substitutes replace cmocka and jansson, so that the same compiler
# builds all of a program. Tests that need libcrypto are left out, and on Windows
# those that need POSIX.
set -uo pipefail

root=$(cd "$1" && pwd)
shift
[[ $# -gt 0 ]] || set -- aarch64 riscv64 s390x i686 musl mingw
scratch=$(mktemp -d) || exit 1
failed=0

# Stop wine's server, which keeps its files open.
# shellcheck disable=SC2317 # the trap calls it
tidy() {
    [[ ! -d $scratch/wine ]] || /usr/lib/wine/wineserver -k 2>/dev/null
    rm -rf "$scratch"
}
trap tidy EXIT

# Left out: tests of the tool, of libuuid, and of a test's own copy of library code;
# of seccomp filters, faults and stack, because an emulator makes other system calls;
# of shared objects, because the programs are static; and long tests.
left_out='scanner|progress|p_values|libuuid|statistics|cpu_without|vmclock|seccomp|fork|host'
left_out+='|shared_attack|faults|stack|copies|unload'
# Tests that need POSIX: fork, pages, files shared by processes, clocks.
posix='base32|clock|entropy|epoch|fork_state|generator|hex|host_state|node|scope'
posix+='|shared|shared_file|shared_kill|thread'

set_target() {
    flags=() libs=() run=() suffix='' skip=$left_out level=-O2 link=(-static)
    case $1 in
    aarch64 | riscv64 | s390x)
        cc=$1-linux-gnu-gcc ar=$1-linux-gnu-ar run=("qemu-$1")
        flags=(-pthread)
        # An emulator does not end cleanly on a signal, and shows the /proc/cpuinfo
        # of the real processor.
        skip+='|shared_kill|cpu'
        # Scope HOST needs a 16-byte compare-and-swap: atomic128.h.
        [[ $1 == aarch64 ]] ||
            skip+='|host_events|host_state|shared|shared_file|shared_saved'
        ;;
    musl)
        # Search the kernel's headers after those of the libc.
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
        # A 64-bit processor runs these programs directly.
        cc=i686-linux-gnu-gcc ar=i686-linux-gnu-ar
        flags=(-pthread -Wno-psabi)
        [[ $(uname -m) == x86_64 ]] || run=(qemu-i386)
        # Scope HOST needs a 16-byte compare-and-swap: atomic128.h.
        skip+='|host_state|host_events|shared|shared_file|shared_kill'
        skip+='|shared_saved|wall_steps' # a 32-bit clock ends in 2038
        ;;
    clang | native | lto | msan | tsan | valgrind) set_native_target "$1" ;;
    *) echo "cross: unknown target $1" >&2; exit 2 ;;
    esac
}

# Targets for this system that the presets of ./dev do not build.
set_native_target() {
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
        # ThreadSanitizer needs address space layout randomization to be off.
        level=-O1 link=() run=(setarch -R) flags+=(-fsanitize=thread)
        skip+='|shared_kill' # a traced process stops at other points
        ;;
    valgrind)
        # Threads that wait for each other must take turns.
        level=-O1 link=()
        run=(env UNDER_VALGRIND=1 valgrind -q --fair-sched=yes
            --error-exitcode=99)
        # Also left out: tests of every character at every offset, which are too slow.
        skip+='|shared_kill|base32|hex|hash_kernels|scope|shared'
        ;;
    esac
}

find_wine() {
    command -v wine64 || command -v wine || echo /usr/lib/wine/wine64
}

# library TARGET : compile the library.
library() {
    mkdir "$scratch/$1"
    (cd "$scratch/$1" &&
        "$cc" -std=c11 "$level" -Wall -Wextra -Werror "${flags[@]}" \
            -I"$root/include" -c "$root"/src/*/*.c &&
        "$ar" rcD library.a ./*.o && rm ./*.o)
}

# one TARGET NAME : build and run one test.
one() {
    local program=$scratch/$1/$2 test more=()
    test=$(echo "$root"/tests/*/"test_$2.c")
    ! grep -q idset.h "$test" || more=("$root/tests/support/idset.c")
    "$cc" -std=c11 -O1 "${link[@]}" "${flags[@]}" \
        -DVECTORS_DIR="\"$root/tests/vectors\"" -DHEADERS="\"$root/include/guidon\"" \
        -I"$root/tests/cross" -I"$root/tests/arm" -I"$root/tests/support" -I"$root/tests/oracle" \
        -I"$root/include" -I"$root/src" "$test" "${more[@]}" \
        "$root"/tests/support/{script,vectors}.c "$scratch/$1/library.a" \
        "${libs[@]}" -o "$program$suffix" &&
        timeout 600 "${run[@]}" "$program$suffix"
}

# dlls TARGET : two DLLs with a private copy each, which export nothing of it.
dlls() {
    local at=$scratch/$1 name
    python3 -B "$root/packaging/amalgamate.py" "$root" "$at/one" || return
    flags=(-std=c11 -O1 -Wall -Wextra -Werror -static -I"$at/one" -I"$root/tests")
    "$cc" "${flags[@]}" -DGUIDON_API= -c "$at/one/guidon.c" -o "$at/guidon.o" || return
    for name in first second; do
        "$cc" "${flags[@]}" -DGUIDON_API= -shared "$root/tests/copies/plugin.c" \
            "$at/guidon.o" "${libs[@]}" -o "$at/$name.dll" || return
        # One line for each exported name, after the table's title.
        [[ $("${cc%-gcc}-objdump" -p "$at/$name.dll" |
            awk '/Ordinal\/Name Pointer/ { on = 1; next } !NF { on = 0 } on { print $NF }') == \
            copy_calls ]] || { echo "$name.dll exports names of the copy"; return 1; }
    done
    "$cc" "${flags[@]}" -DGUIDON_STATIC "$root/tests/cross/dlls.c" -o "$at/dlls.exe" &&
        (cd "$at" && timeout 600 "${run[@]}" dlls.exe first.dll second.dll)
}

for target in "$@"; do
    set_target "$target"
    command -v "$cc" >/dev/null || { echo "$target: $cc is not installed"; failed=1; continue; }
    library "$target" || { failed=1; continue; }
    right=0
    for file in "$root"/tests/*/test_*.c; do
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
    if [[ $target == mingw ]]; then
        if dlls "$target"; then
            right=$((right + 1))
        else
            echo "$target: dlls: status $?"
            failed=1
        fi
    fi
    echo "$target: $right tests are right"
done
exit "$failed"
