# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets bold and plain
# steps.sh - says what ./dev is doing: each step as it begins, a running counter
# while the step works, and the time that it took.
#
# On a terminal the counter stays on one line. Elsewhere, as in a log of CI, it
# prints a line for each quarter of the work, and one after 15 seconds without any.

# step WHAT: begin a step.
step() {
    step_began=$SECONDS
    printf '%s== %s%s\n' "$bold" "$1" "$plain" >&2
}

# step_done: say how long the step took.
step_done() {
    printf '   done in %d s\n' $((SECONDS - step_began)) >&2
}

# show_count PERCENT WHAT: show how far the step has come.
show_count() {
    if [[ -t 2 ]]; then
        printf '\r\e[K   %3d %%  %.60s' "$1" "$2" >&2
    elif (($1 / 25 > shown_quarter || SECONDS - shown_at >= 15)); then
        shown_quarter=$(($1 / 25))
        shown_at=$SECONDS
        printf '   %3d %%  %s\n' "$1" "$2" >&2
    fi
}

# read_counts LOG: copy the lines of standard input to LOG, and show the counts
# that ninja ("[12/345] ...") and apt-get ("pmstatus:gcc:12.3:...") print.
read_counts() {
    local line shown_quarter=0 shown_at=$SECONDS percent=0 status patience=()
    # An older bash does not tell the end of its patience from the end of the input.
    ((BASH_VERSINFO[0] < 4)) || patience=(-t 15)
    while true; do
        status=0
        IFS= read -r ${patience[@]+"${patience[@]}"} line || status=$?
        if ((status > 128)); then # nothing came for 15 seconds
            show_count "$percent" 'still at work'
            [[ -z $line ]] || printf '%s' "$line" >>"$1"
            continue
        fi
        [[ $status == 0 || -n $line ]] || break
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
            show_count "$percent" "${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        elif [[ $line =~ ^(dl|pm)status:([^:]*):([0-9]+)[^:]*:(.*) ]]; then
            # Packages are downloaded first, then unpacked and set up.
            if [[ ${BASH_REMATCH[1]} == dl ]]; then
                percent=$((BASH_REMATCH[3] / 2))
                show_count "$percent" 'downloading'
            else
                percent=$((50 + BASH_REMATCH[3] / 2))
                show_count "$percent" "${BASH_REMATCH[4]}"
            fi
            continue
        fi
        printf '%s\n' "$line" >>"$1"
        [[ $status == 0 ]] || break
    done
    [[ ! -t 2 ]] || printf '\r\e[K' >&2
}

# counted COMMAND...: run a command and show its counter. If it fails, show what
# it printed and return its status.
counted() {
    local folder status=0
    folder=$(mktemp -d) || return 1
    { "$@" 2>&1 || echo $? >"$folder/status"; } | read_counts "$folder/log"
    if [[ -e $folder/status ]]; then
        status=$(<"$folder/status")
        [[ ! -e $folder/log ]] || cat "$folder/log" >&2
    elif [[ -e $folder/log ]]; then
        grep -A 6 'warning:' "$folder/log" >&2 || true
    fi
    rm -r "$folder"
    return "$status"
}

# keep_talking WHAT: say every 15 seconds that WHAT is still at work, until a signal ends
# this. It leaves no process behind.
keep_talking() {
    local nap=''
    trap 'kill "$nap" 2>/dev/null; exit' TERM
    while true; do
        sleep 15 >/dev/null 2>&1 &
        nap=$!
        wait "$nap"
        printf '   still at work: %s\n' "$1" >&2
    done
}

# quietly COMMAND...: run a command, and say every 15 seconds that it is still at work.
# If it fails, show what it printed and return its status.
quietly() {
    local log talker status=0
    keep_talking "$1" &
    talker=$!
    log=$("$@" 2>&1) || status=$?
    kill "$talker" 2>/dev/null || true
    wait "$talker" 2>/dev/null || true
    [[ $status == 0 ]] || printf '%s\n' "$log" >&2
    return "$status"
}
