#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# consttime.sh PROGRAM - no secret chooses a branch or an address: by consttime.c
# under Valgrind, which has to see it where one does.
set -u
command -v valgrind >/dev/null || { echo 'no valgrind here'; exit 77; }

watched() {
    valgrind -q --error-exitcode=99 "$program" "$1" 2>&1
}

program=$1
failed=0
for what in compare stream mask derive encrypt; do
    watched "$what" || { echo "$what: status $?"; failed=1; }
done
status=0
watched careless >/dev/null || status=$?
if [[ $status != 99 ]]; then
    echo 'careless: Valgrind saw no branch where there is one'
    failed=1
fi
exit "$failed"
