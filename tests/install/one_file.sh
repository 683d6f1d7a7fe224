#!/bin/sh
# SPDX-License-Identifier: MIT
# one_file.sh SOURCE_DIR DIR NM - compile guidon.c, guidon.h and guidon.hpp of DIR with a
# program in C and one in C++, with every compiler of this machine. They need no flags
# and give no warnings. A shared object of guidon.c exports only the public names.
set -eu

apps=$(cd "$1" && pwd)/tests/install
one=$2
nm=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$apps/app.c" "$apps/app.cpp" "$one"/guidon.* .
# The files lie in one directory, as in a program that copies them: no -I.
sed -i.before 's/<\(guidon.hp*\)>/"\1"/' app.c app.cpp

built=
for pair in gcc/g++ clang/clang++; do
    cc=${pair%/*}
    cxx=${pair#*/}
    command -v "$cc" >/dev/null || continue
    # The same as `cc app.c guidon.c`, but keeps the object for later checks.
    "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -fPIC -c guidon.c
    "$cc" -std=c11 -Wall -Wextra -Werror app.c guidon.o -o app
    printf '%s: ' "$cc"
    ./app
    # As README.md says, for a program that includes <guidon.h>.
    cp app.c.before original.c
    "$cc" -I. original.c guidon.o -o original
    ./original >/dev/null
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
