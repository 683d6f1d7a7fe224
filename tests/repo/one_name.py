# SPDX-License-Identifier: MIT
"""One thing has one name. Compares docs/functions.md with the functions of each place, as its
sources list them:

- a function that is in no row, or a row that no function has, is a fault;
- so is a row in which a place lacks the name or has another one, without a reason;
- so is a function of a binding that its README does not name, a command of the tool or a word
  for a kind that the page does not list, and an exported C function that a macro names.

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
           "Python": "bindings/python/README.md", "npm": "bindings/javascript/README.md",
           "Java": "bindings/java/README.md"}
# These are no functions that somebody calls: PostgreSQL calls them, or they say what they are.
UNNAMED = re.compile(r"guidon_(audit_(step|combine|serialize|deserialize|report)|\w+_support|"
                     r"smaller|larger|new_id|old_id|rekey_\w+|lint_(columns|sample|density|"
                     r"retype|\w+_found))|__version__|GeneratorStats")


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


JAVA = "bindings/java/guidon/src/main/java/io/github/owner/guidon"
# What every object of Java has, and what begins from its text.
USUAL = {"toString", "hashCode", "equals", "compareTo", "fromString", "close"}


def of_java(root):
    """The methods and constants of Guidon, and Class.method of the other public classes
    except the one that has another project's names."""
    found = set()
    for path in sorted((root / JAVA).glob("*.java")):
        text = path.read_text(encoding="utf-8")
        name = path.stem
        if name != "GuidonUlid" and re.search(rf"^public .*\b{name}\b", text, re.MULTILINE):
            methods = set(re.findall(r"^    public (?!enum|static final class|record)[^=;{(]*?"
                                     r"\b(\w+)\(", text, re.MULTILINE)) - USUAL - {name}
            methods |= set(re.findall(r"^    public static final UUID (\w+) =", text,
                                      re.MULTILINE))
            found |= {one if name == "Guidon" else f"{name}.{one}" for one in methods}
    return found


FUNCTIONS = {"Java": of_java, "C": of_c, "PostgreSQL": of_postgresql, "SQLite": of_sqlite,
             "DuckDB": of_duckdb, "Python": of_python, "npm": of_npm}


def without_reason(text):
    for name, cells, why in functions_page.rows(text):
        others = [place for place, cell in cells.items() if cell != functions_page.BY_RULE]
        if others and not why:
            yield (f"docs/functions.md: {name} is missing or has another name in "
                   f"{', '.join(others)}, without a reason")


def functions_of_cpp(root):
    """The functions whose result a caller must not drop, except those of `result`, which has
    the names of std::expected, and those of namespace detail."""
    found = set()
    for path in sorted((root / "include/guidon/cpp").glob("*.hpp")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r"^namespace detail \{.*?^\} // namespace detail", "", text,
                      flags=re.DOTALL | re.MULTILINE)
        text = re.sub(r"^  private:.*?^(?=  public:|\};)", "", text,
                      flags=re.DOTALL | re.MULTILINE)
        if path.name != "result.hpp":
            found |= set(re.findall(r"\[\[nodiscard\]\][^;{}(=]*?\b(\w+)\(", text))
    return found - {"operator"}


def differences_of_cpp(root, text):
    known = functions_page.names("C++", text)
    for name in sorted(known - of_cpp(root)):
        yield f"docs/functions.md gives C++ the name {name}, which no header has"
    for name in sorted(functions_of_cpp(root) - known):
        yield f"{name} of C++ is in no row of docs/functions.md"


def of_spark(root):
    """The functions of SQL that Spark gets, from the jar and from Python."""
    jar = root / "bindings/java/spark/src/main/java/io/github/owner/guidon/spark/Definition.java"
    python = root / "bindings/spark/src/guidon_spark/_functions.py"
    return (set(re.findall(r'new Definition\("(\w+)"', jar.read_text(encoding="utf-8"))) |
            set(re.findall(r'^ +\("guidon_(\w+)", ', python.read_text(encoding="utf-8"), re.M)))


