#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""progress.py TOOL MODULE: the line of progress is on a terminal alone, after a
second alone, and gone at the end. MODULE turns the clock: nothing waits."""
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import termios

TOOL, MODULE = sys.argv[1:]
WIPE = "\r\033[K"
LINE = b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n"


def read_all(fd):
    """What the terminal was sent, as it was sent."""
    got = b""
    try:
        while block := os.read(fd, 1 << 16):
            got += block
    except OSError:  # the other side is closed
        pass
    return got.decode().replace("\r\n", "\n")


def run(*args, on=("stderr",), clock="300", term="xterm", group=False,
        stdin=subprocess.DEVNULL):
    """What comes on the terminal, 80 columns wide, that the streams `on` are; in
    its background where `group`."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))

    def leave():
        if group:  # a session of its own, whose front another group is
            os.setsid()
            fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
            if pid := os.fork():
                os.waitpid(pid, 0)
                os._exit(0)
            os.setpgid(0, 0)

    streams = {"stdin": stdin, "stdout": subprocess.DEVNULL,
               "stderr": subprocess.DEVNULL}
    streams |= {name: theirs for name in on}
    with subprocess.Popen(
            [TOOL, *args], **streams, preexec_fn=leave,
            env=dict(os.environ, LD_PRELOAD=MODULE, FAULT=f"clock {clock}",
                     LC_ALL="C", TERM=term)) as process:
        os.close(theirs)
        shown = read_all(ours)
        process.wait(timeout=60)
    os.close(ours)
    return shown


