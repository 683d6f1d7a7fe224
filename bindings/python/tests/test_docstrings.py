# SPDX-License-Identifier: MIT
"""The docstrings: each function has one, and its examples are right."""

import doctest
import inspect

import guidon
import pytest

FUNCTIONS = [name for name in guidon.__all__ if inspect.isbuiltin(getattr(guidon, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_documents_its_signature(name):
    function = getattr(guidon, name)
    assert function.__doc__.split("\n\n")[0].rstrip().endswith((".", ")"))
    assert all(len(line) < 80 for line in function.__doc__.splitlines())
    for parameter in inspect.signature(function).parameters.values():
        if "_str" in name or "_bytes" in name or parameter.name in {"a", "b"}:
            continue
        assert parameter.name in function.__doc__, parameter


@pytest.mark.parametrize("name", FUNCTIONS)
def test_examples_are_right(name):
    globals_ = {name: getattr(guidon, name) for name in guidon.__all__}
    test = doctest.DocTestParser().get_doctest(
        getattr(guidon, name).__doc__, globals_, name, None, 0
    )
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.failed == 0


def test_there_are_examples():
    assert sum(">>>" in getattr(guidon, name).__doc__ for name in FUNCTIONS) > 15
