# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The packages, from a local repository of apt.
set -eu
export DEBIAN_FRONTEND=noninteractive
echo 'deb [trusted=yes] file:/release ./' >/etc/apt/sources.list.d/guidon.list
apt-get -q update
apt-get -q -y --no-install-recommends install guidon libguidon-dev guidon-node \
    libguidon-uuid-compat libsqlite3-mod-guidon sqlite3
guidon new v7 -n 1000 | guidon check --unique
guidon-node --version
# shellcheck disable=SC2046 # words
cc /try/examples/first.c $(pkg-config --cflags --libs guidon) -o /tmp/first
/tmp/first | grep '^named'
sqlite3 :memory: ".load /usr/lib/$(cc -print-multiarch)/sqlite3/guidon_sqlite" \
    'SELECT guidon_version_of(guidon_v7());' | grep '^7$'
