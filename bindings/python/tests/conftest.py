# SPDX-License-Identifier: MIT
"""Options and fixtures of the tests."""

import importlib
import os
import pathlib
import sys

import hypothesis
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests/support"))


def pytest_addoption(parser):
    parser.addoption(
        "--all", action="store_true", help="also run the tests marked long, in their long form"
    )
    parser.addoption(
        "--references",
        action="store_true",
        help="run each test ten times or more in a debug build, and count references",
    )


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes minutes; needs --all")
    use_hypothesis(random=config.getoption("--all"))
    if config.getoption("--references"):
        config.pluginmanager.register(importlib.import_module("references").References())
    if "GUIDON_OWN" in os.environ:
        # run.py installs every package for this interpreter. So a package that
        # cannot be imported fails its tests here, and skips them elsewhere.
        pytest.importorskip = importlib.import_module


def use_hypothesis(random):
    """Judge no test by its time, and let two short runs try the same examples. Long runs
    try 1,000 random columns in each test of columns."""
    hypothesis.settings.register_profile(
        "guidon",
        deadline=None,
        database=None,
        derandomize=not random,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.register_profile(
        "columns", hypothesis.settings.get_profile("guidon"), max_examples=1000 if random else 20
    )
    hypothesis.settings.load_profile("guidon")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--all"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="long; see --all"))


@pytest.fixture
def everything(request):
    """Does this run include the long forms of the tests?"""
    return request.config.getoption("--all")
