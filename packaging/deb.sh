#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb.sh SOURCE_DIR OUT_DIR - build the Debian packages from a copy of the tree and
# check them: lintian reports nothing, and no file is in two packages. With the unpacked
# packages, programs in C and C++ compile and run, a program for libuuid runs with
# Guidon, and guidon-node gets a number from etcd.
set -euo pipefail

root=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch" # as root, tests of the tool run it as another user

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
twice=$(for package in ./*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -t | grep -v '/$'
done | sort | uniq -d)
[ -z "$twice" ] || {
    printf 'in two packages:\n%s\n' "$twice" >&2
    exit 1
}
mkdir unpacked
for package in ./*.deb; do
    case $package in
    *-dbgsym_*) ;;
    *) dpkg-deb -x "$package" unpacked ;;
    esac
done

lib=$scratch/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
app=$root/tests/install/app
cc -I unpacked/usr/include "$app.c" -L "$lib" -lguidon -o shared
cc -static -I unpacked/usr/include "$app.c" -L "$lib" -lguidon -o static
c++ -std=c++17 -I unpacked/usr/include "$app.cpp" -L "$lib" -lguidon -o cpp
# pkg-config must find the package below a root other than the system's.
PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config --exists --print-errors guidon
LD_LIBRARY_PATH=$lib ./shared
LD_LIBRARY_PATH=$lib ./cpp
./static
unpacked/usr/bin/guidon new v7 -n 3 | unpacked/usr/bin/guidon check
LD_DEBUG=bindings unpacked/usr/bin/guidon-libuuid-run uuidgen --time 2>loader-says
grep -q 'guidon/libuuid/libuuid\.so\.1 .*uuid_generate_time' loader-says
PROGRAM=$scratch/unpacked/usr/bin/guidon-node "$root/debian/tests/etcd"
LIBRARY=$lib/sqlite3/guidon_sqlite "$root/debian/tests/sqlite"
for page in libguidon guidon_new guidon_uuid_parse; do
    [ -s "unpacked/usr/share/man/man3/$page.3.gz" ]
done

rm -f "$out"/*.deb
mv ./*.deb "$out"
printf '%s\n' "$out"/*.deb
