# SPDX-License-Identifier: MIT
"""Builds the programs that measure, and runs them.

The commands are `COMMAND prove IDS` and `COMMAND run IDS MS OPERATIONS`. Each prints
one line of JSON for each of its cases: operation, library, version, language, mode
and note, then `out` (and `accepts`, `ordered`) or `ns`."""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile


class Unavailable(Exception):
    """A language cannot be measured here; the message is the reason."""


@dataclasses.dataclass(frozen=True)
class Places:
    root: pathlib.Path

    @property
    def bench(self):
        return self.root / "bench"

    @property
    def out(self):
        return self.root / "build/bench"


@dataclasses.dataclass(frozen=True)
class Adapter:
    language: str
    what: str  # the libraries it measures
    build: object  # Places -> command; may raise Unavailable


# ------------------------------------------------------------------- building

def _need(*programs):
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        raise Unavailable(f"{' and '.join(missing)} not installed")


def _do(places, log, *command, cwd=None, **environment):
    """Run one step of a build. Its output goes to a log."""
    path = places.out / f"{log}.log"
    done = subprocess.run([str(word) for word in command], cwd=cwd,
                          env={**os.environ, **environment}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    path.write_text(done.stdout)
    if done.returncode:
        lines = [line.strip() for line in done.stdout.splitlines()]
        why = next((line for line in lines if "error" in line.lower()),
                   "failed")
        raise Unavailable(f"could not build: {why[:100]} "
                          f"(see {path.relative_to(places.root)})")


def _fresh(places, name, sources):
    """Whether the last build of `sources` is up to date, and a function to call
    after a new build."""
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.name.encode() + path.read_bytes())
    stamp = places.out / f"{name}.stamp"
    mark = digest.hexdigest()
    done = stamp.is_file() and stamp.read_text() == mark
    return done, lambda: stamp.write_text(mark)


def _venv(places):
    """A virtual environment, so that the benchmark installs nothing elsewhere."""
    home = places.out / "python"
    python = home / "bin/python3"
    if not python.exists():
        _do(places, "python", sys.executable, "-m", "venv", home)
    return python


def _boost_headers(places):
    """Boost's headers from a Python wheel, because distributions' are older."""
    pins = places.bench / "cpp/requirements.txt"
    home = places.out / "boost"
    fresh, done = _fresh(places, "boost", [pins])
    if not fresh:
        shutil.rmtree(home, ignore_errors=True)
        _do(places, "boost", _venv(places), "-m", "pip", "download", "--quiet",
            "--no-deps", "--only-binary=:all:", "--require-hashes",
            "-d", home / "wheel", "-r", pins)
        for wheel in (home / "wheel").glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(home, [
                    name for name in archive.namelist()
                    if "/include/boost/" in name])
        shutil.rmtree(home / "wheel")
        done()
    return next(home.glob("*/include"))


def build_native(places, tool=False):
    """Build Guidon and the C and C++ libraries' programs, and Guidon's tool if
    `tool`. Returns the reason for which Boost is missing, or None."""
    no_boost, include = None, ""
    try:
        include = _boost_headers(places)
    except Unavailable as error:
        no_boost = str(error)
    _do(places, "cmake", "cmake", "--preset", "bench",
        f"-DBOOST_INCLUDE={include}", f"-DGUIDON_TOOL={'ON' if tool else 'OFF'}",
        cwd=places.root)
    _do(places, "cmake", "cmake", "--build", "--preset", "bench",
        cwd=places.root)
    return no_boost


def _native(name, reason):
    def build(places):
        program = places.out / f"bench/{name}_bench"
        if not program.exists():
            raise Unavailable(reason)
        return [program]
    return build


def _copy(places, name):
    """A copy of the adapter's folder, in which its tools may write."""
    home = places.out / name
    shutil.copytree(places.bench / name, home, dirs_exist_ok=True)
    return home


def rust(places):
    _need("cargo")
    home = _copy(places, "rust")
    _do(places, "rust", "cargo", "build", "--release", "--locked", cwd=home)
    return [home / "target/release/guidon_bench_rust"]


def _go(places):
    _need("go")
    program = places.out / "go_bench"
    _do(places, "go", "go", "build", "-mod=readonly", "-o", program, ".",
        cwd=places.bench / "go")
    return [program]


