# SPDX-License-Identifier: MIT
"""Checks the axioms about machine words in contracts/*.h with Z3.

WP reasons about integers and knows little about shifts and masks, so it takes each
contract's `axiomatic Words` as true. Here Z3 searches bit vectors for a word that
breaks one. The axioms are parsed as Python expressions; bit operations in a
comparison therefore need parentheses."""

import ast
import re
import subprocess

BLOCK = re.compile(r"axiomatic Words\w* \{(.*?)\}", re.S)
AXIOM = re.compile(r"axiom (\w+):\s*\\forall uint64_t ([\w, ]+);\s*([^;]+);")
# Integers are signed words of 128 bits here. The variables are below 2^64, and no
# axiom reaches 2^127.
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
    """A Python expression as an SMT-LIB expression."""
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
    """The SMT-LIB script that asks for a word that breaks the axiom."""
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
    """The name of each axiom in a header, and whether Z3 finds no counterexample."""
    text = "".join(BLOCK.findall(header.read_text(encoding="utf-8")))
    found = AXIOM.findall(text)
    if len(found) != text.count("axiom "):
        raise ValueError(f"{header}: an axiom that GRAMMAR does not match")
    for name, names, body in found:
        said = subprocess.run(["z3", "-in", "-T:60"], capture_output=True,
                              text=True, input=question(names, body), check=False)
        yield name, said.stdout.strip() == "unsat"
