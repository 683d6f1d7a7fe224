#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# java.sh [PYTEST ARGUMENT...] - run the tests of Spark on Java 21 and on Java 25.
#
# Debian 12 has Java 17 alone, and the run-time images of PyPI lack a module that Spark needs.
# So the tests run in an empty Debian 13 with its JDKs, which tools/gate/root_folder.sh makes,
# on a clone of HEAD. Status 77: this machine cannot make the root folder.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
purpose='Spark on Java 21 and 25'
# shellcheck source=tools/gate/root_folder.sh
. "$root/tools/gate/root_folder.sh"
versions=(21 25)

# test_on VERSION [PYTEST ARGUMENT...]: run the tests on a JDK of the root folder.
test_on() {
    local home
    home=$(chroot "$place/root" sh -c "ls -d /usr/lib/jvm/java-$1-openjdk-*")
    follow "java-$1" inside env "JAVA_HOME=$home" \
        "PATH=$home/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
        sh -euc 'cd /root/guidon; java -version; exec ./dev test spark "$@"' test "${@:2}"
}

main() {
    local version failed=''
    begin 13
    say "Debian 13: make a root folder below ${place%/*}"
    make_root "$suite" "git$(printf ',openjdk-%s-jdk-headless' "${versions[@]}")"
    give_network
    git -c safe.directory='*' clone -q --no-hardlinks "$root" "$place/root/root/guidon"
    follow setup inside sh -c 'cd /root/guidon && ./dev setup spark --yes'
    for version in "${versions[@]}"; do
        say "the tests on Java $version"
        test_on "$version" "$@" || failed="$failed $version"
    done
    [[ -z $failed ]] || {
        say "failed on Java$failed"
        exit 1
    }
}

# One line, because bash reads a script while it runs.
main "$@"; exit
