# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets root, werror and the rest
# build.sh - the builds of ./dev, and the commands run and setup.

# configure PRESET [CMAKE OPTION...]: a build keeps its options when it is configured
# again.
configure() {
    local warnings=OFF
    [[ -z $werror ]] || warnings=ON
    (cd "$root" && quietly cmake --preset "$1" \
        "-DCMAKE_COMPILE_WARNING_AS_ERROR=$warnings" "${@:2}")
}

# build PRESET [CMAKE OPTION...]
build() (
    step "Configure and build: $1"
    configure "$@" || exit
    cd "$root" || exit
    counted cmake --build --preset "$1" -- -j "$jobs" || exit
    step_done
)

# build_tool: build the tool alone, in the folder of the release build. In the gate, the
# part core has built it, and other parts are at work in that folder.
build_tool() (
    [[ -z ${GUIDON_GATE:-} || ! -x $root/build/release/cli/guidon ]] || exit 0
    step 'Build: the tool'
    configure release || exit
    cd "$root" || exit
    counted cmake --build --preset release --target guidon_tool -- -j "$jobs" || exit
    step_done
)

# tour STATUS ARGUMENT...: show one command of the tool and what it prints.
tour() {
    local status=0
    printf '%s$ guidon %s%s\n' "$bold" "${*:2}" "$plain"
    "$root/build/release/cli/guidon" "${@:2}" || status=$?
    [[ $status == "$1" ]] || die "exit status $status, where $1 was expected"
    echo
}

cmd_run() {
    install run
    if [[ $# -gt 0 ]]; then
        configure release && (cd "$root" &&
            quietly cmake --build --preset release --target guidon_tool) || exit
        exec "$root/build/release/cli/guidon" "$@"
    fi
    build_tool

    cd "$root" || exit
    tour 0 new v7 -n 2
    tour 0 new v4
    tour 0 new ulid
    tour 0 new v5 --namespace dns --name www.example.com
    tour 0 show 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
    tour 0 convert -f uuid --on-error skip examples/ids.txt
    tour 1 check examples/ids.txt
    echo 'The sample has one bad line, so exit status 1 was the right answer.'
    cat <<'END'

What to do next:
  ./dev run new v7 -n 5                    run the tool with your own words
  PATH=$PWD/build/release/cli:$PATH        find guidon from anywhere in this shell
  guidon help                              see every command; docs/tool.md explains
  ./dev test                               test this build (minutes)
  README.md, "From C"                      put the library into your program
END
}

cmd_setup() {
    local part=${1:-core}
    if [[ $part == list ]]; then
        parts
        return
    fi
    [[ " $(parts | tr '\n' ' ') " == *" $part "* ]] ||
        die "no part \"$part\"; the parts are: $(parts | tr '\n' ' ')" 2
    install "$part"
    printf 'The packages of "%s" are installed.\n' "$part"
}
