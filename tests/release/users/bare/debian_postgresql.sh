# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The package of the extension for PostgreSQL, with a server of this Debian.
set -eu
export DEBIAN_FRONTEND=noninteractive
echo 'deb [trusted=yes] file:/release ./' >/etc/apt/sources.list.d/guidon.list
apt-get -q update
name=$(apt-cache search --names-only '^postgresql-[0-9]*-guidon$' | sed 's/ .*//')
apt-get -q -y --no-install-recommends install "$name" postgresql
major=$(echo "$name" | sed 's/[^0-9]//g')
pg_ctlcluster "$major" main start
su postgres -c "psql -qAt -c 'CREATE EXTENSION guidon' \
    -c 'SELECT guidon_version_of(guidon_v7())'" | grep '^7$'
pg_ctlcluster "$major" main stop
