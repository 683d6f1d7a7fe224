# SPDX-License-Identifier: MIT
"""The soak finds no repeated id, and finds the one that is planted. A clock that swings
around one time a million times makes no id twice."""

import itertools
import pathlib
import subprocess
import sys

import pytest

import guidon

pytest.importorskip("numpy")
SOAK = pathlib.Path(__file__).with_name("soak.py")


def soak(tmp_path, *words):
    return subprocess.run(
        [sys.executable, "-B", SOAK, "--folder", tmp_path, *words],
        text=True,
        stdout=subprocess.PIPE,
        check=False,
    )


def test_a_planted_repeat_is_found(tmp_path):
    done = soak(tmp_path, "--ids", "400000", "--plant")
    assert done.returncode == 1
    assert ": 1 repeated; out of order: none" in done.stdout


@pytest.mark.long
def test_no_id_of_a_hundred_million_repeats(tmp_path):
    done = soak(tmp_path, "--ids", str(10**8))
    assert done.returncode == 0, done.stdout


def swinging():
    """A clock that steps back by 11 seconds, which is a restart, and forward again."""
    for reading in itertools.cycle((1645557742_000_000_000, 1645557731_000_000_000)):
        yield reading


@pytest.mark.long
@pytest.mark.parametrize("scope", ["thread", "process"])
@pytest.mark.parametrize("kind", ["v1", "v6"])
def test_a_clock_that_swings_a_million_times_repeats_no_id(kind, scope):
    generator = guidon.Generator(kind, clock=swinging().__next__, scope=scope)
    ids = {generator.next_bytes() for _ in range(10**6)}
    assert len(ids) == 10**6
    with_node = guidon.Generator(
        kind, clock=swinging().__next__, scope=scope, node=0x9F6BDECED846, clock_seq=0
    )
    ids, made = set(), 0
    with pytest.raises(guidon.GenerateError):
        while made < 10**6:
            ids.add(with_node.next_bytes())
            made += 1
    assert len(ids) == made >= 2**14