def expect(what, got, want):
    if got != want:
        sys.exit(f"{what}:\n  is  {got!r}\n  not {want!r}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("ids", "wb") as file:
            file.write(b"".join(b"%08x" % (i * 0x9e3779b1 % 2 ** 32) + LINE[8:]
                                for i in range(40_000)) + b"x\n")  # six blocks
        check(folder)


def check(folder):
    # The clock is looked at when it begins and when a block came: the fourth is
    # a second later.
    seen = run("check", "ids")
    expect("check", seen,
           "\rguidon check: 21.3k lines, 17.7k a second, 70 %, 0 s left\033[K"
           "\rguidon check: 28.3k lines, 18.9k a second, 88 %, 0 s left\033[K"
           "\rguidon check: 35.4k lines, 19.7k a second, 100 %, 0 s left\033[K"
           + WIPE + "guidon check: 1 of 40001 lines is not valid\n")
    one = "guidon check: 1 of 40001 lines is not valid\n"
    expect("within a second", run("check", "ids", clock="0"), one)
    expect("a dumb terminal", run("check", "ids", term="dumb"), one)
    expect("in the background", run("check", "ids", group=True), one)
    expect("no terminal", run("check", "ids", on=()), "")
    expect("stdout alone", run("check", "ids", on=("stdout",)),
           "ids:40001:0: 1 byte in no known form (a UUID has 36 or 32, a ULID "
           "26)\n")
    # What is written to the same terminal comes on lines of its own, and the next
    # line of progress a second after it.
    seen = run("convert", "ids", on=("stdout", "stderr"))
    if "\033" in seen:
        sys.exit(f"convert: not whole: {seen[:200]!r}")
    # Without a size there is no time left.
    with open("ids", "rb") as file:
        with subprocess.Popen(["cat"], stdin=file,
                              stdout=subprocess.PIPE) as cat:
            seen = run("convert", "--on-error", "skip", stdin=cat.stdout,
                       clock="2000")
    if "left" in seen or "%" in seen or " lines, " not in seen:
        sys.exit(f"convert of a pipe: {seen!r}")
    # Nor is stdin's size that of a folder.
    with open("ids", "rb") as file:
        if "left" not in run("scan", stdin=file):
            sys.exit("scan of stdin: its size is not known")
    with open("ids", "rb") as file:
        seen = run("scan", "-r", stdin=file)
    if "MB, " not in seen or "left" in seen or "%" in seen:
        sys.exit(f"scan of a folder: {seen!r}")
    expect("interrupted", interrupted(folder), (-signal.SIGINT, WIPE, []))
    expect("sent behind", sent_behind(), ("prompt", ""))
    # Nothing where a person types.
    expect("typing", typed(), "guidon check: 1 of 1 lines is not valid\n")
    sort = ["--memory", "64K", "--temporary", folder, "--on-error", "skip"]
    for words, parts in {
            ("new", "-n", "9000"): ["ids, ", "% ", "left"],
            ("convert", "--on-error", "skip", "ids"): ["lines, ", "left"],
            ("stat", "ids"): ["lines, ", "left"],
            ("annotate", "ids"): ["MB, ", "left"],
            ("sort", *sort, "ids"): ["lines, ", "ids written, ", "left"],
            ("dedupe", *sort, "ids"): ["lines, ", "ids sorted, "],
            ("check", "--unique", "--memory", "64K", "ids"):
                ["lines, ", "ids compared, "],
            ("scan", "ids"): ["MB, ", "left"],
            ("scan", "-r", "."): ["MB, "],
            ("audit", "--memory", "64K", "ids"):
                ["lines, ", "ids compared, ", "left"],
            ("check", "ids", "ids"): ["100 %"]}.items():
        seen = run(*words)
        for part in parts:
            if part.strip() not in seen:
                sys.exit(f"{words}: no {part!r} in {seen!r}")
        if seen.rfind("left") > seen.rfind(WIPE):
            sys.exit(f"{words}: it stays: {seen!r}")


def interrupted(folder):
    """A line is there, and so is a file without its name: how it ends, what comes
    on the terminal last, and what is left beside the ids."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
            [TOOL, "sort", "-o", "out"], stdin=subprocess.PIPE,
            stderr=theirs,
            env=dict(os.environ, LD_PRELOAD=MODULE, FAULT="clock 2000",
                     LC_ALL="C", TERM="xterm")) as process:
        os.close(theirs)
        process.stdin.write(LINE * 40_000)
        shown = os.read(ours, 1)  # of the line; it waits for more ids
        process.send_signal(signal.SIGINT)
        shown = (shown + read_all(ours).encode()).decode()
        status = process.wait(timeout=60)
    os.close(ours)
    return (status, shown[-len(WIPE):],
            [name for name in os.listdir(folder) if name != "ids"])


def sent_behind():
    """What comes on the terminal, a line being there, when the tool is stopped,
    another one takes the terminal, and a signal ends the tool."""
    begun, begin = os.pipe()
    leader, terminal = pty.fork()
    if leader == 0:  # whose terminal it is
        os.close(begin)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        with subprocess.Popen(
                [TOOL, "check"], stdin=subprocess.PIPE, preexec_fn=os.setpgrp,
                stdout=subprocess.DEVNULL,
                env=dict(os.environ, LD_PRELOAD=MODULE, FAULT="clock 2000",
                         LC_ALL="C", TERM="xterm")) as process:
            os.tcsetpgrp(2, process.pid)
            process.stdin.write(LINE * 40_000)
            os.read(begun, 1)
            process.send_signal(signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)
            os.tcsetpgrp(2, os.getpgrp())
            os.write(2, b"prompt")
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGCONT)
        os._exit(0)
    os.close(begun)
    shown = os.read(terminal, 1)
    os.close(begin)
    shown += read_all(terminal).encode()
    os.waitpid(leader, 0)
    os.close(terminal)
    return shown.decode().partition("prompt")[1:]


def typed():
    """As run("check"), of a line that comes from the terminal."""
    ours, theirs = pty.openpty()
    os.write(ours, b"x\n\4")
    with subprocess.Popen(
            [TOOL, "check"], stdin=theirs, stdout=subprocess.DEVNULL,
            stderr=theirs,
            env=dict(os.environ, LD_PRELOAD=MODULE, FAULT="clock 2000",
                     LC_ALL="C", TERM="xterm")) as process:
        os.close(theirs)
        shown = read_all(ours)
        process.wait(timeout=60)
    os.close(ours)
    return shown.replace("x\n", "").replace("^D\b\b", "")


main()
