# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets root, jobs and the rest
# ship.sh - the commands of ./dev that make what users get.

cmd_abi() {
    provide abi
    python3 -B "$root/packaging/abi.py" "$root" "$root/build/abi" "$@"
}

cmd_amalgamate() {
    provide python
    local folder=${1:-$root/build/one-file}
    python3 -B "$root/packaging/amalgamate.py" "$root" "$folder"
    printf '%s\n' "$folder"/guidon.{c,h,hpp} \
        "$folder"/{guidon-inline.h,guidon_sqlite.c}
}

cmd_duckdb() {
    provide duckdb
    python3 -B "$root/extensions/duckdb/build.py" "$root" "${1:-$root/build/duckdb}"
}

cmd_dist() {
    "$root/packaging/dist.sh" "$root" "${1:-$root/build/dist}"
}

cmd_deb() {
    if [[ ${1:-} == --on ]]; then
        provide bare
        "$root/packaging/deb_on.sh" "${2:-}" "${3:-$root/build/deb-${2:-}}"
        return
    fi
    if [[ ${1:-} == postgresql ]]; then
        provide debpostgresql
        "$root/packaging/deb_postgresql.sh" "$root" "${2:-$root/build/deb}"
        return
    fi
    provide deb
    "$root/packaging/deb.sh" "$root" "${1:-$root/build/deb}"
}

cmd_npm() {
    provide npm
    build_npm "$@"
}

cmd_java() {
    provide javajar
    python3 -B "$root/bindings/java/run.py" --jars "${1:-$root/build/java/jars}"
}

cmd_page() {
    provide npm
    build_page "$@"
}

cmd_release() {
    [[ " $* " == *" --list "* ]] || provide publish
    python3 -B "$root/packaging/release/release.py" "$root" "$@"
}

cmd_site() {
    provide site
    python3 -B "$root/tools/site/site.py" "$@"
}

cmd_names() {
    provide python
    python3 -B "$root/packaging/check_names.py"
}

cmd_reproducible() {
    provide deb
    "$root/packaging/reproducible.sh" "$root"
}

cmd_docs() {
    provide docs
    local out=$root/build/docs version
    version=$(sed -n 's/.*GUIDON_VERSION  *"\(.*\)"/\1/p' "$root/include/guidon/version.h")
    rm -rf "$out"
    mkdir -p "$out"
    (cd "$root" && GUIDON_DOCS=$out GUIDON_VERSION=$version \
        doxygen docs/reference/Doxyfile) || die 'the reference has warnings'
    echo "$out/html/index.html"
}
