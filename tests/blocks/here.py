# SPDX-License-Identifier: MIT
"""Runs blocks as a reader would, from the files that a user gets: an installed prefix,
the files of `./dev amalgamate`, and a copy of the clone."""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pages

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 300  # for one block
WARNINGS = ["-std=gnu11", "-Wall", "-Wextra", "-Wpedantic",
            *os.environ.get("GUIDON_WERROR", "").split()]
HEADERS = "".join(f"#include <{name}>\n" for name in [
    "guidon.h", "stdio.h", "stdlib.h", "string.h"])
ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

# What the reader's own program has beside the snippet: lines before main, by page.
OWN = {
    # No file can be opened any more, as after close() of /dev or a change of root.
    "docs/sandbox.md": """#include <sys/resource.h>

static void enter_sandbox(void)
{
    const struct rlimit none = {0, 0};

    if (setrlimit(RLIMIT_NOFILE, &none) != 0) {
        abort();
    }
}
""",
}
# guidon-node's part: a lease file, named by GUIDON_LEASE. etcd's part is in the tests
# of guidon-node.
OWN["services/guidon-node/README.md"] = """#include <guidon/lease.h>
#include <time.h>

__attribute__((constructor)) static void hold(void)
{
    guidon_lease *lease;
    uint64_t now;

    if (guidon_lease_create(&lease, "lease", 677, 10, 0) != GUIDON_OK ||
        guidon_monotonic_now(&now) != GUIDON_OK ||
        guidon_lease_extend(lease, now + 25000000000u,
                            ((uint64_t)time(NULL) + 25) * 1000) != GUIDON_OK) {
        abort();
    }
    setenv("GUIDON_LEASE", "lease", 1);
}
"""
# Lines after the snippet, by page.
AFTER = {
    "docs/sandbox.md": """
guidon_id id;
if (fopen("/dev/null", "r") != NULL || guidon_new(&id, GUIDON_V7) != GUIDON_OK) {
    return EXIT_FAILURE;
}
""",
    "services/guidon-node/README.md": """
guidon_generator *g;
guidon_id id;
if (guidon_generator_new(&g, &options) != GUIDON_OK || guidon_next(&id, g) != GUIDON_OK) {
    abort();
}
guidon_generator_free(g);
puts("an id under the lease");
""",
}


class Fault(Exception):
    """The block is wrong."""


class Missing(Exception):
    """A program that the block needs is not installed."""


def needs(program, package):
    if not shutil.which(program):
        raise Missing(f"{program} is not installed (Debian: {package})")


