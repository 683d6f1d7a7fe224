# SPDX-License-Identifier: MIT
"""changed.py [--since COMMIT]: prints the parts of the gate that changed files may touch.

Changed are the files that differ between the working tree and COMMIT, untracked ones
too. Without --since, COMMIT is the merge base of HEAD and origin/main. The table
changed.txt names the parts of each file; a file without a row is an error (status 2)."""

import argparse
import subprocess
import sys

import parts


def git(*words):
    done = subprocess.run(["git", "-C", parts.ROOT, *words], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.stdout if done.returncode == 0 else None


def start(since):
    """The commit to compare with."""
    if since:
        found = git("rev-parse", "--verify", "--quiet", f"{since}^{{commit}}")
        if not found:
            sys.exit(f"./dev test changed: no commit \"{since}\" in this clone")
        return found.strip()
    found = git("merge-base", "HEAD", "origin/main")
    if not found:
        sys.exit("./dev test changed: this clone has no branch origin/main to compare "
                 "with; name a commit: ./dev test changed --since COMMIT")
    return found.strip()


def changed(since):
    """The names of the changed files. A renamed file counts under both names."""
    differ = git("diff", "--name-only", "--no-renames", "-z", since)
    new = git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for name in (differ + new).split("\0") if name})


def parts_of(names, table):
    """The parts for some files, and the files that no row covers."""
    found, unknown = set(), []
    for name in names:
        one = parts.parts_of_file(name, table)
        if one is None:
            unknown.append(name)
        else:
            found.update(one)
    return found - {"-"}, unknown


def main():
    parser = argparse.ArgumentParser(prog="./dev test changed", description=__doc__)
    parser.add_argument("--since", metavar="COMMIT")
    since = start(parser.parse_args().since)
    names = changed(since)
    found, unknown = parts_of(names, list(parts.rows(parts.HERE / "changed.txt")))
    if unknown:
        print("\n".join(f"tools/gate/changed.txt has no row for {name}"
                        for name in unknown), file=sys.stderr)
        sys.exit(2)
    print(f"   {len(names)} files differ from {since[:12]}", file=sys.stderr)
    print(" ".join(name for name in parts.parts() if name in found))


if __name__ == "__main__":
    main()
