# SPDX-License-Identifier: MIT
"""The command line of `python -m guidon`."""

from __future__ import annotations

import argparse
import codecs
import contextlib
import itertools
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any
from uuid import UUID

from . import _core
from ._command_time import instant

NAMED: dict[str, Callable[[str, str | bytes], UUID]] = {
    "v3": _core.uuid3,
    "v5": _core.uuid5,
    "v8": _core.uuid8_sha256,
}
MADE: dict[str, Callable[[], Any]] = {
    "v1": _core.uuid1,
    "v4": _core.uuid4,
    "v6": _core.uuid6,
    "v7": _core.uuid7,
    "ulid": _core.ulid,
}
KINDS = [*sorted({*NAMED, *MADE} - {"ulid"}), "ulid", "typeid"]
# The kinds that take a time, and their names in a Generator.
TIMED = {"v1": "v1", "v6": "v6", "v7": "v7", "ulid": "ulid-monotonic", "typeid": "v7"}


# ---------------------------------------------------------------------- arguments


def count(text: str) -> int:
    """A number that may end in k, M or G."""
    found = re.fullmatch(r"([0-9]+)([kMG]?)", text)
    number = int(found[1]) * 1000 ** " kMG".index(found[2] or " ") if found else -1
    if not 0 <= number < 1 << 64:
        raise argparse.ArgumentTypeError(
            f"invalid N {text!r}; expected a number below 2^64, optionally with k, M or G"
        )
    return number


def namespace(text: str) -> str:
    try:
        _core.uuid5(text, "")
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"invalid NAMESPACE {text!r}; expected dns, url, oid, x500 or an id"
        ) from None
    return text


def prefix(text: str) -> str:
    try:
        return _core.TypeID.from_uuid(bytes(16), text).prefix
    except _core.ParseError as error:
        raise argparse.ArgumentTypeError(f"invalid PREFIX {text!r}: {error.reason}") from None


def add_new(commands: Any) -> None:
    new = commands.add_parser("new", help="make ids")
    new.set_defaults(run=run_new, parser=new)
    new.add_argument(
        "kind",
        metavar="KIND",
        nargs="?",
        default="v7",
        choices=KINDS,
        help=f"{', '.join(KINDS)} (v7)",
    )
    new.add_argument(
        "-n", "--count", metavar="N", type=count, help="number of ids; may end in k, M or G (1)"
    )
    new.add_argument(
        "-f", "--form", metavar="FORM", choices=_core.forms, help="text form of the ids"
    )
    new.add_argument("--prefix", type=prefix, help="type that TypeIDs name")
    new.add_argument(
        "--at", metavar="TIME", type=instant, help="make ids of this time instead of now"
    )
    new.add_argument(
        "--namespace", type=namespace, help="namespace of the names: dns, url, oid, x500 or an id"
    )
    new.add_argument(
        "--name",
        metavar="TEXT",
        action="append",
        help="hash this name; may be repeated (a name for each line of the input)",
    )


def add_show(commands: Any) -> None:
    show = commands.add_parser("show", help="explain an id: kind, time and every form")
    show.set_defaults(run=run_show, parser=show)
    show.add_argument("ids", metavar="ID", nargs="+")
    show.add_argument("--json", action="store_true", help="one JSON object per line")
    show.add_argument(
        "--lenient", action="store_true", help="also read blanks around ids, and more"
    )


