#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# no_entropy.sh LAUNCHER RUN SOURCE_DIR: if the kernel gives no random bytes, a program aborts
# with a line that gives the reason. It never gets a weaker id (R87).
set -u
launcher=$1
run=$2
uuidgen=$(python3 -B "$3/tests/support/unpacked_programs.py" uuidgen)/uuidgen || exit
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
    # shellcheck disable=SC2086 # no word or one
    refused "$uuidgen" $option
done
# Functions that need no random bytes still work.
"$launcher" "$run" "$uuidgen" --md5 -n @dns -N x >/dev/null || failed=1

# mke2fs must not make a file system with a weak id.
truncate -s 1M image
refused "$(PATH=$PATH:/sbin:/usr/sbin command -v mke2fs)" -qF image
cmp -s image <(head -c 1M /dev/zero) || {
    echo 'mke2fs has written to the image'
    failed=1
}
rm -rf "$PWD"
exit "$failed"
