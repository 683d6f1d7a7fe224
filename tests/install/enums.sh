#!/bin/sh
# SPDX-License-Identifier: MIT
# enums.sh SOURCE_DIR LIBRARY - a program whose compiler has -fshort-enums agrees with a
# library whose compiler has not, in C and in C++, by every compiler of this machine, and
# no compiler warns of the check of a form. Headers without the enumerators that make
# enums four bytes wide are refused by the compiler.
set -eu

root=$(cd "$1" && pwd)
library=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
    echo "$1" >&2
    exit 1
}

enums=$(cat "$root"/include/guidon/*.h | grep -c '^typedef enum')
checked=$(cat "$root"/include/guidon/*.h | grep -c '^GUIDON_ENUM_SIZE(guidon_')
[ "$enums" -gt 10 ] && [ "$enums" = "$checked" ] ||
    fail "$checked of $enums public enums have GUIDON_ENUM_SIZE"

cp -R "$root/include" narrow
sed -i.bak 's/^ *GUIDON_[A-Z0-9_]*_ENUM_MAX = 0x7fffffff.*//' narrow/guidon/*.h

# -Wall, -Wextra and what clang has beside them for comparisons.
strict='-Wall -Wextra -Wpedantic -Werror -DGUIDON_STATIC'
built=''
for compiler in gcc g++ clang clang++; do
    command -v "$compiler" >/dev/null || continue
    case $compiler in
    *++) language='c++ -std=c++17' ;;
    *) language='c -std=c11' ;;
    esac
    for level in -O0 -O2; do
        for option in -fshort-enums -fno-short-enums -fstrict-enums; do
            case $compiler$option in gcc-fstrict-enums | clang-fstrict-enums) continue ;; esac
            # shellcheck disable=SC2086 # $strict and $language are several words
            "$compiler" -x $language $strict $level $option -I"$root/include" \
                -c "$root/tests/install/enums.c" -o enums.o ||
                fail "$compiler $option $level does not take enums.c"
            "$compiler" enums.o "$library" -lm -pthread -o enums
            [ "$(./enums)" = right ] || fail "$compiler $option $level: wrong"
        done
    done
    # shellcheck disable=SC2086 # $language is several words
    ! "$compiler" -x $language -DGUIDON_STATIC -fshort-enums -Inarrow -fsyntax-only \
        "$root/tests/install/enums.c" >log 2>&1 ||
        fail "$compiler takes narrow enums, whose sizes the library does not share"
    grep -q 'guidon_form has 4 bytes' log || fail "$compiler says: $(head -n 3 log)"
    built=yes
    echo "$compiler: right"
done
[ -n "$built" ] || fail 'no compiler found'
