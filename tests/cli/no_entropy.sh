#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# no_entropy.sh TOOL MODULE: when the kernel gives no random bytes, the ids
# before that are written, no weaker one follows, and the status is 4 (R87).
set -u
tool=$1
module=$2
failed=0

# expect ARGS... : 3 blocks of 256 bytes hold 48 v4, 96 v7 or 76 plain ULIDs.
expect() {
    want=$1
    shift
    got=$(LD_PRELOAD=$module "$tool" "$@" -n 1000 2>err)
    status=$?
    lines=$(printf '%s\n' "$got" | wc -l)
    if [ $status -ne 4 ] || [ "$lines" -ne "$want" ] ||
        ! grep -q 'no random bytes' err; then
        echo "guidon $*: status $status, $lines ids where $want were due"
        cat err
        failed=1
    fi
}

cd "$(mktemp -d)" || exit 1
expect 48 new v4
expect 96 new v7
expect 76 new ulid --plain
rm -rf "$PWD"
exit $failed
