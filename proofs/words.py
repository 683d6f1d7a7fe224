# SPDX-License-Identifier: MIT
"""The facts about words that contracts/*.h take, asked of Z3 as sums of bits.

WP counts in integers, and knows little of shifts and of bits that are set
together. What a contract's `axiomatic Words` says of them is taken as it stands
there; here Z3 looks for words that break it. Bits that are compared stand in
parentheses, for the text is read as an expression of Python's."""

import ast
import re
import subprocess

BLOCK = re.compile(r"axiomatic Words\w* \{(.*?)\}", re.S)
AXIOM = re.compile(r"axiom (\w+):\s*\\forall uint64_t ([\w, ]+);\s*([^;]+);")
# Integers are words of 128 bits with a sign here: the variables are below 2^64,
# and no fact goes as far as 2^127 from them.
WIDTH = 128
OPERATORS = {
    ast.Add: "bvadd", ast.Sub: "bvsub", ast.Mult: "bvmul",
    ast.FloorDiv: "bvsdiv", ast.Mod: "bvsrem", ast.LShift: "bvshl",
    ast.RShift: "bvashr", ast.BitAnd: "bvand", ast.BitOr: "bvor",
    ast.Eq: "=", ast.NotEq: "distinct", ast.Lt: "bvslt", ast.LtE: "bvsle",
    ast.Gt: "bvsgt", ast.GtE: "bvsge",
    ast.And: "and", ast.Or: "or", ast.Not: "not",
}


def formula(node):
    """An expression of Python's as one of SMT-LIB."""
    if isinstance(node, ast.Name):
        return f"((_ zero_extend {WIDTH - 64}) {node.id})"
    if isinstance(node, ast.Call):  # a cast, (uint64_t)(...)
        return f"(bvand {formula(node.args[0])} (_ bv{2 ** 64 - 1} {WIDTH}))"
    if isinstance(node, ast.Constant):
        return f"(_ bv{node.value} {WIDTH})"
    if isinstance(node, ast.Compare):
        terms = [formula(term) for term in [node.left, *node.comparators]]
        parts = [f"({OPERATORS[type(op)]} {left} {right})"
                 for op, left, right in zip(node.ops, terms, terms[1:])]
        return f"(and {' '.join(parts)})"
    terms = node.values if isinstance(node, ast.BoolOp) else \
        [node.operand] if isinstance(node, ast.UnaryOp) else \
        [node.left, node.right]
    return f"({OPERATORS[type(node.op)]} {' '.join(map(formula, terms))})"


def question(names, body):
    """Is there a word for which the fact does not hold?"""
    *given, shown = body.split("==>")
    text = " or ".join([f"(not ({part.strip()}))" for part in given] +
                       [f"({shown.strip()})"])
    text = text.replace("&&", " and ").replace("/", "//")
    words = [f"(declare-const {name.strip()} (_ BitVec 64))"
             for name in names.split(",")]
    tree = ast.parse(" ".join(text.split()), mode="eval")
    return "\n".join([*words, f"(assert (not {formula(tree.body)}))",
                      "(check-sat)"])


def facts(header):
    """Each fact of a header: its name, and whether Z3 finds none that breaks it."""
    text = "".join(BLOCK.findall(header.read_text(encoding="utf-8")))
    found = AXIOM.findall(text)
    if len(found) != text.count("axiom "):
        raise ValueError(f"{header}: a fact that is not read")
    for name, names, body in found:
        said = subprocess.run(["z3", "-in", "-T:60"], capture_output=True,
                              text=True, input=question(names, body), check=False)
        yield name, said.stdout.strip() == "unsat"
