# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets root, jobs and the rest
# shellcheck disable=SC2317,SC2119,SC2120 # functions are called by name, from elsewhere
# test.sh - ./dev test. tools/gate/parts.txt lists the parts of the gate; the test of a
# part NAME is a function test_NAME here.

gate=$root/tools/gate

# --------------------------------------------------------------- tests of ctest

# ctests PRESET [CTEST OPTION...]: configure, then build the programs of the chosen tests
# and run each test as soon as its program is linked. Packages that only some of the
# chosen tests need are installed first.
ctests() (
    folder=$root/build/$1
    step "Configure: $1"
    configure "$1" -DGUIDON_TESTS=ON || exit
    lacking=$(python3 -B "$gate/ctests.py" "$folder" --missing -- "${@:2}") || exit
    if [[ -n $lacking ]]; then
        # shellcheck disable=SC2086 # words
        install_named $lacking
        configure "$1" -DGUIDON_TESTS=ON || exit
    fi
    step "Build and test: $1"
    python3 -B "$gate/ctests.py" "$folder" --jobs "$jobs" -- "${@:2}"
)

test_core() {
    local status=0
    ctests release -LE '^(all|full)$' || status=$?
    [[ -n ${GUIDON_GATE:-} ]] || say_what_is_left
    return "$status"
}

# say_what_is_left: name what ./dev test did not run, and the command for it.
say_what_is_left() {
    cat <<'END'

These are the tests of the library, the C++ header and the tool. Not run:
  ./dev test release      slow tests of this build, other compilers, shells, emulators
  ./dev test sanitizers   the same code with AddressSanitizer
  ./dev test python       the Python package; also postgresql, sqlite, duckdb, npm,
                          java, page, etcd, spark, recipes
  ./dev test changed      what your changes may touch
  ./dev test all          everything that a change must pass
They install what they need. ./dev test --help lists all parts.
END
}

