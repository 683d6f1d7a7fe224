#!/bin/sh
# SPDX-License-Identifier: MIT
# one_file.sh SOURCE_DIR DIR NM - compile guidon.c and the headers of DIR with programs in
# C and in C++, with every compiler of this machine. They need no flags
# and give no warnings. A shared object of guidon.c exports only the public names.
set -eu

apps=$(cd "$1" && pwd)/tests/install
one=$2
nm=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$apps/app.c" "$apps/app.cpp" "$apps/inline.c" "$apps/inline.cpp" \
    "$one"/guidon.* "$one/guidon-inline.h" .
# The files lie in one directory, as in a program that copies them: no -I.
sed -i.before 's/<\(guidon.hp*\)>/"\1"/; s/<guidon.inline.h>/"guidon-inline.h"/' \
    app.c app.cpp inline.c

# The option that makes the functions of guidon-inline.h code of the program.
inlined=
[ "$(uname -m)" != x86_64 ] || inlined=-msse4.1

built=
for pair in gcc/g++ clang/clang++; do
    cc=${pair%/*}
    cxx=${pair#*/}
    command -v "$cc" >/dev/null || continue
    # The same as `cc app.c guidon.c`, but keeps the object for later checks.
    "$cc" -std=c11 -Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror} -fPIC -c guidon.c
    "$cc" -std=c11 -Wall -Wextra ${GUIDON_WERROR:+-Werror} app.c guidon.o -o app
    printf '%s: ' "$cc"
    ./app
    for flag in -DGUIDON_INLINE_OFF $inlined; do
        "$cc" -std=c11 -Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror} "$flag" inline.c guidon.o \
            -o inline
        printf '%s %s: ' "$cc" "$flag"
        ./inline
    done
    # As README.md says, for a program that includes <guidon.h>.
    cp app.c.before original.c
    "$cc" -I. original.c guidon.o -o original
    ./original >/dev/null
    built=yes
    command -v "$cxx" >/dev/null || continue
    # The wrong compiler is one error, in words.
    ! "$cxx" -std=c++17 -c -x c++ guidon.c -o wrong.o 2>errors || exit 1
    grep -q 'guidon.c is C; compile it with a C compiler' errors
    [ "$(grep -c 'error:' errors)" = 1 ]
    "$cxx" -std=c++17 -Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror} app.cpp guidon.o -o app
    printf '%s: ' "$cxx"
    ./app
    "$cxx" -std=c++11 -Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror} ${inlined:+"$inlined"} \
        inline.cpp guidon.o -o inline
    printf '%s %s: ' "$cxx" "$inlined"
    ./inline
done
[ -n "$built" ] || { echo "no compiler found" >&2; exit 1; }

[ "$(uname)" != Darwin ] || exit 0
cc -shared guidon.o -o library.so
"$nm" -D --defined-only library.so | awk '{ print $3 }' | sort >exported
diff "$apps/../repo/symbols.txt" exported
