# SPDX-License-Identifier: MIT
"""Options and fixtures of the tests."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true",
                     help="also run the tests marked long, in their long form")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes minutes; needs --all")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--all"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="long; see --all"))


@pytest.fixture
def everything(request):
    """Does this run include the long forms of the tests?"""
    return request.config.getoption("--all")
