#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016 # apt-get and dpkg-query expand these words themselves
# bare.sh [12|13] [--user] [--all] [--keep] - runs the README's two commands, ./dev run
# and ./dev test, in an empty Debian 12 or 13 (the default), as a newcomer would.
#
# The system is a root folder, which root_folder.sh describes, with git and
# ca-certificates. The commands run in a clone of HEAD, as root below /root and then as a
# user with sudo, who runs one test of ./dev test, or all of it with --user. --all runs
# ./dev test all as well, as root. --keep keeps the root folder. Status 77: this machine
# cannot make the root folder.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
purpose='the README'
everything='' whole_user=''
# shellcheck source=tools/gate/root_folder.sh
. "$root/tools/gate/root_folder.sh"

# -------------------------------------------------------------------- the README

# read_me WHO COMMAND...: run one command of the README, and keep a line for the table.
read_me() {
    local who=$1 status=0 named came
    shift
    packages_of_root apt-mark showmanual >"$place/named"
    packages_of_root dpkg-query -W -f '${Package}\n' >"$place/there"
    say "$who: $*"
    if [[ $who == root ]]; then
        follow "$who" inside sh -c "cd /root/guidon && $*" || status=$?
    else
        follow "$who" inside su "$who" -c "cd ~/guidon && $*" || status=$?
    fi
    named=$(packages_of_root apt-mark showmanual | comm -13 "$place/named" - | wc -l)
    came=$(packages_of_root dpkg-query -W -f '${Package}\n' |
        comm -13 "$place/there" - | wc -l)
    table+=("$(printf '%-7s %-6s %-28s %5d s, %d of them installing; %d packages named, %d came in%s' \
        "$([[ $status == 0 ]] && echo passed || echo FAILED)" "$who" "$*" "$seconds" \
        "$installing" "$named" "$came" "${first:+; first test after $first s}")")
    [[ $status == 0 ]] || failed=1
}

clone() {
    git -c safe.directory='*' clone -q --no-hardlinks "$root" "$1"
}

add_user() {
    follow sudo inside env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        install --no-install-recommends sudo
    chroot "$place/root" useradd --create-home --shell /bin/bash reader
    echo 'reader ALL=(ALL) NOPASSWD: ALL' >"$place/root/etc/sudoers.d/reader"
    clone "$place/root/home/reader/guidon"
    chroot "$place/root" chown -R reader: /home/reader/guidon
}

# read_words WORD...: the words of the command line.
read_words() {
    local word
    for word in "$@"; do
        case $word in
        12 | 13) release=$word ;;
        --all) everything=1 ;;
        --keep) keep=1 ;;
        --user) whole_user=1 ;;
        -h | --help)
            # The comment at the top of this file, without its marks.
            sed -n '/^# bare\.sh/,/^[^#]/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
            exit 0
            ;;
        *)
            echo "bare.sh: unknown word \"$word\"; usage: ./dev test bare [12|13]" \
                '[--user] [--all] [--keep]' >&2
            exit 2
            ;;
        esac
    done
}

main() {
    read_words "$@"
    begin "$release"

    table=() failed=''
    say "Debian $release: make a root folder below ${place%/*}"
    make_root "$suite" git
    table+=("$(printf 'made    root folder of Debian %s: %d packages, %d s' "$release" \
        "$(packages_of_root dpkg-query -W -f '${Package}\n' | wc -l)" "$seconds")")
    give_network
    clone "$place/root/root/guidon"
    read_me root ./dev run
    read_me root ./dev test
    [[ -z $everything ]] || read_me root ./dev test all
    add_user
    read_me reader ./dev run
    if [[ -n $whole_user ]]; then
        read_me reader ./dev test
    else
        read_me reader "./dev test -R '^v7\$'"
    fi
    printf '\n'
    printf '%s\n' "${table[@]}"
    [[ -z $failed ]] || exit 1
}

# One line, because bash reads a script while it runs: an edit of this file must not
# change a run that has begun.
main "$@"; exit
