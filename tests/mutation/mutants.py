# SPDX-License-Identifier: MIT
"""The mutants of one C file: each the same text with one small fault in it.

Operators, literals and increments come from the file's tokens, so that macros have
mutants too. Statements, conditions, results, and the signs that are not always
operators (`*`, `&`) come from the syntax tree of libclang.
"""

import collections
import ctypes
import re

from clang import cindex
from clang.cindex import CursorKind as Kind
from clang.cindex import TypeKind

# `put` replaces the bytes from offset `start` to `end` of the file.
Mutant = collections.namedtuple("Mutant", "start end put")

TOKEN = re.compile(rb"""
    (?P<skip> \s+ | /\*.*?\*/ | //[^\n]* )
  | (?P<directive> (?<![^\n]) [ \t]* \# [ \t]* (?!define\b) (?:\\\n|[^\n])* )
  | (?P<define> \# [ \t]* define [ \t]+ \w+ (?:\([^)]*\))? )
  | (?P<string> "(?:\\.|[^"\\])*" )
  | (?P<char> '(?:\\.|[^'\\])+' )
  | (?P<number> (?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]* )
  | (?P<word> \w+ )
  | (?P<sign> <<=|>>=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|. )
""", re.S | re.X)

# The replacements of each binary operator.
SWAPS = {
    b"<": (b"<=", b">="), b"<=": (b"<", b">"),
    b">": (b">=", b"<="), b">=": (b">", b"<"),
    b"==": (b"!=",), b"!=": (b"==",),
    b"+": (b"-",), b"-": (b"+",), b"*": (b"/",), b"/": (b"*",), b"%": (b"/",),
    b"&": (b"|",), b"|": (b"&",), b"^": (b"|",), b"<<": (b">>",),
    b">>": (b"<<",), b"&&": (b"||",), b"||": (b"&&",),
    b"+=": (b"-=", b"="), b"-=": (b"+=", b"="), b"*=": (b"/=", b"="),
    b"/=": (b"*=", b"="), b"%=": (b"/=", b"="), b"&=": (b"|=", b"="),
    b"|=": (b"&=", b"="), b"^=": (b"|=", b"="), b"<<=": (b">>=", b"="),
    b">>=": (b"<<=", b"="),
}
EITHER = {b"++": b"--", b"--": b"++"}
NOT_OPERANDS = {b"return", b"case", b"else", b"do"}
DELETED = {Kind.CALL_EXPR, Kind.BINARY_OPERATOR, Kind.UNARY_OPERATOR,
           Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.BREAK_STMT,
           Kind.CONTINUE_STMT, Kind.GOTO_STMT, Kind.CSTYLE_CAST_EXPR}
DECLARATIONS = {Kind.VAR_DECL, Kind.FIELD_DECL, Kind.PARM_DECL}
LOOPS = {Kind.FOR_STMT, Kind.WHILE_STMT, Kind.DO_STMT}


def numbers(text):
    """The integers one above and one below a literal, written as literals."""
    digits = re.match(rb"0[xX][0-9a-fA-F]+|[0-9]+", text).group()
    octal = re.fullmatch(rb"0[0-7]+", digits)
    form = b"0%o" if octal else b"0x%x" if digits[:1] == b"0" and len(digits) > 1 else b"%d"
    value = int(digits, 8 if octal else 0)
    for other in value + 1, value - 1:
        if other >= 0:
            yield form % other + text[len(digits):]
        elif text == b"0":
            yield b"-1"


def of_tokens(text):
    """The mutants that need the tokens only."""
    before = b""
    for found in TOKEN.finditer(text):
        kind, token = found.lastgroup, found.group()
        if kind in ("skip", "directive"):
            continue
        operand = before[-1:].isalnum() or before[-1:] in b"_)]'\""
        operand = bool(before) and operand and before not in NOT_OPERANDS
        put = ()
        if kind == "number":
            put = numbers(token)
        elif kind == "char":
            put = (b"(%s + 1)" % token, b"(%s - 1)" % token)
        elif kind == "sign" and token in EITHER:
            put = (EITHER[token],)
        elif token in (b"!", b"~") or token == b"-" and not operand:
            put = (b" ",)
        elif kind == "sign" and operand and token not in (b"*", b"&"):
            put = SWAPS.get(token, ())
        for new in put:
            yield Mutant(found.start(), found.end(), new)
        before = token if kind != "define" else b""


