# SPDX-License-Identifier: MIT
"""Every function answers every argument with a result or an exception that fits."""

import pytest

import guidon
from surface import Stranger, arguments, functions

FITTING = (TypeError, ValueError, OverflowError, BufferError, AttributeError, guidon.GenerateError)


def attempt(function, *given, **named):
    """Call a function: its result, or the exception if that is one that fits."""
    try:
        return function(*given, **named)
    except RuntimeError as error:
        # What Stranger raises comes through.
        assert any(isinstance(one, Stranger) for one in given) or isinstance(error, FITTING), given
        return error
    except MemoryError as error:
        return error
    except FITTING as error:
        assert str(error) or any(isinstance(one, Stranger) for one in given), given
        return error


@pytest.mark.parametrize("name", functions())
def test_any_argument(name):
    function = functions()[name]
    for given in arguments():
        attempt(function, *given)


@pytest.mark.parametrize("name", functions())
def test_too_many_and_unknown_arguments(name):
    with pytest.raises((TypeError, ValueError)):
        functions()[name](*[object()] * 40)
    with pytest.raises(TypeError):
        functions()[name](no_such_argument=1)
