#!/bin/sh
# SPDX-License-Identifier: MIT
# embed.sh SOURCE_DIR CMAKE [whole] - a project embeds the library and links guidon::guidon to
# a program in C and one in C++. With add_subdirectory the project asks for a shared
# library. With FetchContent it does not say, so the library is static, as is usual
# for CMake. The other kind is neither built nor installed, and CMake gives no
# warning. Without "whole", the build with the shared library is only planned: its
# steps make that library and not the static one.
set -eu

root=$(cd "$1" && pwd)
cmake=$2
whole=${3-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 17)
if(BY STREQUAL "FetchContent")
  include(FetchContent)
  FetchContent_Declare(guidon SOURCE_DIR "$root")
  FetchContent_MakeAvailable(guidon)
else()
  add_subdirectory("$root" guidon)
endif()
get_target_property(type guidon::guidon TYPE)
if(NOT type STREQUAL EXPECTED_TYPE)
  message(FATAL_ERROR "guidon::guidon is a \${type}")
endif()
if(TARGET guidon_tool OR TARGET test_support)
  message(FATAL_ERROR "an embedding project must not build the tool or the tests")
endif()
foreach(language c cpp)
  add_executable(app_\${language} "$root/tests/install/app.\${language}")
  target_link_libraries(app_\${language} PRIVATE guidon::guidon)
endforeach()
END

# quietly COMMAND... : print its output only if it fails or CMake warns.
quietly() {
    if ! "$@" >log 2>&1 || grep -q 'CMake.* Warning' log; then
        cat log
        return 1
    fi
}

# none FIND_ARGUMENT... : fail if find finds a file.
none() {
    found=$(find "$@")
    [ -z "$found" ] || { echo "embedding must not build or install: $found"; return 1; }
}

# consumer_of TYPE BY OTHER_KIND [CMAKE OPTION...]
consumer_of() {
    type=$1
    by=$2
    other=$3
    shift 3
    quietly "$cmake" -G Ninja -S . -B "$type" "-DEXPECTED_TYPE=$type" \
        "-DBY=$by" "$@"
    if [ "$type" = SHARED_LIBRARY ] && [ -z "$whole" ]; then
        ninja -C "$type" -n -v >plan
        grep -q 'libguidon\.so' plan || { echo "$by: libguidon.so is not built"; return 1; }
        ! grep "$other" plan || { echo "$by: embedding must not build it"; return 1; }
        return
    fi
    quietly "$cmake" --build "$type"
    none "$type" -name "$other"
    quietly "$cmake" --install "$type" --prefix "$type/installed"
    none "$type" -path '*/installed/*'
    for language in c cpp; do
        printf '%s, %s, %s: ' "$by" "$type" "$language"
        "./$type/app_$language"
    done
}

consumer_of SHARED_LIBRARY add_subdirectory 'libguidon.a' -DBUILD_SHARED_LIBS=ON
consumer_of STATIC_LIBRARY FetchContent 'libguidon.so*'

# A project that installs the library too installs the kind that it links.
quietly "$cmake" -DGUIDON_INSTALL=ON STATIC_LIBRARY
quietly "$cmake" --build STATIC_LIBRARY
quietly "$cmake" --install STATIC_LIBRARY --prefix again
none again -name 'libguidon.so*'
[ -n "$(find again -name libguidon.a)" ] || { echo "no libguidon.a"; exit 1; }
