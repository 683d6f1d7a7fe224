#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb_on.sh RELEASE OUT_DIR - build the Debian packages of the last commit, those of the
# extension for PostgreSQL too, in an empty Debian 12 or 13, which root_folder.sh describes.
# The commands ./dev deb and ./dev deb postgresql run there and check them. The version ends in
# +debRELEASEu1, so the packages of two releases can lie in one folder, and the one of the
# later release is the newer one. Only root can do this. Status 77: this machine cannot make
# the root folder.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
purpose='the packages'
# shellcheck source=tools/gate/root_folder.sh
. "$root/tools/gate/root_folder.sh"

# made_in COMMAND...: run a command of ./dev in the clone there.
made_in() {
    follow packages inside env "GUIDON_DEB_SUFFIX=+deb${release}u1" \
        "SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}" \
        sh -c 'cd /root/guidon && exec ./dev "$@"' dev "$@" --yes
}

main() {
    local out
    case ${1:-} in
    12 | 13) ;;
    *)
        echo "deb_on.sh: unknown release \"${1:-}\" of Debian; expected: 12 or 13" >&2
        exit 2
        ;;
    esac
    mkdir -p "$2"
    out=$(cd "$2" && pwd)
    begin "$1"
    say "Debian $release: make a root folder below ${place%/*}"
    make_root "$suite" git
    give_network
    git -c safe.directory='*' clone -q --no-hardlinks "$root" "$place/root/root/guidon"
    made_in deb /root/packages
    made_in deb postgresql /root/packages
    rm -f "$out"/*.deb
    mv "$place"/root/root/packages/*.deb "$out"
    printf '%s\n' "$out"/*.deb
}

# One line, because bash reads a script while it runs.
main "$@"; exit
