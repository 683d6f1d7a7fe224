#!/bin/sh
# SPDX-License-Identifier: MIT
# module.sh FILE - write the page's WebAssembly module: the library with the npm package's
# module.c, and the parts of the tool that cli/page puts behind a screen in memory. Equal sources and an equal compiler
# give equal bytes, in every folder. wasm-opt, of the packages of package.json, makes it small.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=$1
cd "$here/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

compile() { # FILE [OPTION...]
    file=$1
    shift
    clang-19 --target=wasm32 -std=gnu11 -Wall -Wextra ${GUIDON_WERROR:+-Werror} -Oz -flto -nostdlibinc \
        -isystem cli/page/system -Iinclude -fvisibility=hidden \
        -ffunction-sections -fdata-sections -mbulk-memory -msign-ext \
        -mnontrapping-fptoint -DGUIDON_STATIC -DGUIDON_HOST_NONE=1 \
        -DGUIDON_HOST_CLOCK_NS=1000000 -DGDN_WITHOUT_V8 "$@" \
        -c "$file" -o "$scratch/$(echo "$file" | tr / _).o"
}

for file in $(awk '/^[a-z].* (library|page)( |$)/ { print $1 }' packaging/sources.txt); do
    case $file in
    # The compiler must not turn these functions into calls of themselves.
    */libc.c | */memory.c) compile "$file" -fno-builtin ;;
    *) compile "$file" ;;
    esac
done
compile bindings/javascript/wasm/module.c -ffreestanding
# shellcheck disable=SC2046 # the list has many words
wasm-ld-19 -O3 --lto-O2 --gc-sections --strip-all --no-entry -z stack-size=262144 \
    $(sed -n 's/^[a-z].*/--export=&/p' page/exports.txt) \
    "$scratch"/*.o -o "$scratch/page.linked"
# wasm-ld puts nothing below 1,024.
node "$here/../build/page/node_modules/.bin/wasm-opt" -Oz --converge --low-memory-unused \
    --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int \
    --enable-mutable-globals "$scratch/page.linked" -o "$out"
