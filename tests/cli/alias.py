#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""alias.py TOOL [MEGABYTES]: guidon alias on made logs. What --restore gives back is the
text byte for byte, over many files with one map, with CR LF, bytes of every value, text
that is not UTF-8, ids at the seams of blocks and in every form; after a run over all
files that was killed in the middle; and with two writers at once. A damaged map stays
as it is, and the message names the first wrong line. A million ids take at most 64 bytes
each beside their texts."""
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import uuid

import tool
from tool import TOOL, peak_memory, ulid, with_version

MEGABYTES = int(sys.argv[2]) if len(sys.argv) > 2 else 4
FORMS = ["--all", "--lower", "--hex", "--typeid"]
KINDS = ["number", "uuid", "typeid"]
FILES = 12  # for each kind
BLOCK = 1 << 18


def make_id(rng):
    """An id in a form that scan finds, or a text like one."""
    version = rng.choice([1, 4, 4, 6, 7, 7, 7, 8])
    number = with_version(rng.getrandbits(128), version)
    if version == 7:
        number = number & (1 << 80) - 1 | rng.randrange(1_600_000, 1_800_000) * 10**6 << 80
    one = uuid.UUID(int=number)
    return rng.choice([
        str(one), str(one), str(one), str(one).upper(), one.hex, "0x" + one.hex,
        ulid(number), ulid(number).lower(), "user_" + ulid(number).lower(),
        f"id-{rng.randrange(1, 2000)}", f"user-{rng.randrange(1, 99)}.b",
        f"00000000-0000-4000-8000-{rng.randrange(1, 3000):012x}",
        "a_" + ulid(0x4000_8000_0000_0000_0000 | rng.randrange(1, 3000)).lower()])


def make_text(rng, ids, size):
    """Text with known ids, new ids and neighbours of all sorts."""
    near = [b" ", b" ", b"\n", b"\r\n", b'"', b".", b". ", b"/", b"-", b"_", b"\\n", b"%2F",
            b"\x1b[31m", b"x", b"\0", b"\xff", b"\xc3", b", ", b"=", b"\\u003c"]
    parts, made = [], 0
    while made < size:
        if rng.random() < 0.2 or not ids:
            ids.append(make_id(rng))
        part = rng.choice(near) + rng.choice(ids).encode() + rng.choice(near)
        if rng.random() < 0.3:
            part += rng.randbytes(rng.randrange(40))
        if rng.random() < 0.3:
            part += b" GET /index.html 200 2026-11-27T08:00:00Z utf-8 " * rng.randrange(3)
        seam = (made + len(part)) // BLOCK * BLOCK
        if seam > made:  # let an id stand across the seam
            part = b"." * (seam - made - rng.randrange(40)) + b" " + part
        parts.append(part)
        made += len(part)
    return b"".join(parts)


def run(*args, status=(0, 1), text=None):
    done = tool.run("alias", *map(str, args), input=text)
    if done.returncode not in status:
        sys.exit(f"alias {args}: status {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def output_of_killed(kind, aliases, names):
    """What a run over all files has written when it is killed in the middle. The map is new."""
    some = sum(name.stat().st_size for name in names) // 5  # aliases are shorter than ids
    with subprocess.Popen([TOOL, "alias", "--to", kind, "--map", aliases, *FORMS, *names],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        out = process.stdout.read(some)
        process.send_signal(signal.SIGKILL)
        out += process.stdout.read()
    if process.returncode != -signal.SIGKILL:
        sys.exit(f"{kind}: the run ended before it was killed")
    return out


def check_texts(folder, rng):
    ids = []
    for kind in KINDS:
        names = [folder / f"log{i}" for i in range(FILES)]
        for name in names:
            name.write_bytes(make_text(rng, ids, MEGABYTES * 10**6 // (len(KINDS) * FILES)))
        aliases = folder / f"{kind}.map"
        killed = output_of_killed(kind, aliases, names)
        if not run("--map", aliases, *FORMS, *names).startswith(killed):
            sys.exit(f"{kind}: other aliases than those of a run that was killed")
        del killed
        first = [run("--to", kind, "--map", aliases, *FORMS, name) for name in names]
        rows = aliases.read_bytes()
        for name, out in zip(names, first):
            if run("--restore", "--map", aliases, text=out) != name.read_bytes():
                sys.exit(f"{kind}: {name} does not come back")
            if run("--map", aliases, *FORMS, name) != out:
                sys.exit(f"{kind}: {name} has other aliases in the second run")
        run("--map", aliases, *FORMS, "--in-place", *names)
        if [name.read_bytes() for name in names] != first or aliases.read_bytes() != rows:
            sys.exit(f"{kind}: --in-place does something else")
        run("--restore", "--map", aliases, "--in-place", *names)
        joined = b"".join(name.read_bytes() for name in names)
        if run("--restore", "--map", aliases,
               text=run("--map", aliases, *FORMS, *names)) != joined:
            sys.exit(f"{kind}: the joined files do not come back")


def check_killed(folder, rng):
    """A run that is killed leaves a map that knows every alias of its output."""
    text = make_text(rng, [], 600_000)
    aliases = folder / "killed.map"
    for after in 1000, 20_000, 40_000:  # what the pipes hold
        with subprocess.Popen([TOOL, "alias", "--map", aliases, *FORMS],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as process:
            process.stdin.write(text[:after])
            process.stdin.flush()
            out = os.read(process.stdout.fileno(), 1 << 16)
            process.send_signal(signal.SIGKILL)
            out += process.stdout.read()
        out = out[:out.rfind(b"\n") + 1]  # the last alias may be cut
        back = run("--restore", "--map", aliases, text=out)
        if not text.startswith(back) or len(back) < len(out) // 3:
            sys.exit("what a killed run wrote does not come back")
    with aliases.open("ab") as file:
        file.write(b"id-7")  # a write that was cut
    out = run("--map", aliases, *FORMS, text=text)
    if run("--restore", "--map", aliases, text=out) != text:
        sys.exit("the map of killed runs does not serve the next")


def check_writers(folder, rng):
    """Two writers and one map: the same aliases as in two runs, in some order."""
    texts = [make_text(rng, [], 200_000) for _ in range(2)]
    names = [folder / f"text{i}" for i in range(2)]
    for name, text in zip(names, texts):
        name.write_bytes(text)
    aliases = folder / "two.map"
    running = [subprocess.Popen([TOOL, "alias", "--map", aliases, *FORMS, name],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
               for name in names]
    outs = [process.communicate()[0] for process in running]
    for text, out in zip(texts, outs):
        if run("--restore", "--map", aliases, text=out) != text:
            sys.exit("what two writers wrote does not come back")


def check_damage(folder, rng):
    """The message names the first wrong row of a map, and the map stays as it was."""
    aliases, count = folder / "damaged.map", 200
    ids = "".join(f"{uuid.UUID(int=rng.getrandbits(128), version=4)}\n" for _ in range(count))
    run("--map", aliases, text=ids.encode())
    lines = aliases.read_bytes().splitlines(keepends=True)
    wrong = {"no tab": b"id7\n", "no id": b"id7\tnothing\n", "again": None}
    for at in [3, 32, 33, 34, 64, 65, 66, count - 1]:
        for one in wrong:
            for two in wrong:
                broken = list(lines)
                for i, what in enumerate([one, two]):
                    broken[at + i] = wrong[what] or (
                        lines[at + i].split(b"\t")[0] + b"\t" + lines[2].split(b"\t")[1]
                    )
                aliases.write_bytes(b"".join(broken))
                for words in [], ["--restore"]:
                    done = tool.run("alias", *words, "--map", str(aliases), input=b"id1")
                    if (
                        done.returncode != 3
                        or done.stdout
                        or f"damaged.map:{at + 1}: ".encode() not in done.stderr
                    ):
                        sys.exit(f"{one} in line {at + 1}, {two} below: {done}")
                if aliases.read_bytes() != b"".join(broken):
                    sys.exit(f"{one} in line {at + 1}: the map has changed")


def peak_bytes(args, stdin):
    return peak_memory("alias", *args, stdin=stdin, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)


def check_memory(folder):
    rng = random.Random(5)
    ids, none = folder / "ids", folder / "none"
    count = 1_000_000
    ids.write_text("".join(f"{uuid.UUID(int=rng.getrandbits(128), version=4)}\n"
                           for _ in range(count)))
    none.write_text("x" * 36_999_999 + "\n")
    for kind in "number", "uuid":
        with ids.open("rb") as full, none.open("rb") as empty:
            more = (peak_bytes(["--to", kind, "--map", folder / f"{kind}.m"], full)
                    - peak_bytes(["--to", kind, "--map", folder / "no.m",
                                  "--no-restore"] if kind == "number" else
                                 ["--to", kind, "--no-restore"], empty))
        if more / count - 36 > 64:
            sys.exit(f"{kind}: {more / count - 36:.1f} bytes an id beside its text")


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    rng = random.Random(4)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_texts(folder, rng)
        check_killed(folder, rng)
        check_writers(folder, rng)
        check_damage(folder, rng)
        if "SANITIZE" not in os.environ:
            check_memory(folder)


main()
