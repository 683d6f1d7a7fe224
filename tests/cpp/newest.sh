#!/bin/sh
# SPDX-License-Identifier: MIT
# newest.sh SOURCE_DIR LIBRARY - the tests of <guidon.hpp> with a compiler and a
# standard library that have std::format and std::expected, where there are some
# here: the build's own compiler may be older.
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

# first_that_does: the first compiler command of these that is new enough.
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
cxx="$cxx -std=c++23 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"

# As one source, the one with main first: the standard library is most of what is
# read, and so is read once.
printf '#include "%s"\n' "$root/tests/cpp/main.cpp" >all.cpp
for source in "$root"/tests/cpp/*.cpp; do
    case $source in
    */main.cpp | */refused.cpp) ;;
    *) printf '#include "%s"\n' "$source" >>all.cpp ;;
    esac
done
$cxx -I"$root/include" all.cpp "$library" -o tests
./tests
