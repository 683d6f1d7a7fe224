# SPDX-License-Identifier: MIT
"""The soak finds no repeated id, and finds the one that is planted."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("numpy")
SOAK = pathlib.Path(__file__).with_name("soak.py")


def soak(tmp_path, *words):
    return subprocess.run([sys.executable, "-B", SOAK, "--folder", tmp_path, *words],
                          text=True, stdout=subprocess.PIPE, check=False)


def test_a_planted_repeat_is_found(tmp_path):
    done = soak(tmp_path, "--ids", "400000", "--plant")
    assert done.returncode == 1
    assert ": 1 repeated; out of order: none" in done.stdout


@pytest.mark.long
def test_no_id_of_a_hundred_million_repeats(tmp_path):
    done = soak(tmp_path, "--ids", str(10**8))
    assert done.returncode == 0, done.stdout
