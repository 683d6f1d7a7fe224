# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets root and yes
# packages.sh - finds the Debian packages that a part of ./dev misses, by the
# table packages.txt, and installs them.

# ------------------------------------------------------------- probes of the table

# links COMPILER...: can this compiler command make a program?
links() {
    local program status=0
    program=$(mktemp)
    echo 'int main(void) { return 0; }' | "$@" -x c - -o "$program" || status=$?
    rm "$program"
    return "$status"
}

# includes HEADER: does the C++ compiler find this header?
includes() {
    echo "#include <$1>" | g++ -fsyntax-only -x c++ -
}

# newest: does the C++ compiler have std::format and std::expected?
newest() {
    printf '%s\n' '#include <version>' '#ifndef __cpp_lib_expected' '#error' \
        '#endif' '#ifndef __cpp_lib_format' '#error' '#endif' |
        g++ -std=c++23 -fsyntax-only -x c++ -
}

loads_libuuid() {
    python3 -c 'import ctypes; ctypes.CDLL("libuuid.so.1")'
}

# ----------------------------------------------------------------------- the table

trim() {
    local text=$1
    text=${text#"${text%%[![:space:]]*}"}
    printf '%s' "${text%"${text##*[![:space:]]}"}"
}

# rows_of PART: the rows of the table for a part and for the parts that it names.
rows_of() {
    local line rest
    while IFS= read -r line; do
        [[ $(trim "${line%%|*}") == "$1" ]] || continue
        rest=$(trim "${line#*|}")
        if [[ $rest == @* ]]; then
            rows_of "${rest#@}"
        else
            printf '%s\n' "$rest"
        fi
    done < <(grep -v '^#' "$root/tools/packages.txt")
}

parts() {
    sed -n 's/^\([a-z0-9]*\) |.*/\1/p' "$root/tools/packages.txt" | sort -u
}

# add_missing: add one row to the arrays of find_missing, whose variables it uses. If
# two rows name a package and one cannot do without it, that row counts.
add_missing() {
    local i
    for i in "${!missing[@]}"; do
        [[ ${missing[i]} == "$package" ]] || continue
        [[ -n $loss ]] || losses[i]=''
        return 0
    done
    missing+=("$package")
    probes+=("$probe")
    losses+=("$loss")
}

# find_missing PART: fill the arrays missing (packages), probes and losses.
find_missing() {
    local row package probe loss
    missing=() probes=() losses=()
    while IFS= read -r row; do
        # A probe may hold "|" only as "||", which stands between the separators.
        package=$(trim "${row%%|*}")
        loss=$(trim "${row##*|}")
        probe=${row#*|}
        probe=$(trim "${probe%|*}")
        eval "$probe" >/dev/null 2>&1 </dev/null || add_missing
    done < <(rows_of "$1")
}

# ------------------------------------------------------------------- installation

# find_root: set as_root to the command that gives root's rights; empty for root.
# If sudo asks for a password and a terminal is there, sudo asks on it.
find_root() {
    as_root=()
    [[ $(id -u) != 0 ]] || return 0
    command -v sudo >/dev/null || return 1
    as_root=(sudo)
    sudo -n true 2>/dev/null && return
    [[ -t 0 && -t 2 ]] || return 1
    sudo -v -p '   sudo asks for the password of %p: '
}

apt_get() {
    ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y \
        -o DPkg::Lock::Timeout=60 -o APT::Status-Fd=1 "$@"
}

# available PACKAGE: does this release have the package?
available() {
    local policy
    policy=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null)
    [[ $policy =~ "Candidate: "[^\(] ]]
}

# keep_available: leave out of missing what this release lacks, after the package
# lists were fetched if need be.
keep_available() {
    local package kept=()
    for package in ${missing[@]+"${missing[@]}"}; do
        available "$package" || {
            quietly apt_get update || true
            break
        }
    done
    for package in ${missing[@]+"${missing[@]}"}; do
        ! available "$package" || kept+=("$package")
    done
    missing=(${kept[@]+"${kept[@]}"})
}

# install_packages PACKAGE...: if this fails, the package lists may be old: fetch
# them and try once more; then try each package by itself.
install_packages() {
    local package
    [[ $# -gt 0 ]] || return 0
    counted apt_get install --no-install-recommends "$@" && return
    quietly apt_get update || true
    counted apt_get install --no-install-recommends "$@" && return
    for package in "$@"; do
        counted apt_get install --no-install-recommends "$package" || true
    done
}

# state_of PACKAGE PROBE: why the package is missing.
state_of() {
    if ! command -v apt-get >/dev/null; then
        echo "\"$2\" fails"
    elif dpkg -s "$1" 2>/dev/null | grep '^Status: .* installed$' >/dev/null; then
        echo "it is installed, but \"$2\" fails"
    elif available "$1"; then
        echo 'not installed'
    else
        echo 'not in this release'
    fi
}

# report_missing: a line for each missing package. Fails if the part cannot do
# without one of them.
report_missing() {
    local i state status=0
    for i in "${!missing[@]}"; do
        state=$(state_of "${missing[i]}" "${probes[i]}")
        if [[ -n ${losses[i]} ]]; then
            printf '   left out: %s (package %s: %s)\n' \
                "${losses[i]}" "${missing[i]}" "$state" >&2
        else
            printf '   missing: %s (%s)\n' "${missing[i]}" "$state" >&2
            status=1
        fi
    done
    return "$status"
}

# essential: print the missing packages that the part cannot do without. Fails if
# there are none.
essential() {
    local i found=()
    for i in "${!missing[@]}"; do
        [[ -n ${losses[i]} ]] || found+=("${missing[i]}")
    done
    [[ ${#found[@]} -gt 0 ]] && echo "${found[*]}"
}

# install PART: install what a part misses. Stops if the part cannot work then.
install() {
    local command="apt-get install --no-install-recommends"
    find_missing "$1"
    [[ ${#missing[@]} -gt 0 ]] || return 0
    step "Install ${#missing[@]} packages for $1: ${missing[*]}"
    if ! command -v apt-get >/dev/null; then
        report_missing && return
        other_system ${missing[@]+"${missing[@]}"}
        die 'install these, and run the command again'
    fi
    if ! find_root; then
        essential >/dev/null &&
            die "only root can install packages. As root, run: $command ${missing[*]}"
        report_missing
        return
    fi
    keep_available
    install_packages ${missing[@]+"${missing[@]}"}
    step_done
    find_missing "$1"
    report_missing || die "$1 cannot work without the packages named above"
}

# install_named PACKAGE...: install packages that a build has asked for by name. What
# cannot be had is left out.
install_named() {
    local package
    missing=("$@") probes=() losses=()
    for package in "$@"; do
        probes+=("dpkg -s $package")
        losses+=("the tests that need $package")
    done
    step "Install $# packages: $*"
    if ! command -v apt-get >/dev/null || ! find_root; then
        report_missing
        return
    fi
    keep_available
    install_packages ${missing[@]+"${missing[@]}"}
    step_done
}

# install_for_gate PART...: install what several parts miss, with one call of apt-get. A
# part that still misses something says so itself.
install_for_gate() {
    local part all=() package
    for part in "$@"; do
        find_missing "$part"
        for package in ${missing[@]+"${missing[@]}"}; do
            [[ " ${all[*]-} " == *" $package "* ]] || all+=("$package")
        done
    done
    [[ ${#all[@]} -gt 0 ]] || return 0
    step "Install ${#all[@]} packages: ${all[*]}"
    if ! command -v apt-get >/dev/null || ! find_root; then
        echo '   no apt-get, or no right to install: each part says what it lacks' >&2
        return 0
    fi
    missing=(${all[@]+"${all[@]}"})
    keep_available
    install_packages ${missing[@]+"${missing[@]}"}
    step_done
}

# install_part NAME PART: install what a test needs. Inside the gate nothing is installed
# any more: a test that cannot run ends with status 77, and says why.
install_part() {
    if [[ -z ${GUIDON_GATE:-} ]]; then
        install "$2"
        return
    fi
    find_missing "$2"
    [[ ${#missing[@]} -gt 0 ]] || return 0
    if essential >/dev/null; then
        echo "not run: packages are missing: $(essential) (./dev setup $2)"
        exit 77
    fi
    report_missing
}

# provide PART: install what a part misses in CI and after --yes. Otherwise name the
# missing packages and stop. (`./dev run` and `./dev test` call install itself.)
provide() {
    if [[ -n ${CI:-} || -n $yes ]]; then
        install "$1"
        return
    fi
    find_missing "$1"
    [[ ${#missing[@]} -gt 0 ]] || return 0
    if essential >/dev/null; then
        die "$1 needs these packages: $(essential)
     Install them with './dev setup $1', or add --yes to this command."
    fi
    report_missing
}
