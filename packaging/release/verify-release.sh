#!/bin/sh
# SPDX-License-Identifier: MIT
# verify-release.sh [PUBLIC_KEY] - compare the files of this folder with SHA256SUMS.
#
# PUBLIC_KEY is the maintainer's key for minisign, a file or the line that begins with RW.
# Take it from somewhere else than this folder: whoever can change these files can change a
# key beside them. Without PUBLIC_KEY this program finds damage, but no forger.
#
# This program is itself a file of the folder that it judges, so a forger can have changed it.
# NOTES.md has the two commands that judge a folder without it. Take them from elsewhere.
#
# Exit status: 0 if everything is as it should be, 1 if not.
set -eu
LC_ALL=C
export LC_ALL

fail() {
    printf 'verify-release: %s\n' "$1" >&2
    exit 1
}

# The name of a key file is one of the caller's folder, not of the folder of this program.
key=
file=
if [ $# -gt 0 ]; then
    [ -n "$1" ] || fail 'the public key is empty'
    if [ -f "$1" ]; then
        case $1 in
        /*) file=$1 ;;
        *) file=$(pwd)/$1 ;;
        esac
    else
        key=$1
    fi
fi

CDPATH='' cd -- "$(dirname -- "$0")"

[ -f SHA256SUMS ] || fail 'SHA256SUMS is missing'
if [ $# -gt 0 ]; then
    command -v minisign >/dev/null || fail 'minisign is missing (Debian: minisign)'
    [ -f SHA256SUMS.minisig ] || fail 'SHA256SUMS.minisig is missing: nobody signed this'
    if [ -n "$file" ]; then
        minisign -V -q -p "$file" -m SHA256SUMS || fail 'the signature is not of this key'
    else
        minisign -V -q -P "$key" -m SHA256SUMS || fail 'the signature is not of this key'
    fi
fi

# A line is a comment, or a digest, two blanks and a name that no shell and no terminal reads
# as something else.
line='^# [[:print:]]*$|^[0-9a-f]{64}  [A-Za-z0-9._+~][A-Za-z0-9._+~-]*$'
! grep -Evq "$line" SHA256SUMS || fail 'SHA256SUMS has a line that is neither a comment nor a sum'
named=$(sed -n '/^# /!s/^.\{66\}//p' SHA256SUMS | sort)
[ -n "$named" ] || fail 'SHA256SUMS names no file'
twice=$(printf '%s\n' "$named" | uniq -d | head -n 1)
[ -z "$twice" ] || fail "SHA256SUMS names $twice twice"

# Not every sha256sum skips lines that begin with a number sign.
grep -v '^# ' SHA256SUMS | sha256sum -c >/dev/null || fail 'a file is missing or was changed'
# find writes the name of each file, folder and link below this folder. A newline in a name
# makes two lines, and the second one does not begin with "./".
find . ! -name . | while IFS= read -r path; do
    name=${path#./}
    case $path in
    ./SHA256SUMS | ./SHA256SUMS.minisig) continue ;;
    ./*) ;;
    *) name=$path/ ;;
    esac
    printf '%s\n' "$named" | grep -Fqx -- "$name" ||
        fail "$(printf '%s' "$name" | tr -c '[:print:]' '?') is not in SHA256SUMS: it does not belong to the release"
done

printf '%s files are as SHA256SUMS says.\n' "$(printf '%s\n' "$named" | wc -l | tr -d ' ')"
sed -n 's/^# //p' SHA256SUMS
[ $# -gt 0 ] || echo 'Nobody checked who made them: give the maintainer'"'"'s public key for that.'
