# SPDX-License-Identifier: MIT
"""The claims about writing and reading a form, as questions to the solver. If a
claim does not hold, the answer is an input that breaks it."""

import claripy

from grammar import STATUS, code
from machine import Fault, counterexample, known, value_in

# Addresses of the arguments: none is aligned, and none overlap.
ID, TEXT, BAD_AT, OUT_LEN = 0x10000001, 0x20000003, 0x30000005, 0x40000007


class Broken(Exception):
    """A claim does not hold: the call, an input that breaks it, and its path."""

    def __str__(self):
        what, model, leaf = self.args
        return what.shown(model, leaf)


class Writing:
    """Write any id over any bytes."""

    answers, given = False, None

    def __init__(self, form):
        self.form = form
        self.id = unknown("id", 16)
        self.old = unknown("old", form.len)
        self.memory = {ID: self.id, TEXT: self.old}
        self.readable = {"id": (ID, 16)}
        self.writable = {"text": (TEXT, form.len)}

    def holds(self, leaf):
        """The function writes the text of the id and nothing else."""
        text = leaf.bytes(TEXT, self.form.len)
        return self.form.is_canonical(text, claripy.Concat(*self.id))

    def plain(self):
        return claripy.And(*[char == ord(".") for char in self.old])

    def shown(self, model, leaf):
        text = bytes(value_in(model, c) for c in leaf.bytes(TEXT, self.form.len))
        return f"id {hex_of(model, self.id)} is written as {said(text)}"


class WritingWithRoom(Writing):
    """Write any id by guidon_format, with any capacity."""

    answers = True

    def __init__(self, form):
        super().__init__(form)
        self.cap = claripy.BVS("cap", 64, explicit_name=True)
        self.old_len = unknown("old_len", 8)
        self.memory[OUT_LEN] = self.old_len
        self.writable["out_len"] = (OUT_LEN, 8)

    def holds(self, leaf):
        status, length = leaf.answer[31:0], leaf.word(OUT_LEN)
        done = claripy.And(status == code("OK"), length == self.form.len,
                           super().holds(leaf))
        is_text = self.form.has_text(claripy.Concat(*self.id))
        why = claripy.If(is_text, code("E_SPACE"), code("E_VERSION"))
        refused = claripy.And(status == why, unchanged(leaf, TEXT, self.old),
                              unchanged(leaf, OUT_LEN, self.old_len))
        fits = claripy.And(is_text, self.cap.UGE(self.form.len))
        return claripy.If(fits, done, refused)

    def plain(self):
        return claripy.And(super().plain(), self.cap == self.form.len)


class Reading:
    """Read any text of the form's length, or any text of another length, over any
    id. bad_at may be NULL. If the form's grammar leaves out texts that are read, only
    the texts of the grammar are asked for."""

    answers = True

    def __init__(self, form, has_len, tells):
        self.form, self.tells = form, tells
        self.text = unknown("text", form.len)
        self.len = claripy.BVV(form.len, 64)
        self.given = form.is_right(self.text) if form.reads_more else None
        if not has_len:
            self.len = claripy.BVS("len", 64, explicit_name=True)
            self.given = self.len != form.len
        self.id = unknown("id", 16)
        self.old_at = unknown("old_at", 8)
        self.memory = {TEXT: self.text, ID: self.id, BAD_AT: self.old_at}
        self.readable = {"text": (TEXT, form.len)} if has_len else {}
        self.writable = {"id": (ID, 16)}
        if tells:
            self.writable["bad_at"] = (BAD_AT, 8)
        # The expected result: a status, the offset of the first fault, an id.
        is_len = self.len == form.len
        status, at = form.answer(self.text)
        shorter = self.len.ULT(form.len)
        ends = claripy.If(shorter, self.len, claripy.BVV(form.len, 64))
        self.status = claripy.If(is_len, status, code("E_LENGTH"))
        self.at = claripy.If(is_len, at, ends)
        self.read = form.id_of(self.text)

    def holds(self, leaf):
        is_right = self.status == code("OK")
        id_ = claripy.Concat(*leaf.bytes(ID, 16))
        read = claripy.And(id_ == self.read,
                           unchanged(leaf, BAD_AT, self.old_at))
        refused = claripy.And(unchanged(leaf, ID, self.id),
                              leaf.word(BAD_AT) == self.at if self.tells
                              else claripy.true())
        return claripy.And(
            leaf.answer[31:0] == self.status,
            claripy.If(is_right, read, refused),
            # The function must not write even the same bytes.
            claripy.Or(is_right, claripy.BoolV("id" not in leaf.written)))

    def plain(self):
        """The condition of a counterexample that is easy to read."""
        return claripy.And(*[char == 0xee for char in self.id],
                           *[is_plain(char) for char in self.text])

    def shown(self, model, leaf):
        text = bytes(value_in(model, c) for c in self.text)
        n = value_in(model, self.len)
        status, at = (value_in(model, term) for term in (self.status, self.at))
        got = name_of(value_in(model, leaf.answer[31:0]))
        was = hex_of(model, self.id)
        now = hex_of(model, leaf.bytes(ID, 16))
        offset = value_in(model, leaf.word(BAD_AT))
        where = f" at {offset}" if self.tells and got != "OK" else ""
        return (f"{said(text)}, len {n}: {got}{where}, "
                f"id {'as it was' if was == now else now}; "
                f"should be {name_of(status)}"
                f"{'' if status == 0 else f' at {at}'}")


