# SPDX-License-Identifier: MIT
"""standard_tests.py TARGET: run CPython's own test_uuid against TARGET.

TARGET is `module` (guidon.uuid in the place of uuid) or `patched` (the standard uuid
after guidon.patch()). Prints a JSON object: the outcome of each test by its name, which
is "ok", "skipped: ..." or the last line of the failure.
"""

import importlib
import json
import sys
import unittest
import uuid

import guidon
import guidon.uuid


class Outcomes(unittest.TestResult):
    """The outcome of each test. A failed subtest fails its test."""

    def __init__(self):
        super().__init__()
        self.by_name = {}

    def note(self, test, outcome):
        self.by_name[".".join(test.id().split(".")[-2:])] = outcome

    def failed(self, test, error):
        self.note(test, f"{error[0].__name__}: {error[1]}".splitlines()[0])

    def addSuccess(self, test):
        self.note(test, "ok")

    def addSkip(self, test, reason):
        self.note(test, f"skipped: {reason}")

    def addSubTest(self, test, subtest, error):
        if error:
            self.failed(test, error)

    addError = addFailure = failed


def main(target):
    tests = importlib.import_module("test.test_uuid")
    if target == "patched":
        guidon.patch()
    module = guidon.uuid if target == "module" else uuid
    suite = unittest.TestSuite()
    for case in vars(tests).values():
        if isinstance(case, type) and issubclass(case, unittest.TestCase):
            # The attribute is the module under test, for all tests of the class.
            if getattr(case, "uuid", None) is not None:
                case.uuid = module
            suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    outcomes = Outcomes()
    suite.run(outcomes)
    print(json.dumps(outcomes.by_name))


main(sys.argv[1])
