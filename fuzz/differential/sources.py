# SPDX-License-Identifier: MIT
"""Compares `guidon scan` with a search of its own in texts that others wrote:
./dev differential --sources [FOLDER...]. The texts are the files below /usr/share, or below
the folders, and below five packages of PyPI and npm, which it downloads by version and hash.
Each id that one of the two finds and the other does not is listed, and is a failure."""

import collections
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / "build/differential/sources"
TOOL = ROOT / "build/release/cli/guidon"
SHOWN = 20  # differences of each sort

HEX, UPPER, LOWER = b"[0-9a-fA-F]", b"[0-9A-HJKMNP-TV-Z]", b"[0-9a-hjkmnp-tv-z]"
FORMS = {
    "uuid": HEX + b"{8}(?:-" + HEX + b"{4}){3}-" + HEX + b"{12}",
    "ulid": b"[0-7](?:" + UPPER + b"{25}|" + LOWER + b"{25})",
    "hex": HEX + b"{12}[1-8]" + HEX + b"{3}[89abAB]" + HEX + b"{15}",
}
FORMS["hex-0x"] = b"0[xX]" + FORMS["hex"]
# A lookahead has no width, so no text hides another one that begins within it.
IDS = {form: re.compile(b"(?=(" + digits + b")(?![0-9A-Za-z]))") for form, digits in FORMS.items()}
# What may touch an id: no letter or digit, or the end of an escape sequence.
BESIDE = re.compile(
    rb"(?:^|[^0-9A-Za-z]|\\[nrt]|%[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}"
    rb"|\x1b\[(?:\d{1,3}[:;]|[:;])*\d{0,3}m)\Z"
)
NUL_WITHIN = 1 << 18  # a file with a NUL so early is no text


def do(*command, **more):
    subprocess.run([str(word) for word in command], check=True, **more)


def packages():
    """The folders of the packages. Nothing of them is run."""
    venv, python, npm = OUT / "venv", OUT / "python", OUT / "npm"
    for folder in (python, npm):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    do(sys.executable, "-m", "venv", "--clear", venv)
    do(
        venv / "bin/python3",
        "-m",
        "pip",
        "install",
        "--require-hashes",
        "--quiet",
        "--no-deps",
        "--no-compile",
        "--only-binary=:all:",
        "--target",
        python,
        "-r",
        HERE / "sources/requirements.txt",
    )
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / "sources" / name, npm)
    do("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", cwd=npm)
    return [python, npm]


def searched(text):
    """{(offset, form): text} of the ids of a text, by a search of this file."""
    return {
        (found.start(), form): found[1]
        for form, pattern in IDS.items()
        for found in pattern.finditer(text)
        if BESIDE.search(text, max(0, found.start() - 32), found.start())
    }


def texts(folder):
    """The path and bytes of each text below a folder."""
    for home, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(home, name)
            if stat.S_ISREG(os.lstat(path).st_mode):
                text = pathlib.Path(path).read_bytes()
                if b"\0" not in text[:NUL_WITHIN]:
                    yield path, text


def scanned(folder):
    """{path: {(offset, form): text}} of the ids of a folder, by the tool."""
    done = subprocess.run(
        [TOOL, "scan", "--json", "--all", "--lower", "--hex", "--hidden", "-r", folder],
        stdout=subprocess.PIPE,
        check=False,
    )
    if done.returncode not in (0, 1, 3):  # 3: it has named files of UTF-16
        sys.exit(f"guidon scan ended with status {done.returncode}")
    found = collections.defaultdict(dict)
    for line in done.stdout.splitlines():
        one = json.loads(line)
        found[one["file"]][one["offset"], one["form"]] = one["input"].encode()
    return found


def compare(folder):
    """Print the counts of a folder, and return how many ids differ."""
    tool = scanned(folder)
    files, size, ids, differ = 0, 0, collections.Counter(), collections.Counter()
    for path, text in texts(folder):
        want, got = searched(text), tool.pop(path, {})
        files, size = files + 1, size + len(text)
        ids.update(form for _, form in got)
        for what, some in (
            ("lost", want.items() - got.items()),
            ("added", got.items() - want.items()),
        ):
            for (offset, form), found in sorted(some):
                differ[what] += 1
                if differ[what] <= SHOWN:
                    print(f"{path}: {what} at {offset}: {form} {found.decode()}")
    for path in tool:
        differ["added"] += 1
        print(f"{path}: added, in a file that is no text")
    counts = ", ".join(f"{n:,} {form}" for form, n in sorted(ids.items()))
    print(
        f"{folder}: {files:,} texts of {size:,} bytes; {counts or 'no id'}; "
        f"{differ['lost']} lost, {differ['added']} added"
    )
    return differ.total()


def main():
    folders = [os.path.abspath(name) for name in sys.argv[1:]] or ["/usr/share"]
    sys.exit(sum(compare(str(folder)) for folder in [*folders, *packages()]) > 0)


main()
