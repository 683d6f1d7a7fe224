# SPDX-License-Identifier: MIT
"""The rules of docs/reference/rules.md, each as a function that finds what breaks it."""

import dataclasses
import re

import declared

RANKS = ("out", "handle", "in", "option", "done", "bad_at")
CLASSES = {
    "out": "what the function writes",
    "handle": "a handle",
    "in": "an input",
    "option": "an option",
    "done": "`done`",
    "bad_at": "`bad_at`",
    "length": "a length",
}
# The order of lengths beside one pointer, and of fields of an id.
LENGTHS = ("out_cap", "out_len", "len", "stride", "n")
TIMES = {"time", "times", "unix_ms", "ticks", "from"}
NUMBER_OF = {"node_number_bits": "node_number", "prefix_bits": "prefix", "shard_bits": "shard"}
# What says that any thread may call a function.
ANY_THREAD = re.compile(r"\bThreads\b|\bany thread\b")
MAY_BE_NULL = re.compile(r"may be NULL(?! if)")
SAYS_NULL = re.compile(rf"{MAY_BE_NULL.pattern}|\bNULL (?:if|is fine|means|to)|accepts NULL")
STANDARD = re.compile(r"\bSource\b|\bRFC \d|\bULID specification|\bDCE 1\.1|\bX\.667")
# Arguments that a reader knows from the rules alone. The comment describes all others.
PLAIN = {
    "out",
    "out_len",
    "id",
    "in",
    "a",
    "b",
    "n",
    "len",
    "generator",
    "key",
    "audit",
    "duplicates",
    "lease",
    "time",
    "kind",
    "form",
    "order",
    "flags",
    "status",
    "name",
}


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of functions.txt."""

    classes: tuple
    has_source: bool


@dataclasses.dataclass(frozen=True)
class Name:
    """A row of names.txt."""

    name: str
    class_: str
    type: str


@dataclasses.dataclass(frozen=True)
class Fault:
    where: str
    name: str
    rule: str
    words: str

    def __str__(self):
        return f"{self.where}: {self.rule}: {self.words}"


def plain_type(text):
    """A type as names.txt writes it: without the size of an array."""
    return re.sub(r"\[\d*\]", "[]", text).replace(" ", "")


def class_of(parameter, names):
    """The class of a parameter, or None if its name and type are unknown together."""
    for one in names:
        if one.name == parameter.name and plain_type(one.type) == plain_type(parameter.type):
            return one.class_
    return None


def name_faults(function, names):
    """One name has one type, and one thing has one name."""
    for one in function.parameters:
        if class_of(one, names):
            continue
        types = [name.type for name in names if name.name == one.name]
        others = sorted(
            {name.name for name in names if plain_type(name.type) == plain_type(one.type)}
        )
        if types:
            yield (
                f"`{one.name}` is {one.type} (names.txt has `{one.name}` as {' or '.join(types)})"
            )
        else:
            yield (
                f"`{one.name}` is no name of an argument (names.txt has for "
                f"{one.type}: {', '.join(others) or 'none'})"
            )


def class_faults(function, row, names):
    found = tuple(class_of(one, names) or "?" for one in function.parameters)
    due = tuple(one.rstrip("?") for one in row.classes)
    if "?" not in found and found != due:
        yield (
            f"the arguments are {' '.join(found) or '-'} (functions.txt has {' '.join(due) or '-'})"
        )


def order_faults(function, names):
    """out, handle, input with its length, options, done, bad_at."""
    highest, before = 0, None
    for one in function.parameters:
        class_ = class_of(one, names)
        if class_ == "length" or class_ is None:
            before = one
            continue
        rank = RANKS.index(class_)
        if rank < highest:
            yield (
                f"`{one.name}` is {CLASSES[class_]} and stands behind "
                f"`{before.name}` (expected: out, handle, input with its length, "
                "options, done, bad_at)"
            )
            break
        highest, before = rank, one
    yield from output_faults(function, names)
    yield from length_faults(function, names)
    yield from field_faults(function, names)


def output_faults(function, names):
    outs = [one.name for one in function.parameters if class_of(one, names) == "out"]
    answers = function.returns not in ("void", "guidon_status")
    if len(outs) == 1 and outs[0] not in ("out", "memory") and not answers:
        yield f"the only output is `{outs[0]}` (expected `out`)"
    if "out" in outs[1:]:
        yield f"`out` stands behind `{outs[0]}` (expected first)"


def length_faults(function, names):
    """A length follows its pointer, and lengths have one order."""
    rank = None
    for one in function.parameters:
        class_ = class_of(one, names)
        if class_ != "length":
            rank = -1 if one.is_pointer and class_ in ("out", "in") else None
            continue
        mine = LENGTHS.index("len" if one.name == "prefix_len" else one.name)
        if rank is None:
            yield f"the length `{one.name}` follows no pointer"
        elif mine < rank:
            yield (f"`{one.name}` stands behind `{LENGTHS[rank]}` (expected: {', '.join(LENGTHS)})")
        rank = mine


def field_faults(function, names):
    """The fields of an id: time, number, number's bits, the rest, random bytes."""
    ins = [one.name for one in function.parameters if class_of(one, names) == "in"]
    late = [
        name
        for name in ins[1:]
        if name in TIMES and not (name == "times" or ins[0] in TIMES | {"path"})
    ]
    if late and not {"id"} & set(ins):
        yield f"`{late[0]}` stands behind `{ins[0]}` (expected first of the inputs)"
    for name in ins:
        number = NUMBER_OF.get(name)
        if number in ins and ins.index(name) != ins.index(number) + 1:
            yield f"`{name}` does not follow `{number}`"
    if "random" in ins[:-1]:
        yield f"`random` stands before `{ins[-1]}` (expected last of the inputs)"


