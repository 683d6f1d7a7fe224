#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh SOURCE_DIR DIR - check the Debian packages in DIR, where dpkg-buildpackage has
# written them and their .changes file. lintian reports nothing, no file is in two
# packages, no package brings a service, and apt-get would accept README's line. With
# the unpacked packages, README's program and others in C and C++ compile and run, a
# program for libuuid runs with Guidon, SQLite loads the extension, and guidon-node gets
# a number from etcd. Nothing is installed.
set -euo pipefail

root=$(cd "$1" && pwd)
packages=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

cd "$packages"
echo 'lintian'
lintian --allow-root --display-info --fail-on error,warning,info ./*.changes
echo 'files of the packages'
twice=$(for package in ./*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -t | grep -v '/$'
done | sort | uniq -d)
[ -z "$twice" ] || fail 'in two packages:' "$twice"
for package in ./*.deb; do
    units=$(dpkg-deb --fsys-tarfile "$package" | tar -t |
        grep -E '/systemd/(system|user)/|^./etc/(init|rc)' || true)
    [ -z "$units" ] || fail "$package brings a service:" "$units"
    case $package in
    *-dbgsym_*) ;;
    *) dpkg-deb -x "$package" "$scratch/unpacked" ;;
    esac
done

# installs PAGE PACKAGE: the page's line, as apt-get would do it: every package that one
# of them needs is in the line, or in the archive. (apt-get -s changes nothing.)
installs() {
    local line would files
    line=$(grep -Eo 'apt(-get)? install \./build/deb/[^`]*' "$root/$1") ||
        fail "$1 has no line \"apt install ./build/deb/...\""
    line=${line//.\/build\/deb\//./}
    # shellcheck disable=SC2206 # the line is words with patterns
    files=(${line#* install })
    would=$(LC_ALL=C apt-get -s --no-install-recommends install "${files[@]}" 2>&1) ||
        fail "the line of $1 does not install:" "$would"
    [[ $would == *"Inst $2 "* ]] || fail "the line of $1 does not install $2:" "$would"
}

echo 'the lines of README.md and services/guidon-node/README.md'
installs README.md libguidon-dev
installs services/guidon-node/README.md guidon-node

echo 'programs with the packages'
cd "$scratch"
lib=$scratch/unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
app=$root/tests/install/app
awk '/^```/ { inside = $0 == "```c"; next } inside' "$root/README.md" >readme.c
grep -q 'int main' readme.c || fail 'README.md has no program in C'
cc -I unpacked/usr/include readme.c -L "$lib" -lguidon -o readme
cc -I unpacked/usr/include "$app.c" -L "$lib" -lguidon -o shared
cc -static -I unpacked/usr/include "$app.c" -L "$lib" -lguidon -o static
c++ -std=c++17 -I unpacked/usr/include "$app.cpp" -L "$lib" -lguidon -o cpp
# pkg-config must find the package below a root other than the system's.
PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config --exists --print-errors guidon
LD_LIBRARY_PATH=$lib ./readme
LD_LIBRARY_PATH=$lib ./shared
LD_LIBRARY_PATH=$lib ./cpp
./static
unpacked/usr/bin/guidon new v7 -n 3 | unpacked/usr/bin/guidon check
uuidgen=$(python3 -B "$root/tests/support/unpacked_programs.py" uuidgen)
PATH=$uuidgen:$PATH LD_DEBUG=bindings unpacked/usr/bin/guidon-libuuid-run uuidgen --time 2>loader-says
grep -q 'guidon/libuuid/libuuid\.so\.1 .*uuid_generate_time' loader-says
echo 'guidon-node with etcd'
etcd=$(python3 -B "$root/tests/support/unpacked_programs.py" etcd)
PATH=$etcd:$PATH PROGRAM=$scratch/unpacked/usr/bin/guidon-node "$root/debian/tests/etcd"
echo 'the extension for SQLite'
LIBRARY=$lib/sqlite3/guidon_sqlite "$root/debian/tests/sqlite"
for page in libguidon guidon_new guidon_uuid_parse; do
    [ -s "unpacked/usr/share/man/man3/$page.3.gz" ] || fail "no manual page $page(3)"
done
