#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh DIR - install the tools that build the npm package to DIR: the packages of
# package.json, unless they are there. No package runs a script of its own.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
if ! cmp -s "$here/package-lock.json" .installed; then
    cp "$here"/package*.json .
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
    cp package-lock.json .installed
fi
