#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""proofs.py ROOT: every function that a proof names is defined in a source, and every
text that a proof replaces by a fault stands there once. Frama-C passes over a contract
of a function that no source defines, so `./dev prove` alone would find it late."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "proofs"))
sys.dont_write_bytecode = True
import prove  # noqa: E402

COMMENT = re.compile(r"/\*.*?\*/", re.S)
# A name, its parameters, and the brace or the semicolon behind them.
HEADER = re.compile(r"^(?!#)[a-zA-Z][^;{}()=#]*?\b(\w+)\(([^;{}]*)\)\s*([;{])", re.M)


def functions(folder, pattern, end):
    """The functions whose header has this end, in the files of a folder."""
    return {
        name: path
        for path in sorted((root / folder).rglob(pattern))
        for name, _, last in HEADER.findall(COMMENT.sub("", path.read_text()))
        if last == end
    }


def wrong_rows(defined):
    for source, names in prove.CONTRACTS:
        for name in names:
            if name not in defined:
                yield f"proofs/prove.py: {source} proves {name}, which no source defines"
    proved = dict(prove.CONTRACTS)
    for source, name, _, file, old, _ in prove.FAULTS:
        n = (root / "src/generate" / file).read_text().count(old)
        if n != 1:
            yield f"proofs/prove.py: src/generate/{file} has {n} times: {old}"
        if name not in proved[source]:
            yield f"proofs/prove.py: the fault of {name} is in no proof of {source}"


def main():
    defined = {**functions("src", "*.[ch]", "{"), **functions("proofs", "*.c", "{")}
    wrong = list(wrong_rows(defined))
    for name, path in functions("proofs/contracts", "*.h", ";").items():
        if name not in defined:
            wrong.append(f"{path.relative_to(root)}: no source defines {name}")
    if len(defined) < 500:
        wrong.append(f"only {len(defined)} functions are read")
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
