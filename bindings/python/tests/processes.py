# SPDX-License-Identifier: MIT
"""Runs a function in many forked processes and collects the bytes that it returns."""

import os
import warnings


def write_all(pipe, data):
    while data:
        data = data[os.write(pipe, data) :]


def child(pipe, function):
    """Never return: pytest must not go on in the child."""
    status = 1
    try:
        write_all(pipe, function())
        status = 0
    finally:
        os._exit(status)


def forked(function):
    """Start a child that writes what `function` returns. Return its id and a pipe."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # Since 3.12 Python warns of fork in a process with threads: that is the test.
        warnings.simplefilter("ignore", DeprecationWarning)
        number = os.fork()
    if number == 0:
        os.close(reader)
        child(writer, function)
    os.close(writer)
    return number, reader


def collect(number, reader):
    """All bytes of a child, which must have ended well."""
    with os.fdopen(reader, "rb") as file:
        data = file.read()
    _, status = os.waitpid(number, 0)
    assert status == 0, f"a child ended with status {status}"
    return data


def ids_of(data):
    """The ids of 16 bytes in these bytes."""
    assert len(data) % 16 == 0
    return [data[at : at + 16] for at in range(0, len(data), 16)]
