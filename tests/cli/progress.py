#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""progress.py TOOL MODULE: the progress line appears only on a terminal and only after
a second, and is gone at the end. MODULE replaces the clock, so that the test never
waits."""
import fcntl
import os
import pty
import signal
import subprocess
import sys
import tempfile
import termios

from tool import LINE, TOOL, expect, faulty, module, terminal

MODULE = module(2)
WIPE = "\r\033[K"


def environment(clock="2000", term="xterm"):
    return {**os.environ, **faulty(MODULE, f"clock {clock}"), "LC_ALL": "C", "TERM": term}


def read_all(fd):
    """All output on the terminal, with escape sequences."""
    got = b""
    try:
        while block := os.read(fd, 1 << 16):
            got += block
    except OSError:  # the other end is closed
        pass
    return got.decode().replace("\r\n", "\n")


def run(*args, on=("stderr",), clock="300", term="xterm", group=False,
        stdin=subprocess.DEVNULL):
    """Run the tool with the streams `on` on a terminal of 80 columns; in its
    background if `group`. Returns the output on the terminal."""
    ours, theirs = terminal(80)

    def leave():
        if group:  # a new session, whose foreground is another group
            os.setsid()
            fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
            if pid := os.fork():
                os.waitpid(pid, 0)
                os._exit(0)
            os.setpgid(0, 0)

    streams = {"stdin": stdin, "stdout": subprocess.DEVNULL,
               "stderr": subprocess.DEVNULL}
    streams |= dict.fromkeys(on, theirs)
    with subprocess.Popen(
            [TOOL, *args], **streams, preexec_fn=leave,
            env=environment(clock, term)) as process:
        os.close(theirs)
        shown = read_all(ours)
        process.wait(timeout=60)
    os.close(ours)
    return shown


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("ids", "wb") as file:
            file.write(b"".join(b"%08x" % (i * 0x9e3779b1 % 2 ** 32) + LINE[8:]
                                for i in range(40_000)) + b"x\n")  # six blocks
        check(folder)


def check(folder):
    # The tool reads the clock at the start and after each block. The fourth reading
    # is a second later.
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
           "ids:40001:1: 1 byte in no known form (a UUID has 36 or 32, a ULID "
           "26)\n")
    # Output on the same terminal has lines of its own. The next progress line comes a
    # second later.
    seen = run("convert", "ids", on=("stdout", "stderr"))
    if "\033" in seen:
        sys.exit(f"convert: not whole: {seen[:200]!r}")
    # If the size is unknown, the line has no remaining time.
    with open("ids", "rb") as file:
        with subprocess.Popen(["cat"], stdin=file,
                              stdout=subprocess.PIPE) as cat:
            seen = run("convert", "--on-error", "skip", stdin=cat.stdout,
                       clock="2000")
    if "left" in seen or "%" in seen or " lines, " not in seen:
        sys.exit(f"convert of a pipe: {seen!r}")
    # A folder's size is unknown too, unlike that of a file as stdin.
    with open("ids", "rb") as file:
        if "left" not in run("scan", stdin=file):
            sys.exit("scan of stdin: the size must be known")
    with open("ids", "rb") as file:
        seen = run("scan", "-r", stdin=file)
    if "MB, " not in seen or "left" in seen or "%" in seen:
        sys.exit(f"scan of a folder: {seen!r}")
    expect("interrupted", interrupted(folder), (-signal.SIGINT, WIPE, []))
    expect("sent behind", sent_behind(), ("prompt", ""))
    # No progress line if the input comes from a terminal.
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
                sys.exit(f"{words}: expected {part!r} in {seen!r}")
        if seen.rfind("left") > seen.rfind(WIPE):
            sys.exit(f"{words}: the progress line stays: {seen!r}")


def interrupted(folder):
    """Interrupt `sort -o` while it shows progress and has an unfinished file. Returns
    the status, the end of the terminal's output, and the files that remain."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([TOOL, "sort", "-o", "out"], stdin=subprocess.PIPE,
                          stderr=theirs, env=environment()) as process:
        os.close(theirs)
        process.stdin.write(LINE * 40_000)
        shown = os.read(ours, 1)  # the progress line; the tool waits for more ids
        process.send_signal(signal.SIGINT)
        shown = (shown + read_all(ours).encode()).decode()
        status = process.wait(timeout=60)
    os.close(ours)
    return (status, shown[-len(WIPE):],
            [name for name in os.listdir(folder) if name != "ids"])


def sent_behind():
    """The output after a prompt. The tool shows progress and is stopped, another
    process takes the terminal, and a signal ends the tool."""
    begun, begin = os.pipe()
    leader, terminal = pty.fork()
    if leader == 0:  # the process that owns the terminal
        os.close(begin)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        with subprocess.Popen(
                [TOOL, "check"], stdin=subprocess.PIPE, preexec_fn=os.setpgrp,
                stdout=subprocess.DEVNULL, env=environment()) as process:
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
    """The output of `guidon check` for a line that a person types."""
    ours, theirs = pty.openpty()
    os.write(ours, b"x\n\4")
    with subprocess.Popen([TOOL, "check"], stdin=theirs, stdout=subprocess.DEVNULL,
                          stderr=theirs, env=environment()) as process:
        os.close(theirs)
        shown = read_all(ours)
        process.wait(timeout=60)
    os.close(ours)
    return shown.replace("x\n", "").replace("^D\b\b", "")


main()
