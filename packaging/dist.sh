#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# dist.sh SOURCE_DIR OUT_DIR - make guidon-VERSION.tar.gz and print its path. It has
# the files of the working tree that git tracks or does not ignore. The same files
# give the same bytes for every user and directory. The time of each entry is
# SOURCE_DATE_EPOCH, or that of the last commit.
set -euo pipefail
LC_ALL=C
export LC_ALL

root=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
version=$(sed -n 's/^#define GUIDON_VERSION  *"\(.*\)"/\1/p' \
    "$root/include/guidon/version.h")
name=guidon-$version
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}

cd "$root"
# git also lists files that were removed since the last commit.
git ls-files -z --cached --others --exclude-standard | sort -zu |
    while IFS= read -r -d '' file; do
        [ ! -f "$file" ] || printf '%s\0' "$file"
    done |
    tar --create --format=ustar \
        --owner=0 --group=0 --numeric-owner --mode=u+rw,go=u,go-w \
        --mtime="@$epoch" --transform="s,^,$name/,SH" \
        --no-recursion --null --files-from=- |
    gzip -9n >"$out/$name.tar.gz"
printf '%s\n' "$out/$name.tar.gz"
