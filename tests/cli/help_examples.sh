#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# help_examples.sh TOOL EXAMPLES: run every example of every --help in a copy of the
# folder EXAMPLES. Each must end with status 0.
set -u
PATH=$(dirname "$1"):$PATH
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cp "$2"/ids.txt "$work"
cd "$work" || exit 1
export TMPDIR=$work

n=0
failed=0
for command in $(guidon --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    while IFS= read -r line; do
        n=$((n + 1))
        if ! bash -o pipefail -c "$line" >out 2>err; then
            printf 'guidon %s --help: this example failed: %s\n' "$command" "$line"
            cat out err
            failed=1
        fi
    done < <(guidon "$command" --help | sed -n 's/^    \$ //p')
done
if [ $n -lt 15 ]; then
    echo "found only $n examples; every command has some"
    exit 1
fi
exit $failed
