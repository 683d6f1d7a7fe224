#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# reproducible.sh SOURCE_DIR - build twice, in different directories and with
# different user settings, and compare the bytes of the results: the source
# archive, the installed files of the shipped presets (library, tool, manual,
# headers), the single-file library, the npm package, the page, and the Debian packages.
# It prints their checksums and names the files that differ.
set -euo pipefail

root=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH

archive=$("$root/packaging/dist.sh" "$root" "$scratch")

# build_web TREE OUT: the npm package and the page, if the tools for them are here.
build_web() (
    local tree=$1 out=$2
    for program in clang-19 wasm-ld-19 node npm; do
        command -v "$program" >/dev/null || return 0
    done
    cd "$tree"
    bindings/javascript/wasm/build.sh
    node bindings/javascript/build.mjs "$out/npm"
    mkdir -p build/page
    cp page/package*.json build/page
    (cd build/page && npm ci --ignore-scripts --no-audit --no-fund)
    page/build.sh "$out/guidon.html"
)

# build_in FOLDER: build everything into FOLDER/out.
build_in() {
    local tree=$1/guidon out=$1/out
    mkdir -p "$tree" "$out"
    tar -C "$tree" --strip-components=1 --no-same-permissions -xf "$archive"
    git -C "$tree" init -q
    "$tree/packaging/dist.sh" "$tree" "$out" >/dev/null
    python3 -B "$tree/packaging/amalgamate.py" "$tree" "$out/one-file"
    local preset
    for preset in release o2; do
        (cd "$tree" &&
            cmake --preset "$preset" -DGUIDON_TESTS=OFF &&
            cmake --build --preset "$preset" &&
            cmake --install "build/$preset" --prefix "$out/$preset") \
            >"$scratch/log" 2>&1 || {
            tail -n 40 "$scratch/log" >&2
            return 1
        }
    done
    ! command -v dh >/dev/null ||
        DEB_BUILD_OPTIONS=nocheck "$tree/packaging/deb.sh" "$tree" "$out/deb" \
            >/dev/null
    build_web "$tree" "$out" >"$scratch/log" 2>&1 || {
        tail -n 40 "$scratch/log" >&2
        return 1
    }
    (cd "$out" && find . -type f -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum) >"$1/sums"
}

(umask 022 && LC_ALL=C TZ=UTC build_in "$scratch/one")
(umask 077 && LC_ALL=C.UTF-8 TZ=Asia/Kathmandu USER=other \
    build_in "$scratch/another-folder/of/a-longer-name")
cat "$scratch/one/sums"
diff "$scratch/one/sums" "$scratch/another-folder/of/a-longer-name/sums" >&2 || {
    echo "reproducible: the two builds differ in the files above" >&2
    exit 1
}
