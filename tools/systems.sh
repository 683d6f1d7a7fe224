# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets root
# systems.sh - says what to install where there is no apt-get, by the table systems.txt.
# This file keeps to bash 3.2, because macOS has no newer one.

# system_command MANAGER: the command that installs packages, with root's rights where
# the package manager needs them.
system_command() {
    local as_root=''
    if [[ $1 != brew && $(id -u) != 0 ]]; then
        if command -v sudo >/dev/null || ! command -v doas >/dev/null; then
            as_root='sudo '
        else
            as_root='doas '
        fi
    fi
    case $1 in
    dnf) echo "${as_root}dnf install" ;;
    pacman) echo "${as_root}pacman -S --needed" ;;
    zypper) echo "${as_root}zypper install" ;;
    apk) echo "${as_root}apk add" ;;
    brew) echo 'brew install' ;;
    esac
}

# system_cell PACKAGE COLUMN: one cell of the table, by Debian's name of the package.
# Fails if the table has no such package.
system_cell() {
    awk -F'|' -v package="$1" -v column="$2" '
        function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
        !/^#/ && trim($1) == package { print trim($column); found = 1; exit }
        END { exit !found }' "$root/tools/systems.txt"
}

# other_system PACKAGE...: print the line that installs these packages of Debian's on
# this system. Name the programs and libraries if the system is unknown, or if it has
# no name for them in the table.
other_system() {
    local package manager='' column=1 name names=' ' unknown='' what
    for name in dnf pacman zypper apk brew; do
        column=$((column + 1))
        if command -v "$name" >/dev/null; then
            manager=$name
            break
        fi
    done
    for package in "$@"; do
        name=''
        if [[ -n $manager ]]; then
            name=$(system_cell "$package" "$column") || name=''
        fi
        if [[ -z $name ]]; then
            what=$(system_cell "$package" 7) || what=''
            unknown="$unknown      $package${what:+: $what}
"
        elif [[ $name != - && $names != *" $name "* ]]; then
            names="$names$name "
        fi
    done
    if [[ $names != ' ' ]]; then
        names=${names% }
        printf '   This system has no apt-get. To install what is missing, run:\n' >&2
        printf '      %s%s\n' "$(system_command "$manager")" "$names" >&2
    fi
    if [[ -n $unknown ]]; then
        if [[ -z $manager ]]; then
            printf '   This system has no package manager that is known here.\n' >&2
        fi
        printf '   Install these (by the names of the Debian packages):\n%s' "$unknown" >&2
    fi
    if [[ $manager == brew && $names == ' ' && -z $unknown ]]; then
        printf '   Install the compilers of Xcode: run "xcode-select --install".\n' >&2
    fi
}
