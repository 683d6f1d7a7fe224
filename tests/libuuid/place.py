# SPDX-License-Identifier: MIT
"""Where programs are run with Guidon's libuuid: a folder with a blank in its
name that holds copies of it, for a user that is not root and has a runtime
directory, so that no state of this host is touched."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

NOBODY = 65534
BOUND = re.compile(r"binding file (.+) \[\d+\] to (.+) \[\d+\]: "
                   r"normal symbol `(\w+)' \[(UUID_[\d.]+)\]")


class Place:
    """Copies of libuuid.so.1, of the program that runs others with it, and of
    `more` files; `with` it, then it is gone."""

    def __init__(self, library, *more):
        self.folder = pathlib.Path(tempfile.mkdtemp(suffix=" libuuid"))
        self.folder.chmod(0o755)
        self.library = self.folder / "libuuid.so.1"
        run = pathlib.Path(library).with_name("guidon-libuuid-run")
        for file in (library, run, *more):
            shutil.copy(file, self.folder / pathlib.Path(file).name)
        self.run_with = self.folder / run.name
        self.user = NOBODY if os.geteuid() == 0 else os.geteuid()
        self.runtime = self.folder / "runtime"
        self.work = self.folder / "work"
        for folder in (self.runtime, self.work):
            folder.mkdir(mode=0o700)
            if os.geteuid() == 0:
                os.chown(folder, NOBODY, NOBODY)
        self.debug = self.work / "debug"
        self.bound = set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def environment(self, **more):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("LD_", "XDG_", "PYTHON"))}
        environment |= {"XDG_RUNTIME_DIR": str(self.runtime), "LC_ALL": "C",
                        "HOME": str(self.work), "TZ": "UTC"} | more
        environment["PATH"] += ":/usr/sbin:/sbin"
        return {name: value for name, value in environment.items()
                if value is not None}

    def start(self, command, **options):
        """subprocess.run, as the user of this place."""
        if os.geteuid() == 0:
            options |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        options = {"env": self.environment(), "cwd": self.work, "text": True,
                   "capture_output": True, "check": False} | options
        return subprocess.run([str(word) for word in command], **options)

    def plainly(self, *command, **options):
        """What a program prints with the system's library, or without any."""
        return self.answer(self.start(command, **options), command)

    def answer(self, done, command):
        if done.returncode != 0:
            raise AssertionError(
                f"{command[0]}: status {done.returncode}: {done.stderr}")
        return done.stdout

    def ours(self, *command, environment=None, **options):
        """What it prints with ours, to which alone it has to be bound."""
        for file in self.work.glob("debug.*"):
            file.unlink()
        more = {"LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": str(self.debug)}
        done = self.start([self.run_with, *command],
                          env=self.environment(**more, **(environment or {})),
                          **options)
        printed = self.answer(done, command)
        self.bound = self.bindings()
        strangers = {to for to, _ in self.bound if to != str(self.library)}
        if strangers or not self.bound:
            raise AssertionError(f"{command[0]} is bound to "
                                 f"{strangers or 'no libuuid at all'}")
        return printed

    def bindings(self):
        """Pairs of a library and a name of libuuid that was bound to it."""
        return {(found[2], found[3]) for file in self.work.glob("debug.*")
                for found in BOUND.finditer(file.read_text(errors="replace"))}
