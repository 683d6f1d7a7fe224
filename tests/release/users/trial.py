# SPDX-License-Identifier: MIT
"""What a kind of artefact gets to try its files: the folder of a release, a scratch folder,
and a way to run programs."""

import dataclasses
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Failed(Exception):
    """A file does not do what a user expects of it."""


class NotTried(Exception):
    """What the release or this machine lacks."""


@dataclasses.dataclass(frozen=True)
class Kind:
    """One way to use a release: the parts of packaging/release whose files it uses, and a
    function that tries them in a Place and returns a sentence about what it showed."""

    name: str
    parts: tuple
    attempt: object


class Place:
    def __init__(self, release, scratch):
        self.release, self.scratch = release, scratch
        self.used = set()

    def files(self, what, pattern):
        """The files of the release whose names fit a regular expression."""
        found = sorted(path for path in self.release.iterdir() if re.fullmatch(pattern, path.name))
        if not found:
            raise NotTried(f"the release lacks {what}")
        self.used |= {path.name for path in found}
        return found

    def file(self, what, pattern):
        found = self.files(what, pattern)
        if len(found) != 1:
            names = ", ".join(path.name for path in found)
            raise Failed(f"expected one file that is {what}, found {names}")
        return found[0]

    def folder(self, name):
        made = self.scratch / name
        made.mkdir(parents=True, exist_ok=True)
        return made

    def run(self, *words, cwd=None, text=None, **variables):
        """Run a program and return its output. It fails with the end of what it said."""
        try:
            done = subprocess.run(
                list(map(str, words)), cwd=cwd or self.scratch, input=text, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                env={**os.environ, **{key: str(value) for key, value in variables.items()}},
            )  # fmt: skip
        except FileNotFoundError as error:
            raise NotTried(f"there is no {words[0]} here") from error
        if done.returncode:
            end = "\n".join(done.stdout.splitlines()[-30:])
            raise Failed(f"{' '.join(map(str, words[:4]))} ended with {done.returncode}:\n{end}")
        return done.stdout


def expect(true, sentence):
    if not true:
        raise Failed(sentence)
