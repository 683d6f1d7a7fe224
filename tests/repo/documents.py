# SPDX-License-Identifier: MIT
"""Documents agree with the tree. The README's examples are the compiled ones, and its
chart shows the published results. Every test that a document or a comment of a source
names exists, and every link leads to a file. The `Code` line of a public function names
the file that defines it."""

import re
import runpy

import tree


# Documents that name the tests for their guarantees.
PROMISES = ["docs/guarantees.md", "docs/threat-model.md", "SECURITY.md"]


def example_faults(root):
    text = (root / "README.md").read_text()
    faults = []
    for language in ["c", "cpp"]:
        block = re.search(rf"```{language}\n(.*?)```", text, re.S)
        source = (root / f"examples/first.{language}").read_text()
        body = re.sub(r"\A(/\*.*?\*/\n)+", "", source)
        if not block or block[1] != body:
            faults.append(f"README.md: its {language} example is not "
                          f"examples/first.{language}")
    return faults


def guarantee_faults(root):
    names = {name for path in (root / "tests").rglob("*.c")
             for name in re.findall(r"\btest_\w+", path.read_text())}
    names |= {name for place in (*tree.PLACES, "tests/support", "tests/release")
              for path in (root / place).rglob("*.py") if {"test", "tests"} & set(path.parts)
              for name in re.findall(r"^ *def (test_\w+)", path.read_text(), re.M)}
    lists = "".join(path.read_text() for path in (root / "tests").rglob("*.cmake"))
    faults = []
    for document in PROMISES:
        text = (root / document).read_text()
        faults += [f"{document}: there is no {name}"
                   for name in re.findall(r"\btest_\w+", text)
                   if name not in names]
        faults += [f"{document}: there is no {path}"
                   for path in re.findall(r"`(extensions/\S+\.sql)`", text)
                   if not (root / path).is_file()]
        for program in re.findall(r"`(?:cli|repo|libuuid)_(\w+)`", text):
            if not re.search(rf"\b(?:cli_|repo_|libuuid_)?{program}\b", lists):
                faults.append(f"{document}: there is no test of {program}")
    return faults


def reference_faults(root):
    """Check the tests that comments name, such as the one that compares kernels."""
    faults = []
    for path in tree.files(root):
        if path.parts[0] in ("cli", "include", "src") and path.suffix in (".c", ".h"):
            named = re.findall(r"\btest_\w+\.c\b", (root / path).read_text())
            faults += [f"{path}: there is no tests/*/{name}"
                       for name in sorted(set(named))
                       if not any((root / "tests").glob(f"*/{name}"))]
    return faults


def decision_faults(root):
    """No two decisions have one number, because texts cite a decision by its number."""
    paths = sorted((root / "docs/decisions").glob("[0-9]*.md"))
    return [f"docs/decisions/{second.name}: has the number of {first.name}"
            for first, second in zip(paths, paths[1:])
            if first.name[:4] == second.name[:4]]


def link_faults(root):
    faults = []
    for path in tree.files(root):
        if path.suffix != ".md":
            continue
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)",
                                 (root / path).read_text()):
            if "://" not in target and not (root / path.parent / target).exists():
                faults.append(f"{path}: a link to {target}, which does not exist")
    return faults


# The program that uses the library defines these functions.
OF_THE_PROGRAM = "guidon_host_"


def code_faults(root):
    """Check the `Code` lines. A line holds for all functions up to the next one. The
    declarations end with the linkage; inline functions may follow."""
    faults = []
    for header in sorted((root / "include/guidon").glob("*.h")):
        files = []
        for comment, name in re.findall(
                r"(/\*.*?\*/)|\b(guidon_\w+)\((?!\()",
                header.read_text().partition("\n#ifdef __cplusplus\n}")[0], re.S):
            if comment:
                files = (re.findall(r"src/\w+/\w+\.c|include/guidon/\w+\.h", comment)
                         if re.search(r"\bCode\b", comment) else files)
                continue
            if name.startswith(OF_THE_PROGRAM):
                continue
            code = "".join((root / path).read_text() for path in files
                           if (root / path).is_file())
            if not re.search(rf"^(?:[a-z].*\b)?{name}\(", code, re.M):
                faults.append(f"include/guidon/{header.name}: {name} is not "
                              f"defined in {' '.join(files) or 'any file named'}")
    return faults


def chart_faults(root):
    """Each chart is what the script of its name draws, and each table that a script makes
    stands in its page."""
    faults = []
    for chart in sorted((root / "docs/images").glob("*.svg")):
        script = runpy.run_path(chart.with_suffix(".py"))
        results = script["read"]()
        if chart.read_text() != script["draw"](results):
            faults.append(f"docs/images/{chart.name}: is not what {chart.stem}.py draws of the "
                          "results")
        for table in script["tables"](results) if "tables" in script else []:
            if f"\n{table}\n" not in script["PAGE"].read_text():
                faults.append(f"docs/images/{chart.stem}.py: this table is not in "
                              f"{script['PAGE'].name}:\n{table}")
    return faults


def check(root):
    return (example_faults(root) + chart_faults(root) + guarantee_faults(root)
            + code_faults(root) + reference_faults(root) + decision_faults(root)
            + link_faults(root))


if __name__ == "__main__":
    tree.main(check)
