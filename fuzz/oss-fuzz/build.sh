#!/bin/bash -eu
# SPDX-License-Identifier: MIT
# build.sh - build the fuzz targets as OSS-Fuzz asks: CC, CXX, CFLAGS and CXXFLAGS say how,
# LIB_FUZZING_ENGINE is what a target links, and OUT gets each target with its seeds and its
# longest input. Run it in the root of the repository.
#
# It also runs without OSS-Fuzz:
#   CC=clang CXX=clang++ CFLAGS=-fsanitize=address,fuzzer-no-link CXXFLAGS=$CFLAGS \
#       LIB_FUZZING_ENGINE=-fsanitize=fuzzer OUT=DIR fuzz/oss-fuzz/build.sh
work=${WORK:-build/oss-fuzz}
mkdir -p "$work" "$OUT"

cmake -S . -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=None \
    -DGUIDON_FUZZ=ON -DGUIDON_TESTS=OFF -DGUIDON_TOOL=OFF -DBUILD_SHARED_LIBS=OFF \
    -DGUIDON_HARDEN=OFF "-DGUIDON_FUZZ_ENGINE=$LIB_FUZZING_ENGINE"
# shellcheck disable=SC2046 # words
cmake --build "$work" --target $(python3 -B fuzz/fuzz.py --programs)
python3 -B fuzz/fuzz.py --package "$work/fuzz" "$OUT"
