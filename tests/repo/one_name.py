# SPDX-License-Identifier: MIT
"""One thing has one name. Compares docs/functions.md with the functions of each place, as its
sources list them:

- a function that is in no row, or a row that no function has, is a fault;
- so is a row in which a place lacks the name or has another one, without a reason;
- so is a function of a binding that its README does not name, a word of `guidon new KIND` that
  the page does not list, and a C function for PostgreSQL that a macro names.

The tests of the bindings compare the page with what the interpreter or server lists.
"""

import pathlib
import re
import sys

import tree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import functions_page

READMES = {"PostgreSQL": "extensions/postgresql/README.md",
           "SQLite": "extensions/sqlite/README.md", "DuckDB": "extensions/duckdb/README.md",
           "Python": "bindings/python/README.md", "npm": "bindings/javascript/README.md"}
# These are no functions that somebody calls: PostgreSQL calls them, or they say what they are.
UNNAMED = re.compile(r"guidon_(audit_(step|combine|serialize|deserialize|report)|\w+_support|"
                     r"smaller|larger|new_id|old_id|rekey_\w+)|__version__|GeneratorStats")


def sources(root, pattern):
    return [path.read_text(encoding="utf-8") for path in sorted(root.glob(pattern))]


def of_c(root):
    return set((root / "tests/repo/symbols.txt").read_text(encoding="utf-8").split())


def of_cpp(root):
    """The words of the C++ headers, without comments and the names of C."""
    words = set()
    for text in sources(root, "include/guidon/cpp/*.hpp"):
        words |= set(re.findall(r"\w+", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)))
    return words


def of_postgresql(root):
    return {name for text in sources(root, "extensions/postgresql/sql/*/*.sql")
            for name in re.findall(r"^CREATE (?:FUNCTION|PROCEDURE|AGGREGATE) (guidon_\w+)\(",
                                   text, re.MULTILINE)}


def of_sqlite(root):
    found = {"guidon_audit", "guidon_series"}  # an aggregate and a table
    for text in sources(root, "extensions/sqlite/src/*.c"):
        found |= set(re.findall(r'\{"(guidon_\w+)",\s*-?\d', text))
    return found


def of_duckdb(root):
    return {name for text in sources(root, "extensions/duckdb/src/*.c")
            for name in re.findall(r'"(guidon_\w+)"', text)}


def of_python(root):
    text = (root / "bindings/python/src/guidon/__init__.py").read_text(encoding="utf-8")
    return set(re.findall(r'"(\w+)"', text.partition("__all__ = [")[2].partition("]")[0]))


def of_npm(root):
    text = (root / "bindings/javascript/src/index.d.ts").read_text(encoding="utf-8")
    return set(re.findall(r"^export (?:function|const|class) (\w+)", text, re.MULTILINE))


FUNCTIONS = {"C": of_c, "PostgreSQL": of_postgresql, "SQLite": of_sqlite,
             "DuckDB": of_duckdb, "Python": of_python, "npm": of_npm}


def without_reason(text):
    for name, cells, why in functions_page.rows(text):
        others = [place for place, cell in cells.items() if cell != functions_page.BY_RULE]
        if others and not why:
            yield (f"docs/functions.md: {name} is missing or has another name in "
                   f"{', '.join(others)}, without a reason")


def not_in_cpp(root, text):
    words = of_cpp(root)
    for name in sorted(functions_page.names("C++", text) - words):
        yield f"docs/functions.md gives C++ the name {name}, which no header has"


def not_in_readme(root):
    for place, path in READMES.items():
        page = (root / path).read_text(encoding="utf-8")
        known = functions_page.names(place)
        for name in sorted(FUNCTIONS[place](root)):
            is_variant = functions_page.plain(place, name, known) not in name.lower()
            ends = functions_page.VARIANTS.get(place, [])
            stem = next((name.removesuffix(end) for end in ends if name.endswith(end)), name)
            if not UNNAMED.fullmatch(name) and not is_variant and not any(
                    re.search(rf"\b{re.escape(one)}\b", page) for one in (name, stem)):
                yield f"{path} does not name {name}"


def kinds_without_a_row(root, text):
    source = (root / "cli/commands/new_options.c").read_text(encoding="utf-8")
    listed = re.search(r"\[\][^=;]*= *\{([^}]*\"v7\"[^}]*)\}", source)
    row = next((line for line in text.splitlines()
                if line.startswith("| what a generator makes")), "")
    for kind in re.findall(r'"([^"]+)"', listed.group(1) if listed else ""):
        # Versions 3, 5 and 8 of `guidon new` are ids of names, which no generator makes.
        if f"`{kind}`" not in row and kind not in ("v3", "v5", "v8"):
            yield f"docs/functions.md: the words of kinds lack {kind} of guidon new"
    if not listed:
        yield "cli/commands/new_options.c: no list of kinds was found"


def pasted_names(root):
    """Each function that SQL calls stands in full, so that a search finds it."""
    for path in sorted((root / "extensions/postgresql/src").glob("*.[ch]")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"PG_FUNCTION_INFO_V1\((.*?)\)", text):
            if path.suffix == ".c" and f"\nDatum {name}(PG_FUNCTION_ARGS)\n" not in text:
                yield f"{path.relative_to(root)}: {name} is not written in full"
        if "##" in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL):
            yield f"{path.relative_to(root)}: a macro pastes a name"


def check(root):
    root = pathlib.Path(root)
    text = (root / "docs/functions.md").read_text(encoding="utf-8")
    faults = [*without_reason(text), *not_in_cpp(root, text), *not_in_readme(root),
              *kinds_without_a_row(root, text), *pasted_names(root)]
    for place, functions in FUNCTIONS.items():
        faults += functions_page.differences(place, functions(root), text)
    return faults


if __name__ == "__main__":
    tree.main(check)
