# SPDX-License-Identifier: MIT
"""Calls a function on the processor with the bytes of a counterexample, and
compares the result with angr's."""

import ctypes
import pathlib

from machine import value_in

NEEDS = {"sse41": "sse4_1", "avx2": "avx2"}
EXPORTED = "guidon_uuid_parse"


def can_run(kernel):
    flags = pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii").split()
    return NEEDS.get(kernel, "fpu") in flags


def _load(library, sets):
    """Load the object and set its globals as for angr. Also gives the difference
    between its addresses here and in angr."""
    native = ctypes.CDLL(str(library.path))
    address = ctypes.cast(getattr(native, EXPORTED), ctypes.c_void_p).value
    moved = address - library.machine.address(EXPORTED)
    for at, pointer in sets:
        ctypes.c_uint64.from_address(at + moved).value = pointer + moved
    return moved


def does_the_same(library, broken):
    """Does the call leave the memory and the result that the counterexample has?"""
    what, model, leaf = broken.args
    function, arguments, sets = what.call
    moved = _load(library, sets)
    if isinstance(function, str):
        function = library.machine.address(function)
    buffers = {at: (ctypes.c_ubyte * len(terms))(
        *[value_in(model, term) for term in terms])
        for at, terms in what.memory.items()}
    values = [arg if isinstance(arg, int) else value_in(model, arg)
              for arg in arguments]
    call = ctypes.CFUNCTYPE(ctypes.c_uint32, *[ctypes.c_uint64] * len(values))
    answer = call(function + moved)(
        *[ctypes.addressof(buffers[value]) if value in buffers else value
          for value in values])
    same = all(bytes(value_in(model, byte) for byte in leaf.bytes(at, len(have)))
               == bytes(have) for at, have in buffers.items())
    return same and (not what.answers or
                     answer == value_in(model, leaf.answer[31:0]))
