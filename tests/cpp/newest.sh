#!/bin/sh
# SPDX-License-Identifier: MIT
# newest.sh SOURCE_DIR LIBRARY - run the tests of <guidon.hpp> with a compiler and a
# standard library that have std::format and std::expected. The compiler of the build
# may be too old. The test is skipped if this machine has no such compiler.
set -eu

root=$(cd "$1" && pwd)
library=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

cat >has.cpp <<'END'
#include <version>
#if !defined(__cpp_lib_format) || !defined(__cpp_lib_expected)
#  error "not new enough"
#endif
int main() {}
END

# first_that_does: print the first compiler command that is new enough.
first_that_does() {
    for command in 'g++' 'clang++' 'clang++ -stdlib=libc++' \
        'clang++-19 -stdlib=libc++'; do
        # shellcheck disable=SC2086 # a command and its options
        if $command -std=c++23 has.cpp -o has 2>/dev/null; then
            echo "$command"
            return
        fi
    done
}

cxx=$(first_that_does)
[ -n "$cxx" ] || { echo "no compiler here has std::format"; exit 77; }
echo "$cxx -std=c++23"
cxx="$cxx -std=c++23 -Wall -Wextra -Wpedantic -Wshadow -Wconversion ${GUIDON_WERROR:+-Werror}"

# Compile all tests as one source, with main first, because the compiler then reads the
# standard library only once.
printf '#include "%s"\n' "$root/tests/cpp/main.cpp" >all.cpp
for source in "$root"/tests/cpp/*.cpp; do
    case $source in
    */main.cpp | */refused.cpp) ;;
    *) printf '#include "%s"\n' "$source" >>all.cpp ;;
    esac
done
$cxx -I"$root/include" all.cpp "$library" -o tests
./tests