def differences_of_spark(root, text):
    """Spark has no column of its own, so its functions have names of the other databases."""
    readme = (root / "bindings/spark/README.md").read_text(encoding="utf-8")
    known = {name for name, _, _ in functions_page.rows(text)} | functions_page.names("DuckDB", text)
    for name in sorted(of_spark(root)):
        if name not in known:
            yield f"guidon_{name} of Spark is in no row of docs/functions.md"
        if f"guidon_{name}(" not in readme:
            yield f"bindings/spark/README.md does not name guidon_{name}"


def not_in_readme(root):
    for place, path in READMES.items():
        page = (root / path).read_text(encoding="utf-8")
        known = functions_page.names(place)
        for name in sorted(FUNCTIONS[place](root)):
            plain = functions_page.plain(place, name, known).replace("_", "").lower()
            is_variant = plain not in name.lower().replace("_", "")
            ends = functions_page.VARIANTS.get(place, [])
            stem = next((name.removesuffix(end) for end in ends if name.endswith(end)), name)
            parts = [name.split("."), [stem]]  # Class.method is named by both words
            if not UNNAMED.fullmatch(name) and not is_variant and not any(
                    all(re.search(rf"\b{re.escape(one)}\b", page) for one in words)
                    for words in parts):
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


def commands_without_a_row(root, text):
    header = (root / "cli/command_table.h").read_text(encoding="utf-8")
    commands = re.findall(r"^  X\((\w+)\)", header, re.MULTILINE)
    table = text.partition("\n## Commands of the tool\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    for name in sorted(set(commands) ^ set(listed)):
        yield f"docs/functions.md: the commands of the tool differ in {name}"
    known = set.union(*(functions_page.names(place, text) for place in functions_page.PLACES),
                      {name for name, _, _ in functions_page.rows(text)})
    for line in table.splitlines():
        for name in re.findall(r"`(\w+)`", line.partition("` |")[2]):
            if name not in known:
                yield f"docs/functions.md: the commands name {name}, which no place has"
    source = (root / "src/core/kind.c").read_text(encoding="utf-8")
    kinds = re.search(r"guidon_kind_name\(.*?\{([^}]*)\}", source, re.DOTALL)
    row = next((line for line in text.splitlines() if line.startswith("| what an id is")), "")
    for kind in re.findall(r'"(\w+)"', kinds[1] if kinds else ""):
        if f"`{kind}`" not in row and not re.fullmatch(r"v\d+", kind):
            yield f"docs/functions.md: the words of what an id is lack {kind}"
    if not kinds or not commands:
        yield "no list of commands, or of kinds, was found"


def pasted_names(root):
    """Each function that SQL or a program calls stands in full, so that a search finds it."""
    for path in sorted((root / "extensions/postgresql/src").glob("*.[ch]")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"PG_FUNCTION_INFO_V1\((.*?)\)", text):
            if path.suffix == ".c" and f"\nDatum {name}(PG_FUNCTION_ARGS)\n" not in text:
                yield f"{path.relative_to(root)}: {name} is not written in full"
        if "##" in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL):
            yield f"{path.relative_to(root)}: a macro pastes a name"
    for path in sorted([*root.glob("src/*/*.[ch]"), *root.glob("include/**/*.h"),
                        *root.glob("bindings/libuuid/**/*.[ch]")]):
        if re.search(r"\b(guidon|uuid)_\w*##", path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(root)}: a macro pastes a public name"


def check(root):
    root = pathlib.Path(root)
    text = (root / "docs/functions.md").read_text(encoding="utf-8")
    faults = [*without_reason(text), *differences_of_cpp(root, text),
              *differences_of_spark(root, text), *not_in_readme(root),
              *kinds_without_a_row(root, text), *commands_without_a_row(root, text), *pasted_names(root)]
    for place, functions in FUNCTIONS.items():
        faults += functions_page.differences(place, functions(root), text)
    return faults


if __name__ == "__main__":
    tree.main(check)
