#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test_packages.sh [SOURCE_DIR] - what tools/packages.sh does if packages are missing, with
# a table and an apt-get of the test's own.
# shellcheck disable=SC2016,SC2317 # stubs; die is called by name
set -euo pipefail
source_dir=${1:-.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tools" "$work/bin" "$work/there"
export work PATH=$work/bin:$PATH

cat >"$work/tools/packages.txt" <<'END'
base | needed | test -e "$work/there/needed" |
part | @base
part | optional | false || test -e "$work/there/optional" | the optional tests
part | lacking | test -e "$work/there/lacking" | the lacking tests
lost | gone | test -e "$work/there/gone" |
both | @soft
both | needed | test -e "$work/there/needed" |
soft | needed | test -e "$work/there/needed" | the soft tests
END
# This apt-get cannot update, and cannot install several packages at once.
cat >"$work/bin/apt-get" <<'END'
#!/bin/sh
echo "$*" >>"$work/calls"
while [ $# -gt 0 ] && [ "$1" != install ] && [ "$1" != update ]; do shift; done
[ "$1" = install ] && [ $# = 3 ] && touch "$work/there/$3"
END
cat >"$work/bin/apt-cache" <<'END'
#!/bin/sh
case $2 in lacking | gone) echo '  Candidate: (none)' ;; *) echo '  Candidate: 1' ;; esac
END
printf '#!/bin/sh\n[ "$1" != -n ] || exit 0\nexec "$@"\n' >"$work/bin/sudo"
chmod +x "$work"/bin/*

# run COMMAND PART: one call in a fresh shell, as ./dev makes it.
run() {
    (
        set -euo pipefail
        # shellcheck disable=SC2034 # the sourced files use these
        root=$work bold='' plain='' yes=''
        die() {
            echo "dev: $1"
            exit 1
        }
        # shellcheck source=/dev/null
        . "$source_dir/tools/steps.sh"
        # shellcheck source=/dev/null
        . "$source_dir/tools/packages.sh"
        "$@"
        echo went on
    ) >"$work/out" 2>&1 || echo "status $?" >>"$work/out"
}

# expect WHY PATTERN...: each pattern is in the output.
expect() {
    local pattern
    for pattern in "${@:2}"; do
        grep -q -- "$pattern" "$work/out" || {
            echo "$1: no \"$pattern\" in:"
            cat "$work/out"
            exit 1
        }
    done
}

unset CI
run provide part
expect 'a command without --yes names the essential packages alone and stops' \
    '^dev: part needs these packages: needed$' "status 1"
[[ ! -e $work/calls ]] || { echo 'it called apt-get'; exit 1; }

run install part
expect 'what apt-get can install is there, what it lacks is left out' \
    'left out: the lacking tests (package lacking: not in this release)' 'went on'
[[ -e $work/there/needed && -e $work/there/optional ]] ||
    { echo 'packages are not installed one by one'; exit 1; }

run install lost
expect 'a part without an essential package stops' \
    'missing: gone (not in this release)' 'lost cannot work' 'status 1'

rm "$work/there/needed"
run provide both
expect 'a package that one row can do without and another cannot is essential' \
    'both needs these packages: needed' 'status 1'

CI=true run install both
expect 'CI installs' 'went on'
