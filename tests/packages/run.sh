#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh SOURCE_DIR - build the Debian packages once and check them, as ./dev deb does,
# below build/packages. To be quick, it compiles with -O1 and without debug symbols: the
# other parts of the gate test what is compiled as users get it.
set -euo pipefail

root=$(cd "$1" && pwd)
export DEB_CFLAGS_APPEND='-O1 -g0' DEB_CXXFLAGS_APPEND='-O1 -g0'
DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" \
    "$root/packaging/deb.sh" "$root" "$root/build/packages"
