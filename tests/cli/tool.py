# SPDX-License-Identifier: MIT
"""What the tests of the tool share: a script names the tool in its first argument, runs
it, compares, and writes ids itself."""
import contextlib
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import uuid

TOOL = os.path.abspath(sys.argv[1])
ID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
LINE = ID.encode() + b"\n"
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


# ------------------------------------------------------------------ ids of Python

def canonical(number):
    return str(uuid.UUID(int=number))


def ulid(number):
    return "".join(CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))


def with_version(number, version):
    """The number with this version and the variant of RFC 9562."""
    return number & ~(15 << 76 | 3 << 62) | version << 76 | 2 << 62


# ------------------------------------------------------------------------- runs

def run(*words, env=None, **more):
    """The result of the tool, with its output, unless `more` gives it to another file.
    `env` adds to the environment."""
    if not more.keys() & {"stdout", "stderr"}:
        more["capture_output"] = True
    return subprocess.run([TOOL, *words], env={**os.environ, **(env or {})},
                          check=False, **{"timeout": 600, **more})


@contextlib.contextmanager
def fed(*words, data, env=None, **more):
    """The tool after it has read most of `data`, if that is more than a pipe holds. It
    waits for more of its input."""
    with subprocess.Popen([TOOL, *words], stdin=subprocess.PIPE,
                          env={**os.environ, **(env or {})}, **more) as process:
        process.stdin.write(data)
        process.stdin.flush()
        yield process


def peak_memory(*words, **streams):
    """The most memory in bytes that a run has, as the kernel reports it."""
    with subprocess.Popen([TOOL, *words], **streams) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    expect(f"{words}: status", process.returncode, 0)
    return usage.ru_maxrss * 1024


def module(place):
    """The library of faults.c, if an argument names it."""
    return os.path.abspath(sys.argv[place]) if sys.argv[place:] else ""


def faulty(library, fault):
    """The environment in which the library causes a fault; none for no fault."""
    return {"LD_PRELOAD": library, "FAULT": fault} if fault else {}


def terminal(columns):
    """Both ends of a new terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    return ours, theirs


def installed(program):
    """Whether a program is there. Continuous integration needs each."""
    if shutil.which(program):
        return True
    if os.environ.get("CI"):
        sys.exit(f"{program} is not installed")
    print(f"skipped: {program} is not installed")
    return False


# ------------------------------------------------------------------ comparisons

def expect(what, got, want):
    """End the test if `got` is not `want`; of long ones show where they differ."""
    if got == want:
        return
    if isinstance(got, (str, bytes, list)) and isinstance(want, type(got)):
        at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b),
                  min(len(got), len(want)))
        got, want = (f"{one[max(0, at - 90):at + 90]!r} at {at}" for one in (got, want))
    sys.exit(f"{what}:\n  got      {got!s:.2000}\n  expected {want!s:.2000}")


# ------------------------------------------------------------------------- help

def help_of(*command):
    return run(*command, "--help", text=True).stdout


def commands():
    """The names of the commands, in the order of --help."""
    text = help_of().split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in text.splitlines()]


def choices(command, option):
    """The values that --help lists for an option."""
    text = re.search(rf" --{option} .*:\n((?: {{26}}.*\n)+)", help_of(command))[1]
    return re.split(r",\s+| or ", re.sub(r"\s+", " ", text).strip())
