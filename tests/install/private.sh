#!/bin/sh
# SPDX-License-Identifier: MIT
# private.sh SOURCE_DIR DIR NM TEST LINKED [whole] - shared objects with a private copy of
# guidon.c in DIR export none of its names: by every compiler of this machine, with each
# macro and visibility option. One pair of these two is for gcc and one for clang, unless
# the last argument asks for all. (repo/plain_build.sh has src/ instead of guidon.c.) TEST
# is the test of several copies in one process; it runs with copies of guidon.c, and with
# LINKED, which links the shared library.
set -eu

root=$(cd "$1" && pwd)
one=$2
nm=$3
test=$(cd "$(dirname "$4")" && pwd)/$(basename "$4")
linked=$5
whole=${6-}
copies=$root/tests/copies
cache=
! command -v ccache >/dev/null || cache=ccache
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# exports FILE : the names that a shared object exports, on one line.
exports() {
    "$nm" -D --defined-only "$1" | awk '{ print $3 }' | sort | tr '\n' ' '
}

# exports_only WHAT FILE NAME : fail if the shared object exports anything else.
exports_only() {
    found=$(exports "$2")
    [ "$found" = "$3 " ] || { echo "$1: exports $found" >&2; exit 1; }
}

# gives_none_away WHAT FILE : fail if the shared object exports a name of Guidon. In C++,
# templates of the standard library with our types stay the compiler's.
gives_none_away() {
    found=$(exports "$2" | tr ' ' '\n' | grep -E '^_ZT?[A-Z]*6guidon|guidon_|gdn_') ||
        return 0
    echo "$1: exports $found" >&2
    exit 1
}

built='' own=''
for pair in gcc/g++ clang/clang++; do
    cc=${pair%/*}
    cxx=${pair#*/}
    command -v "$cc" >/dev/null || continue
    built=yes
    for macro in GUIDON_API= GUIDON_STATIC; do
        for visibility in default hidden; do
            # gcc has the default visibility with the first macro and the hidden one with
            # the second, clang the other way round.
            case $whole:$cc:$macro:$visibility in
            whole:* | :gcc:GUIDON_API=:default | :gcc:GUIDON_STATIC:hidden) ;;
            :clang:GUIDON_API=:hidden | :clang:GUIDON_STATIC:default) ;;
            *) continue ;;
            esac
            what="$cc -D$macro -fvisibility=$visibility"
            set -- -Wall -Wextra ${GUIDON_WERROR:+-Werror} -fPIC "-D$macro" "-fvisibility=$visibility"
            $cache "$cc" -std=c11 "$@" -c "$one/guidon.c"
            "$cc" -std=c11 "$@" -I"$one" -shared "$copies/plugin.c" guidon.o \
                -o "$cc-$macro-$visibility.so"
            exports_only "$what" "$cc-$macro-$visibility.so" copy_calls
            "$cc" -std=c11 "$@" -I"$root/include" -shared \
                "$root/tests/install/inline.c" guidon.o -o inline.so
            gives_none_away "$what, inline.h" inline.so
            if [ "$visibility" = hidden ] || ! command -v "$cxx" >/dev/null; then
                continue
            fi
            # gcc says that Row is more visible than its members, which is true.
            "$cxx" -std=c++17 "$@" -Wno-attributes -I"$one" -shared \
                "$copies/plugin.cpp" guidon.o -o cpp.so
            gives_none_away "$what, C++" cpp.so
        done
    done
    # In a program, C++ classes keep their visibility, and gcc says nothing. With
    # -fvisibility=hidden, even -rdynamic exports none.
    if command -v "$cxx" >/dev/null; then
        "$cxx" -std=c++17 -Wall -Wextra ${GUIDON_WERROR:+-Werror} -DGUIDON_STATIC -fPIE -I"$one" \
            -fsyntax-only "$copies/plugin.cpp"
        echo 'int main() {}' >main.cpp
        "$cxx" -std=c++17 -Wall -Wextra ${GUIDON_WERROR:+-Werror} -DGUIDON_STATIC -fPIE -pie -rdynamic \
            -fvisibility=hidden -I"$one" "$copies/plugin.cpp" main.cpp \
            guidon.o -o program
        if exports program | tr ' ' '\n' | grep -E '^_ZN[A-Z]*6guidon|guidon_|gdn_'; then
            echo "$cxx: a program exports these" >&2
            exit 1
        fi
    fi

    # An attribute of one's own: here, the shared object exports the library.
    [ -z "$own" ] || [ -n "$whole" ] || continue
    own=yes
    "$cc" -std=c11 -Wall -Wextra ${GUIDON_WERROR:+-Werror} -fPIC -shared -fvisibility=hidden \
        '-DGUIDON_API=__attribute__((visibility("default")))' "$one/guidon.c" \
        -o own.so
    exports own.so | tr ' ' '\n' | sed '/^$/d' | diff "$root/tests/repo/symbols.txt" -
done
[ -n "$built" ] || { echo "no compiler found" >&2; exit 1; }

second=gcc-GUIDON_STATIC-hidden.so
[ ! -e clang-GUIDON_STATIC-default.so ] || second=clang-GUIDON_STATIC-default.so
first=gcc-GUIDON_API=-default.so
[ -e "$first" ] || first=clang-GUIDON_API=-hidden.so
COPIES=$scratch/$first:$scratch/$second:$linked "$test"