test_release() {
    [[ $# -gt 0 ]] || set -- -L '^all$'
    ctests release "$@"
}

# try_release DIR|--draft [KIND...]: try the files of a release where users would use them.
# The pages and the bundlers need packages of npm.
try_release() (
    if command -v npm >/dev/null; then
        newer_node && page_tools || exit
    fi
    nice python3 -B "$root/tests/release/users/run.py" "$@"
)

test_sanitizers() {
    ctests asan-clang "$@"
}

# Compilers translate the kernels most differently at -O3 and at -O2.
test_o2() {
    [[ $# -gt 0 ]] || set -- -E _arm \
        -R '^(text_kernels|hash|name|cipher|v7|ulid_lines)'
    local status=0
    ctests o2 "$@" || status=$?
    test_warnings --built "$root/build/o2" || status=$?
    return "$status"
}

# test_warnings [--all] [--built DIR]: compile every file as an error-free one must be.
test_warnings() (
    step 'Compile every file with warnings as errors'
    [[ -n ${GUIDON_GATE:-} ]] || configure release -DGUIDON_TESTS=ON || exit
    python3 -B "$gate/all_warnings.py" "$root/build/release" --jobs "$jobs" "$@"
)

# ------------------------------------------------- tests of bindings and extensions

test_postgresql() {
    nice python3 -B "$root/extensions/postgresql/test/run.py" "$@"
}

# fetch PART: get what the test of a part downloads, and run no test.
fetch() {
    declare -F "fetch_$1" >/dev/null || die "the test of $1 downloads nothing" 2
    "fetch_$1"
}

fetch_postgresql() { test_postgresql --fetch; }
fetch_sqlite() { test_sqlite --fetch; }
fetch_duckdb() { test_duckdb --fetch; }
fetch_python() { test_python --fetch; }
fetch_java() { test_java --fetch; }
fetch_etcd() { test_etcd --fetch; }
fetch_spark() { test_spark --fetch; }
fetch_release() {
    python3 -B "$root/tests/interface/run.py" --fetch &&
        python3 -B "$root/tests/release/test_release.py" --fetch
}
fetch_recipes() { python3 -B "$root/tests/recipes/run.py" --fetch; }

# newer_node: put a Node.js first on PATH that the npm package runs on, if that of the
# system is older, as on Debian 12. It comes from npm's registry to build/cache/node. npm
# runs on it too, because npm leaves out optional packages that its own Node.js is too old
# for. Debian's npm has its modules where only Debian's Node.js looks by itself.
newer_node() {
    local have folder=$root/build/cache/node npm place
    have=$(node --version 2>/dev/null) || have=v0
    have=${have#v}
    [[ ${have%%.*} -lt 20 ]] || return 0
    npm=$(command -v npm) || return
    mkdir -p "$folder/bin"
    [[ $folder/.installed -nt $root/tools/node/package-lock.json ]] || {
        cp "$root"/tools/node/package*.json "$folder" &&
            quietly npm --prefix "$folder" ci --ignore-scripts --no-audit --no-fund &&
            touch "$folder/.installed"
    } || return
    for place in "$folder"/node_modules/node-linux-*/bin; do
        [[ -x $place/node ]] || die "Node.js $have is here, and 20 or later is needed"
        cat >"$folder/bin/npm" <<END
#!/bin/sh
NODE_PATH=/usr/share/nodejs exec "$place/node" "$npm" "\$@"
END
        chmod +x "$folder/bin/npm"
        PATH=$folder/bin:$place:$PATH
    done
}

fetch_npm() (
    newer_node || exit
    "$root/bindings/javascript/tools/install.sh" "$root/build/npm/tools" &&
        node "$root/bindings/javascript/test/run.mjs" --fetch
)

# build_npm [DIR]: write the npm package. Its tools go below build/npm.
build_npm() (
    newer_node || exit
    cd "$root" || exit
    bindings/javascript/wasm/build.sh >&2 || exit
    node bindings/javascript/build.mjs "$@"
)

# test_npm [--long] [NODE ARGUMENT...]: test the WebAssembly module, also against the
# tool, and the npm package.
test_npm() (
    options=()
    if [[ ${1:-} == --long ]]; then
        options=(--long)
        shift
    fi
    newer_node || exit
    build_tool || exit
    cd "$root" || exit
    nice bindings/javascript/wasm/test/run.sh "$@" || exit
    build_npm || exit
    nice node bindings/javascript/test/run.mjs ${options[@]+"${options[@]}"} "$@"
)

test_sqlite() {
    nice python3 -B "$root/extensions/sqlite/test/run.py" "$@"
}

# fetch_page: get esbuild and what the tests of the page use, to build/page.
# fetch_page: get what the page and the tests of the site need.
fetch_page() {
    page_tools && python3 -B "$root/tools/site/site.py" --fetch
}

page_tools() (
    newer_node || exit
    tools=$root/build/page
    mkdir -p "$tools"
    cp "$root"/page/package*.json "$tools"
    [[ $tools/.installed -nt $root/page/package-lock.json ]] || {
        cd "$tools" || exit
        quietly npm ci --ignore-scripts --no-audit --no-fund || exit
        touch .installed
    }
)

# build_page [FILE]: write the page, with esbuild of its own below build/page.
build_page() (
    newer_node || exit
    page_tools || exit
    cd "$root" || exit
    page/build.sh "${1:-build/page/guidon.html}"
)

# test_page [NODE ARGUMENT...]: test the page in Chromium, also against the tool.
test_page() (
    newer_node || exit
    build_tool || exit
    cd "$root" || exit
    build_page || exit
    nice node --test --test-reporter=spec "$@" page/test/*.test.mjs || exit
    [[ $# -gt 0 ]] || test_site
)

# test_site: test the site in Chromium, without the references that other programs write.
test_site() (
    cd "$root" || exit
    rm -rf build/site/brief
    mkdir -p build/site
    nice python3 -B tools/site/site.py build/site/brief --brief || exit
    GUIDON_SITE=build/site/brief nice node --test --test-reporter=spec tools/site/test/*.test.mjs
)

test_duckdb() {
    nice python3 -B "$root/extensions/duckdb/test/run.py" "$@"
}

test_python() {
    nice python3 -B "$root/bindings/python/tests/run.py" "$@"
}

test_java() {
    nice python3 -B "$root/bindings/java/run.py" "$@"
}

test_etcd() {
    nice python3 -B "$root/services/guidon-node/test/run.py" "$@"
}

test_spark() {
    nice python3 -B "$root/bindings/spark/test/run.py" "$@"
}

test_recipes() {
    build_tool && nice python3 -B "$root/tests/recipes/run.py" "$@"
}

# --------------------------------------------------------- packages and documents

test_packages() {
    "$root/tests/packages/run.sh" "$root" "$@"
}

test_documents() (
    # Without npm, the blocks for Node.js are not run.
    [[ -z $(command -v npm) ]] || newer_node || exit
    # In the gate, the part release has built everything.
    [[ -n ${GUIDON_GATE:-} ]] || build release -DGUIDON_TESTS=ON || exit
    nice python3 -B "$root/tests/blocks/run.py" "$root" "$@"
)

test_bare() {
    "$gate/bare.sh" "$@"
}

# -------------------------------------------------------------------- campaigns

# test_preset PRESET [CTEST ARGUMENT...]
test_preset() {
    ctests "$@"
}

# test_statistics [N [FIELD]]: test the random bits with every kernel of the random
# stream that this processor has. `flaws`, `power`, `derived` and `dieharder` are
# runs of their own: see docs/statistics.md.
test_statistics() (
    program=$root/build/release/tests/test_statistics
    seen=' ' failed=0
    build release || exit
    case ${1:-} in
    dieharder)
        install dieharder
        run_dieharder "$program" "${@:2}"
        exit
        ;;
    flaws | power) exec nice "$program" "$1" ;;
    derived)
        nice "$program" run 1e8 'v7 derived' || failed=1
        nice "$root/build/release/tests/test_blake2s" long || failed=1
        exit "$failed"
        ;;
    esac
    for without in '' vaes512 all; do
        export GUIDON_CPU_WITHOUT=$without
        cipher=$("$program" cipher)
        [[ $seen != *" $cipher "* ]] || continue
        seen+="$cipher "
        nice "$program" run "$@" || failed=1
    done
    exit "$failed"
)

# run_dieharder PROGRAM [ARGUMENT...]: run dieharder on the ids' random bytes, by
# default all its tests. dieharder prints FAILED for a p-value within 10^-6 of 0 or
# 1, and WEAK within 0.005. About one in a hundred p-values of good bytes is WEAK.
run_dieharder() {
    local log status=0
    log=$(mktemp)
    [[ $# -gt 1 ]] || set -- "$1" -a
    { nice "$1" stream 2>/dev/null || true; } |
        nice dieharder -g 200 "${@:2}" | tee "$log"
    awk '{ for (i = 1; i <= NF; i++) n[$i]++ }
        END { printf "%d PASSED, %d WEAK, %d FAILED\n",
                  n["PASSED"], n["WEAK"], n["FAILED"]
              exit n["PASSED"] + n["WEAK"] == 0 || n["FAILED"] > 0 }' "$log" || status=1
    rm "$log"
    return "$status"
}

# test_cpp [--all] [NAME...]: the tests of the C++ header with every compiler, standard
# library and standard that can be had.
test_cpp() (
    configure release || exit
    cd "$root" || exit
    counted cmake --build --preset release --target guidon_static -- -j "$jobs" || exit
    failed=0
    nice python3 -B tests/cpp/compilers.py "$root" build/release/src/libguidon.a \
        --jobs "$jobs" "$@" || failed=1
    step 'Compile the programs of the pages in every standard'
    nice python3 -B tests/blocks/standards.py "$root" --all || failed=1
    exit "$failed"
)

# test_scale [--long] [NAME...]: test what spans several machines.
test_scale() {
    local word options=() names=()
    for word in "$@"; do
        case $word in
        -*) options+=("$word") ;;
        etcd | spark | recipes) names+=("$word") ;;
        *) die "no part \"$word\" of scale; there are etcd, spark and recipes" 2 ;;
        esac
    done
    [[ ${#names[@]} != 0 ]] || names=(etcd spark recipes)
    for word in ${names[@]+"${names[@]}"}; do
        step "Test: $word"
        "test_$word" ${options[@]+"${options[@]}"} || return
        step_done
    done
}

# ------------------------------------------------------------------------ the gate

# packages_of PART: the part of tools/packages.txt that a part of the gate needs.
# Nothing is printed if the gate has no such part.
packages_of() {
    awk -F'|' -v name="$1" '!/^#/ { gsub(/ /, "", $1); gsub(/ /, "", $2) }
        $1 == name { print $2 }' "$gate/parts.txt"
}

# run_gate PART...: install the packages of all parts, then run them side by side. A part
# whose packages cannot be had is reported as not run.
run_gate() {
    local part needs=()
    for part in "$@"; do
        needs+=("$(packages_of "$part")")
    done
    install_for_gate ${needs[@]+"${needs[@]}"}
    python3 -B "$gate/gate.py" "$@"
}

# test_changed [--since COMMIT]
test_changed() {
    local names
    names=$(python3 -B "$gate/changed.py" "$@") || exit
    if [[ -z $names ]]; then
        echo 'Nothing that a test reads has changed.'
        return
    fi
    # shellcheck disable=SC2086 # words
    run_gate $names
}

test_all() {
    local names
    names=$(sed -n 's/^\([a-z0-9]*\) .*|.*/\1/p' "$gate/parts.txt")
    # shellcheck disable=SC2086 # words
    run_gate $names
}

cmd_test() {
    local name=${1:-core} part
    case $name in
    -*)
        install base
        ctests release "$@"
        return
        ;;
    all | changed)
        install python
        "test_$name" "${@:2}"
        return
        ;;
    full)
        install python
        nice python3 -B "$root/tests/full/full.py" "$root" "${@:2}"
        return
        ;;
    release)
        # A word that is no option names a folder: ctest gets options alone.
        case ${2:---} in
        --draft | [!-]*)
            install users
            try_release "${@:2}"
            return
            ;;
        esac
        ;;
    cross)
        install cross
        "$root/tests/cross/run.sh" "$root" "${@:2}"
        return
        ;;
    esac
    part=$(packages_of "$name")
    if [[ -n $part ]]; then
        install_part "$name" "$part"
        if [[ ${2:-} == --fetch ]]; then
            fetch "$name"
        else
            "test_$name" "${@:2}"
        fi
        return
    fi
    case $name in
    scale)
        install scale
        test_scale "${@:2}"
        ;;
    clients)
        install clients
        nice python3 -B "$root/tests/clients/run.py" "${@:2}"
        ;;
    cpp)
        install cpp
        test_cpp "${@:2}"
        ;;
    statistics)
        install release
        test_statistics "${@:2}"
        ;;
    long)
        install long
        ctests release -C long -R '_long$' "${@:2}"
        ;;
    kernels)
        install release
        ctests release -C long -R '_long$' -L kernels "${@:2}"
        ;;
    warnings)
        install o2
        test_warnings "${@:2}"
        ;;
    debug | asan | asan-clang)
        install sanitizers
        test_preset "$name" "${@:2}"
        ;;
    *) die "no part \"$name\" of the tests; ./dev test --help lists them" 2 ;;
    esac
}
