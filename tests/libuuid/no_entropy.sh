#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# no_entropy.sh LAUNCHER RUN: where the kernel gives no random bytes, a program
# ends by abort with a line that says why, and no weaker id gets out (R87).
set -u
launcher=$1
run=$2
failed=0
cd "$(mktemp -d)" || exit 1
export XDG_RUNTIME_DIR=$PWD
ulimit -c 0

refused() {
    printed=$("$launcher" "$run" "$@" 2>errors)
    status=$?
    if [ "$status" != 134 ] || [ -n "$printed" ] ||
        ! grep -q 'no id can be made: the system gave no random bytes' errors; then
        echo "$*: status $status, printed: $printed"
        cat errors
        failed=1
    fi
}

for option in -r -t ''; do
    # shellcheck disable=SC2086 # none, or one
    refused "$(command -v uuidgen)" $option
done
# What needs none goes on.
"$launcher" "$run" "$(command -v uuidgen)" --md5 -n @dns -N x >/dev/null || failed=1

# A file system is not made with an id that others have too.
truncate -s 1M image
refused "$(PATH=$PATH:/sbin:/usr/sbin command -v mke2fs)" -qF image
cmp -s image <(head -c 1M /dev/zero) || {
    echo 'mke2fs has written something'
    failed=1
}
rm -rf "$PWD"
exit "$failed"
