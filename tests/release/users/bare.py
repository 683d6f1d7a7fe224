# SPDX-License-Identifier: MIT
"""The files that a user of an empty Debian 12 or 13 installs. Each release of Debian is one
root folder, and each way to use it is a script in bare/."""

import atexit
import functools
import os
import pathlib
import shutil
import subprocess

from trial import Kind, NotTried

RUN = pathlib.Path(__file__).resolve().parent / "bare/run.sh"
# What the scripts need beside the smallest system.
PACKAGES = "python3,python3-venv,gcc,g++,libc6-dev,make,cmake,pkg-config"
# Each script, the part of the release that it uses, and what that part's files are called.
SCRIPTS = {
    "sources": ("sources", "the archive of sources", r"guidon-[\d.]+\.tar\.gz"),
    "one_file": ("one-file", "the library as one file", r"guidon-amalgamation-.*\.zip"),
    "tool": ("tool", "the static tool", r"guidon-[\d.]+-linux-x86_64\.tar\.gz"),
    "wheels": ("python", "the wheels", r"guidon_ids-.*\.(whl|tar\.gz)"),
    "wheel_of_sqlite": ("python-sqlite", "the wheel for SQLite", r"sqlite_guidon-.*(whl|tar\.gz)"),
    "debian": (
        "debian", "Debian's packages", r"((lib)?guidon|libsqlite3-mod-guidon)[^+]*\.deb",
    ),
    "debian_postgresql": (
        "debian-postgresql", "Debian's packages for PostgreSQL", r"postgresql-[^+]*\.deb",
    ),
}  # fmt: skip
# Packages are made for the release of Debian of this machine, and for Debian 13 as the part
# debian-13, whose version ends in +deb13u1.
OF_A_DEBIAN = ("debian", "debian_postgresql")


def here():
    """The release of Debian of this machine, such as "12"."""
    lines = pathlib.Path("/etc/os-release").read_text().splitlines()
    values = dict(line.split("=", 1) for line in lines if "=" in line)
    return values.get("VERSION_ID", "").strip('"')


@functools.cache
def root_folder(release, folder):
    """The root folder of a release of Debian, which goes when this program ends."""
    if os.geteuid():
        raise NotTried("only root can make a root folder")
    if any(folder.glob("*.deb")) and not shutil.which("dpkg-scanpackages"):
        raise NotTried("there is no dpkg-scanpackages here (Debian: dpkg-dev)")
    done = subprocess.run(
        ["bash", RUN, "make", release, folder, PACKAGES],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    last = (done.stdout.strip().splitlines() or [""])[-1]
    if done.returncode:
        raise NotTried(last)
    atexit.register(subprocess.run, ["bash", RUN, "remove", last], check=False)
    return last


def part_of(script, release):
    """The part of the release whose files a script uses in a release of Debian."""
    return "debian-13" if script in OF_A_DEBIAN and release == "13" else SCRIPTS[script][0]


def attempt(place, release, script):
    part, what, pattern = SCRIPTS[script]
    if part_of(script, release) != part:
        pattern = pattern.replace("[^+]*", rf"[^+]*\+deb{release}u[^+]*")
        what += f" of Debian {release}"
    elif script in OF_A_DEBIAN and release != here():
        raise NotTried(f"the packages are for Debian {here()}")
    place.files(what, pattern)
    place.run(
        "bash", RUN, "inside", release, root_folder(release, place.release), f"{script}.sh"
    )
    return f"bare/{script}.sh passed in an empty Debian {release}"


KINDS = [
    Kind(f"{script.replace('_', '-')}-{release}", (part_of(script, release),),
         functools.partial(attempt, release=release, script=script))
    for release in ("12", "13")
    for script in SCRIPTS
]  # fmt: skip
