#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh CASE: run the command lines of CASE.txt one by one and compare their output
# with CASE.expected. UPDATE=1 writes CASE.expected instead; read the difference before
# you commit it.
#
# A line of CASE.txt is a bash command with empty stdin, or a comment that starts with
# '#'. CASE.expected has each line, its stdout, its stderr with the prefix "2| ", and
# its exit status unless that is 0. Lists of forms are left out; forms.py checks them.
set -u
case=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cp "$(dirname "$0")/../../examples/ids.txt" "$work"
export LC_ALL=C.UTF-8 TERM=xterm SHELL=/bin/sh TZ=UTC0
unset NO_COLOR POSIXLY_CORRECT
here=$PWD
forms=$(cd "$(dirname "$0")" && pwd)/forms.py
command -v guidon >/dev/null || {
    echo "run.sh: guidon is not in PATH"
    exit 1
}

show_all() {
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        '' | '#'*)
            printf '%s\n' "$line"
            continue
            ;;
        esac
        printf '$ %s\n' "$line"
        (cd "$work" && eval "$line") </dev/null >"$work/.out" 2>"$work/.err"
        status=$?
        cat "$work/.out"
        sed 's/^/2| /' "$work/.err"
        [ $status -eq 0 ] || printf '[exit %d]\n' $status
    done
}

show_all <"$case.txt" | python3 "$forms" --hide >"$work/.shown"
cd "$here" || exit 1
if [ "${UPDATE:-}" = 1 ]; then
    cp "$work/.shown" "$case.expected"
    exit 0
fi
diff -u --text "$case.expected" "$work/.shown"
