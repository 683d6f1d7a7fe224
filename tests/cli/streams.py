#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""streams.py TOOL: input and output in non-blocking mode work like any other, and a limit
on file sizes is a failed write."""
import os
import resource
import signal
import subprocess
import tempfile

from tool import LINE, TOOL, expect, run

COUNT = 100_000  # more than a pipe holds
# The command, and whether it prints anything.
READERS = [
    (["convert"], True), (["annotate"], True), (["alias", "--no-restore"], True), (["scan", "-o"], True),
    (["sort"], True), (["dedupe"], True), (["check"], False),
    (["new", "v5", "--namespace", "dns"], True),
]


def test_output():
    """The pipe is full before the test reads."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    with subprocess.Popen([TOOL, "new", "v4", "-n", str(COUNT), "--seed", "1"],
                          stdout=write_end) as process:
        os.close(write_end)
        with open(read_end, "rb") as file:
            lines = file.read().count(b"\n")
    expect("a full pipe", (process.returncode, lines), (0, COUNT))


def test_input():
    """The pipe is empty when the tool first reads: the tool has shown the ids of the
    file before that."""
    for args, want in READERS:
        with tempfile.NamedTemporaryFile() as first:
            first.write(LINE)
            first.flush()
            read_end, write_end = os.pipe()
            os.set_blocking(read_end, False)
            files = [] if args[0] == "new" else [first.name, "-"]
            with subprocess.Popen([TOOL, *args, *files], stdin=read_end,
                                  stdout=subprocess.PIPE) as process:
                os.close(read_end)
                begun = b""
                if args[0] in ("convert", "annotate", "alias", "scan"):
                    begun = process.stdout.readline()
                os.write(write_end, LINE)
                os.close(write_end)
                out = begun + process.stdout.read()
            expect(f"{args}: status", process.returncode, 0)
            expect(f"{args}: is there output", bool(out), want)


def test_file_size():
    """The tool reports the limit and does not end by SIGXFSZ."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    with tempfile.TemporaryFile() as file:
        done = run("new", "-n", "1000", stdout=file, stderr=subprocess.PIPE,
                   preexec_fn=limit)
        expect("a limit on file sizes",
               (done.returncode, done.stderr, os.fstat(file.fileno()).st_size),
               (3, b"guidon new: cannot write the output: File too large\n", 4096))


def main():
    test_output()
    test_input()
    test_file_size()


main()
