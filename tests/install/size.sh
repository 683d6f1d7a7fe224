#!/bin/sh
# SPDX-License-Identifier: MIT
# size.sh SOURCE_DIR DIR - a program that makes a version 7 id and writes its text, built
# with guidon.c of DIR as README.md says and stripped, has at most the bytes that
# docs/guides/embedding.md states, and a hundredth more. The figures are those of gcc 12
# on x86-64 with Linux; the status is 77 elsewhere.
set -eu

root=$(cd "$1" && pwd)
one=$(cd "$2" && pwd)
limit_of() {
    sed -n "/makes a version 7 id and writes it/,\$s/.*\`-O2\` with sections | \([0-9,]*\) |.*/\1/p" \
        "$root/docs/guides/embedding.md" | head -n 1 | tr -d ,
}
if [ "$(uname -sm)" != "Linux x86_64" ] || [ "$(gcc -dumpversion 2>/dev/null)" != 12 ]; then
    echo "skipped: the figures are those of gcc 12 on x86-64"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >app.c <<'END'
#include <guidon.h>
#include <stdio.h>

int main(void)
{
    char text[GUIDON_UUID_STR_SIZE];
    guidon_id id;

    if (guidon_new(&id, GUIDON_V7) != GUIDON_OK) {
        return 1;
    }
    puts(guidon_uuid_str(text, &id));
    return 0;
}
END
gcc -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections "-I$one" app.c "$one/guidon.c" -o app
strip app
size=$(wc -c <app | tr -d ' ')
stated=$(limit_of)
echo "$size bytes, $stated are stated"
[ "$size" -le $((stated + stated / 100)) ]