class ManyWriting:
    """Write some ids, `stride` bytes apart or as lines."""

    answers, given = False, None

    def __init__(self, form, n, stride, is_lines):
        self.form, self.n, self.stride = form, n, stride
        self.is_lines = is_lines
        self.ids = unknown("id", 16 * n)
        self.old = unknown("old", stride * n)
        self.memory = {ID: self.ids, TEXT: self.old}
        self.readable = {"ids": (ID, 16 * n)}
        self.writable = records(form.len, n, stride, is_lines)

    def holds(self, leaf):
        return claripy.And(*[self.is_written(leaf, i) for i in range(self.n)])

    def is_written(self, leaf, i):
        text = leaf.bytes(TEXT + i * self.stride, self.stride)
        id_ = claripy.Concat(*self.ids[16 * i:16 * i + 16])
        written = self.form.is_canonical(text[:self.form.len], id_)
        return claripy.And(written, text[self.form.len] == ord("\n")) \
            if self.is_lines else written

    def plain(self):
        return claripy.And(*[char == ord(".") for char in self.old])

    def shown(self, model, leaf):
        wrong = next(i for i in range(self.n)
                     if not value_in(model, self.is_written(leaf, i)))
        text = leaf.bytes(TEXT + wrong * self.stride, self.stride)
        text = bytes(value_in(model, c) for c in text)
        return (f"id {wrong} of {self.n}, "
                f"{hex_of(model, self.ids[16 * wrong:16 * wrong + 16])}, "
                f"is written as {said(text)}")


class ManyReading:
    """Read some texts, `stride` bytes apart or as lines, over any ids."""

    answers, given = True, None

    def __init__(self, form, n, stride, is_lines):
        self.form, self.n, self.stride = form, n, stride
        self.is_lines = is_lines
        self.text = unknown("text", stride * n)
        self.ids = unknown("id", 16 * n)
        self.memory = {TEXT: self.text, ID: self.ids}
        self.readable = records(form.len, n, stride, is_lines)
        self.writable = {"ids": (ID, 16 * n)}

    def record(self, i):
        return self.text[i * self.stride:][:self.form.len]

    def is_right(self, i):
        right = self.form.is_right(self.record(i))
        if not self.is_lines:
            return right
        end = self.text[i * self.stride + self.form.len]
        return claripy.And(right, end == ord("\n"))

    def holds(self, leaf):
        """The function answers how many texts are right. On each path that is a
        known number."""
        done = known(leaf.answer)
        if done is None:
            raise Fault("a path does not return a known number")
        right = [self.is_right(i) for i in range(min(done + 1, self.n))]
        ids = [leaf.bytes(ID + 16 * i, 16) for i in range(self.n)]
        return claripy.And(
            claripy.BoolV(done <= self.n), *right[:done],
            *[claripy.Not(wrong) for wrong in right[done:]],
            *[claripy.Concat(*id_) == self.form.id_of(self.record(i))
              for i, id_ in enumerate(ids[:done])],
            *[new == old for new, old in zip(sum(ids[done:], []),
                                             self.ids[16 * done:])])

    def plain(self):
        return claripy.And(*[char == 0xee for char in self.ids],
                           *[claripy.Or(char == ord("\n"), is_plain(char))
                             for char in self.text])

    def shown(self, model, leaf):
        done = known(leaf.answer)
        right = next((i for i in range(self.n)
                      if not value_in(model, self.is_right(i))), self.n)
        at = min(done, right, self.n - 1)
        text = self.text[at * self.stride:(at + 1) * self.stride]
        text = bytes(value_in(model, c) for c in text)
        id_ = hex_of(model, leaf.bytes(ID + 16 * at, 16))
        return (f"{said(text)}, record {at} of {self.n}: {done} are read, its id "
                f"is {id_}; {right} are right")


