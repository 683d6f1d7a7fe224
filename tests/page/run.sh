#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SOURCE_DIR - compile the page's own libc (cli/page) for this machine with
# AddressSanitizer and UndefinedBehaviorSanitizer, and compare it with the libc here.
set -eu

root=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=all'
echo 'int main(void) { return 0; }' >probe.c
compiler=
for cc in gcc clang; do
    # shellcheck disable=SC2086 # these are several words
    if $cc $sanitizers probe.c -o probe 2>/dev/null && ./probe; then
        compiler=$cc
    fi
done
if [ -z "$compiler" ]; then
    echo "skipped: no compiler with sanitizers"
    exit 77
fi
for name in libc memory printf; do
    # shellcheck disable=SC2086
    "$compiler" $sanitizers -std=gnu11 -O1 -g -Wall -Wextra ${GUIDON_WERROR:+-Werror} -Wno-attributes \
        -fno-builtin -isystem "$root/cli/page/system" \
        -include "$root/tests/page/names.h" -c "$root/cli/page/$name.c" -o "$name.o"
done
# shellcheck disable=SC2086
"$compiler" $sanitizers -std=gnu11 -O1 -g -Wall -Wextra ${GUIDON_WERROR:+-Werror} -Wno-format \
    "$root/tests/page/libc_test.c" ./*.o -lm -o libc_test
./libc_test
