# SPDX-License-Identifier: MIT
"""Checks that no package of tools/packages.txt starts or enables a service.

    services.py SOURCE_DIR

Such packages are unpacked below build/cache instead (tests/support/unpacked_programs.py). A package
is refused if it is in KNOWN, or if it is installed here and has a file of a service."""

import pathlib
import re
import shutil
import subprocess
import sys

KNOWN = {
    "apache2", "clickhouse-server", "cron", "docker.io", "etcd", "etcd-server",
    "libvirt-daemon-system", "man-db", "mariadb-server", "memcached", "mysql-server",
    "nginx", "openssh-server", "postgresql", "postgresql-contrib", "redis-server",
    "snapd", "uuid-runtime", "uuidd"}
SERVER = re.compile(r"postgresql-\d+")
UNIT = re.compile(r"/systemd/system/[^/]+\.(service|socket|timer|path)$|^/etc/init\.d/.+",
                  re.MULTILINE)
# Debian installs it on every system, so no command of ./dev changes anything.
ALLOWED = {"e2fsprogs"}


def packages(table):
    for number, line in enumerate(table.splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")]
        if not line.startswith("#") and len(cells) > 2:
            yield number, cells[1]


def units(package):
    """The first file of a service that an installed package has."""
    if not shutil.which("dpkg"):
        return None
    done = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True,
                          check=False)
    found = UNIT.search(done.stdout)
    return found and found[0]


def faults(table):
    for number, package in packages(table):
        if package in ALLOWED:
            continue
        unit = units(package)
        if package in KNOWN or SERVER.fullmatch(package) or unit:
            yield (f"tools/packages.txt:{number}: {package} starts or enables a service"
                   f"{f' ({unit})' if unit else ''}: unpack it below build/cache instead")


def main():
    table = (pathlib.Path(sys.argv[1]) / "tools/packages.txt").read_text()
    found = list(faults(table))
    if not list(faults("part | etcd-server | command -v etcd |\n")):
        found.append("a row for etcd-server is not found")
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
