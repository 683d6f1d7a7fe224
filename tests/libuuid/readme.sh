#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh SOURCE_DIR CC LIBRARY RUN: the program in bindings/libuuid/README.md
# compiles, runs with RUN and makes an id. The README's table of functions names
# every function that the library exports.
set -eu
source=$1
cc=$2
library=$3
run=$4
readme=$source/bindings/libuuid/README.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# shellcheck disable=SC2016 # these are backquotes of Markdown
sed -n '/^```c$/,/^```$/p' "$readme" | sed '/^```/d' >"$scratch/ids.c"
"$cc" -Wall -Wextra ${GUIDON_WERROR:+-Werror} -I"$source/bindings/libuuid" "$scratch/ids.c" \
    "$library" -o "$scratch/ids"
"$run" "$scratch/ids" >"$scratch/out"
grep -Eqx '[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12} (not )?safe' \
    "$scratch/out" || {
    echo "the program of the README printed:"
    cat "$scratch/out"
    exit 1
}

sed -n 's/^    \(uuid_[a-z0-9_]*\)\*\{0,1\};.*$/\1/p' "$source/bindings/libuuid/libuuid.map" |
    while read -r name; do
        sed -n '/^## Functions/,/^## Differences/p' "$readme" |
            grep -q "\`$name\`" || {
            echo "the README's table does not have $name"
            exit 1
        }
    done
