# SPDX-License-Identifier: MIT
"""Gets programs and sources from Debian's packages for tests.

The packages are downloaded and unpacked below a folder of the build, not installed.
So no server starts, and the machine stays as it is. What a machine cannot get is
Unavailable, with the reason, and the caller says what it leaves out.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


class Unavailable(Exception):
    """Something that this machine cannot get, and the reason."""


def run(*command, **options):
    """Run a command. If it fails, raise Unavailable with its first error, as apt-get marks
    it, or with the end of its output."""
    try:
        done = subprocess.run(list(map(str, command)), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False, **options)
    except OSError as error:
        raise Unavailable(f"{command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        lines = done.stdout.strip().splitlines() or ["no output"]
        errors = [line for line in lines if line.startswith("E: ")]
        raise Unavailable(f"{command[0]}: {[*errors, lines[-1]][0]}")
    return done.stdout


def unpacked(folder, unpack):
    """Let `unpack` fill a folder, unless an earlier run filled it completely."""
    if folder.exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = pathlib.Path(tempfile.mkdtemp(prefix=".part-", dir=folder.parent))
    try:
        unpack(part)
        part.chmod(0o755)
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part)
        if not folder.exists():  # another process may have filled it meanwhile
            raise
    return folder


# ------------------------------------------------------- this machine's release


def update_lists():
    """Fetch the lists of packages. This takes root's rights."""
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    run(*sudo, "apt-get", "-q", "update")


def unpacked_packages(folder, names):
    """Packages of this machine's release, without those that they need, unpacked in
    `folder`. The function `names` returns their names: it may ask apt-cache."""
    def unpack(part):
        with tempfile.TemporaryDirectory() as place:
            # apt-get downloads as a user of its own, if that user may write here.
            os.chmod(place, 0o777)
            run("apt-get", "-q", "download", *names(), cwd=place)
            for package in sorted(pathlib.Path(place).glob("*.deb")):
                run("dpkg", "-x", package, part)

    try:
        return unpacked(folder, unpack)
    except Unavailable:
        update_lists()  # the lists may be older than the archive
        return unpacked(folder, unpack)


# ------------------------------------------------------------------ any release


def archive(field):
    """A field of the lists of Debian's packages that this machine has."""
    lines = run("apt-get", "indextargets", "--format", f"$({field})",
                "Created-By: Packages", "Origin: Debian", "Label: Debian").split()
    if not lines:
        raise Unavailable("apt-get: no lists of Debian's packages are here")
    return lines[0]


def mirror():
    """The address of this machine's archive of Debian."""
    return archive("REPO_URI")


def codename():
    """The name of this machine's release of Debian."""
    return archive("CODENAME")


class Release:
    """apt-get for one release of Debian, with lists and a cache below `folder`. No
    step needs root."""

    def __init__(self, folder, name):
        self.home = folder / name
        for part in ["state/lists/partial", "cache/archives/partial"]:
            (self.home / part).mkdir(parents=True, exist_ok=True)
        (self.home / "state/status").touch()
        rows = [f"{kind} [signed-by={KEYS}] {mirror()} {name} main"
                for kind in ["deb", "deb-src"]]
        (self.home / "sources.list").write_text("\n".join(rows) + "\n")
        self.get("update")

    def get(self, *words, cwd=None):
        options = {"Dir::Etc::sourcelist": self.home / "sources.list",
                   "Dir::Etc::sourceparts": "-", "Dir::State": self.home / "state",
                   "Dir::State::status": self.home / "state/status",
                   "Dir::Cache": self.home / "cache",
                   "Acquire::Languages": "none", "APT::Sandbox::User": "root"}
        flags = [word for key, value in options.items()
                 for word in ("-o", f"{key}={value}")]
        return run("apt-get", "-q", "-y", *flags, *words, cwd=cwd)

    def unpack(self, folder, packages, alone=()):
        """Unpack packages with all that they need, and others `alone`."""
        self.get("--no-install-recommends", "--download-only", "install", *packages)
        with tempfile.TemporaryDirectory() as place:
            if alone:
                self.get("download", *alone, cwd=place)
            for path in [*(self.home / "cache/archives").glob("*.deb"),
                         *pathlib.Path(place).glob("*.deb")]:
                if not path.name.startswith("libc6_") or newer_libc(path):
                    run("dpkg", "-x", path, folder)
        self.get("clean")

    def sources(self, package, folder):
        """Unpack the upstream sources of a package."""
        with tempfile.TemporaryDirectory() as place:
            self.get("source", "--tar-only", package, cwd=place)
            archive = next(pathlib.Path(place).glob("*.orig.tar.?z"))
            run("tar", "xf", archive, "--strip-components=1", "-C", folder)


def newer_libc(package):
    """Is this package a C library newer than the machine's?"""
    here = re.search(r"(\d+)\.(\d+)", os.confstr("CS_GNU_LIBC_VERSION"))
    there = re.match(r"libc6_(\d+)\.(\d+)", package.name)
    return tuple(map(int, there.groups())) > tuple(map(int, here.groups()))
