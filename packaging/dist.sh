#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# dist.sh SOURCE_DIR OUT_DIR - guidon-VERSION.tar.gz of what git tracks or would
# track, as it lies there: the same bytes of the same files, whoever packs them,
# wherever. Prints its path. Times are SOURCE_DATE_EPOCH, or the last commit's.
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
# What was removed since is listed still.
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
