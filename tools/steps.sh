# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets bold and plain
# steps.sh - says what ./dev is doing: each step as it begins, a running counter
# while the step works, and the time that it took.
#
# On a terminal the counter stays on one line. Elsewhere, as in a log of CI, it
# prints a line for each quarter of the work.

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
    elif (($1 / 25 > shown_quarter)); then
        shown_quarter=$(($1 / 25))
        printf '   %3d %%  %s\n' "$1" "$2" >&2
    fi
}

# read_counts LOG: copy the lines of standard input to LOG, and show the counts
# that ninja ("[12/345] ...") and apt-get ("pmstatus:gcc:12.3:...") print.
read_counts() {
    local line shown_quarter=0
    while IFS= read -r line || [[ -n $line ]]; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            show_count $((100 * BASH_REMATCH[1] / BASH_REMATCH[2])) \
                "${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        elif [[ $line =~ ^(dl|pm)status:([^:]*):([0-9]+)[^:]*:(.*) ]]; then
            # Packages are downloaded first, then unpacked and set up.
            if [[ ${BASH_REMATCH[1]} == dl ]]; then
                show_count $((BASH_REMATCH[3] / 2)) 'downloading'
            else
                show_count $((50 + BASH_REMATCH[3] / 2)) "${BASH_REMATCH[4]}"
            fi
            continue
        fi
        printf '%s\n' "$line" >>"$1"
    done
    [[ ! -t 2 ]] || printf '\r\e[K' >&2
}

# counted COMMAND...: run a command and show its counter. If it fails, show what
# it printed and return its status.
counted() {
    local folder status=0
    folder=$(mktemp -d)
    { "$@" 2>&1 || echo $? >"$folder/status"; } | read_counts "$folder/log"
    if [[ -e $folder/status ]]; then
        status=$(<"$folder/status")
        [[ ! -e $folder/log ]] || cat "$folder/log" >&2
    fi
    rm -r "$folder"
    return "$status"
}

# quietly COMMAND...: run a command. If it fails, show what it printed and return
# its status.
quietly() {
    local log status=0
    log=$("$@" 2>&1) || status=$?
    [[ $status == 0 ]] || printf '%s\n' "$log" >&2
    return "$status"
}