class Reader:
    """A user who has just cloned the repository, built it and installed it. What takes
    time is made when the first block needs it."""

    def __init__(self, root):
        self.root = root
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="guidon-blocks-"))
        (self.home / "run").mkdir(mode=0o700)
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home, ignore_errors=True)

    def folder(self):
        """A new empty folder."""
        self.number += 1
        made = self.home / str(self.number)
        made.mkdir()
        return made

    @functools.cached_property
    def build(self):
        return self.root / "build/release"

    @functools.cached_property
    def prefix(self):
        """Where `cmake --install` puts what README.md says."""
        self.shell(f"cmake --install '{self.build}' --prefix '{self.home / 'prefix'}'",
                   self.home, installed=False)
        return self.home / "prefix"

    @functools.cached_property
    def clone(self):
        """A copy of the files that a clone has, with the reader's changes."""
        copy = self.home / "clone"
        done = subprocess.run(["git", "-C", self.root, "ls-files", "-co",
                               "--exclude-standard"], capture_output=True, text=True,
                              check=False)
        if done.returncode:  # an unpacked archive
            shutil.copytree(self.root, copy, ignore=shutil.ignore_patterns("build"))
            return copy
        for name in done.stdout.splitlines():
            if (self.root / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.root / name, copy / name)
        return copy

    @functools.cached_property
    def one_file(self):
        """What `./dev amalgamate DIR` writes."""
        self.shell("./dev amalgamate ../DIR", self.clone, installed=False)
        return self.home / "DIR"

    def environment(self, installed=True, **more):
        """An environment without what this machine has set for building."""
        own = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8",
               "TZ": "UTC0", "XDG_RUNTIME_DIR": str(self.home / "run")}
        if "CCACHE_DIR" in os.environ:
            own["CCACHE_DIR"] = os.environ["CCACHE_DIR"]
        if installed:
            found = list(self.prefix.rglob("guidon.pc"))
            if len(found) != 1:
                raise Fault(f"{self.prefix} has {len(found)} files guidon.pc (expected 1)")
            own["PKG_CONFIG_PATH"] = str(found[0].parent)
            own["PATH"] = f"{self.prefix}/bin:{own['PATH']}"
        return {**own, **more}

    def shell(self, code, folder, installed=True, fails=False, **more):
        """Run lines in a shell. Return what they print, errors included."""
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", code], cwd=folder, text=True, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=self.environment(installed, **more), timeout=SECONDS)
        if done.returncode and not fails:
            raise Fault(f"{code.strip()}\nended with status {done.returncode}:\n"
                        f"{done.stdout}")
        return done.stdout

    @functools.cached_property
    def compile_line(self):
        """README.md's command for a program with the installed library."""
        found = re.findall(r"`(cc app\.c [^`]*pkg-config[^`]*)`",
                           (self.root / "README.md").read_text(encoding="utf-8"))
        if len(found) != 1:
            raise Fault("README.md: expected one command `cc app.c ... pkg-config ...`")
        return found[0]

    def program(self, source, *flags, name="app.c", compiler="cc"):
        """Compile and link a program as README.md says, and run it. Return what it
        prints. A snippet prints to stderr only if something is wrong."""
        folder = self.folder()
        (folder / name).write_text(source)
        line = self.compile_line.replace("cc app.c", " ".join([compiler, *flags, name]))
        self.shell(line if " -o " in line else f"{line} -o app", folder)
        done = subprocess.run([folder / ("app" if (folder / "app").exists() else "a.out")],
                              cwd=folder, capture_output=True, text=True, check=False,
                              env=self.environment(), timeout=SECONDS)
        if done.returncode or done.stderr:
            raise Fault(f"the program ended with status {done.returncode}:\n"
                        f"{done.stdout}{done.stderr}")
        return done.stdout


def whole(snippets, page=""):
    """A program of the lines that belong into main, with the headers that they need."""
    code = "".join(snippets)
    includes = "".join(re.findall(r"^#include .*\n", code, re.M))
    body = re.sub(r"^#include .*\n", "", code, flags=re.M)
    return (f"{includes}{HEADERS}{OWN.get(page, '')}\nint main(void)\n{{\n{body}"
            f"{AFTER.get(page, '')}    return 0;\n}}\n")


# ----------------------------------------------------------------- ways to run a block

def snippet(reader, block):
    """Lines of a function in C."""
    return reader.program(whole([block.text], block.page), *WARNINGS)


def program(reader, block):
    """A whole program in C."""
    return reader.program(block.text, *WARNINGS)


def program_cpp(reader, block):
    """A whole program in C++."""
    return reader.program(block.text, "-std=c++17", *WARNINGS[1:], name="app.cpp",
                          compiler="c++")


def c_blocks(reader, block):
    """The blocks in C of the page of a block."""
    found, _ = pages.read(reader.root, block.page)
    return [one.text for one in found if one.language == "c"]


def first(reader):
    return (reader.root / "examples/first.c").read_text(encoding="utf-8")


def installed(reader, _):
    """README.md's command for an installed library, as printed."""
    return reader.program(first(reader))


def one_file(reader, block):
    """README.md's command for the one-file build, in the folder of its files."""
    folder = reader.folder()
    shutil.copytree(reader.one_file, folder, dirs_exist_ok=True)
    (folder / "app.c").write_text(first(reader))
    reader.shell(f"{block.first}\n./a.out >printed", folder, installed=False)
    return (folder / "printed").read_text()


