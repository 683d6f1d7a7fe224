#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh CMAKE BUILD: the installed libuuid lies where no program finds it by
# chance. It works after it was moved, and one folder and one file are all to remove.
# Programs in C and C++ that use each function compile with its header and uuid.pc.
set -eu
cmake=$1
build=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

"$cmake" --install "$build" --prefix "$scratch/first" >log || {
    cat log
    exit 1
}
mv first moved
inside=$(cd moved && find . -name libuuid -type d)
strays=$(cd moved && find . \( -name '*libuuid.so*' -o -name 'uuid.*' \) \
    ! -path "$inside/*")
[ -z "$strays" ] || {
    echo "installed outside of $inside: $strays"
    exit 1
}
! command -v mandoc >/dev/null ||
    mandoc -Tlint -Wwarning moved/share/man/man1/guidon-libuuid-run.1

cat >each.c <<'END'
#include <uuid.h>
#include <uuid/uuid.h>
#include <stdio.h>
#include <string.h>

UUID_DEFINE(constant, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);

int main(void)
{
    char text[UUID_STR_LEN];
    struct timeval tv;
    uuid_t id, other;

    uuid_generate(id);
    uuid_generate_random(id);
    uuid_generate_time(id);
    uuid_generate_time_v6(id);
    uuid_generate_time_v7(id);
    uuid_generate_md5(id, *uuid_get_template("dns"), "x", 1);
    uuid_generate_sha1(id, constant, "x", 1);
    if (uuid_generate_time_safe(id) < -1 || uuid_time(id, &tv) != tv.tv_sec) {
        return 1;
    }
    uuid_copy(other, id);
    uuid_unparse_upper(id, text);
    uuid_unparse_lower(id, text);
    uuid_unparse(id, text);
    puts(text);
    if (uuid_parse(text, id) != 0 || uuid_compare(id, other) != 0 ||
        uuid_parse_range(text, text + strlen(text), id) != 0 ||
        uuid_type(id) != UUID_TYPE_DCE_TIME ||
        uuid_variant(id) != UUID_VARIANT_DCE) {
        return 1;
    }
    uuid_clear(id);
    return !uuid_is_null(id);
}
END
cp each.c each.cpp
PKG_CONFIG_PATH=$scratch/moved/$inside/pkgconfig
export PKG_CONFIG_PATH
pkg-config --exists 'uuid >= 2.41'
for cc in 'gcc -std=c11' 'clang -std=c99' 'g++ -std=c++11 each.cpp'; do
    command -v "${cc%% *}" >/dev/null || continue
    case $cc in
    *cpp) source= ;;
    *) source=each.c ;;
    esac
    # shellcheck disable=SC2046,SC2086 # each flag is a word
    $cc -Wall -Wextra -Wpedantic ${GUIDON_WERROR:+-Werror} -D_DEFAULT_SOURCE $source -o each \
        $(pkg-config --cflags --libs uuid)
    LD_BIND_NOW=1 moved/bin/guidon-libuuid-run ./each
done

# A program can include this header and the system's, in either order.
for order in '<uuid/uuid.h>|"ours.h"' '"ours.h"|<uuid/uuid.h>'; do
    cp "moved/$inside/include/uuid/uuid.h" ours.h
    printf '#include %s\n#include %s\n' "${order%|*}" "${order#*|}" >both.c
    [ -f /usr/include/uuid/uuid.h ] || continue
    gcc -std=c11 -D_DEFAULT_SOURCE ${GUIDON_WERROR:+-Werror} -fsyntax-only both.c
    ! command -v g++ >/dev/null || g++ -x c++ ${GUIDON_WERROR:+-Werror} -fsyntax-only both.c
done

rm -r "moved/$inside" moved/bin/guidon-libuuid-run
left=$(find moved -path '*libuuid*' ! -path '*/doc/*' ! -path '*/man/*')
[ -z "$left" ] || {
    echo "files remain: $left"
    exit 1
}
