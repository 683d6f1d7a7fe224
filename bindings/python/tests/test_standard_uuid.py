# SPDX-License-Identifier: MIT
"""CPython's own tests of uuid pass with guidon.uuid, and after guidon.patch()."""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys

import pytest

PROGRAM = pathlib.Path(__file__).with_name("standard_tests.py")

LIBUUID = "mocks the result of libuuid, which the makers of guidon do not use"
CLOCK = "mocks the clock and private variables that the makers of guidon do not use"
PRIVATE = "tests a private function of the standard module"

# The tests that cannot pass, and why. Each interpreter has some of them, and exactly
# these fail.
EXCUSED = {
    "test_uuid1_is_safe": LIBUUID,
    "test_uuid1_is_unsafe": LIBUUID,
    "test_uuid1_safe": "wants the answer of libuuid's daemon: is_safe is unknown here",
    "test_uuid1_time": CLOCK,
    "test_uuid6": CLOCK,
    "test_uuid6_test_vectors": CLOCK,
    "test_uuid6_uniqueness": CLOCK,
    "test_uuid7": CLOCK,
    "test_uuid7_monotonicity": CLOCK,
    "test_uuid7_overflow_counter": CLOCK,
    "test_uuid7_timestamp_backwards": CLOCK,
}
# guidon.uuid has the public names of the standard module and none of its private ones.
EXCUSED_IN_MODULE = {
    **EXCUSED,
    "test_find_mac_near_keyword": PRIVATE,
    "test_find_under_heading": PRIVATE,
    "test_find_under_heading_ipv6": PRIVATE,
    "test_ifconfig_getnode": PRIVATE,
    "test_ip_getnode": PRIVATE,
    "test_parse_mac": PRIVATE,
    "test_parse_mac_aix": PRIVATE,
    "test_random_getnode": PRIVATE,
    "test_unix_getnode": PRIVATE,
    "test_unix_getnode_from_libuuid": PRIVATE,
    "test_uuid1_bogus_return_value": LIBUUID,
    "test_uuid1_eui64": PRIVATE,
    "test_uuid1_unknown": LIBUUID,
}


def outcomes_of(target):
    done = subprocess.run(
        [sys.executable, PROGRAM, target], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(
    not importlib.util.find_spec("test") or not importlib.util.find_spec("test.test_uuid"),
    reason="this interpreter has no test package with test_uuid "
    "(Debian has it in libpython3.X-testsuite)",
)
@pytest.mark.parametrize("target, excused", [("module", EXCUSED_IN_MODULE), ("patched", EXCUSED)])
def test_the_tests_of_the_standard_library_pass(target, excused):
    outcomes = outcomes_of(target)
    ran = {name: outcome for name, outcome in outcomes.items() if not outcome.startswith("skipped")}
    assert len(ran) > 30
    failed = {name: outcome for name, outcome in ran.items() if outcome != "ok"}
    unexpected = {
        name: outcome for name, outcome in failed.items() if name.split(".")[1] not in excused
    }
    assert not unexpected
    passed = [name for name in ran if name.split(".")[1] in excused and name not in failed]
    assert not passed, "these tests are excused, but pass"


def test_the_readme_names_the_tests_that_fail():
    text = PROGRAM.parents[1].joinpath("README.md").read_text(encoding="utf-8")
    part = text.partition("## CPython's own tests")[2].partition("\n## ")[0]
    both, module = (set(re.findall(r"`(test_\w+)`", item)) for item in part.split("\n- ")[1:])
    assert both == set(EXCUSED)
    assert module == set(EXCUSED_IN_MODULE) - set(EXCUSED)
