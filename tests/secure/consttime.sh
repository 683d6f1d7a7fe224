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

# Every kernel of BLAKE2s, except that with AVX-512, which Valgrind does not run.
kernels=$(watched blake2s) || { echo "blake2s: status $?"; failed=1; }
echo "$kernels"
due=(blake2s_scalar)
if grep -qw avx2 /proc/cpuinfo; then
    due+=(blake2s_avx2)
fi
for kernel in "${due[@]}"; do
    grep -qx "$kernel" <<<"$kernels" || { echo "$kernel was not run"; failed=1; }
done

status=0
watched careless >/dev/null || status=$?
if [[ $status != 99 ]]; then
    echo 'careless: Valgrind saw no branch where there is one'
    failed=1
fi
exit "$failed"
