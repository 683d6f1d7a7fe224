#!/bin/sh
# SPDX-License-Identifier: MIT
# installed.sh SOURCE_DIR BUILD_DIR CMAKE - programs find and use what `cmake --install`
# installs, even after it was moved: with find_package and pkg-config, shared and
# static, in C and in C++. No installed file names the build directory.
set -eu

root=$(cd "$1" && pwd)
build=$2
cmake=$3
apps=$root/tests/install
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
    echo "$1" >&2
    exit 1
}

# quietly COMMAND... : print its output only if it fails or CMake warns.
quietly() {
    if ! "$@" >log 2>&1 || grep -q 'CMake.* Warning' log; then
        cat log
        return 1
    fi
}

# runs PROGRAM shared|static : it works, and is linked with that kind of library.
runs() {
    needs=static
    if readelf -d "$1" | grep -q 'NEEDED.*libguidon\.so'; then
        needs=shared
    fi
    [ "$needs" = "$2" ] || fail "$1 is linked with the $needs library"
    printf '%s (%s): ' "$1" "$2"
    LD_LIBRARY_PATH=$lib "$1"
}

quietly "$cmake" --install "$build" --prefix "$scratch/first"
mv first moved
for made in "$scratch/first" "$root" "$build"; do
    ! grep -rlIF "$made" moved || fail "these files name the build directory $made"
done
lib=$(dirname "$(find "$scratch/moved" -name libguidon.a)")
[ -L "$lib/libguidon.so" ] || fail "no libguidon.so beside libguidon.a"

# --------------------------------------------------------------- find_package

cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(guidon \${VERSION} REQUIRED COMPONENTS \${KIND})
foreach(language c cpp)
  foreach(kind guidon static)
    add_executable(\${kind}_\${language} "$apps/app.\${language}")
    target_link_libraries(\${kind}_\${language} PRIVATE guidon::\${kind})
  endforeach()
endforeach()
add_executable(shared_c "$apps/app.c")
target_link_libraries(shared_c PRIVATE guidon::shared)
END

# found KIND VERSION : configure a project that asks for these; KIND may be empty.
found() {
    quietly "$cmake" -G Ninja -S . -B "by${1:+_$1}" "-DKIND=$1" \
        "-DVERSION=$2" "-DCMAKE_PREFIX_PATH=$scratch/moved"
}

version=$(sed -n 's/^#define GUIDON_VERSION  *"\(.*\)"/\1/p' \
    "$root/include/guidon/version.h")
found '' "$version"
quietly "$cmake" --build by
for language in c cpp; do
    runs "by/guidon_$language" shared
    runs "by/static_$language" static
done
runs by/shared_c shared
found static "${version%.*}"
quietly "$cmake" --build by_static --target guidon_c
runs by_static/guidon_c static
! found neither "$version" >/dev/null || fail "find_package accepts an unknown component"
# A program may ask for an earlier version of the same major version only.
found shared "${version%%.*}.0" || fail "find_package rejects an earlier minor version"
for other in 0.1 "$((${version%%.*} + 1))" "${version%%.*}.999"; do
    ! found shared "$other" >/dev/null || fail "find_package accepts version $other"
done

# ----------------------------------------------------------------- pkg-config

# The option that makes the functions of guidon/inline.h code of the program.
inlined=-DGUIDON_INLINE_OFF
[ "$(uname -m)" != x86_64 ] || inlined=-msse4.1

PKG_CONFIG_PATH=$lib/pkgconfig
export PKG_CONFIG_PATH
[ "$(pkg-config --modversion guidon)" = "$version" ] ||
    fail "guidon.pc has another version"
for language in c cpp; do
    compile="${CC:-cc} -std=c11"
    [ "$language" = c ] || compile="${CXX:-c++} -std=c++17"
    # shellcheck disable=SC2046,SC2086 # each flag is a word
    $compile "$apps/app.$language" $(pkg-config --cflags --libs guidon) \
        -o "pc_$language"
    runs "./pc_$language" shared
    # shellcheck disable=SC2046,SC2086
    $compile -static "$apps/app.$language" \
        $(pkg-config --static --cflags --libs guidon) -o "pc_static_$language"
    runs "./pc_static_$language" static
    for kind in shared static; do
        options=
        [ $kind = shared ] || options=-static
        # shellcheck disable=SC2046,SC2086
        $compile $inlined $options "$apps/inline.$language" \
            $(pkg-config ${options:+--static} --cflags --libs guidon) \
            -o "inline_${kind}_$language"
        runs "./inline_${kind}_$language" $kind
    done
done

# README.md's lines, as printed, for a PREFIX that the loader does not search
cp "$root/examples/first.c" app.c
# shellcheck disable=SC2016 # the page's own letters
sed -n -e 's/.*`\(export PKG_CONFIG_PATH=[^`]*\)`.*/\1/p' \
    -e 's/.*`\(cc app\.c \$(pkg-config [^`]*\)`.*/\1/p' "$root/README.md" |
    sort -r | sed "s|find PREFIX|find $scratch/moved|" >lines
[ "$(wc -l <lines)" = 2 ] || fail "README.md: no lines for pkg-config"
(
    unset PKG_CONFIG_PATH LD_LIBRARY_PATH
    # shellcheck source=/dev/null
    . ./lines
    ./a.out
) || fail "README.md: the lines for pkg-config do not work"

# -------------------------------------------------------------- the tool's own

[ -x moved/bin/guidon ] || exit 0
moved/bin/guidon new v7 >/dev/null
for page in guidon.1 guidon-new.1 guidon-ids.7; do
    [ -n "$(find moved -name "$page")" ] || fail "no page $page"
done
bash -n moved/share/bash-completion/completions/guidon
for shell in zsh fish; do
    file=$(find moved -name _guidon)
    [ $shell = zsh ] || file=$(find moved -name guidon.fish)
    [ -s "$file" ] || fail "no completions for $shell"
    ! command -v $shell >/dev/null || $shell -n "$file"
done
