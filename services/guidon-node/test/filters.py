# SPDX-License-Identifier: MIT
"""Filters of system calls (seccomp), as sandboxes have them."""

import ctypes
import errno
import platform
import struct

NUMBERS = {"x86_64": {"clone": 56, "prctl": 157}, "aarch64": {"clone": 220, "prctl": 167}}
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
# Instructions of BPF, and what they return.
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ERRNO, ALLOW = 0x00050000, 0x7fff0000
# The offsets of the number and of the first argument in struct seccomp_data.
NUMBER, FIRST_ARGUMENT = 0, 16

libc = ctypes.CDLL(None, use_errno=True)


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def refuse(name, first):
    """From now on, the system call `name` fails in this process with EPERM if its first
    argument is `first`."""
    rows = [(LOAD, 0, 0, NUMBER),
            (JUMP_IF_EQUAL, 0, 3, NUMBERS[platform.machine()][name]),
            (LOAD, 0, 0, FIRST_ARGUMENT),
            (JUMP_IF_EQUAL, 0, 1, first),
            (RETURN, 0, 0, ERRNO | errno.EPERM),
            (RETURN, 0, 0, ALLOW)]
    instructions = ctypes.create_string_buffer(
        b"".join(struct.pack("HBBI", *row) for row in rows))
    program = Program(len(rows), ctypes.addressof(instructions))
    for words in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
                  (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)):
        if libc.prctl(*words) != 0:
            raise OSError(ctypes.get_errno(), "prctl")
