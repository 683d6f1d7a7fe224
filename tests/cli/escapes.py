# SPDX-License-Identifier: MIT
"""escapes.py TOOL: which outputs of the tool pass bytes of the input on that a
terminal obeys. docs/threat-model.md names them; every other output has printable
characters alone."""

import itertools
import pathlib
import tempfile

from tool import LINE, commands, run

ID = LINE.strip()
TRACED = b"8cced05b-b9d5-ab2c-a5b8-92613e0d5a7c"  # as Envoy writes ids
# Escape sequences that begin with ESC, with CSI as a byte and as UTF-8, and others that
# terminals obey.
HOSTILE = b"\x1b]0;title\x07\x1b[2J\x9b31m\xc2\x9b1m\x08\x7f"
OBEYED = b"\x1b\x9b\x07\x08\x7f"

CHANGING = ["convert", "derive", "mask", "unmask", "encrypt", "decrypt", "repair"]
READING = [*CHANGING, "check", "sort", "dedupe", "stat", "scan", "audit", "annotate",
           "alias"]
COLUMN = ("--id-column", "id", "--header")
WAYS = [(), ("--on-error", "skip"), ("--on-error", "keep"), COLUMN, ("--json",), ("--all",),
        ("--line",), ("--count",), ("--form", "hex")]
PASSED_ON = {*itertools.product(["annotate", "alias"], [(), ("--all",)]),
             *itertools.product(CHANGING, [("--on-error", "keep")]),
             *itertools.product([*CHANGING, "sort", "dedupe"], [COLUMN])}


class Tool:
    def __init__(self, folder):
        keys = {16: folder / "mask.key", 32: folder / "crypt.key"}
        for size, path in keys.items():
            path.write_text("11" * size + "\n")
            path.chmod(0o600)
        self.keys = {
            "alias": ["--no-restore"],
            "repair": ["--cause", "envoy-trace"],
            "derive": ["--no-time", "--key-file", keys[32]],
            **{name: ["--key-file", keys[16]] for name in ("mask", "unmask")},
            **{name: ["--key-file", keys[32]] for name in ("encrypt", "decrypt")}}

    def call(self, name, way, data):
        return run(name, *self.keys.get(name, []), *way, input=data)

    def input_of(self, name, way):
        """Ids that suit the command, and hostile lines or columns beside them."""
        before = {"unmask": "mask", "decrypt": "encrypt"}.get(name)
        one = self.call(before, (), ID).stdout.strip() if before else ID
        if name == "repair":
            one = TRACED
        rows = [b"id,note", one + b"," + HOSTILE] if way == COLUMN else [
            one, HOSTILE, one + HOSTILE, HOSTILE + b" " + one + b" " + HOSTILE]
        return b"\n".join(rows) + b"\n"

    def passes_on(self, name, way):
        done = self.call(name, way, self.input_of(name, way))
        assert not set(done.stderr) & set(OBEYED), (name, way, done.stderr)
        return bool(set(done.stdout) & set(OBEYED))


def main():
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(pathlib.Path(folder))
        found = {one for one in itertools.product(READING, WAYS) if tool.passes_on(*one)}
    assert found == PASSED_ON, (found - PASSED_ON, PASSED_ON - found)
    names = commands()
    assert len(names) == 24 and set(READING) <= set(names), names
    for name in names:
        for words in [[HOSTILE], [b"--" + HOSTILE], [b"--from", HOSTILE], [b"-f", HOSTILE]]:
            done = run(name, *words, input=b"")
            assert not set(done.stdout + done.stderr) & set(OBEYED), (name, words)


main()
