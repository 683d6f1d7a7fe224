# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# heartbeat.sh - shows that a long command is at work.

# heartbeat LOG COMMAND...: run a command whose output goes to LOG. Every 15 seconds,
# print the time and the last line of LOG. Return the status of the command.
heartbeat() {
    local log=$1 talker status=0
    shift
    : >>"$log"
    last_lines "$log" &
    talker=$!
    "$@" >>"$log" 2>&1 || status=$?
    kill "$talker" 2>/dev/null || true
    wait "$talker" 2>/dev/null || true
    return "$status"
}

# last_lines LOG: print the last line of LOG every 15 seconds, until a signal ends this
# or the script is gone. It leaves no process behind.
last_lines() {
    local nap='' began=$SECONDS
    trap 'kill "$nap" 2>/dev/null; exit' TERM
    while kill -0 $$ 2>/dev/null; do
        sleep 15 >/dev/null 2>&1 &
        nap=$!
        wait "$nap"
        printf '   %4d s  %.90s\n' $((SECONDS - began)) "$(tail -n 1 "$1")" >&2
    done
}
