#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SOURCE_DIR - compile the memory of the page (cli/page/browser.c) for this machine with
# AddressSanitizer and UndefinedBehaviorSanitizer, and test it.
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
# shellcheck disable=SC2086
"$compiler" $sanitizers -std=gnu11 -O1 -g -Wall -Wextra ${GUIDON_WERROR:+-Werror} -Wno-attributes \
    -I"$root/include" -I"$root/cli" -include "$root/tests/page/names.h" -include "$root/cli/text/json.h" \
    "$root/cli/page/browser.c" "$root/tests/page/blocks_test.c" -o blocks_test
./blocks_test
