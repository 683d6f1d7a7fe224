# SPDX-License-Identifier: MIT
"""Runs the tests of docs/recipes, or another program with the same Python packages:

    run.py [--long] [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]

The tests execute the blocks of code of the pages, on a ClickHouse and on a MariaDB that
go below build/recipes. --long tests with more rows and connections."""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HOME = ROOT / "build/recipes"


def environment():
    """The Python of the environment, with the packages of requirements.txt."""
    needs, home = HERE / "requirements.txt", HOME / "python"
    done = home / needs.name
    if not done.exists() or done.read_bytes() != needs.read_bytes():
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        subprocess.run([home / "bin/python", "-m", "pip", "install", "--require-hashes",
                        "--no-deps", "--quiet", "--only-binary=:all:", "-r", needs],
                       check=True)
        shutil.copy(needs, home)
    return str(home / "bin/python")


def build_tool():
    """Build the tool in a folder of its own, and return its path."""
    folder = HOME / "tool"
    for words in [["-S", ROOT, "-B", folder, "-G", "Ninja", "-DGUIDON_TESTS=OFF",
                   "-DCMAKE_BUILD_TYPE=Release"],
                  ["--build", folder, "--target", "guidon_tool"]]:
        done = subprocess.run(["cmake", *words], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            sys.exit(done.stdout.decode())
    return str(folder / "cli/guidon")


def command(words):
    """The command after the name of Python: another program, or pytest."""
    if words[:1] == ["--program"]:
        return ["-B", *words[1:]]
    places = [] if any(map(os.path.exists, words)) else [HERE]
    return ["-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", HERE,
            "-c", os.devnull, "-q", "-rs", "--durations=3", *words, *places]


def main(words):
    HOME.mkdir(parents=True, exist_ok=True)
    if "--long" in words:
        os.environ["GUIDON_LONG"] = "1"
        words = [word for word in words if word != "--long"]
    os.environ["GUIDON_TOOL"] = build_tool()
    python = environment()
    os.execv(python, [python, *command(words)])


if __name__ == "__main__":
    main(sys.argv[1:])
