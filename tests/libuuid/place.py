# SPDX-License-Identifier: MIT
"""Runs programs with Guidon's libuuid in a directory of its own. Its name contains a
blank. The programs run as a user that is not root and has its own runtime directory,
so that they leave the state of this host alone."""

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
    """A directory with copies of libuuid.so.1, of guidon-libuuid-run and of `more`
    files. A `with` statement deletes it at the end."""

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
        """subprocess.run as the user of this directory."""
        if os.geteuid() == 0:
            options |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        options = {"env": self.environment(), "cwd": self.work, "text": True,
                   "capture_output": True, "check": False} | options
        return subprocess.run([str(word) for word in command], **options)

    def plainly(self, *command, **options):
        """The output of a program with the system's libuuid, or without any."""
        return self.answer(self.start(command, **options), command)

    def answer(self, done, command):
        if done.returncode != 0:
            raise AssertionError(
                f"{command[0]}: status {done.returncode}: {done.stderr}")
        return done.stdout

    def ours(self, *command, environment=None, **options):
        """The output of a program with Guidon's libuuid. It must bind no other."""
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
                                 f"{strangers or 'no libuuid'}")
        return printed

    def bindings(self):
        """The libuuid functions that the loader bound, as pairs (library, name)."""
        return {(found[2], found[3]) for file in self.work.glob("debug.*")
                for found in BOUND.finditer(file.read_text(errors="replace"))}
