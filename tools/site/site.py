# SPDX-License-Identifier: MIT
"""Writes the site: every page of the repository, the references and the page of ids.

    ./dev site DIR [--brief]

Sphinx makes the pages, and a search that needs no server. mandoc makes the manual, Doxygen
the reference of C and C++, and javadoc, TypeDoc and pdoc those of Java, JavaScript and Python.
The site asks no other host for anything. DIR must not exist. The pages are those of the last
commit: changes that are not committed end the command. `--brief` takes the pages as they are,
leaves the references out and takes the page that `./dev test page` built, for the tests.
"""

import argparse
import filecmp
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/support"))
from wheels import backend, checked, environment, packages  # noqa: E402

# The sections of the navigation, in order, and the pages of each; a pattern takes what no
# earlier line took. A page of the repository that no line takes is an error.
NAVIGATION = {
    "Begin": ["README.md", "docs/README.md", "docs/tool.md", "docs/guides/choosing.md"],
    "Languages": ["bindings/*/README.md", "docs/functions.md", "docs/json.md", "docs/libuuid.md",
                  "bindings/javascript/wasm/README.md", "page/README.md"],
    "Databases": ["extensions/*/README.md", "docs/recipes/*.md",
                  "extensions/sqlite/python/README.md", "services/*/README.md"],
    "Guides": ["docs/guides/*.md"],
    "Promises": ["docs/guarantees.md", "docs/stability.md", "docs/systems.md",
                 "docs/threat-model.md", "SECURITY.md", "docs/sandbox.md", "docs/scale.md",
                 "docs/statistics.md", "docs/requirements.md", "bench/results/results.md"],
    "Work on Guidon": ["CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "docs/design.md",
                       "docs/testing.md", "docs/evidence/*.md", "docs/reference/*.md",
                       "packaging/README.md", "tests/mutation/survivors.md",
                       "docs/decisions/*.md"],
}  # fmt: skip
# Pages whose heading alone does not say which they are.
TITLES = {
    "README.md": "Guidon in five minutes",
    "bindings/javascript/README.md": "Guidon for JavaScript",
    "bindings/python/README.md": "Guidon for Python",
    "bindings/libuuid/README.md": "The library in the place of libuuid",
    "extensions/sqlite/python/README.md": "The wheel for SQLite",
}
# Sources of the manual, which is in the site as mandoc shows it.
MANUAL = "docs/man"
NOT_PAGES = [f"{MANUAL}/*.md", "tools/site/*.md", ".github/*.md"]


def git(*words):
    done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True)
    return done.stdout


def tracked(*patterns):
    return [pathlib.PurePosixPath(line) for line in git("ls-files", "--", *patterns).splitlines()]


def fits(page, pattern):
    """Does a pattern take this page? A * stands for letters without a slash."""
    return re.fullmatch(re.escape(pattern).replace(r"\*", "[^/]*"), str(page))


def navigation(pages):
    """The pages of each section. Each page of the repository is in one."""
    left = [page for page in pages if not any(fits(page, one) for one in NOT_PAGES)]
    sections = {}
    for title, patterns in NAVIGATION.items():
        sections[title] = []
        for pattern in patterns:
            taken = [page for page in left if fits(page, pattern)]
            sections[title] += taken
            left = [page for page in left if page not in taken]
    if left:
        sys.exit(f"site.py: no section of NAVIGATION has {', '.join(map(str, left))}")
    return sections


def entry(page):
    place = page.with_suffix("")
    return f"{TITLES[str(page)]} <{place}>\n" if str(page) in TITLES else f"{place}\n"


def toctrees(sections):
    """The navigation, as Sphinx reads it. The first page shows none of it."""
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "".join(map(entry, pages)) + "```\n"
        for title, pages in sections.items()
    )


# ------------------------------------------------------------------------- the pages


def stage(source, sections):
    """Put what Sphinx reads into a folder: the pages, and every file to which they link."""
    for page in [page for pages in sections.values() for page in pages]:
        if not (source / page).exists():
            put(ROOT / page, source / page)
    for name in tracked("*.png", "*.svg"):
        put(ROOT / name, source / name)
    first = (HERE / "index.md").read_text().replace("](../../", "](")
    (source / "index.md").write_text(first + toctrees(sections))
    put(HERE / "conf.py", source / "conf.py")
    put(HERE / "site.css", source / "_static/site.css")
    (source / "extra").mkdir()


