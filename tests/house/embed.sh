#!/bin/sh
# SPDX-License-Identifier: MIT
# embed.sh SOURCE_DIR CMAKE - a project takes the library in by
# add_subdirectory and links guidon::guidon: shared where it asks for shared
# libraries, static where it says nothing, which is CMake's own custom.
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

# consumer_of TYPE [CMAKE OPTION...]
consumer_of() {
    type=$1
    shift
    "$cmake" -G Ninja -S . -B "$type" "-DEXPECTED_TYPE=$type" "$@" >log ||
        { cat log; return 1; }
    "$cmake" --build "$type" --target consumer >log || { cat log; return 1; }
    printf '%s: ' "$type"
    "./$type/consumer"
}

consumer_of SHARED_LIBRARY -DBUILD_SHARED_LIBS=ON
consumer_of STATIC_LIBRARY
