# SPDX-License-Identifier: MIT
"""Compares Guidon with other libraries: ./dev differential [--scale N]. All of them
read the same texts and write the same ids; every class of disagreement is
counted."""

import argparse
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / "build/differential"
PART = 1_000_000


def do(*command, **more):
    subprocess.run([str(word) for word in command], check=True, **more)


def compile_c(name, *more):
    do("cc", "-std=c11", "-O2", "-D_GNU_SOURCE", "-I", ROOT / "include", "-o",
       OUT / name, HERE / f"{name}.c", *more)


def build_c():
    library = ROOT / "build/release/src/libguidon.a"
    compile_c("inputs", *sorted((ROOT / "tests/oracle").glob("slow_*.c")), library)
    compile_c("compare", library)


def build_libuuid():
    compile_c("libuuid", "-luuid")
    return [OUT / "libuuid"]


def build_python():
    python = OUT / "python/bin/python3"
    if not python.exists():
        do(sys.executable, "-m", "venv", OUT / "python")
    do(python, "-m", "pip", "install", "--require-hashes", "--quiet",
       "--only-binary=:all:", "-r", HERE / "requirements.txt")
    return [python, HERE / "peer.py"]


def copied(name):
    """A copy of the peer's folder to build in, so that the tree stays unchanged."""
    home = OUT / name
    shutil.copytree(HERE / name, home, dirs_exist_ok=True)
    return home


def build_rust():
    do("cargo", "build", "--locked", "--quiet", "--release", cwd=copied("rust"))
    return [OUT / "rust/target/release/guidon_differential"]


def build_go():
    do("go", "build", "-mod=readonly", "-o", "peer", ".", cwd=copied("go"))
    return [OUT / "go/peer"]


def build_java():
    do("javac", "-d", OUT / "java", HERE / "java/Peer.java")
    return ["java", "-cp", OUT / "java", "Peer"]


# The peers: name, build function, and the kinds that each reads and writes.
PEERS = [
    ("libuuid", build_libuuid, ["uuid"]),
    ("Python uuid; python-ulid", build_python, ["uuid", "ulid"]),
    ("Rust uuid; ulid", build_rust, ["uuid", "ulid"]),
    ("google/uuid; oklog/ulid", build_go, ["uuid", "ulid"]),
    ("java.util.UUID", build_java, ["uuid"]),
]


def arguments(name, command, kind, what):
    """The arguments of an adapter. libuuid's takes no kind, because it has one."""
    return [*command, what] if name == "libuuid" else [*command, kind, what]


def compare(name, command, kind, what, inputs):
    """The output lines of compare.c for one peer and one part."""
    answers = OUT / "answers"
    with inputs.open("rb") as given, answers.open("wb") as taken:
        do(*arguments(name, command, kind, what), stdin=given, stdout=taken)
    result = subprocess.run([OUT / "compare", kind, what, inputs, answers],
                          check=True, stdout=subprocess.PIPE)
    for line in result.stdout.decode("latin-1").splitlines():
        n, verb, look, example = line.split("\t")
        yield int(n), verb, look, example


def make_inputs(kind, what, part, n):
    inputs = OUT / "inputs.bin"
    with inputs.open("wb") as out:
        do(OUT / "inputs", "ids" if what == "format" else kind, n, part,
           stdout=out)
    return inputs


def run(peers, kind, what, scale):
    """Run all parts with all peers: {(peer, verb, class): [n, example]}."""
    table = {}
    for part in range(0, scale, PART):
        inputs = make_inputs(kind, what, part // PART,
                             min(PART, scale - part))
        for name, command, kinds in peers:
            if kind not in kinds:
                continue
            for n, verb, look, example in compare(name, command, kind, what,
                                                  inputs):
                row = table.setdefault((name, verb, look), [0, example])
                row[0] += n
    return table


def main():
    parser = argparse.ArgumentParser(prog="./dev differential",
                                     description=__doc__)
    parser.add_argument("--scale", type=int, default=1_000_000,
                        help="inputs for each peer (default: 1000000)")
    args = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    build_c()
    peers = [(name, make(), kinds) for name, make, kinds in PEERS]
    for kind in "uuid", "ulid":
        for what in "parse", "format":
            table = run(peers, kind, what, args.scale)
            print(f"== {kind} {what}: {args.scale:,} inputs, "
                  f"{sum(kind in kinds for _, _, kinds in peers)} peers")
            for (name, verb, look), (n, example) in sorted(table.items()):
                print(f"{name}: {verb} {n:,}: {look}, such as {example}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
