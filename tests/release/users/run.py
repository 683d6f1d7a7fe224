# SPDX-License-Identifier: MIT
"""Tries each file of a release where a user would use it:

    ./dev test release DIR [KIND...]
    ./dev test release --draft [KIND...]

DIR is what `./dev release` wrote; with `--draft`, a draft of the last commit is made first, and
removed afterwards. Without KIND, all kinds are tried. A kind whose files DIR lacks, or that
this machine cannot try, is named as not tried, and so is each file that no kind used.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import bare  # noqa: E402
import duckdb  # noqa: E402
import empty  # noqa: E402
import java  # noqa: E402
import musl  # noqa: E402
import npm  # noqa: E402
import page  # noqa: E402
import pgxn  # noqa: E402
import spark  # noqa: E402
import sums  # noqa: E402
from trial import ROOT, Failed, NotTried, Place  # noqa: E402

KINDS = [
    *(one.KIND for one in (sums, empty, musl, npm, page, java, spark, duckdb, pgxn)),
    *bare.KINDS,
]


def attempt(kind, release, used):
    """Try one kind: the result, and what to say about it."""
    with tempfile.TemporaryDirectory(prefix="guidon-users-") as scratch:
        place = Place(release, pathlib.Path(scratch))
        try:
            said = kind.attempt(place)
        except NotTried as reason:
            return "not tried", str(reason)
        except Exception as reason:  # a damaged archive raises what its library raises
            used |= place.used
            kind_of = "" if isinstance(reason, Failed) else f"{type(reason).__name__}: "
            return "FAILED", f"{kind_of}{reason}"
        used |= place.used
        return "passed", said


def listed(release):
    """The files that SHA256SUMS names."""
    try:
        lines = (release / "SHA256SUMS").read_text().splitlines()
    except FileNotFoundError:
        sys.exit(f"{release} is no release: it has no SHA256SUMS")
    return [line.split()[-1] for line in lines if line and not line.startswith("#")]


def tried(release, names=(), kinds=None, say=print):
    """Try the kinds, and return how many passed, failed and were not tried."""
    kinds = KINDS if kinds is None else kinds
    known = [kind.name for kind in kinds]
    for name in names:
        if name not in known:
            sys.exit(f'there is no kind "{name}"; there are {", ".join(known)}')
    files, used = listed(release), set()
    counts = {"passed": 0, "FAILED": 0, "not tried": 0}
    for kind in kinds:
        if names and kind.name not in names:
            continue
        begun = time.monotonic()
        result, said = attempt(kind, release, used)
        counts[result] += 1
        say(f"{result:9} {kind.name} ({time.monotonic() - begun:.0f} s): {said}")
    for name in [] if names else sorted(set(files) - used):
        say(f"not tried {name}: no kind used this file")
    say(f"{counts['passed']} passed, {counts['FAILED']} failed, {counts['not tried']} skipped")
    return counts


def draft(folder):
    """A draft of the last commit."""
    release = folder / "release"
    done = subprocess.run([ROOT / "dev", "release", release, "--draft", "--yes"], check=False)
    if done.returncode:
        sys.exit(f"./dev release ended with {done.returncode}")
    return release


def main(words):
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if words else 2
    with tempfile.TemporaryDirectory(prefix="guidon-draft-") as folder:
        first, *names = words
        release = draft(pathlib.Path(folder)) if first == "--draft" else pathlib.Path(first)
        counts = tried(release.resolve(), names)
    return 1 if counts["FAILED"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    sys.exit(main(sys.argv[1:]))
