# SPDX-License-Identifier: MIT
"""Runs each test several times in a debug build of CPython, and fails a test that leaves
references behind, as `python -m test -R 3:3` does for CPython's own tests.

A debug build counts all references that exist. A test leaks if their number rises in each
of three runs, and in each of three more. Three runs before these do not count, because they
fill caches; a cache that fills later raises the number in some runs only. The fixtures of
a test are made anew for each run.
"""

import gc
import sys

from _pytest.reports import TestReport
from _pytest.runner import runtestprotocol

FIRST, COUNTED = 3, 3


def total():
    gc.collect()
    return sys.gettotalrefcount()


def run_once(item):
    """The reports of one run, in the order of setup, call and teardown."""
    item._initrequest()
    return runtestprotocol(item, log=False, nextitem=item)


def rises(item):
    """How much the sum rose in each counted run."""
    found = [0] * COUNTED
    for i in range(COUNTED):
        before = total()
        run_once(item)
        found[i] = total() - before
    return found


def leak(item):
    """The rises of two series of runs that all rose, or None."""
    for _ in range(FIRST):
        run_once(item)
    series = [rises(item)]
    if min(series[0]) > 0:
        series.append(rises(item))
        if min(series[1]) > 0:
            return series
    return None


class References:
    """A plugin of pytest. A test that does not pass is run once."""

    def pytest_collection_finish(self):
        """Leave what exists before the tests out of their many collections."""
        gc.collect()
        gc.freeze()

    def pytest_runtest_protocol(self, item, nextitem):
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports = run_once(item)
        series = leak(item) if all(one.passed for one in reports) else None
        item._initrequest()
        if series is not None:
            reports = [reports[0], told(item, series), reports[-1]]
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        # The last run leaves shared fixtures standing that the next test may not need.
        item.session._setupstate.teardown_exact(nextitem)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True


def told(item, series):
    """The report of a test that leaks."""
    return TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords={},
        outcome="failed",
        longrepr=f"references left behind by each run: {series[0]}, and again {series[1]}",
        when="call",
    )
