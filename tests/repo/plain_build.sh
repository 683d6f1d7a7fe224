#!/bin/sh
# SPDX-License-Identifier: MIT
# plain_build.sh SOURCE_DIR NM [whole] - check with every compiler of this machine: the
# library builds without a build system and exports only its public names. Each public
# header compiles without others in C and C++; those for C++ with and without exceptions.
# Unnamed values of an enum are valid in C++ too.
#
# The first compiler builds src/ with an empty GUIDON_API: then a shared object exports no
# name at all, which shows that every private name is hidden. (symbols.py and one_file.sh
# have the names that are public.) The second compiler only reads the files. With "whole",
# each compiler builds with an empty GUIDON_API and without one.
set -eu

root=$(cd "$1" && pwd)
nm=$2
whole=${3-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

strict="-Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror}"

cat >program.c <<'END'
#include <guidon.h>
#include <string.h>

int main(void)
{
    char text[GUIDON_UUID_LEN];
    guidon_id id;
    guidon_id dns = guidon_namespace_dns();

    guidon_v5_make(&id, &dns, "www.example.com", 15);
    guidon_uuid_format(text, &id);
    return memcmp(text, "2ed6657d-e927-568b-95e1-2665a8aea6a2", 36) != 0;
}
END

# A site-defined domain: a C++ enum has only as many bits as its names need, and a
# sanitizer reports larger values.
cat >domain.cpp <<'END'
#include <guidon.h>

int main()
{
    const guidon_id id = {{0, 0, 0, 1, 0, 0, 0x20, 0, 0x80, 230}};
    guidon_domain domain;
    uint32_t local_id;

    if (guidon_dce_of(&domain, &local_id, &id) != GUIDON_OK) {
        return 1;
    }
    return domain != static_cast<guidon_domain>(230) || local_id != 1;
}
END

cache=
! command -v ccache >/dev/null || cache=ccache

# library_with COMPILER [OPTION]
library_with() {
    rm -rf "$1"
    mkdir "$1"
    cd "$1"
    for file in "$root"/src/*/*.c; do
        # shellcheck disable=SC2086 # $strict is several words
        $cache "$1" -std=c11 $strict ${2-} -fPIC -I"$root/include" -c "$file"
    done
    cd ..
    # shellcheck disable=SC2086
    "$1" -std=c11 $strict ${2-} -I"$root/include" program.c "$1"/*.o -o "$1/program"
    "./$1/program"
    built=$1
}

# exports_of COMPILER PUBLIC : what the names may begin with, if any are public.
exports_of() {
    "$1" -shared "$1"/*.o -o "$1/library.so"
    if "$nm" -D --defined-only "$1/library.so" | grep -v "$2"; then
        echo "$1: a plain shared object exports these" >&2
        return 1
    fi
}

# Link with the library of the last C compiler.
domain_with() {
    sanitize='-fsanitize=undefined -fno-sanitize-recover=all'
    echo 'int main() {}' >empty.cpp
    # shellcheck disable=SC2086
    if ! "$1" $sanitize empty.cpp -o empty 2>/dev/null || ! ./empty; then
        echo "$1: no sanitizer here, so no enum out of its range is seen"
        sanitize=
    fi
    # shellcheck disable=SC2086
    "$1" -std=c++17 $strict $sanitize -I"$root/include" domain.cpp \
        "$built"/*.o -o domain
    ./domain
}

# headers_with COMPILER STANDARD LANGUAGE PATTERN [OPTION]
headers_with() {
    find "$root/include" -name "$4" | while read -r header; do
        printf '#include <%s>\ntypedef int not_empty;\n' \
            "${header#"$root/include/"}" >"alone.$3"
        # shellcheck disable=SC2086
        "$1" "-std=$2" $strict ${5-} -I"$root/include" -fsyntax-only "alone.$3"
    done
}

built=
for cc in gcc clang; do
    if command -v "$cc" >/dev/null; then
        if [ -z "$built" ] || [ -n "$whole" ]; then
            library_with "$cc" -DGUIDON_API=
            # Other formats than ELF export in other ways.
            [ "$(uname)" = Darwin ] || exports_of "$cc" '^$'
        else
            # shellcheck disable=SC2086
            "$cc" -std=c11 $strict -I"$root/include" -fsyntax-only "$root"/src/*/*.c
        fi
        if [ -n "$whole" ]; then
            library_with "$cc"
            [ "$(uname)" = Darwin ] || exports_of "$cc" ' guidon_'
        fi
        headers_with "$cc" c11 c '*.h'
        echo "$cc: library, headers and exports"
    fi
done
[ -n "$built" ] || { echo "no compiler found" >&2; exit 1; }
each=yes
for cxx in g++ clang++; do
    if command -v "$cxx" >/dev/null; then
        headers_with "$cxx" c++17 cpp '*.h'
        # Every compiler notices if a header lacks an include, so one is enough.
        [ -z "$each" ] || headers_with "$cxx" c++17 cpp '*.hpp'
        each=
        headers_with "$cxx" c++20 cpp 'guidon.hpp' -fno-exceptions
        domain_with "$cxx"
        echo "$cxx: headers and domains"
    fi
done