def constness_faults(function, names):
    """A function writes through its outputs and handles, and through nothing else."""
    for one in function.parameters:
        class_ = class_of(one, names)
        if class_ in ("out", "done", "bad_at") and not one.is_written:
            yield f"`{one.name}` is an output, but {one.type} cannot be written"
        if class_ in ("in", "option") and one.is_written:
            yield f"`{one.name}` is {CLASSES[class_]}, but {one.type} can be written"


def capacity_faults(function, names):
    """An output of characters or bytes says how long it may be: by a length behind it, by
    its type, or by the number of items that are read."""
    several = any(one.name == "n" for one in function.parameters)
    for one, after in zip(function.parameters, [*function.parameters[1:], None]):
        if class_of(one, names) == "out" and one.type in ("char *", "unsigned char *", "void *"):
            if not several and not (
                after and (class_of(after, names) == "length" or after.name == "slots")
            ):
                yield f"`{one.name}` is {one.type} without a capacity"


def said_of(name, text):
    """What a comment says of an argument: its row in the list of arguments, and else the
    sentences of its prose with the name or NULL in them."""
    rows = re.findall(
        rf"^ \*   (?:\w+, )*{name}(?:, \w+)* +(?:in|out)\b.*(?:\n \* {{6,}}.*)*", text, re.M
    )
    if rows:
        return re.sub(r"\s+(?:\* )?\s*", " ", " ".join(rows)), ""
    prose = declared.words(re.sub(r"^ \*   .*\n", "", text, flags=re.M))
    return "", " ".join(
        part for part in re.split(r"(?<=\.) ", prose) if re.search(rf"\b{name}\b|\bNULL\b", part)
    )


