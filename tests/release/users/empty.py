# SPDX-License-Identifier: MIT
"""The static tool in a root folder that has nothing else, as in an empty container."""

import os
import shutil
import tarfile

from trial import Kind, NotTried, expect

ID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
ARCHIVE = r"guidon-[\d.]+-linux-{}\.tar\.gz"


def unpacked(place, archive):
    """The one folder in an archive, below the scratch folder."""
    folder = place.folder(f"unpacked-{archive.name}")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    (inner,) = folder.iterdir()
    return inner


def works(place, *program):
    """Make, read and check ids with a tool."""
    made = place.run(*program, "new", "v7", "-n", "1000")
    expect(len(set(made.split())) == 1000, "the tool did not make 1,000 ids")
    place.run(*program, "check", "--unique", text=made)
    shown = place.run(*program, "show", ID)
    expect("UUID version 7" in shown, f"`guidon show` does not say what {ID} is:\n{shown}")


def attempt(place):
    if os.geteuid():
        raise NotTried("only root can enter a root folder")
    root = unpacked(place, place.file("the tool for x86-64", ARCHIVE.format("x86_64")))
    works(place, "chroot", root, "/bin/guidon")
    expect(any((root / "share/man/man1").iterdir()), "the archive has no manual")
    tried = "x86-64 in an empty root folder"
    foreign = unpacked(place, place.file("the tool for AArch64", ARCHIVE.format("aarch64")))
    emulator = shutil.which("qemu-aarch64")
    if emulator:
        works(place, emulator, foreign / "bin/guidon")
        tried += ", AArch64 under qemu-user"
    else:
        tried += "; AArch64 was not tried, because there is no qemu-aarch64"
    return f"the static tool makes, checks and shows ids: {tried}"


KIND = Kind("tool", ("tool",), attempt)
