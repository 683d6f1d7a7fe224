#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh make RELEASE DIR PACKAGES - make an empty Debian 12 or 13 with these packages and a
# copy of the folder DIR as /release, and print its place as the last line.
# run.sh inside RELEASE PLACE SCRIPT - run a script of this folder there.
# run.sh remove PLACE - remove it. Status 77: this machine cannot make it.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../../.." && pwd)
purpose='the files of the release'
# shellcheck source=tools/gate/root_folder.sh
. "$root/tools/gate/root_folder.sh"

# offer DIR: put the release, the scripts and the examples into the root folder. The
# packages of this release of Debian get an index, so that apt takes them from /release.
offer() {
    cp -r "$1" "$place/root/release"
    cp -r "$here" "$place/root/try"
    cp -r "$root/examples" "$place/root/try/examples"
    ! compgen -G "$1/*.deb" >/dev/null || (
        cd "$place/root/release"
        of_release
        dpkg-scanpackages -m . >Packages 2>/dev/null
    )
}

# of_release: leave only the packages of this release of Debian in this folder. Those without
# +debRELEASEu in their name are for the Debian of this machine.
of_release() {
    local here package
    # shellcheck source=/dev/null
    here=$(. /etc/os-release && echo "${VERSION_ID:-}")
    for package in ./*.deb; do
        case $package in
        *+deb"$release"u*) ;;
        *+deb[0-9]*u*) rm "$package" ;;
        *) [[ $here == "$release" ]] || rm "$package" ;;
        esac
    done
}

case $1 in
make)
    begin "$2"
    make_root "$suite" "$4"
    give_network
    offer "$3"
    keep=1
    trap - EXIT
    printf '%s\n' "$place"
    ;;
inside)
    release=$2 place=$3 suite=trixie
    [[ $release == 13 ]] || suite=bookworm
    inside sh -eu "/try/$4"
    ;;
remove)
    rm -rf --one-file-system "$2"
    ;;
esac
exit
