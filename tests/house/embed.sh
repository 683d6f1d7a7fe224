#!/bin/sh
# SPDX-License-Identifier: MIT
# embed.sh SOURCE_DIR CMAKE - a project takes the library in by
# add_subdirectory and links guidon::guidon: shared where it asks for shared
# libraries, static where it says nothing, which is CMake's own custom. The other
# kind is not built, nothing of it is installed, and CMake has no warning.
set -eu

root=$(cd "$1" && pwd)
cmake=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
add_subdirectory("$root" guidon)
get_target_property(type guidon::guidon TYPE)
if(NOT type STREQUAL EXPECTED_TYPE)
  message(FATAL_ERROR "guidon::guidon is a \${type}")
endif()
if(TARGET guidon_tool OR TARGET test_support)
  message(FATAL_ERROR "an embedding project gets the tool or the tests")
endif()
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE guidon::guidon)
END

cat >main.c <<'END'
#include <guidon.h>
#include <stdio.h>

int main(void)
{
    guidon_id id;

    if (guidon_uuid_parse(&id, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", 36,
                          NULL) != GUIDON_OK) {
        return 1;
    }
    printf("version %u, library %s\n", guidon_version_of(&id),
           guidon_library_version());
    return guidon_version_of(&id) != 7;
}
END

# quietly COMMAND... : show what it printed if it fails, or if CMake warns.
quietly() {
    if ! "$@" >log 2>&1 || grep -q 'CMake.* Warning' log; then
        cat log
        return 1
    fi
}

# none FIND_ARGUMENT... : find answers nothing.
none() {
    found=$(find "$@")
    [ -z "$found" ] || { echo "embedding gives also $found"; return 1; }
}

# consumer_of TYPE OTHER_KIND [CMAKE OPTION...]
consumer_of() {
    type=$1
    other=$2
    shift 2
    quietly "$cmake" -G Ninja -S . -B "$type" "-DEXPECTED_TYPE=$type" "$@"
    quietly "$cmake" --build "$type"
    none "$type" -name "$other"
    quietly "$cmake" --install "$type" --prefix "$type/installed"
    none "$type" -path '*/installed/*'
    printf '%s: ' "$type"
    "./$type/consumer"
}

consumer_of SHARED_LIBRARY 'libguidon.a' -DBUILD_SHARED_LIBS=ON
consumer_of STATIC_LIBRARY 'libguidon.so*'
