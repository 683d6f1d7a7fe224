#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""walking.py TOOL [MODULE]: scan -r stays in the folder and ends, whatever others swap in
it meanwhile and whatever has nothing to read yet, and reads trees of any depth with few
descriptors. The library MODULE swaps a file between the listing of a folder and the
opening of its entries, and lets a read find nothing yet."""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

from tool import ID as UUID, expect, faulty, module, run

MODULE = module(2)
SECRET = "2ed6657d-e927-468b-95e1-2665a8aea6a2"
DEPTH = 10000
DESCRIPTORS = 256


def scan(folder, *args, **more):
    """The status, the paths of the ids found, and the messages."""
    try:
        done = run("scan", "-r", *args, cwd=folder, text=True, timeout=120, **more)
    except subprocess.TimeoutExpired:
        return "it hangs", [], ""
    found = [line.split(":")[0] for line in done.stdout.splitlines()]
    return done.returncode, found, done.stderr


# ------------------------------------------------------------------- swaps

def tree(folder):
    """a, b/in and c, and beside them what somebody puts in the place of b or c."""
    top = folder / "top"
    (top / "b").mkdir(parents=True)
    for path in ("a", "b/in", "c"):
        (top / path).write_text(UUID)
    protected = folder / "protected"
    protected.mkdir()
    (protected / "in").write_text(SECRET)
    (folder / "link").symlink_to(protected / "in")
    (folder / "dangling").symlink_to("nothing")
    (folder / "folder_link").symlink_to(protected)
    os.mkfifo(folder / "pipe")
    (folder / "file").write_text(SECRET)
    (folder / "folder").mkdir()
    return top


# why, what takes the place, the place, the paths found
SWAPS = [
    ("a link to a protected file", "link", "c", ["a", "b/in"]),
    ("a link to nothing", "dangling", "c", ["a", "b/in"]),
    ("a pipe without a writer", "pipe", "c", ["a", "b/in"]),
    ("a folder", "folder", "c", ["a", "b/in"]),
    ("a link to a protected folder", "folder_link", "b", ["a", "c"]),
    ("a pipe in place of a folder", "pipe", "b", ["a", "c"]),
    ("a file in place of a folder", "file", "b", ["a", "c"]),
]


def test_swaps():
    for why, what, place, want in SWAPS:
        for operand in ([], ["."], ["../top_link"]):
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                top = tree(folder)
                (folder / "top_link").symlink_to("top")
                env = {**faulty(MODULE, "swap 1"), "SWAP_FROM": str(folder / what),
                       "SWAP_TO": str(top / place)}
                start = "" if not operand else operand[0] + "/"
                expect(why, scan(top, *operand, env=env),
                       (0, [start + path for path in want], ""))
                if not (top / (place + ".gone")).exists():
                    sys.exit(f"{why}: nothing was swapped")


def levels_read(swap_from):
    """The status, the levels of a tree of 40 that are not read, and the messages, if
    level 10 moves out of the tree while the walk is at the bottom."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        path = top = folder / "top"
        path.mkdir()
        for _ in range(40):
            (path / "z").write_text(UUID)
            path /= "d"
            path.mkdir()
        (path / "z").write_text(UUID)
        elsewhere = folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "z").write_text(SECRET)
        env = {**faulty(MODULE, "swap 41"), "SWAP_FROM": str(elsewhere / swap_from),
               "SWAP_TO": str(top / "/".join("d" * 10)),
               "SWAP_AWAY": str(elsewhere / "moved")}
        status, found, err = scan(top, env=env)
        lost = set(range(41)) - {path.count("/") for path in found}
        return status, sorted(lost), err.count("it was moved"), len(found)


def test_moved():
    """The walk does not follow '..' out of the tree, and finds the rest of it again."""
    expect("level 10 moves away", levels_read("nothing"), (0, [], 0, 41))
    # Levels 10 to 19 can no longer be reached: not from level 20, nor from the top.
    expect("level 20 takes the place of level 10", levels_read("moved" + "/d" * 10),
           (3, list(range(10, 20)), 10, 31))


# ------------------------------------------------------------------- waits

# The read that would wait, and the paths found. The reads 1 and 2 are of a, 3 and 4 of
# b/in, 5 and 6 of c.
WAITS = [(3, ["a", "c"]), (4, ["a", "b/in", "c"])]


def test_waits():
    """A regular file such as /proc/kmsg, which has more to read only after a wait, keeps
    no other file from being scanned."""
    for read, want in WAITS:
        with tempfile.TemporaryDirectory() as folder:
            env = faulty(MODULE, f"again {read}")
            expect(f"read {read} would wait", scan(tree(pathlib.Path(folder)), env=env),
                   (3, want, "guidon scan: cannot read b/in to its end without "
                    "waiting; name the file to wait for the rest\n"))


# ------------------------------------------------------------------- depth

def limit():
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


def dig(folder, depth):
    """A chain of folders; every 100th has a file before and behind the next one."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    for level in range(depth + 1):
        for name in ("a", "z") if level % 100 == 0 else ():
            with open(os.open(name, os.O_CREAT | os.O_WRONLY, dir_fd=fd), "w") as file:
                file.write(UUID)
        if level < depth:
            os.mkdir("d", dir_fd=fd)
            inner = os.open("d", os.O_RDONLY | os.O_DIRECTORY, dir_fd=fd)
            os.close(fd)
            fd = inner
    os.close(fd)


def test_depth():
    with tempfile.TemporaryDirectory() as folder:
        dig(folder, DEPTH)
        status, found, err = scan(folder, preexec_fn=limit)
        levels = range(0, DEPTH + 1, 100)
        expect("depth: status and messages", (status, err), (0, ""))
        want = ([level * "d/" + "a" for level in levels]
                + [level * "d/" + "z" for level in reversed(levels)])
        if found != want:
            sys.exit(f"depth: {len(found)} files of {len(want)}, or another order")
        subprocess.run(["rm", "-rf", f"{folder}/d"], check=True)


def main():
    if MODULE:
        test_swaps()
        test_moved()
        test_waits()
    test_depth()


main()
