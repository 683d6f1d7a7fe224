# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2016 # apt-get and dpkg-query expand these words themselves
# shellcheck disable=SC2034,SC2154 # the scripts that read this file set and use variables
# shellcheck disable=SC2317 # a trap and follow call these functions
# root_folder.sh - an empty Debian 12 or 13 in a folder, and commands that run in it. A
# script sets `root` and `purpose`, which says what it wants to do there, and reads this file.
#
# The system is a root folder that mmdebstrap makes below build/bare, or below
# GUIDON_BARE_DIR, in the variant minbase. Packages go through build/cache/apt, so a second
# run downloads none again. The root folder gets this machine's way to the package sources,
# and nothing else of it: apt's sources and proxy, the name servers, added certificates,
# pip's configuration, and a few variables. Status 77: this machine cannot make the folder.

keys=/usr/share/keyrings/debian-archive-keyring.gpg
variables=(http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY
    SSL_CERT_FILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO NODE_EXTRA_CA_CERTS
    PIP_CERT PIP_INDEX_URL PIP_EXTRA_INDEX_URL npm_config_registry GOPROXY GUIDON_JOBS)
release=13 keep=''
place='' child='' # the root folder's folder, and the process that works now

say() {
    printf '== %s\n' "$1"
}

not_run() {
    printf 'not run: %s on Debian %s: %s\n' "$purpose" "$release" "$1"
    exit 77
}

# begin RELEASE: set suite, and place to a folder of its own that goes when the script ends.
# End here if this machine cannot make a root folder.
begin() {
    local home=${GUIDON_BARE_DIR:-$root/build/bare}
    release=$1 suite=trixie
    [[ $release == 13 ]] || suite=bookworm
    mkdir -p "$home"
    home=$(cd "$home" && pwd)
    place=$(mktemp -d "$home/$release-XXXXXX")
    chmod 755 "$place"
    trap clean_up EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    check "$suite"
}

# ------------------------------------------------------------- the end of all this

clean_up() {
    local status=$?
    trap '' INT TERM HUP
    # With the first process of its PID namespace, every process and mount goes.
    [[ -z $child ]] || kill -KILL "$child" 2>/dev/null || true
    [[ -z $child ]] || wait "$child" 2>/dev/null || true
    if [[ -n $place && -n $keep ]]; then
        say "the root folder is kept: $place/root"
    elif [[ -n $place ]]; then
        # The processes end a moment after the first one.
        rm -rf --one-file-system "$place" 2>/dev/null ||
            { sleep 2 && rm -rf --one-file-system "$place"; }
    fi
    exit "$status"
}

# ----------------------------------------------------------- what this machine has

# package_sources SUITE: apt's lines for a release, from this machine's own lines.
package_sources() {
    local here
    # shellcheck source=/dev/null
    here=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' |
        awk -v here="$here" -v suite="$1" -v keys="$keys" '
            $2 == here || index($2, here "-") == 1 {
                $2 = suite substr($2, length(here) + 1)
                line = "deb [signed-by=" keys "] " $0
                if (!seen[line]++) print line
            }'
}

# proxies: this machine's settings of apt for reaching the sources.
proxies() {
    apt-config dump Acquire::http Acquire::https Acquire::Check-Valid-Until \
        Acquire::Check-Date 2>/dev/null | grep -v ' "";$' || true
}

# check SUITE: end here if this machine cannot make the root folder.
check() {
    local program first
    [[ $(id -u) == 0 ]] || not_run 'only root can make the root folder'
    for program in mmdebstrap unshare chroot git apt-get; do
        command -v "$program" >/dev/null || not_run "there is no $program here"
    done
    unshare --mount --pid --fork true 2>/dev/null ||
        not_run 'unshare cannot make namespaces here'
    [[ -e $keys ]] || not_run "there is no $keys (package debian-archive-keyring)"
    first=$(package_sources "$1")
    [[ -n $first ]] || { quietly_update && first=$(package_sources "$1"); } || true
    [[ -n $first ]] || not_run "apt has no source of Debian's packages here"
    first=$(printf '%s\n' "$first" | awk 'NR == 1 { print $3 "/dists/" $4 "/InRelease" }')
    first=${first//\/\/dists//dists}
    /usr/lib/apt/apt-helper download-file "$first" "$place/InRelease" >/dev/null 2>&1 ||
        not_run "the package source does not answer: $first"
}

quietly_update() {
    apt-get -q update >/dev/null 2>&1
}

# ------------------------------------------------------------------- the root folder

# follow WHAT COMMAND...: run a command, show what it prints, and say at least every 15
# seconds that it is at work. The variables `lines` (what it printed, a file), `seconds`,
# `installing` and `first` (until the first test passed) hold what was seen.
follow() {
    local what=$1 line status=0 began=$SECONDS step_of=''
    lines=$place/$what.log seconds=0 installing=0 first=''
    shift
    rm -f "$place/pipe"
    mkfifo "$place/pipe"
    "$@" >"$place/pipe" 2>&1 </dev/null &
    child=$!
    exec 3<"$place/pipe"
    while true; do
        status=0
        IFS= read -r -t 15 line <&3 || status=$?
        if ((status > 128)); then
            printf '   %s: at work for %d s\n' "$what" $((SECONDS - began))
            continue
        fi
        [[ $status == 0 || -n $line ]] || break
        printf '%s\n' "$line"
        printf '%s\n' "$line" >>"$lines"
        case $line in
        '== '*) step_of=$line ;;
        '   done in '*' s')
            line=${line#   done in }
            [[ $step_of != '== Install '* ]] || installing=$((installing + ${line% s}))
            step_of=''
            ;;
        *'  passed   '*) [[ -n $first ]] || first=$((SECONDS - began)) ;;
        esac
    done
    exec 3<&-
    status=0
    wait "$child" || status=$?
    child=''
    seconds=$((SECONDS - began))
    return "$status"
}

