# SPDX-License-Identifier: MIT
"""Where the parts of a release are made, and how their archives are written."""

import dataclasses
import functools
import gzip
import io
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import time
import zipfile

import compilers
import wheels

HERE = pathlib.Path(__file__).resolve().parent


class Failed(Exception):
    """A part that could not be made, and the end of what its command said."""


@dataclasses.dataclass
class Place:
    """A clone of the sources, a folder for scratch, and the date of the commit."""

    tree: pathlib.Path
    scratch: pathlib.Path
    epoch: int

    @functools.cached_property
    def version(self):
        header = (self.tree / "include/guidon/version.h").read_text()
        return re.search(r'GUIDON_VERSION +"(.*)"', header)[1]

    def folder(self, name):
        made = self.scratch / name
        made.mkdir(exist_ok=True)
        return made

    def new_folder(self, name):
        return pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self.scratch))

    @property
    def packages(self):
        """The folder with the packages of requirements.txt."""
        return str(wheels.HOME / "release")

    def run(self, *words, cwd=None, **variables):
        """Run a command in the clone. Every build sees the date of the commit."""
        settings = {**os.environ, "SOURCE_DATE_EPOCH": str(self.epoch), "CI": "true", **variables}
        done = subprocess.run(
            list(map(str, words)), cwd=cwd or self.tree, env=settings, check=False,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode:
            end = "\n".join(done.stdout.splitlines()[-40:])
            raise Failed(f"{' '.join(map(str, words[:3]))} ended with {done.returncode}:\n{end}")
        return done.stdout

    def dev(self, *words, **variables):
        return self.run("./dev", *words, "--yes", **variables)

    @functools.cached_property
    def zig(self):
        """The folder with the package ziglang."""
        return wheels.packages("zig", HERE / "requirements-compiler.txt")

    def compiler(self, target):
        """A program that compiles for one of the systems of compilers.py."""
        return compilers.compiler(self.folder("compilers"), self.zig, target)


def archived(place, files, path):
    """Write (name, bytes, mode) as a tar.gz whose bytes depend on nothing else."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content, mode in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(content), mode, place.epoch
            archive.addfile(entry, io.BytesIO(content))
    path.write_bytes(gzip.compress(data.getvalue(), mtime=0))
    return path


def zipped(place, files, path):
    """Write (name, bytes, mode) as a zip archive, likewise."""
    moment = time.gmtime(place.epoch)[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in sorted(files):
            entry = zipfile.ZipInfo(name, moment)
            entry.create_system, entry.external_attr = 3, (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return path


def contents(folder, prefix):
    """The files below a folder as (name, bytes, mode), with names below `prefix`."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            yield f"{prefix}/{path.relative_to(folder).as_posix()}", path.read_bytes(), mode
