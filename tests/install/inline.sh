#!/bin/sh
# SPDX-License-Identifier: MIT
# inline.sh SOURCE_DIR [whole] - <guidon/inline.h> compiles without other headers and
# without a warning, by every compiler of this machine, as C11, C++11 and C++20, with and
# without the instructions that it uses, with and without optimisation. It defines only the
# macros that it documents. Without "whole", C++11 has optimisation and C++20 none, and C11
# has both where the instructions matter most. So each two of standard, instructions and
# optimisation meet except these two.
set -eu

root=$(cd "$1" && pwd)
whole=${2-}
include=$root/include
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-align
    -Wcast-qual -Wundef -Wredundant-decls -Wwrite-strings -Wfloat-equal ${GUIDON_WERROR:+-Werror}"
{
    printf '#include <guidon/inline.h>\ntypedef int not_empty;\n'
    cat "$root/tests/install/inline.c"
} >program.c
cp program.c program.cpp

# Flags of a processor that this compiler has no code for are left out.
takes() {
    "$1" "$2" -x c -fsyntax-only /dev/null 2>/dev/null
}

# compile COMPILER SUFFIX STANDARD OPTION... : with each flag.
compile() {
    compiler=$1 suffix=$2 standard=$3
    shift 3
    for flag in -DGUIDON_INLINE_OFF -mno-sse4.1 -msse4.1 -mavx -mavx2; do
        takes "$compiler" $flag || continue
        for level in -O0 -O2; do
            case $whole:$standard:$level:$flag in
            :c++11:-O0:* | :c++20:-O2:*) continue ;;
            :c11:-O0:-DGUIDON_INLINE_OFF | :c11:-O0:-mno-sse4.1 | :c11:-O0:-mavx) continue ;;
            esac
            # shellcheck disable=SC2086 # $strict is several words
            "$compiler" "-std=$standard" $strict "$@" $flag $level -I"$include" \
                -c "program.$suffix" -o object.o
        done
    done
}

# macros COMPILER FLAG : the macros of Guidon that the header adds to <guidon/text.h>.
macros() {
    for header in text inline; do
        echo "#include <guidon/$header.h>" |
            "$1" "$2" -I"$include" -dM -E -x c - | awk '{ print $2 }' |
            grep '^GUIDON' | sort >"$header.macros"
    done
    comm -13 text.macros inline.macros | tr '\n' ' '
}

built=
for cc in gcc clang; do
    command -v "$cc" >/dev/null || continue
    built=yes
    compile "$cc" c c11 -Wmissing-prototypes
    for flag in -mno-sse4.1 -msse4.1 -mavx -mavx2; do
        takes "$cc" $flag || continue
        found=$(macros "$cc" $flag)
        [ "$found" = "GUIDON_INLINED GUIDON_INLINE_H " ] || {
            echo "$cc $flag: inline.h defines $found" >&2
            exit 1
        }
    done
    echo "$cc: inline.h"
done
for cxx in g++ clang++; do
    command -v "$cxx" >/dev/null || continue
    for standard in c++11 c++20; do
        compile "$cxx" cpp $standard -Wold-style-cast -Wmissing-declarations
    done
    # The header alone: program.cpp has a NULL of its own.
    for flag in -DGUIDON_INLINE_OFF -mno-sse4.1 -mavx2; do
        takes "$cxx" $flag || continue
        echo '#include <guidon/inline.h>' | "$cxx" -std=c++11 -Wall -Wextra -Werror \
            -Wzero-as-null-pointer-constant $flag -I"$include" -fsyntax-only -x c++ - || {
            echo "$cxx $flag: inline.h has a zero for a null pointer" >&2
            exit 1
        }
    done
    echo "$cxx: inline.h"
done
[ -n "$built" ] || { echo "no compiler found" >&2; exit 1; }