def records(length, n, stride, is_lines):
    """The ranges that a function may touch: the n texts, nothing between them."""
    if is_lines or stride == length:
        return {"texts": (TEXT, stride * n)}
    return {f"text {i}": (TEXT + i * stride, length) for i in range(n)}


def unknown(name, n):
    return [claripy.BVS(f"{name}{i}", 8, explicit_name=True) for i in range(n)]


def unchanged(leaf, at, old):
    return claripy.And(*[new == was
                         for new, was in zip(leaf.bytes(at, len(old)), old)])


def name_of(status):
    return STATUS[status] if status < len(STATUS) else str(status)


def is_plain(char):
    return claripy.And(char.UGT(ord(" ")), char.ULT(127))


def hex_of(model, terms):
    return bytes(value_in(model, term) for term in terms).hex()


def said(text):
    """Bytes as a readable string: other characters than printable ASCII as \\xNN."""
    return '"' + "".join(chr(c) if 32 <= c < 127 and c not in b'"\\'
                         else f"\\x{c:02x}" for c in text) + '"'


def hold(what, leaves):
    """Prove the claim for all paths, and that the paths cover every input."""
    if not leaves:
        raise Fault("the function has no path to its end")
    wrong = [claripy.And(leaf.condition, claripy.Not(what.holds(leaf)))
             for leaf in leaves]
    model = counterexample(claripy.Or(*wrong))
    if model:
        model = plainest(what, leaves, wrong) or model
        leaf = leaves[next(i for i, term in enumerate(wrong)
                           if value_in(model, term))]
        raise Broken(what, model, leaf)
    given = [] if what.given is None else [what.given]
    if counterexample(*given, *[claripy.Not(leaf.condition) for leaf in leaves]):
        raise Fault("the paths do not cover every input")
    return len(leaves)


def plainest(what, leaves, wrong):
    """A counterexample that is easy to read: if possible a wrong text that is
    accepted, or else one that can be printed."""
    accepted = claripy.Or(*[claripy.And(term, leaf.answer[31:0] == code("OK"))
                            for leaf, term in zip(leaves, wrong)])
    return (what.answers and counterexample(accepted, what.plain())) or \
        counterexample(claripy.Or(*wrong), what.plain())


def agree(form):
    """Prove of the grammar that reading is the inverse of writing, and writing of
    reading except for case. The code is proved to follow the grammar, so both
    hold for the code too."""
    id_ = claripy.Concat(*unknown("id", 16))
    text, again = unknown("text", form.len), unknown("again", form.len)
    written = claripy.And(form.has_text(id_), form.is_canonical(text, id_))
    if counterexample(written, claripy.Not(claripy.And(
            form.is_right(text), form.id_of(text) == id_))):
        raise Fault(f"{form.name}: the text that is written is not read back as "
                    "the same id")
    same = claripy.And(*[new == old for new, old in zip(again, form.fold(text))])
    if counterexample(form.is_right(text),
                      form.is_canonical(again, form.id_of(text)),
                      claripy.Not(same)):
        raise Fault(f"{form.name}: the text that is read is not written back, "
                    "apart from case")
    if not counterexample(written) or not counterexample(
            form.is_right(text), form.is_canonical(again, form.id_of(text))):
        raise Fault(f"{form.name}: the grammar accepts no text")
