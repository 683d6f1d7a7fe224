# SPDX-License-Identifier: MIT
"""Runs the tests of the extension for DuckDB on each version of DuckDB, or another
program on the newest version:

    run.py [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]

Each version goes into an environment of its own below build/duckdb."""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
HOME = ROOT / "build/duckdb"
sys.path.insert(0, str(HERE.parent))
import build  # noqa: E402


def environment(needs):
    """The Python of the environment with the packages of one requirements file."""
    home = HOME / needs.stem.replace("requirements", "python")
    done = home / needs.name
    if not done.exists() or done.read_bytes() != needs.read_bytes():
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        subprocess.run([home / "bin/python", "-m", "pip", "install", "--require-hashes",
                        "--quiet", "--only-binary=:all:", "-r", needs], check=True)
        shutil.copy(needs, home)
    return str(home / "bin/python")


def command(words):
    """The command after the name of Python: another program, or pytest."""
    if words[:1] == ["--program"]:
        return ["-B", *words[1:]]
    places = [] if any(map(os.path.exists, words)) else [HERE]
    return ["-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", HERE,
            "-c", os.devnull, "-q", "-rs", "--durations=3", *words, *places]


def main(words):
    os.environ["GUIDON_DUCKDB_EXTENSION"] = str(build.build(ROOT, HOME))
    pythons = [environment(needs) for needs in sorted(HERE.glob("requirements-*.txt"))]
    if words[:1] == ["--program"]:
        pythons = pythons[-1:]
    return max(subprocess.run([python, *command(words)], check=False).returncode
               for python in pythons)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
