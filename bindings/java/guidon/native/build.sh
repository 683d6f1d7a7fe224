#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build.sh - compiles the JNI library for the systems of the jar.
#
#   build.sh OUT PACKAGE JAVA_HOME SYSTEMS
#
# OUT      where native/SYSTEM/libguidon-java.so and its digest go
# PACKAGE  the package of the Java classes, with dots
# SYSTEMS  words, each of which is host, linux-x86_64, linux-aarch64 or
#          linux-musl-x86_64
#
# The library is compiled as one file. An object that is newer than its sources stays.
# CC names the compiler of the host; CFLAGS and LDFLAGS are added to the flags.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../../.." && pwd)
out=$1 package=${2//.//} java=$3
read -ra systems <<<"$4"
mkdir -p "$out"
out=$(cd "$out" && pwd)
core=$out/core

# older FILE SOURCE...: is a file missing, or older than one of its sources?
older() {
    local source
    [[ -e $1 ]] || return 0
    for source in "${@:2}"; do
        [[ ! $source -nt $1 ]] || return 0
    done
    return 1
}

compiler_of() {
    case $1 in
    linux-aarch64) echo "${CC_AARCH64:-aarch64-linux-gnu-gcc}" ;;
    linux-musl-x86_64) echo "${CC_MUSL:-musl-gcc}" ;;
    *) echo "${CC:-cc}" ;;
    esac
}

build() {
    local system=$1 cc folder work file objects=() warnings
    # The compiler may be words, such as "ccache gcc".
    read -ra cc <<<"${CMAKE_C_COMPILER_LAUNCHER:-} $(compiler_of "$system")"
    [[ $system != host ]] || system=linux-$(uname -m)
    folder=$out/native/$system work=$out/objects/$system
    mkdir -p "$folder" "$work"
    # shellcheck disable=SC2206 # words
    local flags=(-std=c11 -O2 -g0 -fPIC -fvisibility=hidden
        -DGUIDON_STATIC -DGUIDON_NODELETE "-DGUIDON_JAVA_PACKAGE=\"$package\""
        "-I$core" "-I$java/include" "-I$java/include/linux"
        ${CFLAGS:-})
    [[ -e $work/flags && $(<"$work/flags") == "${cc[*]} ${flags[*]}" ]] ||
        rm -f "$work"/*.o
    echo "${cc[*]} ${flags[*]}" >"$work/flags"
    for file in "$core/guidon.c" "$here"/*.c; do
        objects+=("$work/$(basename "$file" .c).o")
        # The tests of the library compile its files with every warning as an error.
        warnings=(-Wall -Wextra)
        [[ -z ${GUIDON_WERROR:-} ]] || warnings+=("$GUIDON_WERROR")
        [[ $file != "$core"/* ]] || warnings=(-w)
        ! older "${objects[-1]}" "$file" "$core/guidon.h" "$here/guidon_jni.h" ||
            "${cc[@]}" "${flags[@]}" "${warnings[@]}" -c "$file" -o "${objects[-1]}"
    done
    # Threads that end call the library, also after the class loader is gone, so the
    # library stays in memory.
    older "$folder/libguidon-java.so" "${objects[@]}" || return 0
    # shellcheck disable=SC2086 # words
    "${cc[@]}" -shared -Wl,-z,nodelete -Wl,-z,defs -Wl,-z,relro,-z,now \
        -Wl,--build-id=none -s "${objects[@]}" -o "$folder/libguidon-java.so" \
        -pthread ${LDFLAGS:-}
    (cd "$folder" && sha256sum libguidon-java.so >libguidon-java.so.sha256)
}

# The library in one file is written again only if a source has changed.
if older "$core/guidon.c" "$root"/src/*/*.[ch] "$root"/include/guidon/*.h; then
    python3 -B "$root/packaging/amalgamate.py" "$root" "$core"
    touch "$core/guidon.c" "$core/guidon.h"
fi
for system in "${systems[@]}"; do
    build "$system"
done
