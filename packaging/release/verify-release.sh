#!/bin/sh
# SPDX-License-Identifier: MIT
# verify-release.sh [PUBLIC_KEY] - compare the files of this folder with SHA256SUMS.
#
# PUBLIC_KEY is the maintainer's key for minisign, a file or the line that begins with RW.
# Take it from somewhere else than this folder: whoever can change these files can change a
# key beside them. Without PUBLIC_KEY this program finds damage, but no forger.
#
# Exit status: 0 if everything is as it should be, 1 if not.
set -eu

cd "$(dirname "$0")"

fail() {
    printf 'verify-release: %s\n' "$1" >&2
    exit 1
}

[ -f SHA256SUMS ] || fail 'SHA256SUMS is missing'
if [ $# -gt 0 ]; then
    command -v minisign >/dev/null || fail 'minisign is missing (Debian: minisign)'
    [ -f SHA256SUMS.minisig ] || fail 'SHA256SUMS.minisig is missing: nobody signed this'
    if [ -f "$1" ]; then
        minisign -V -q -p "$1" -m SHA256SUMS || fail 'the signature is not of this key'
    else
        minisign -V -q -P "$1" -m SHA256SUMS || fail 'the signature is not of this key'
    fi
fi

# Not every sha256sum skips lines that begin with a number sign.
grep -v '^#' SHA256SUMS | sha256sum -c >/dev/null || fail 'a file is missing or was changed'
for file in * .[!.]*; do
    case $file in
    SHA256SUMS | SHA256SUMS.minisig | '.[!.]*') continue ;;
    esac
    cut -c67- SHA256SUMS | grep -Fqx -- "$file" ||
        fail "$file is not in SHA256SUMS: it does not belong to the release"
done

printf '%s files are as SHA256SUMS says.\n' "$(grep -vc '^#' SHA256SUMS)"
sed -n 's/^# //p' SHA256SUMS
[ $# -gt 0 ] || echo 'Nobody checked who made them: give the maintainer'"'"'s public key for that.'
