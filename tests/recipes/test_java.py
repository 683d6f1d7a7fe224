# SPDX-License-Identifier: MIT
"""The Java of docs/recipes/kafka.md and docs/recipes/flink.md runs with a broker of Kafka and
with a cluster of Flink, which Maven gets: about 110 MB, so these tests need --long."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import page

ROOT = page.ROOT
HERE = pathlib.Path(__file__).resolve().parent
# Flink asks for classes of the JDK by reflection.
OPEN = [
    "--add-opens=java.base/java.util=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
]


def checked(*words):
    done = subprocess.run(list(map(str, words)), check=False, capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
    return done.stdout


@pytest.mark.parametrize("file", ["kafka.md", "flink.md"])
def test_a_repeated_record_gets_the_same_id(file, long, tmp_path):
    """The programs of a page, and Check.java, which calls them."""
    if not long:
        pytest.skip("Maven gets 110 MB; see --long")
    if not shutil.which("mvn") or not shutil.which("javac"):
        pytest.skip("no mvn or javac (Debian: maven, default-jdk-headless)")
    name = file.removesuffix(".md")
    home = ROOT / "build/recipes"
    folders = home / "java", home / name
    checked(sys.executable, "-B", ROOT / "bindings/java/run.py", "--recipe", HERE / name, *folders)
    jars = [*folders[0].glob("guidon/guidon-*.jar"), *sorted(folders[1].glob("*.jar"))]
    classes = os.pathsep.join(map(str, [*jars, tmp_path]))
    sources = [HERE / name / "Check.java"]
    for block in page.blocks(file):
        called = re.search(r"^(?:public )?class (\w+)", block.code, re.M)[1]
        sources.append(tmp_path / f"{called}.java")
        sources[-1].write_text(block.code, "utf-8")
    assert len(sources) > 2
    checked("javac", "--release", "17", "-nowarn", "-cp", classes, "-d", tmp_path, *sources)
    words = *OPEN, f"-Djava.io.tmpdir={tmp_path}", "-cp", classes, "Check", tmp_path
    assert checked("java", *words).endswith("done\n")