class Tree:
    """The mutants that need the syntax tree."""

    def __init__(self, text):
        self.text, self.found, self.sizes = text, [], set()
        self.functions = []

    def add(self, start, end, *put):
        self.found += [Mutant(start, end, new) for new in put if end > start]

    def binary(self, cursor, left, right):
        start, end = left.extent.end.offset, right.extent.start.offset
        sign = self.text[start:end].strip()
        at = self.text.find(sign, start, end)
        if sign in (b"*", b"&"):
            self.add(at, at + 1, *SWAPS[sign])
        elif sign in (b"&&", b"||"):
            # Drop one side of the condition.
            self.add(cursor.extent.start.offset, end, b"")
            self.add(start, cursor.extent.end.offset, b"")

    def all_of(self, cursor, *put):
        self.add(cursor.extent.start.offset, cursor.extent.end.offset, *put)

    def result(self, cursor, expression, kind):
        start, end = expression.extent.start.offset, cursor.extent.end.offset
        if self.text[cursor.extent.start.offset:start].strip() != b"return":
            return
        value = self.text[start:end]
        if kind == TypeKind.BOOL:
            self.add(start, end, b"!(%s)" % value)
        elif kind == TypeKind.POINTER:
            self.add(start, end, b"0")
        elif kind not in (TypeKind.RECORD, TypeKind.VOID):
            self.add(start, end, b"0", b"(%s) + 1" % value)

    def statement(self, cursor):
        if cursor.kind in DELETED:
            self.all_of(cursor, b"")

    def visit(self, cursor, result):
        inner = list(cursor.get_children())
        kind = cursor.kind
        if kind == Kind.FUNCTION_DECL:
            result = cursor.result_type.get_canonical().kind
            self.functions.append((cursor.extent.start.offset,
                                   cursor.extent.end.offset, cursor.spelling))
        elif kind == Kind.BINARY_OPERATOR and len(inner) == 2:
            self.binary(cursor, *inner)
        elif kind in (Kind.IF_STMT, Kind.CONDITIONAL_OPERATOR):
            self.all_of(inner[0], b"0", b"1")
        elif kind == Kind.WHILE_STMT:
            self.all_of(inner[0], b"0")
        elif kind == Kind.RETURN_STMT and inner:
            self.result(cursor, inner[0], result)
        if kind == Kind.COMPOUND_STMT:
            bodies = inner
        elif kind in LOOPS or kind in (Kind.CASE_STMT, Kind.DEFAULT_STMT):
            bodies = inner[-1:]
        else:
            bodies = inner[1:] if kind == Kind.IF_STMT else ()
        for body in bodies:
            self.statement(body)
        if kind in DECLARATIONS:
            self.sizes |= {i.extent.start.offset for i in inner
                           if i.kind == Kind.INTEGER_LITERAL
                           and "[" in cursor.type.spelling}
        for child in inner:
            self.visit(child, result)


class Ranges(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint),
                ("ranges", ctypes.POINTER(cindex.SourceRange))]


def skipped(unit, path):
    """The ranges of the file that the preprocessor skipped."""
    call = cindex.conf.lib.clang_getSkippedRanges
    call.argtypes = [cindex.TranslationUnit, cindex.File]
    call.restype = ctypes.POINTER(Ranges)
    ranges = call(unit, unit.get_file(path)).contents
    return [(r.start.offset, r.end.offset)
            for r in ranges.ranges[:ranges.count]]


def of_file(path, arguments):
    """All mutants of a file in order, and its functions with their ends."""
    text = path.read_bytes()
    whole = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    unit = cindex.Index.create().parse(str(path), arguments, options=whole)
    tree = Tree(text)
    for cursor in unit.cursor.get_children():
        if cursor.location.file and cursor.location.file.name == str(path):
            tree.visit(cursor, None)
    out = skipped(unit, str(path))
    return sorted({m for m in [*of_tokens(text), *tree.found]
                   if m.start not in tree.sizes
                   and text[m.start:m.end] != m.put
                   and not any(a <= m.start < b for a, b in out)}), tree.functions
