#!/bin/sh
# SPDX-License-Identifier: MIT
# one_file.sh SOURCE_DIR DIR NM - guidon.c and guidon.h of DIR, beside a program
# in C and one in C++: no flag is needed and no warning given, under every
# compiler here, and a shared object made of them exports the public names alone.
set -eu

apps=$(cd "$1" && pwd)/tests/install
one=$2
nm=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$apps/app.c" "$apps/app.cpp" "$one/guidon.c" "$one/guidon.h" .
# As programs that take these files in have them: no -I, beside each other.
sed -i.before 's/<guidon.h>/"guidon.h"/' app.c

built=
for pair in gcc/g++ clang/clang++; do
    cc=${pair%/*}
    cxx=${pair#*/}
    command -v "$cc" >/dev/null || continue
    # The same as `cc app.c guidon.c`, with an object to look at.
    "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -fPIC -c guidon.c
    "$cc" -std=c11 -Wall -Wextra -Werror app.c guidon.o -o app
    printf '%s: ' "$cc"
    ./app
    built=yes
    command -v "$cxx" >/dev/null || continue
    "$cxx" -Wall -Wextra -Werror app.cpp guidon.o -o app
    printf '%s: ' "$cxx"
    ./app
done
[ -n "$built" ] || { echo "no compiler found" >&2; exit 1; }

[ "$(uname)" != Darwin ] || exit 0
cc -shared guidon.o -o library.so
"$nm" -D --defined-only library.so | awk '{ print $3 }' | sort >exported
diff "$apps/../house/symbols.txt" exported
