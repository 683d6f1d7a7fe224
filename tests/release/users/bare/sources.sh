# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The archive of sources: build and install it, and compile a program with the library.
set -eu
cd /tmp
for archive in /release/guidon-*.tar.gz; do
    case $archive in
    *-linux-*) ;;
    *) tar xzf "$archive" ;;
    esac
done
cmake -S guidon-*[0-9] -B build -DGUIDON_TESTS=OFF >/dev/null
cmake --build build -j "${GUIDON_JOBS:-2}" >/dev/null
cmake --install build >/dev/null
ldconfig
# shellcheck disable=SC2046 # words
cc /try/examples/first.c $(pkg-config --cflags --libs guidon) -o first
./first | grep '^named'
guidon new v7 -n 1000 | guidon check --unique
