# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The library as one file: compile a program in C and one in C++ with it.
set -eu
mkdir /tmp/one-file
cd /tmp/one-file
python3 -m zipfile -e /release/guidon-amalgamation-*.zip .
cd guidon-amalgamation-*
cc -O2 -I. /try/examples/first.c guidon.c -o first
./first | grep '^named'
cc -O2 -c guidon.c
c++ -std=c++17 -O2 -I. /try/examples/first.cpp guidon.o -o first-cpp
./first-cpp | grep '^different  1000$'
