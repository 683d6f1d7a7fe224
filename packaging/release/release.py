# SPDX-License-Identifier: MIT
"""Makes everything that a publication of Guidon consists of:

    ./dev release DIR [--draft] [--without NAME]... [--only NAME]... [--key FILE]

The files are made from the last commit, in a clone of it, with the date of that commit,
so that two runs can give the same bytes. A file with changes that are not committed ends the
command, because they would be missing.

DIR must not exist. It appears under its name only when every part was made. `--without`
leaves a part out, and the sums, the notes and the provenance name it. Without `--draft`
the command ends before it builds if a value of packaging/publication.toml is not set;
with it, those three say DRAFT. `--only` makes some parts, to try them, and is a draft.
`--key` signs SHA256SUMS with minisign. `--list` prints the parts.
"""

import argparse
import contextlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1] / "tests/support")]
import parts  # noqa: E402
import publication  # noqa: E402
import wheels  # noqa: E402
from place import Failed, Place  # noqa: E402


class Stop(Exception):
    """A sentence that says why nothing was written."""


def git(root, *words):
    done = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stop(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def chosen(table, without, only):
    """The parts that are made, and those that are left out. Each name must be a part."""
    names = [part.name for part in table]
    for name in [*without, *only]:
        if name not in names:
            raise Stop(f'there is no part "{name}"; the parts are: {", ".join(names)}')
    left = [name for name in names if name in without or (only and name not in only)]
    return [part for part in table if part.name not in left], left


def check(root, target, draft, values):
    """End before anything is built if the result could not be a release."""
    unset = list(publication.unset(values))
    if target.exists():
        raise Stop(f"{target} exists; name a folder that does not")
    if not target.parent.is_dir():
        raise Stop(f"{target.parent} is no folder")
    if unset and not draft:
        raise Stop(
            "nothing is built, because packaging/publication.toml is not complete:\n  "
            + "\n  ".join(unset)
            + "\nSet these values, or make a draft by --draft."
        )
    other = [str(path.relative_to(root)) for path, _ in publication.changed(root, values)]
    if other:
        raise Stop(
            f"{', '.join(other)}: not as packaging/publication.toml says; "
            "run python3 packaging/publication.py write, and commit"
        )
    if not draft and (fault := publication.group_fault(root, values)):
        raise Stop(fault)
    changed = git(root, "status", "--porcelain")
    if changed:
        raise Stop("these changes are not committed, and would not be in the release:\n" + changed)


def cloned(root, scratch):
    """A clone of the last commit, without its history."""
    tree = scratch / "guidon"
    git(scratch, "clone", "--quiet", "--depth=1", f"file://{root}", str(tree))
    return tree


def packages():
    """Get the packages of requirements.txt, and let this program import them."""
    sys.path.insert(0, str(wheels.packages("release", HERE / "requirements.txt")))


def made(part, place, out, say):
    """Make one part: its files are in `out` afterwards."""
    import floor  # needs the packages

    begun = time.monotonic()
    files = part.make(place)
    for path in files:
        target = out / path.name
        if target.exists():
            raise Stop(f"two parts make {path.name}")
        shutil.copyfile(path, target)
    for line in floor.faults(part, [out / path.name for path in files]):
        raise Stop(line)
    say(f"{part.name}: {len(files)} files in {time.monotonic() - begun:.0f} s")
    return [path.name for path in files]


@contextlib.contextmanager
def whole(target):
    """A folder that gets the name `target` when everything in it is made."""
    staging = pathlib.Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield staging
        staging.chmod(0o755)
        staging.rename(target)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def release(root, target, words, table=parts.TABLE, say=print):
    """Write the release, and return its folder."""
    values = publication.read((root / "packaging/publication.toml").read_text())
    draft = words.draft or bool(words.only)
    wanted, left = chosen(table, words.without, words.only)
    check(root, target, draft, values)
    packages()
    import papers  # needs the packages

    with tempfile.TemporaryDirectory(prefix="guidon-release-") as scratch, whole(target) as out:
        scratch = pathlib.Path(scratch)
        tree = cloned(root, scratch)
        # Somebody may commit to `root` while the parts are made, so ask the clone.
        commit, epoch = git(tree, "log", "-1", "--format=%H %ct").split()
        place = Place(tree, scratch, int(epoch))
        files = {part: made(part, place, out, say) for part in wanted}
        about = papers.About(
            version=place.version,
            commit=commit,
            epoch=place.epoch,
            draft=draft,
            left=left,
            values=values,
            maintainer=publication.maintainer(values),
        )
        papers.write(out, tree, about, files)
        if words.key:
            papers.sign(out, words.key)
    return target


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="./dev release",
        usage="./dev release DIR [--draft] [--without NAME] [--yes]",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("root", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("dir", type=pathlib.Path, nargs="?")
    parser.add_argument("--draft", action="store_true")
    parser.add_argument("--without", action="append", default=[], metavar="NAME")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--key", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    words = parser.parse_args(arguments)
    if words.list:
        for part in parts.TABLE:
            print(f"{part.name:12} {part.title}")
        return
    if not words.dir:
        parser.error("name the folder DIR that the release shall have")
    begun = time.monotonic()
    try:
        target = release(words.root.resolve(), words.dir.absolute(), words)
    except (Stop, Failed) as stop:
        sys.exit(f"release: {stop}")
    print(f"{target}: made in {(time.monotonic() - begun) / 60:.1f} minutes")


if __name__ == "__main__":
    main(sys.argv[1:])
