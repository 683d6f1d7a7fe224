#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test_systems.sh [SOURCE_DIR] - what ./dev says on systems without apt-get: on a PATH of
# the test's own, with busybox's tools if they are here, and with $OLD_BASH instead of
# this bash if that is set (bash 3.2 is what macOS has).
set -euo pipefail
source_dir=$(cd "${1:-.}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash=$(command -v "${OLD_BASH:-bash}")
mkdir "$work/bin"
for tool in awk id cat; do
    ln -s "$(command -v busybox || command -v "$tool")" "$work/bin/$tool"
done

# says PROGRAM... -- PACKAGE...: what other_system prints where these programs are.
says() {
    local there=$work/there
    rm -rf "$there"
    mkdir "$there"
    while [[ $1 != -- ]]; do
        printf '#!/bin/sh\n' >"$there/$1"
        if [[ $1 == id ]]; then
            echo 'echo 1000' >>"$there/$1"
        fi
        chmod +x "$there/$1"
        shift
    done
    shift
    # shellcheck disable=SC2016 # the other bash expands them
    PATH=$there:$work/bin "$bash" -c 'set -euo pipefail
        root=$0
        . "$root/tools/systems.sh"
        other_system "$@"' "$source_dir" "$@" 2>&1
}

# expect OUTPUT LINE...: the lines of the output, without the spaces before them.
expect() {
    local found=$1 wanted
    shift
    found=$(awk '{ sub(/^ +/, "") } 1' <<<"$found")
    wanted=$(printf '%s\n' "$@")
    [[ $found == "$wanted" ]] || {
        printf 'expected:\n%s\nfound:\n%s\n' "$wanted" "$found"
        exit 1
    }
}

run='This system has no apt-get. To install what is missing, run:'
names='Install these (by the names of the Debian packages):'
all='gcc libc6-dev cmake ninja-build pkg-config python3 libcmocka-dev libjansson-dev g++ libssl-dev libgsl-dev doctest-dev'

# shellcheck disable=SC2086 # words
expect "$(says id sudo dnf -- $all)" "$run" \
    'sudo dnf install gcc glibc-devel cmake ninja-build pkgconf-pkg-config python3 libcmocka-devel jansson-devel gcc-c++ openssl-devel gsl-devel doctest-devel'
# One package of Arch's holds both compilers.
# shellcheck disable=SC2086 # words
expect "$(says id sudo pacman -- $all)" "$run" \
    'sudo pacman -S --needed gcc glibc cmake ninja pkgconf python cmocka jansson openssl gsl doctest'
# shellcheck disable=SC2086 # words
expect "$(says id sudo zypper -- $all)" "$run" \
    'sudo zypper install gcc glibc-devel cmake ninja pkg-config python3 libcmocka-devel libjansson-devel gcc-c++ libopenssl-devel gsl-devel doctest-devel'
# shellcheck disable=SC2086 # words
expect "$(says id doas apk -- $all)" "$run" \
    'doas apk add gcc musl-dev cmake samurai pkgconf python3 cmocka-dev jansson-dev g++ openssl-dev gsl-dev doctest-dev'
# brew refuses root, and Apple's compilers are not brew's.
# shellcheck disable=SC2086 # words
expect "$(says id sudo brew -- $all)" "$run" \
    'brew install cmake ninja pkgconf python cmocka jansson openssl gsl doctest'
expect "$(says id brew -- gcc libc6-dev)" \
    'Install the compilers of Xcode: run "xcode-select --install".'

# A package that the table lacks is named beside the line.
expect "$(says id sudo dnf -- cmake nonsuch)" "$run" 'sudo dnf install cmake' \
    "$names" 'nonsuch'
expect "$(says id -- libgsl-dev nonsuch)" \
    'This system has no package manager that is known here.' "$names" \
    'libgsl-dev: the GNU Scientific Library, with headers' 'nonsuch'

# Every package that ./dev run and ./dev test ask for has a row of seven cells.
rows=$(root=$source_dir bash -c '. "$0/tools/packages.sh"; rows_of run; rows_of core' \
    "$source_dir" | sed 's/ *|.*//' | sort -u)
[[ $(wc -l <<<"$rows") -ge 10 ]] || { echo 'tools/packages.txt: too few rows'; exit 1; }
for package in $rows; do
    awk -F'|' -v name="$package" '{ cell = $1; gsub(/ /, "", cell) }
        cell == name && NF == 7 { found = 1 } END { exit !found }' \
        "$source_dir/tools/systems.txt" || {
        echo "tools/systems.txt has no row of seven cells for $package"
        exit 1
    }
done
