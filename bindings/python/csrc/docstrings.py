# SPDX-License-Identifier: MIT
"""Writes the docstrings of _core.pyi as a header of C:

    docstrings.py STUB HEADER

Each function NAME has a macro GPY_DOC_NAME, and each class, method and attribute
GPY_DOC_CLASS or GPY_DOC_CLASS_NAME. In front of a docstring stands the signature that
inspect.signature reads. That of a class is the one of its __new__.
"""

import ast
import json
import pathlib
import sys


def is_marked(function, name):
    """Has a function a decorator of this name?"""
    return any(isinstance(one, ast.Name) and one.id == name for one in function.decorator_list)


def signature_of(name, function, is_method):
    """The parameters without their types. What `self` or `cls` is called tells CPython
    that a call through the object gives it."""
    arguments = function.args
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        *filter(None, [arguments.vararg, arguments.kwarg]),
    ]
    for one in every:
        one.annotation = None
    if is_method:
        own = [*arguments.posonlyargs, *arguments.args][0]
        own.arg = "$type" if own.arg == "cls" else "$" + own.arg
        if len(every) == 1:
            arguments.posonlyargs, arguments.args = [own], []
    return f"{name}({ast.unparse(arguments)})\n--\n\n"


def class_docstrings(node):
    """The pairs of a macro's name and its text, of a class and its members."""
    new = next((one for one in node.body if getattr(one, "name", "") == "__new__"), None)
    head = ""
    if new:
        del new.args.args[0]
        head = signature_of(node.name, new, is_method=False)
    yield node.name, head + ast.get_docstring(node)
    for one in node.body:
        doc = isinstance(one, ast.FunctionDef) and ast.get_docstring(one)
        if doc:
            head = "" if is_marked(one, "property") else signature_of(one.name, one, is_method=True)
            yield f"{node.name}_{one.name}", head + doc


def docstrings(stub):
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            yield from class_docstrings(node)
        elif isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            head = signature_of(node.name, node, is_method=False)
            yield node.name, head + ast.get_docstring(node)


def macro(name, text):
    """A line of C for each line of the text. JSON escapes as C does."""
    lines = [json.dumps(line) for line in text.splitlines(keepends=True)]
    return f"#define GPY_DOC_{name} \\\n  " + " \\\n  ".join(lines) + "\n"


def main(stub, header):
    tree = ast.parse(pathlib.Path(stub).read_text(encoding="utf-8"))
    pathlib.Path(header).write_text(
        "".join(macro(*one) for one in docstrings(tree)), encoding="ascii"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