def sources(reader, block):
    """README.md's command without a build system, beside the clone."""
    folder = reader.folder()
    (folder / "guidon").symlink_to(reader.clone)
    (folder / "app.c").write_text(first(reader))
    reader.shell(f"{block.first}\n./app >printed", folder, installed=False)
    return (folder / "printed").read_text()


def shell(reader, block):
    """Lines for a shell with the installed tool, in a folder with the files that the page
    speaks of: those below files/PAGE."""
    folder = reader.folder()
    own = HERE / "files" / pathlib.Path(block.page).stem
    if own.is_dir():
        shutil.copytree(own, folder, dirs_exist_ok=True)
    return reader.shell(block.text, folder)


def shape(command, text):
    """New ids have other digits each time."""
    return re.sub(ID, "an id", text) if re.search(r"new|\./ids", command) else text


def compare(reader, text, folder, before="", installed=True):
    """Run the commands of a console block. Each prints what the block shows."""
    steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M)
    if not steps:
        raise Fault("a console block needs lines that begin with \"$ \"")
    for command, due in steps:
        printed = reader.shell(before + command, folder, installed, fails=True)
        if shape(command, printed) != shape(command, due):
            raise Fault(f"$ {command}\nprinted:\n{printed}shown:\n{due}")
    return ""


def console(reader, block):
    """Commands and what they print, in a folder with files/PAGE."""
    folder = reader.folder()
    own = HERE / "files" / pathlib.Path(block.page).stem
    if own.is_dir():
        shutil.copytree(own, folder, dirs_exist_ok=True)
    return compare(reader, block.text, folder)


# ---------------------------------------------------------------- blocks of their own

def embedding(reader, block):
    """docs/guides/embedding.md: the reader's plugin.c beside the one-file build. The
    comment of the last line is what the line prints."""
    folder = reader.folder()
    code = block.text.replace("./dev amalgamate DIR\n", "")
    if code == block.text:
        raise Fault("expected the line ./dev amalgamate DIR")
    shutil.copytree(reader.one_file, folder / "DIR")
    shutil.copy(HERE / "files/embedding/plugin.c", folder / "DIR")
    # grep -c prints 0 and ends with 1 if it finds nothing.
    printed = reader.shell(code, folder, installed=False, fails=True)
    due = block.text.rstrip().rpartition("#")[2].strip()
    if printed.strip() != due or not (folder / "DIR/plugin.so").exists():
        raise Fault(f"{code}printed {printed!r}, and the page says {due!r}")
    return printed


def hosts(reader, block):
    """docs/guides/hosts.md: the module with the two functions, which Node.js loads."""
    needs("clang", "clang")
    needs("wasm-ld", "lld")
    needs("node", "nodejs")
    folder = reader.folder()
    shutil.copytree(reader.one_file, folder, dirs_exist_ok=True)
    own = (HERE / "files/hosts/module.c").read_text()
    prototypes, = c_blocks(reader, block)
    (folder / "module.c").write_text(own.replace("/* the block */", prototypes))
    shutil.copy(HERE / "files/hosts/load.mjs", folder)
    return reader.shell(block.text + "node load.mjs\n", folder, installed=False)


def node_ids(reader, block):
    """docs/guides/node-ids.md: a generator with a number of its own; and the holder of a
    lease file with the generator in one program, where the generator works between the
    holder's first extension and its end. The times of the page are those of an example,
    so others take their place."""
    if ".node_number" in block.text:
        return snippet(reader, block)
    holder, = (code for code in c_blocks(reader, block) if "guidon_lease_create" in code)
    user, = (code for code in c_blocks(reader, block) if ".lease_path" in code)
    comment = "/* ... extend again and again; at the end of the program: */\n"
    one_id = """guidon_id id;
if (guidon_next(&id, g) != GUIDON_OK) {
    abort();
}
puts("an id under the lease");
guidon_generator_free(g);"""
    inside = user.replace("guidon_generator_free(g);", one_id)
    now = "((uint64_t)time(NULL) * 1000u)"
    code = whole(["#include <guidon/lease.h>\n#include <time.h>\n",
                  holder.replace(comment, f"{{\n{inside}}}\n")])
    for shown, own in [("1790000000000u", f"{now} + 20000u"),
                       ("1789999000001u", f"{now} - 1000000u"),
                       ("/run/app/node", f"{reader.folder()}/node")]:
        if shown not in code:
            raise Fault(f"expected {shown} in the page")
        code = code.replace(shown, own)
    printed = reader.program(code, *WARNINGS)
    if printed != "an id under the lease\n":
        raise Fault(f"the program printed {printed!r}")
    return printed