def null_faults(function, row, names):
    """The comment says of each pointer that may be NULL, and of no other."""
    for one, class_ in zip(function.parameters, row.classes):
        if not one.is_pointer or class_of(one, names) is None or not function.own:
            continue
        row_text, prose = said_of(one.name, function.own)
        may = class_.endswith("?") or one.name in ("bad_at", "out_len")
        if may and not SAYS_NULL.search(row_text + prose):
            yield f"`{one.name}` may be NULL, and the comment does not say so"
        if not may and (
            MAY_BE_NULL.search(row_text) or re.search(rf"`{one.name}` {MAY_BE_NULL.pattern}", prose)
        ):
            yield (
                f"the comment says that `{one.name}` may be NULL, and functions.txt has no ? there"
            )


def must_check_faults(function):
    fails = function.returns == "guidon_status" and function.header != "host.h"
    if fails and not function.must_check:
        yield "returns a status without GUIDON_MUST_CHECK"
    if function.must_check and not fails:
        yield f"has GUIDON_MUST_CHECK and returns {function.returns}"


def export_faults(function):
    # The program defines the functions of host.h.
    if function.exported == (function.header == "host.h"):
        yield "GUIDON_API " + (
            "belongs to functions of the library" if function.exported else "is missing"
        )


def whole(function):
    own = declared.words(function.own) if function.own else ""
    return f"{own} {function.around}"


def comment_faults(function):
    if not function.own:
        yield "no comment stands above it"


def errors_faults(function):
    if function.returns == "guidon_status" and not re.search(r"\bErrors\b", whole(function)):
        yield "returns a status, and its comment has no line `Errors`"


def threads_faults(function):
    if not ANY_THREAD.search(whole(function)):
        yield "neither its comment nor that of its section says which threads may call it"


def code_faults(function):
    if function.header != "host.h" and not re.search(r"\bCode +src/\w+/\w+\.c", whole(function)):
        yield "its comment has no `Code` with the file"


def owns_faults(function):
    text = whole(function)
    if any("**" in one.type for one in function.parameters) and not re.search(
        r"\bOwns\b|\bfrees it\b", text
    ):
        yield "creates an object, and its comment does not say who frees it (`Owns`)"
    if function.returns == "const char *" and not re.search(r"\bconstant\b|\bstatic\b|\bstays\b", text):
        yield (
            'returns a pointer, and its comment does not say how long the text lives ("constant")'
        )


def source_faults(function, row):
    has = bool(STANDARD.search(whole(function)))
    if row.has_source and not has:
        yield 'its comment names no standard (`Source`), and functions.txt has "source"'


def parameter_faults(function):
    text = whole(function)
    for one in function.parameters:
        if one.name not in PLAIN and not re.search(rf"\b{one.name}\b", text):
            yield f"its comment does not describe `{one.name}`"


def many_faults(function, known):
    base = function.name.removesuffix("_many")
    if base == function.name:
        return
    if base not in known:
        yield f"is there without {base}"
    if "n" not in [one.name for one in function.parameters]:
        yield "takes no `n`"


def faults(found, functions, names):
    """All faults of the functions of the headers."""
    known = {one.name for one in found}
    for function in found:
        row = functions.get(function.name)
        if row is None:
            yield Fault(
                str(function),
                function.name,
                "row",
                "tests/interface/functions.txt has no row for it",
            )
            row = Row(tuple(class_of(one, names) or "in" for one in function.parameters), False)
        checks = {
            "name": name_faults(function, names),
            "class": class_faults(function, row, names),
            "order": order_faults(function, names),
            "constness": constness_faults(function, names),
            "capacity": capacity_faults(function, names),
            "null": null_faults(function, row, names),
            "must check": must_check_faults(function),
            "export": export_faults(function),
            "comment": comment_faults(function),
            "errors": errors_faults(function),
            "threads": threads_faults(function),
            "code": code_faults(function),
            "owns": owns_faults(function),
            "source": source_faults(function, row),
            "parameters": parameter_faults(function),
            "many": many_faults(function, known),
        }
        for rule, broken in checks.items():
            for words in broken:
                yield Fault(str(function), function.name, rule, words)
    for name in functions.keys() - known:
        yield Fault("tests/interface/functions.txt", name, "row", f"the headers have no {name}")
