#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb.sh SOURCE_DIR OUT_DIR - build the Debian packages from a copy of the tree, and
# check them with tests/packages/check.sh. The tests of the tree itself do not run
# again: ./dev test runs them. `dpkg-buildpackage` alone runs them once. The variable
# GUIDON_DEB_SUFFIX is added to the version of the packages.
set -euo pipefail

root=$(cd "$1" && pwd)
# shellcheck source=tools/heartbeat.sh
. "$root/tools/heartbeat.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"

say() {
    printf '== %s\n' "$1" >&2
}

export DEB_BUILD_OPTIONS="nocheck ${DEB_BUILD_OPTIONS:-}"
export DEB_BUILD_PROFILES="nocheck ${DEB_BUILD_PROFILES:-}"
lacking=$(cd "$root" && dpkg-checkbuilddeps 2>&1) || {
    printf '%s\n' "$lacking" >&2
    echo 'deb: nothing was built. Install these packages, then run the command again.' >&2
    exit 1
}

mkdir -p "$2"
out=$(cd "$2" && pwd)
archive=$("$root/packaging/dist.sh" "$root" "$scratch")
mkdir "$scratch/guidon"
tar -C "$scratch/guidon" --strip-components=1 -xf "$archive"
sed -i "1s/)/${GUIDON_DEB_SUFFIX:-})/" "$scratch/guidon/debian/changelog"

say 'Build the Debian packages'
cd "$scratch/guidon"
heartbeat "$scratch/log" dpkg-buildpackage -us -uc -b || {
    tail -n 60 "$scratch/log" >&2
    exit 1
}
say 'Check them'
heartbeat "$scratch/check.log" "$root/tests/packages/check.sh" "$root" "$scratch" || {
    tail -n 60 "$scratch/check.log" >&2
    exit 1
}

rm -f "$out"/*.deb
mv "$scratch"/*.deb "$out"
printf '%s\n' "$out"/*.deb
