# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The static tool, unpacked into /usr/local.
set -eu
tar xzf /release/guidon-*-linux-x86_64.tar.gz -C /usr/local --strip-components=1
guidon new v7 -n 1000 | guidon check --unique
guidon --version
