#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [ARGUMENT...] - build the module and test it; the arguments go to node. The tool
# must be built: `./dev test npm` does both.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
"$here/../build.sh"
exec node --test "$@" "$here"/*.test.mjs