def check_jars(home):
    """The jars in target/dependency, which must be those of checksums.txt."""
    due = {}
    for line in (home / "checksums.txt").read_text().splitlines():
        if not line.startswith("#"):
            digest, name = line.split()
            due[name] = digest
    jars = sorted((home / "target/dependency").glob("*.jar"))
    found = {jar.name: hashlib.sha256(jar.read_bytes()).hexdigest()
             for jar in jars}
    for name in sorted(due.keys() | found.keys()):
        if due.get(name) != found.get(name):
            raise Unavailable(f"{name} is not the file of checksums.txt")
    return jars


def _java(places):
    """Maven only fetches the jars. Each is compared with its checksum before the
    compiler or Java reads it."""
    _need("java", "javac", "mvn")
    home = _copy(places, "java")
    sources = sorted((home / "src").rglob("*.java"))
    fresh, done = _fresh(places, "java", [
        home / "pom.xml", home / "checksums.txt", *sources])
    if not fresh or not (home / "target/classes").is_dir():
        shutil.rmtree(home / "target", ignore_errors=True)
        _do(places, "java", "mvn", "-q", "-B", "dependency:copy-dependencies",
            cwd=home)
        jars = os.pathsep.join(map(str, check_jars(home)))
        _do(places, "java", "javac", "--release", "17", "-cp", jars,
            "-processorpath", jars, "-d", home / "target/classes", *sources)
        done()
    path = os.pathsep.join(map(str, [home / "target/classes",
                                     *check_jars(home)]))
    return ["java", "-cp", path, "guidon.bench.Main"]


def _javascript(places):
    _need("node", "npm")
    home = _copy(places, "js")
    fresh, done = _fresh(places, "js", [home / "package-lock.json"])
    if not fresh or not (home / "node_modules").is_dir():
        _do(places, "js", "npm", "ci", "--ignore-scripts", "--no-audit",
            "--no-fund", cwd=home)
        done()
    return ["node", home / "main.mjs"]


def _python(places):
    python = _venv(places)
    pins = places.bench / "python/requirements.txt"
    fresh, done = _fresh(places, "python", [pins])
    if not fresh:
        _do(places, "python", python, "-m", "pip", "install",
            "--require-hashes", "--quiet", "--no-deps", "--only-binary=:all:",
            "-r", pins)
        done()
    return [python, "-B", places.bench / "python/main.py"]


def adapters(no_boost):
    """All adapters except Guidon's, in the order in which they run first."""
    missing = "its development files are not installed"
    return [
        Adapter("C", "Guidon (static library)",
                _native("guidon_static", "it was not built")),
        Adapter("C", "Guidon (inline, x86-64-v2)",
                _native("guidon_inline", "needs x86-64")),
        Adapter("C", "Guidon (inline, x86-64-v3)",
                _v3(_native("guidon_inline_v3", "needs x86-64"))),
        Adapter("C", "libuuid", _native("libuuid", missing)),
        Adapter("C", "OSSP uuid", _native("ossp", missing)),
        Adapter("C++", "Boost.UUID", _native("boost", no_boost or missing)),
        Adapter("C++", "Boost.UUID (x86-64-v3)",
                _v3(_native("boost_v3", no_boost or "needs x86-64"))),
        Adapter("Rust", "uuid, uuid-simd, ulid", rust),
        Adapter("Go", "google/uuid, gofrs/uuid, oklog/ulid", _go),
        Adapter("Java", "java.util.UUID, uuid-creator, ulid-creator", _java),
        Adapter("JavaScript", "crypto, uuid, uuidv7, ulid", _javascript),
        Adapter("Python", "uuid, uuid-utils, python-ulid", _python),
    ]


def guidon(places):
    return [places.out / "bench/guidon_bench"]


def has_avx2():
    """Can this processor run a build for x86-64-v3?"""
    try:
        flags = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        flags = ""
    return bool(re.search(r"\bavx2\b.*\bbmi2\b|\bbmi2\b.*\bavx2\b", flags))


def _v3(build):
    """Build a program that needs AVX2, if this processor has it."""
    def checked(places):
        if not has_avx2():
            raise Unavailable("this processor has no AVX2")
        return build(places)
    return checked


# -------------------------------------------------------------------- talking

def talk(places, command, *words, timeout=900):
    """Run a program and read its lines of JSON."""
    words = [str(word) for word in [*command, *words]]
    try:
        done = subprocess.run(words, capture_output=True, text=True,
                              timeout=timeout, cwd=places.out)
    except subprocess.TimeoutExpired:
        raise Unavailable(f"took more than {timeout} s") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise Unavailable(f"failed with {done.returncode}: {lines[-1][:100]}")
    try:
        return [json.loads(line) for line in done.stdout.splitlines()
                if line.startswith("{")]
    except ValueError as error:
        raise Unavailable(f"printed invalid JSON: {error}") from None