def libuuid(reader, block):
    """The pages about libuuid, in the clone whose build they name."""
    needs("uuidgen", "uuid-runtime")
    return reader.shell(block.text, reader.root, installed=False, GUIDON_GATE="1")


def libuuid_console(reader, block):
    """The same for console blocks, with the lines of the first block before them."""
    needs("uuidgen", "uuid-runtime")
    own = reader.folder()
    for code in c_blocks(reader, block):
        (own / "ids.c").write_text(code)
    path = re.search(r"^PATH=.*\n", (reader.root / block.page).read_text(), re.M)[0]
    for name in ["bindings", "extensions", "services", "page", "build"]:
        (own / name).symlink_to(reader.root / name)
    return compare(reader, block.text, own, before=path, installed=False)


LOAD = """sqlite3_enable_load_extension(db, 1);
    if (sqlite3_load_extension(db, "./guidon_sqlite", NULL, NULL) != SQLITE_OK) {
        puts(sqlite3_errmsg(db));
    }"""


def sqlite(reader, block):
    """extensions/sqlite/README.md: the loadable extension in a program that loads it, and the
    program in C with the extension inside. Both make an id."""
    if not pathlib.Path("/usr/include/sqlite3ext.h").exists():
        raise Missing("the headers of SQLite are not installed (Debian: libsqlite3-dev)")
    folder = reader.folder()
    shutil.copytree(reader.one_file, folder, dirs_exist_ok=True)
    own = (HERE / "files/sqlite/app.c").read_text()
    if "-DSQLITE_CORE" in block.text:
        lines, = c_blocks(reader, block)
        declared, _, called = lines.partition("\n\n")
        own = own.replace("/* declared */", declared).replace("/* before */", called)
        after = "./a.out"
    else:
        own = own.replace("/* after */", LOAD)
        after = "cc app.c -lsqlite3 && ./a.out"
    (folder / "app.c").write_text(own)
    return reader.shell(f"{block.text}{after}", folder, installed=False)


def derived(reader, block):
    """docs/decisions/0021-keys.md: the lines of Python give what the tool gives."""
    code = ("import hashlib\nkey, ms = bytes(range(32)), 1645557742000\n"
            "data = bytes.fromhex('c232ab00941411ecb3c89f6bdeced846')\n"
            f"{block.text}print(bytes(id).hex())\n")
    folder = reader.folder()
    (folder / "lines.py").write_text(code)
    (folder / "key").write_text(bytes(range(32)).hex())
    (folder / "key").chmod(0o600)
    return reader.shell(
        "mine=$(python3 lines.py)\n"
        "theirs=$(echo c232ab00-9414-11ec-b3c8-9f6bdeced846 | guidon derive "
        "--key-file key --at 2022-02-22T19:22:22Z | guidon convert -f hex)\n"
        "[ \"$mine\" = \"$theirs\" ] || { echo \"$mine $theirs\"; exit 1; }", folder)


def quoted(reader, block):
    """A line of a file of vectors, cut at `...`."""
    beginning = block.first.partition(" ...")[0]
    folded = re.sub(r"\s", "", beginning)
    for path in sorted((reader.root / "tests/vectors").glob("*.json")):
        if folded in re.sub(r"\s", "", path.read_text()):
            return path.name
    raise Fault(f"no file of tests/vectors has a row that begins {beginning}")


WAYS = {way.__name__: way for way in [
    snippet, program, program_cpp, installed, one_file, sources, shell, console,
    embedding, hosts, node_ids, libuuid, libuuid_console, sqlite, derived, quoted]}