def put(path, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def text_of_link(source, page):
    """A page whose links to files that are no pages are text: the site has no sources."""
    path = source / page

    def keep(found):
        words, target = found[1], found[2].partition("#")[0]
        if not target or re.match(r"[a-z]+:", target):
            return found[0]
        there = (path.parent / target).resolve()
        if there.is_file():
            return found[0]
        if there.is_dir() and (there / "README.md").is_file():
            return f"[{words}]({target.rstrip('/')}/README.md)"
        return words

    return re.sub(r"(?<!!)\[([^\]\[]+)\]\(([^)\s]+)\)", keep, path.read_text())


def manual(source):
    """The manual pages of the tool, as pages of the site in the place of their sources."""
    checked("./dev", "run", "--version", cwd=ROOT)
    checked("cmake", "--build", "build/release", "--target", "guidon_pages", cwd=ROOT)
    made = []
    for path in sorted((ROOT / "build/release/docs/man").glob("man[17]/*.[17]")):
        name, section = path.stem, path.suffix[1:]
        html = checked("mandoc", "-T", "html", "-O", f"fragment,man={MANUAL_LINK}", path)
        page = pathlib.PurePosixPath(MANUAL, f"{name}.md")
        text = f"# {name}({section})\n\n```{{raw}} html\n{html}\n```\n"
        put_text(source / page, text)
        made.append(page)
    return made


# How a manual page links to another, by mandoc's %N for its name.
MANUAL_LINK = "%N.html"


def put_text(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def pages(source, out, version):
    """Run Sphinx. A warning is an error."""
    folder = packages("site", HERE / "requirements.txt")
    checked(
        sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", source, out,
        env={**os.environ, "PYTHONPATH": str(folder), "GUIDON_VERSION": version,
             "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


# What axe-core finds in furo's pages: a heading without a level, two landmarks of one name, a
# table that scrolls and that no key reaches, a page without a first heading.
MENDED = [
    (r'role="heading"(?! aria-level)', 'role="heading" aria-level="2"'),
    (r'<aside class="sidebar-drawer"', r'\g<0> aria-label="All pages"'),
    (r'<aside class="toc-drawer[^"]*"', r'\g<0> aria-label="This page"'),
    (r'<div class="table-wrapper[^"]*"', r'\g<0> tabindex="0"'),
    (r'<div id="search-results"', r"<h1>Search</h1>\n\g<0>"),
]


def mend(out):
    for path in out.rglob("*.html"):
        if path.relative_to(out).parts[0] not in ("reference", "_static", "guidon.html"):
            text = path.read_text()
            for pattern, instead in MENDED:
                text = re.sub(pattern, instead, text)
            path.write_text(text)


# -------------------------------------------------------------------- the references


def reference_c(folder):
    checked("./dev", "docs", "--yes", cwd=ROOT)
    shutil.copytree(ROOT / "build/docs/html", folder)


def reference_java(folder):
    with tempfile.TemporaryDirectory() as jars:
        checked("./dev", "java", jars, "--yes", cwd=ROOT)
        (jar,) = pathlib.Path(jars).glob("guidon-[0-9]*-javadoc.jar")
        with zipfile.ZipFile(jar) as archive:
            archive.extractall(folder)


def reference_javascript(folder):
    """TypeDoc reads the types of the package's three entries."""
    tools = ROOT / "build/site/typedoc"
    tools.mkdir(parents=True, exist_ok=True)
    for name in ["package.json", "package-lock.json"]:
        if not (tools / name).exists() or not filecmp.cmp(HERE / name, tools / name, False):
            shutil.copyfile(HERE / name, tools / name)
    checked("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=tools)
    for path in (ROOT / "bindings/javascript/src").glob("*.d.ts"):
        shutil.copyfile(path, tools / path.name)
    put_text(tools / "tsconfig.json", '{"compilerOptions": {"skipLibCheck": true}}\n')
    checked(
        "node_modules/.bin/typedoc", "--out", folder, "--name", "guidon", "--readme", "none",
        "--disableSources", "--hideGenerator", "--entryPoints", "index.d.ts", "uuid.d.ts",
        "ulid.d.ts", cwd=tools,
    )  # fmt: skip


def reference_python(folder):
    """pdoc imports the package, so it is built and unpacked first."""
    tools = packages("pdoc", HERE / "requirements-pdoc.txt")
    with tempfile.TemporaryDirectory() as place:
        binding = ROOT / "bindings/python"
        wheel = pathlib.Path(place) / backend(sys.executable, binding, f"build_wheel({place!r})")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(place)
        checked(
            sys.executable, "-m", "pdoc", "-o", folder, "guidon", cwd=place,
            env=environment(tools, place),
        )  # fmt: skip


REFERENCES = {
    "c": reference_c,
    "java": reference_java,
    "javascript": reference_javascript,
    "python": reference_python,
}


def main(arguments):
    parser = argparse.ArgumentParser(prog="./dev site", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("dir", type=pathlib.Path, nargs="?")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--fetch", action="store_true", help=argparse.SUPPRESS)
    words = parser.parse_args(arguments)
    if words.fetch:
        packages("site", HERE / "requirements.txt")
        return
    if not words.dir:
        parser.error("name the folder DIR that the site shall have")
    target = words.dir.absolute()
    if target.exists():
        sys.exit(f"site.py: {target} exists; name a folder that does not")
    changed = "" if words.brief else git("status", "--porcelain")
    if changed:
        sys.exit(f"site.py: these changes are not committed:\n{changed.rstrip()}")
    header = (ROOT / "include/guidon/version.h").read_text()
    version = re.search(r'GUIDON_VERSION +"(.*)"', header)[1]
    sections = navigation(tracked("*.md"))
    with tempfile.TemporaryDirectory(prefix="guidon-site-") as scratch:
        source, out = pathlib.Path(scratch) / "source", pathlib.Path(scratch) / "site"
        source.mkdir()
        made = manual(source)
        stage(source, {**sections, "Manual": made})
        for page in [page for some in sections.values() for page in some]:
            (source / page).write_text(text_of_link(source, page))
        live = source / "extra/guidon.html"
        if words.brief:
            put(ROOT / "build/page/guidon.html", live)
        else:
            checked("./dev", "page", live, "--yes", cwd=ROOT)
        for name, write in ({} if words.brief else REFERENCES).items():
            write(source / "extra/reference" / name)
            print(f"the reference of {name} is written", flush=True)
        pages(source, out, version)
        mend(out)
        shutil.rmtree(out / ".doctrees", ignore_errors=True)
        shutil.move(out, target)
    print(target / "index.html")


if __name__ == "__main__":
    main(sys.argv[1:])
