# SPDX-License-Identifier: MIT
"""The oldest glibc on which a released file runs: the highest version among the symbols
that each ELF file in it needs."""

import io
import re
import tarfile
import zipfile

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection

# The symbols of glibc 2.28 are on RHEL 8, Debian 10 and Ubuntu 20.04, and later.
NEWEST = (2, 28)


def elf_files(name, data):
    """The ELF files in an archive, or the file itself, as (name, bytes)."""
    if data[:4] == b"\x7fELF":
        yield name, data
    elif data[:4] == b"PK\3\4":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.namelist():
                yield from elf_files(f"{name}: {entry}", archive.read(entry))
    elif data[:2] == b"\x1f\x8b":
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for entry in archive:
                if entry.isfile():
                    yield from elf_files(f"{name}: {entry.name}", archive.extractfile(entry).read())


def glibc(data):
    """The highest version of glibc among the needed symbols, as (2, 28), or None."""
    versions = [
        tuple(map(int, number.split(".")))
        for section in ELFFile(io.BytesIO(data)).iter_sections()
        if isinstance(section, GNUVerNeedSection)
        for _, needed in section.iter_versions()
        for one in needed
        for number in re.findall(r"^GLIBC_([\d.]+)$", one.name)
    ]
    return max(versions, default=None)


def faults(part, paths):
    """A sentence for each ELF file of a part that needs a newer glibc. Debian's packages
    name the glibc that they need, so apt checks it."""
    if part.any_glibc:
        return
    for path in paths:
        for name, data in elf_files(path.name, path.read_bytes()):
            try:
                found = glibc(data)
            except ELFError as error:
                yield f"{name} is a damaged ELF file: {error}"
                continue
            if found and found > NEWEST:
                yield (
                    f"{name} needs glibc {'.'.join(map(str, found))}; "
                    f"{'.'.join(map(str, NEWEST))} is the newest that a release may need"
                )
