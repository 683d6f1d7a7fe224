#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# no_entropy.sh LAUNCHER TOOL: if the kernel gives no random bytes, the tool makes no
# id, not even a weaker one, and ends with status 4 (R87).
set -u
launcher=$1
tool=$2
failed=0

refused() {
    got=$("$launcher" "$tool" "$@" -n 1000 2>err)
    status=$?
    if [ $status -ne 4 ] || [ -n "$got" ] || ! grep -q 'no random bytes' err; then
        echo "guidon $*: status $status, printed: $got"
        cat err
        failed=1
    fi
}

cd "$(mktemp -d)" || exit 1
for kind in v1 v4 v6 v7 ulid; do
    refused new $kind
    refused new $kind --random kernel
done
refused new ulid --plain
refused new v7 --scope process
# Ids that need no random bytes still work.
"$launcher" "$tool" new v5 --namespace dns --name x >/dev/null || failed=1
"$launcher" "$tool" new v7 --seed 1 >/dev/null || failed=1
# dedupe and check --unique sort the ids if they have no key for a hash.
yes "$(printf '%s\n' 0{7ZZZZZZZZZZZZZZZZZZZZZZZA,7ZZZZZZZZZZZZZZZZZZZZZZZB})" | head -n 5000 >ids
[ "$("$launcher" "$tool" dedupe ids)" = "$("$tool" dedupe ids)" ] || failed=1
[ "$("$launcher" "$tool" dedupe --count ids)" = "$("$tool" dedupe --count ids)" ] || failed=1
[ "$("$launcher" "$tool" check --unique ids)" = "$("$tool" check --unique ids)" ] || failed=1
rm -rf "$PWD"
exit $failed