# make_root SUITE [PACKAGE,PACKAGE...]: fill $place/root: the smallest Debian with these.
make_root() {
    local cache=$root/build/cache/apt/$1
    mkdir -p "$cache"
    package_sources "$1" >"$place/sources.list"
    proxies >"$place/apt.conf"
    follow mmdebstrap unshare --mount --pid --fork --kill-child --mount-proc -- \
        mmdebstrap --variant=minbase --include="ca-certificates${2:+,$2}" \
        --aptopt="$place/apt.conf" --skip=essential/unlink,cleanup/apt/cache \
        --setup-hook="mkdir -p \"\$1/var/cache/apt/archives\"" \
        --setup-hook="find \"$cache\" -name '*.deb' -exec cp -n -t \
            \"\$1/var/cache/apt/archives\" {} +" \
        "$1" "$place/root" "$place/sources.list" ||
        {
            echo "${0##*/}: mmdebstrap cannot make $place/root" >&2
            exit 1
        }
    find "$place/root/var/cache/apt/archives" -name '*.deb' \
        -exec mv -t "$cache" {} +
}

# give_network: let the root folder reach what this machine reaches.
give_network() {
    local file
    cp -L /etc/resolv.conf "$place/root/etc/resolv.conf"
    cp -L /etc/hosts "$place/root/etc/hosts"
    [[ ! -e /etc/pip.conf ]] || cp /etc/pip.conf "$place/root/etc/pip.conf"
    for file in /usr/local/share/ca-certificates/*.crt; do
        [[ ! -e $file ]] || cp "$file" "$place/root/usr/local/share/ca-certificates"
    done
    follow certificates inside update-ca-certificates
}

# given: the variables of this machine for the commands inside. A path that the root
# folder does not have is left out.
given() {
    local name
    for name in "${variables[@]}"; do
        [[ -n ${!name:-} ]] || continue
        [[ ${!name} != /* || -e $place/root${!name} ]] || continue
        printf '%s=%s\n' "$name" "${!name}"
    done
}

# inside COMMAND...: replaces this process by a command in the root folder, in mount and
# PID namespaces of its own.
inside() {
    local words=()
    mapfile -t words < <(given)
    exec unshare --mount --pid --fork --kill-child -- bash -euc '
        root=$1 cache=$2
        shift 2
        mount --make-rprivate /
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount --bind -o ro /sys "$root/sys"
        mount -t tmpfs -o mode=755 dev "$root/dev"
        mkdir "$root/dev/shm" "$root/dev/pts"
        mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
        mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 pts "$root/dev/pts"
        for name in null zero full random urandom tty; do
            : >"$root/dev/$name"
            mount --bind "/dev/$name" "$root/dev/$name"
        done
        ln -s pts/ptmx "$root/dev/ptmx"
        ln -s /proc/self/fd "$root/dev/fd"
        ln -s fd/0 "$root/dev/stdin"
        ln -s fd/1 "$root/dev/stdout"
        ln -s fd/2 "$root/dev/stderr"
        mkdir -p "$cache/partial"
        mount --bind "$cache" "$root/var/cache/apt/archives"
        # The system is the root of its mount namespace, as on a machine of its own:
        # below a chroot, the kernel makes no namespaces.
        cd "$root"
        mkdir -p .outside
        pivot_root . .outside
        exec chroot . sh -euc "umount -l /.outside; rmdir /.outside; exec \"\$@\"" \
            bare "$@"' \
        bare "$place/root" "$root/build/cache/apt/$suite" \
        env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root TERM=dumb "${words[@]}" "$@"
}

# packages_of_root COMMAND...: names that a command prints in the root folder, sorted.
packages_of_root() {
    chroot "$place/root" "$@" | sort
}
