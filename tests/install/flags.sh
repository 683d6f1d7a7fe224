#!/bin/sh
# SPDX-License-Identifier: MIT
# flags.sh SOURCE_DIR DIR COMPILER [ROW] - compile guidon.c of DIR with the flags that
# programs use which embed it. Each row runs every kernel of text, hashes, ciphers and sort
# keys that this processor has, and compares it with its scalar reference, with libcrypto
# and with the vectors. ROW is "odd", all flags of the first rows at once, or "native", the
# flags of this processor. Without ROW, each flag has a row. The status is 77 if there is
# no such compiler.
set -eu

root=$(cd "$1" && pwd)
one=$(cd "$2" && pwd)
cc=$3
only=${4-}
command -v "$cc" >/dev/null || { echo "skipped: $cc is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

programs='text_kernels hash_kernels hash name cipher v7'
cache=
! command -v ccache >/dev/null || cache=ccache

# objects DIR [FLAG...]: compile the tests. They need the flags of the library only for
# the processor, which decides what kernels there are.
objects() {
    mkdir -p "$1"
    for name in $programs; do
        $cache "$cc" -std=c11 -O1 -DGUIDON_TEST_BRIEF -I"$root/tests/support" -I"$root/tests/oracle" \
            -I"$root/include" -I"$root/src" -c "$root"/tests/*/"test_$name.c" \
            -o "$1/$name.o" ${2+"$2"}
    done
    for name in script vectors; do
        $cache "$cc" -std=c11 -O1 -DVECTORS_DIR="\"$root/tests/vectors\"" \
            -I"$root/include" -I"$root/src" \
            -c "$root/tests/support/$name.c" -o "$1/$name.o"
    done
}

# row DIR FLAG...: run the tests of DIR with a library of these flags.
row() {
    tests=$1
    shift
    $cache "$cc" -std=c11 -Wall -Wextra ${GUIDON_WERROR:+-Werror} "$@" -c "$one/guidon.c" -o guidon.o
    for name in $programs; do
        if ! { "$cc" "$@" "$tests/$name.o" "$tests/script.o" "$tests/vectors.o" \
            guidon.o -o program -pthread -lcmocka -ljansson -lcrypto &&
            ./program; } >log 2>&1; then
            cat log
            echo "$cc $*: $name fails" >&2
            wrong=yes
        fi
    done
    echo "$cc $*: $(echo "$programs" | wc -w) programs"
}

# Does a program link with this flag?
links_with() {
    echo 'int main(void) { return 0; }' >empty.c
    "$cc" "$1" empty.c -o empty 2>/dev/null
}

wrong=
if [ "$only" = odd ]; then
    objects plain
    row plain -O2 -funsigned-char -fwrapv -ffast-math -fno-strict-aliasing -fno-inline
    [ -z "$wrong" ]
    exit
elif [ "$only" = native ]; then
    links_with -march=native || { echo "skipped: $cc has no -march=native"; exit 77; }
    objects native -march=native
    row native -O2 -march=native
    [ -z "$wrong" ]
    exit
fi
objects plain
row plain -O2 -funsigned-char
row plain -O2 -fwrapv
row plain -O2 -ffast-math
row plain -O2 -fno-strict-aliasing
row plain -O2 -fno-inline
row plain -Os
row plain -O0
if links_with -march=native; then
    objects native -march=native
    row native -O3 -march=native
else
    echo "$cc: left out: -march=native"
fi
if links_with -flto; then
    programs='text_kernels name v7' # each link compiles the whole library
    row plain -O2 -flto
else
    echo "$cc: left out: -flto, which the linker lacks"
fi
[ -z "$wrong" ]
