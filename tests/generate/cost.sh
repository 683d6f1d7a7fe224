#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cost.sh PROGRAM - a batch of one id takes the instructions of one id and at most 16
# more: by cost.c under Callgrind, which counts instructions and measures no time.
set -u
command -v valgrind >/dev/null || { echo 'no valgrind here'; exit 77; }

folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
# Without the time-stamp counter each call takes the same way, whatever the time is.
GUIDON_CPU_WITHOUT=tsc valgrind -q --tool=callgrind \
    --callgrind-out-file="$folder/out" "$1" || exit 1

cat "$folder"/out.* | awk '
    /^desc: Trigger: Client Request: / { kind = $5; how = $6 }
    /^summary:/ && how { cost[kind, how] = $2 / 10000; kinds[kind]; how = "" }
    function compare(kind, one, many) {
        printf "kind %s: %s %.1f, %s %.1f\n", kind, one, cost[kind, one],
            many, cost[kind, many]
        seen++
        if (!cost[kind, one] || cost[kind, many] > cost[kind, one] + 16) {
            print "  a batch of one id costs more"
            failed = 1
        }
    }
    END {
        for (kind in kinds) {
            compare(kind, "new", "new_many")
            compare(kind, "next", "next_many")
        }
        exit failed || seen != 12
    }'
