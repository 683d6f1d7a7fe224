#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# reproducible.sh SOURCE_DIR - two builds, in folders of other names, under other
# settings of who builds, give the same bytes: the archive of sources, what is
# installed by the presets that ship (library, tool, manual, headers), the one
# file, and the Debian packages. Prints their sums; names those that differ.
set -euo pipefail

root=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH

archive=$("$root/packaging/dist.sh" "$root" "$scratch")

# build_in FOLDER: everything, into FOLDER/out.
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
    (cd "$out" && find . -type f -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum) >"$1/sums"
}

(umask 022 && LC_ALL=C TZ=UTC build_in "$scratch/one")
(umask 077 && LC_ALL=C.UTF-8 TZ=Asia/Kathmandu USER=other \
    build_in "$scratch/another-folder/of/a-longer-name")
cat "$scratch/one/sums"
diff "$scratch/one/sums" "$scratch/another-folder/of/a-longer-name/sums" >&2 || {
    echo "two builds differ in these" >&2
    exit 1
}
