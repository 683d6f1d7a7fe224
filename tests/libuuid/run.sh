#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh RUN LIBRARY RPATH_PROGRAM: guidon-libuuid-run runs a program with the library
# in its own folder, or says why it cannot. RPATH_PROGRAM has DT_RPATH, a search path
# that comes before all others.
# shellcheck disable=SC2016 # another shell expands the quoted text, or none
set -u
run=$1
library=$2
rpath_program=$3
failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

fault() {
    printf '%s\n' "$1"
    failed=1
}

# expect STATUS WORDS COMMAND... : the command ends with STATUS and prints WORDS.
expect() {
    local printed status=0
    printed=$("${@:3}" 2>&1) || status=$?
    [[ $status == "$1" && $printed == *"$2"* ]] ||
        fault "${*:3}: status $status, not $1; or not \"$2\" in: $printed"
}

# Print the path of the libuuid that a command loads.
maps_of() {
    LD_DEBUG=files "$@" 2>&1 | sed -n 's/.*calling init: \(.*libuuid.so.*\)/\1/p'
}

# place NAME: copy the library and the launcher to a folder of that name.
place() {
    mkdir "$scratch/$1" && cp "$run" "$library" "$scratch/$1"
    copy=$scratch/$1/guidon-libuuid-run
}

expect 2 'usage: guidon-libuuid-run' "$run"
expect 0 'usage: guidon-libuuid-run' "$run" --help
expect 2 'no option "--what"' "$run" --what true
expect 127 'no program "no-such-program"' "$run" no-such-program
expect 42 'a b' "$run" sh -c 'printf "%s" "$1"; exit 42' sh 'a b'
expect 0 one "$run" -- echo one

# Guidon's folder comes first in the search path, before an existing path.
expect 0 "${run%/*}:/some where" env "LD_LIBRARY_PATH=/some where" "$run" \
    sh -c 'echo "$LD_LIBRARY_PATH"'
expect 0 "${run%/*}." "$run" sh -c 'echo "$LD_LIBRARY_PATH."'

# A folder with blanks in its name, and a symbolic link to the launcher.
place 'with a blank'
[[ $(maps_of "$copy" "$rpath_program-plain") == "$scratch/with a blank/libuuid.so.1" ]] ||
    fault "wrong libuuid with a blank in the folder name: $(maps_of "$copy" "$rpath_program-plain")"
ln -s "$copy" "$scratch/link"
[[ $(maps_of "$scratch/link" "$rpath_program-plain") == "$scratch/with a blank/"* ]] ||
    fault 'not by a link'
expect 126 'cannot have a blank' "$copy" --preload true
rm "$scratch/with a blank/libuuid.so.1"
expect 126 'there is no' "$copy" true

# Characters that the loader reads as the end of a path or as a variable.
for name in 'a:b' 'a;b' 'a$ORIGIN'; do
    place "$name"
    expect 126 'cannot name' "$copy" true
done

# A program with DT_RPATH loads its own libuuid, unless --preload is given.
[[ $(maps_of "$run" "$rpath_program") != "$library" ]] ||
    fault 'DT_RPATH did not go first, so the next is no proof'
[[ $(maps_of "$run" --preload "$rpath_program") == "$library" ]] ||
    fault "wrong libuuid with --preload: $(maps_of "$run" --preload "$rpath_program")"

# The loader ignores LD_LIBRARY_PATH for set-user-ID programs.
if [[ $(id -u) == 0 ]]; then
    nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
else
    nobody() { "$@"; }
fi
place public
chmod 755 "$scratch" "$scratch/public" "$copy"
for mode in 4755 2755; do
    cp /bin/true "$scratch/rights" && chmod "$mode" "$scratch/rights"
    if [[ $(id -u) == 0 ]]; then
        expect 126 "another's rights" nobody "$copy" "$scratch/rights"
        nobody "$scratch/rights" || fault 'another user cannot run the set-user-ID program'
    fi
    expect 0 '' "$run" "$scratch/rights"
done
su=$(command -v su) && [[ -u $su ]] && expect 126 "another's rights" nobody "$copy" su
exit "$failed"