def parser_of_commands() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m guidon",
        allow_abbrev=False,
        description="Make and show 128-bit ids: UUID and ULID. Without a command, make a "
        "UUID of version 7. The program guidon reads, converts and checks files of ids.",
        epilog="Exit status: 0 success; 1 the answer is no, such as an id that is not "
        "valid; 2 wrong command line; 3 input or output failed; 4 no entropy, or the "
        "clock is out of range.",
    )
    parser.add_argument("--version", action="version", version=f"guidon {_core.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for add in [add_new, add_show]:
        add(commands)
    return parser


# ----------------------------------------------------------------------- commands


def message(command: str, text: str) -> None:
    """Write a message behind the output so far."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    print(f"guidon {command}: {text}", file=sys.stderr)


def check_new(options: argparse.Namespace) -> None:
    """End the program if options of `new` are missing or do not apply."""
    refuse = options.parser.error
    if options.kind == "typeid" and options.prefix is None:
        refuse("typeid needs --prefix, such as user; --prefix '' writes the suffix alone")
    if options.kind in NAMED and not options.namespace:
        refuse(f"{options.kind} needs --namespace")
    if options.kind != "typeid" and options.prefix is not None:
        refuse(f"{options.kind} excludes --prefix")
    if options.kind == "typeid" and options.form:
        refuse("typeid excludes --form")
    if options.kind in NAMED and options.count is not None:
        refuse(f"{options.kind} excludes --count")
    if options.kind not in TIMED and options.at is not None:
        refuse(f"{options.kind} excludes --at")
    if options.kind not in NAMED and (options.namespace or options.name):
        refuse(f"{options.kind} excludes --namespace and --name")
    if options.form == "ncs":
        refuse("no new id has the form ncs")


def generator_at(options: argparse.Namespace) -> "_core.Generator":
    """A generator whose clock stands still. Its ids of version 7 have no order, and so as
    many random bits as can be, unless the time is finer than the millisecond."""
    kind, at = TIMED[options.kind], options.at
    return _core.Generator(
        kind,
        overflow="fail",
        clock=lambda: at.ns,
        layout="unordered" if kind == "v7" and not at.fine else None,
    )


def generator_of(options: argparse.Namespace) -> Callable[[], Any]:
    """The function that makes an id of the kind; with --at, its clock stands still."""
    make = MADE["v7" if options.kind == "typeid" else options.kind]
    if options.at is not None:
        try:
            generator_at(options).next()
        except _core.GenerateError:
            options.parser.error(f"{options.kind} does not hold the time of --at")
        make = generator_at(options).next
    if options.kind == "typeid":
        return lambda: _core.TypeID.from_uuid(make(), options.prefix)
    return make


def lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a stream without their line feeds, byte for byte, and without the
    byte order mark in front of the first."""
    first = next(iter(stream), b"")
    if first.startswith(codecs.BOM_UTF8):
        first = first[len(codecs.BOM_UTF8) :]
    for line in itertools.chain([first] if first else [], stream):
        yield line[:-1] if line.endswith(b"\n") else line


def new_ids(options: argparse.Namespace) -> Iterator[Any]:
    if options.kind in NAMED:
        names = options.name
        if names is None:
            names = lines(sys.stdin.buffer)
        for name in names:
            yield NAMED[options.kind](options.namespace, name)
        return
    make = generator_of(options)
    for _ in range(1 if options.count is None else options.count):
        yield make()


def run_new(options: argparse.Namespace) -> int:
    check_new(options)
    for made in new_ids(options):
        print(_core.format(made, options.form) if options.form else made)
    return 0


def run_show(options: argparse.Namespace) -> int:
    status = shown = 0
    for text in options.ids:
        found = json.loads(_core.describe_json(text, lenient=options.lenient))
        for reading in found:
            described = {"input": text, **reading}
            if options.json:
                print(json.dumps(described, ensure_ascii=False, separators=(",", ":")))
            else:
                print(end="\n" if shown else "")
                show_text(described)
            shown += 1
        if not found:
            message("show", f"{text!r}: {reason_of(text, options.lenient)}")
            status = 1
    return status


def reason_of(text: str, lenient: bool) -> str:
    """Why a text is not read."""
    try:
        _core.parse(text, lenient=lenient)
    except _core.ParseError as error:
        return error.reason
    return ""


def show_text(reading: dict[str, Any]) -> None:
    forms = reading.pop("forms")
    others = reading.pop("or_as", {})
    del reading["fields"]
    print(reading.pop("input"), end="\n\n")
    for name, value in [
        *reading.items(),
        *(("or as", f"{form}: {id_}") for form, id_ in others.items()),
    ]:
        print(f"  {name:10}  {value}")
    print()
    for name, value in forms.items():
        print(f"  {name:10}  {value}")


def words_of(arguments: Sequence[str]) -> list[str]:
    """The words with their command: `new` if there are none, `show` for an id."""
    commands = {"new", "show"}
    if not arguments:
        return ["new"]
    first = arguments[0]
    if first in commands or first in ("-h", "--help", "--version"):
        return list(arguments)
    return ["show", *arguments] if not first.isalpha() else list(arguments)


def discard_output() -> None:
    """Let the interpreter end without another attempt to write its output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, and return the exit status."""
    given = words_of(sys.argv[1:] if arguments is None else arguments)
    options = parser_of_commands().parse_args(given)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # End as a program of the shell does if the reader of its output has gone.
        discard_output()
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)
        return 3
    except OSError as error:
        discard_output()
        message(given[0], f"{error.strerror}")
        return 3
    except _core.GenerateError as error:
        message(given[0], str(error))
        return 4
