#!/bin/sh
# SPDX-License-Identifier: MIT
# configure.sh CC LIBRARY INCLUDE: if a configure script can link a program with a
# function of LIBRARY, the header in INCLUDE declares the function too. Otherwise a
# program calls the function without a declaration, and its result is cut to an int.
set -eu
cc=$1
library=$2
include=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# links NAME: a program that only names the function links, as in AC_CHECK_LIB.
links() {
    printf 'char %s();\nint main(void)\n{\n    return %s();\n}\n' "$1" "$1" \
        >"$scratch/links.c"
    "$cc" -w -fno-builtin -o "$scratch/links" "$scratch/links.c" "$library" \
        2>"$scratch/log"
}

# declared NAME [FLAG...]: a program that includes the header can use the function.
declared() {
    name=$1
    shift
    printf '#include <uuid/uuid.h>\nvoid (*function)(void);\nint main(void)\n{\n' \
        >"$scratch/declared.c"
    printf '    function = (void (*)(void))%s;\n    return 0;\n}\n' "$name" \
        >>"$scratch/declared.c"
    "$cc" -w -std=c11 -D_DEFAULT_SOURCE -I"$include" "$@" -fsyntax-only \
        "$scratch/declared.c" 2>"$scratch/log"
}

for name in uuid_time uuid_time64 uuid_generate_time_v6 uuid_generate_time_v7; do
    links "$name" || continue
    declared "$name" || declared "$name" -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 || {
        echo "$name links, but uuid/uuid.h does not declare it"
        failed=1
    }
done
for name in uuid_time uuid_generate_time_v7; do
    links "$name" || {
        echo "$name does not link:"
        cat "$scratch/log"
        failed=1
    }
done
exit "$failed"
