# SPDX-License-Identifier: MIT
"""Compiles every program in C and C++ of the pages and of examples/ in each standard that
Guidon supports, with every gcc and clang that is here, as a strict project would.

    standards.py SOURCE_DIR [--all]

A compiler reads all programs of a language in one run and writes no code. Without --all,
only the newest gcc and the newest clang read C++. A warning is a failure."""

import pathlib
import re
import subprocess
import sys
import tempfile

import here
import pages

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/gate"))
from all_warnings import compilers  # noqa: E402

# The newest standard has another name in older compilers.
STANDARDS = {
    "c": (("c11",), ("c17",), ("c23", "c2x")),
    "cpp": (("c++17",), ("c++20",), ("c++23", "c++2b")),
}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
SUFFIX = {"c": ".c", "cpp": ".cpp"}
# Pages whose programs are read elsewhere: those of README.md are examples/first.c and
# first.cpp, which repo_documents compares, and the others need headers of other projects.
ELSEWHERE = {"README.md", "examples/mariadb/guidon_mariadb.c", "extensions/sqlite/README.md"}


def blocks(root):
    """Every block in C or C++ of the pages."""
    for name in pages.names_of(root):
        if name not in ELSEWHERE:
            yield from (block for block in pages.read(root, name)[0] if block.language in SUFFIX)


def snippets(found):
    """One file with every block that is a part of a function."""
    includes, code = "", ""
    for number, block in enumerate(found):
        whole = here.whole([block.text], block.page).replace(
            "int main(void)\n{\n",
            f"int block_{number}(void);\nint block_{number}(void)\n{{\n"
            f'#line {block.line + 1} "{block.page}"\n',
        )
        includes += "".join(re.findall(r"^#include .*\n", whole, re.M))
        # The lines keep their numbers.
        code += re.sub(r"^#include .*", "", whole, flags=re.M)
    return (
        f"#define _POSIX_C_SOURCE 200809L /* for what stands around the blocks */\n{includes}{code}"
    )


def programs(root):
    """The name and the text of every file that is compiled."""
    parts = []
    for block in blocks(root):
        name = f"{block.page}-{block.line}".replace("/", "-").replace(".", "-")
        line = f'#line {block.line + 1} "{block.page}"\n'
        if "int main" in block.text:
            yield name + SUFFIX[block.language], line + block.text
        elif block.text.startswith("guidon_status guidon_host_"):
            yield name + ".c", f"#include <guidon.h>\n{line}{block.text}"
        else:
            parts.append(block)
    yield "snippets.c", snippets(parts)
    for path in sorted((root / "examples").rglob("*.c*")):
        name = str(path.relative_to(root))
        if name not in ELSEWHERE:
            yield name.replace("/", "-"), path.read_text()


def knows(compiler, language, names):
    """The option for the first of these names that the compiler knows."""
    for name in names:
        words = [
            compiler,
            f"-std={name}",
            "-x",
            "c++" if language == "cpp" else "c",
            "-fsyntax-only",
            "-",
        ]
        if (
            subprocess.run(words, input="", text=True, capture_output=True, check=False).returncode
            == 0
        ):
            return f"-std={name}"
    return None


def written(root, folder):
    """Write all files to a folder. Return those of each language."""
    files = {language: [] for language in SUFFIX}
    for name, text in programs(root):
        path = folder / name
        path.write_text(text)
        files[path.suffix[1:]].append(path)
    return files


def main(words):
    root = pathlib.Path(words[0]).resolve()
    families = [compilers(family) for family in ("gcc", "clang")]
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        files = written(root, pathlib.Path(folder))
        for pair, is_newest in [(pair, pair is one[-1]) for one in families for pair in one]:
            for language, compiler in zip(SUFFIX, pair):
                if compiler is None or (
                    language == "cpp" and not is_newest and "--all" not in words
                ):
                    continue
                for names in STANDARDS[language]:
                    option = knows(compiler, language, names)
                    if option is None:
                        print(f"not run: {compiler} does not know {names[0]}")
                        continue
                    done = subprocess.run(
                        [
                            compiler,
                            option,
                            *WARNINGS,
                            "-fsyntax-only",
                            f"-I{root}/include",
                            f"-I{root}/bindings/libuuid/include",
                            *files[language],
                        ],
                        capture_output=True,
                        text=True,
                        check=False,
                    )
                    if done.returncode:
                        failed += 1
                        print(f"{compiler} {option}:\n{done.stderr}")
                    else:
                        passed += 1
                        print(f"{compiler} {option}: {len(files[language])} files")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
