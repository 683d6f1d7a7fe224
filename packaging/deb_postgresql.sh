#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb_postgresql.sh SOURCE_DIR OUT_DIR - build the Debian packages of the PostgreSQL
# extension, one for each installed version of PostgreSQL's development files, from a
# copy of the sources with the one-file library, and check what is in them. The variable
# GUIDON_DEB_SUFFIX is added to their version.
set -euo pipefail

root=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/guidon"
git -C "$root" ls-files -z --cached --others --exclude-standard extensions/postgresql |
    tar -C "$root" --null -T - -c | tar -C "$scratch/guidon" --strip-components=2 -x
python3 -B "$root/packaging/amalgamate.py" "$root" "$scratch/guidon/core"

cd "$scratch/guidon"
sed -i "1s/)/${GUIDON_DEB_SUFFIX:-})/" debian/changelog
pg_buildext updatecontrol
DEB_BUILD_OPTIONS="nocheck ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage -us -uc -b -d \
    >"$scratch/log" 2>&1 || {
    tail -n 60 "$scratch/log" >&2
    exit 1
}
cd "$scratch"
for package in ./postgresql-*-guidon_*.deb; do
    files=$(dpkg-deb -c "$package")
    for file in lib/guidon.so extension/guidon.control fallback.sql \
        'extension/guidon--[0-9.]*sql'; do
        grep -q "/$file" <<<"$files" || {
            echo "$package has no $file" >&2
            exit 1
        }
    done
done

rm -f "$out"/postgresql-*-guidon*.deb
mv ./postgresql-*-guidon*.deb "$out"
printf '%s\n' "$out"/postgresql-*-guidon*.deb
