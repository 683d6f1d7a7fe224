#!/bin/sh
# SPDX-License-Identifier: MIT
# plain_build.sh SOURCE_DIR - the library builds without a build system, and
# each public header stands alone in C and in C++, under every compiler here.
set -eu

root=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

strict='-Wall -Wextra -Wpedantic -Werror'

cat >program.c <<'END'
#include <guidon.h>
#include <string.h>

int main(void)
{
    char text[GUIDON_UUID_LEN];
    guidon_id id;
    guidon_id dns = guidon_namespace_dns();

    guidon_v5(&id, &dns, "www.example.com", 15);
    guidon_uuid_format(text, &id);
    return memcmp(text, "2ed6657d-e927-568b-95e1-2665a8aea6a2", 36) != 0;
}
END

library_with() {
    mkdir "$1"
    # shellcheck disable=SC2086 # $strict is several words
    (cd "$1" && "$1" -std=c11 $strict -I"$root/include" -c "$root"/src/*/*.c)
    # shellcheck disable=SC2086
    "$1" -std=c11 $strict -I"$root/include" program.c "$1"/*.o -o "$1/program"
    "./$1/program"
}

headers_with() {
    find "$root/include" -name '*.h' | while read -r header; do
        printf '#include <%s>\ntypedef int not_empty;\n' \
            "${header#"$root/include/"}" >"alone.$3"
        # shellcheck disable=SC2086
        "$1" "-std=$2" $strict -I"$root/include" -fsyntax-only "alone.$3"
    done
}

built=0
for cc in gcc clang; do
    if command -v "$cc" >/dev/null; then
        library_with "$cc"
        headers_with "$cc" c11 c
        built=$((built + 1))
        echo "$cc: library and headers"
    fi
done
for cxx in g++ clang++; do
    if command -v "$cxx" >/dev/null; then
        headers_with "$cxx" c++17 cpp
        echo "$cxx: headers"
    fi
done
[ "$built" -gt 0 ] || { echo "no compiler found" >&2; exit 1; }
