#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb.sh SOURCE_DIR OUT_DIR - the Debian packages, built of a copy of the tree,
# then looked at: lintian has nothing to say, and a program that is compiled and
# run against what they unpack is right.
set -euo pipefail

root=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

archive=$("$root/packaging/dist.sh" "$root" "$scratch")
mkdir "$scratch/guidon"
tar -C "$scratch/guidon" --strip-components=1 -xf "$archive"

cd "$scratch/guidon"
dpkg-buildpackage -us -uc -b >"$scratch/log" 2>&1 || {
    tail -n 60 "$scratch/log" >&2
    exit 1
}
cd "$scratch"
lintian --allow-root --display-info --fail-on error,warning,info \
    ./*.changes
mkdir unpacked
for package in ./*.deb; do
    case $package in
    *-dbgsym_*) ;;
    *) dpkg-deb -x "$package" unpacked ;;
    esac
done

lib=$scratch/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
app=$root/tests/install/app.c
cc -I unpacked/usr/include "$app" -L "$lib" -lguidon -o shared
cc -static -I unpacked/usr/include "$app" -L "$lib" -lguidon -o static
# The package as pkg-config reads it, below a root that is not the system's.
PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config --exists --print-errors guidon
LD_LIBRARY_PATH=$lib ./shared
./static
unpacked/usr/bin/guidon new v7 -n 3 | unpacked/usr/bin/guidon check

rm -f "$out"/*.deb
mv ./*.deb "$out"
printf '%s\n' "$out"/*.deb
