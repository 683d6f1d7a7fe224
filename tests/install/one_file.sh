#!/bin/sh
# SPDX-License-Identifier: MIT
# one_file.sh SOURCE_DIR DIR NM - guidon.c, guidon.h and guidon.hpp of DIR, beside
# a program in C and one in C++: they need no flag and give no warning, under every
# compiler here, and a shared object of them exports the public names alone.
set -eu

apps=$(cd "$1" && pwd)/tests/install
one=$2
nm=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$apps/app.c" "$apps/app.cpp" "$one"/guidon.* .
# As programs that take these files in have them: no -I, beside each other.
sed -i.before 's/<\(guidon.hp*\)>/"\1"/' app.c app.cpp

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
    "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror app.cpp guidon.o -o app
    printf '%s: ' "$cxx"
    ./app
done
[ -n "$built" ] || { echo "no compiler found" >&2; exit 1; }

[ "$(uname)" != Darwin ] || exit 0
cc -shared guidon.o -o library.so
"$nm" -D --defined-only library.so | awk '{ print $3 }' | sort >exported
diff "$apps/../repo/symbols.txt" exported
