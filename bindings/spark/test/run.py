# SPDX-License-Identifier: MIT
"""Tests the package guidon-spark on this machine's interpreter, with a cluster of processes:

    run.py [--long | --on VERSION | --java] [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]
    run.py --fetch

Needs a JDK of version 17 or later, and Maven. `--long` derives ids of 10^7 rows, and
rekeys two tables of which one has 10^6, while executors are killed. It compares ids of 10^8
rows, or `--rows=N`, with those of SQLite, for which it needs a C compiler and libsqlite3-dev.
Then it does what `--on 3.5` and `--on 4.0` do: run the tests of the jar on that version of
Spark, unless `-k` chooses tests. `--java` runs the tests on the JDKs 21 and 25 of Debian 13,
in an empty root folder. `--program` runs
another program with the package and Spark, such as bench.py. `--fetch` gets Spark
and the packages, and runs nothing.
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parents[1] / "python/tests"
SUPPORT = HERE.parents[2] / "tests/support"  # for the vectors
sys.path.insert(0, str(TESTS))
import build  # noqa: E402

# The versions of Spark: all tests run on the first, and those of the jar on each.
SPARKS = {
    "": HERE / "pyspark.txt",
    "3.5": HERE / "pyspark-3.5.txt",
    "4.0": HERE / "pyspark-4.0.txt",
}


def packages():
    """The folder of what pyspark needs. Their first import compiles them."""
    return build.packages("spark", HERE / "requirements.txt", "--no-compile")


def pyspark(version=""):
    """The folder of pyspark, as it is in its sdist. To install it would move the files,
    and pack and unpack 450 MB for that."""
    requirements = SPARKS[version]
    folder, archives = build.HOME / f"pyspark{version}", build.HOME / f"pyspark{version}-sdist"
    done = folder / ".requirements"
    if not done.exists() or done.read_bytes() != requirements.read_bytes():
        for place in folder, archives:
            shutil.rmtree(place, ignore_errors=True)
        # pip asks the sdist for its metadata, and its setup.py needs setuptools.
        setuptools = build.packages("setuptools", HERE / "build.txt")
        build.checked(
            sys.executable,
            "-m",
            "pip",
            "download",
            "--require-hashes",
            "--no-deps",
            "--quiet",
            "--no-cache-dir",
            "--no-build-isolation",
            "--dest",
            archives,
            "-r",
            requirements,
            env=build.environment(build.tools(), setuptools),
        )
        (archive,) = archives.iterdir()
        with tarfile.open(archive) as tar:
            tar.extractall(folder)
        shutil.rmtree(archives)
        done.write_bytes(requirements.read_bytes())
    return next(folder.glob("pyspark-*"))


def jars():
    """The two jars of Java, built beside those of bindings/java."""
    folder = build.HOME / "java"
    build.checked(sys.executable, "-B", HERE.parents[1] / "java/run.py", "--spark", folder)
    return [
        next((folder / name).glob(f"{name}-[0-9]*[0-9].jar")) for name in ("guidon", "guidon-spark")
    ]


def sqlite():
    """The variables for SQLite: the extension, and apsw, because not every Python has a SQLite
    that loads extensions. Both are those of its own tests."""
    tests = HERE.parents[2] / "extensions/sqlite/test"
    done = subprocess.run(
        [sys.executable, "-B", "-c", "import build; print(build.extension())"],
        cwd=tests,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    )
    return {
        "GUIDON_SQLITE": done.stdout.split()[-1],
        "GUIDON_APSW": str(build.packages("sqlite", tests / "requirements.txt")),
    }


def installed():
    """The Python of an environment with nothing but this package and guidon-ids."""
    source = build.unpacked(build.sdist())
    archive = build.wheel(sys.executable, source, build.core_object(source))
    own = build.DIST / build.backend(
        sys.executable, HERE.parent, f"build_wheel({str(build.DIST)!r})"
    )
    return build.empty_venv(sys.executable, build.HOME / "venv/spark", archive, own)


def environment(version=""):
    """The Python of an environment with the package, and the variables for it.
    Executors import modules from this folder. Bytecode goes below build, and not beside
    the sources."""
    if not shutil.which("java"):
        sys.exit("run.py: there is no java (Debian: default-jre-headless)")
    build.tools()  # Everything below needs it.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        spark, others, python, libraries = (
            made.result()
            for made in [
                pool.submit(pyspark, version),
                *map(pool.submit, (packages, installed, jars)),
            ]
        )
    variables = build.environment(
        spark,
        others,
        build.tools(),
        HERE,
        SUPPORT,
        SPARK_HOME=str(spark / "deps"),
        SPARK_LOCAL_IP="127.0.0.1",
        GUIDON_SPARK_JARS=",".join(map(str, libraries)),
        PYSPARK_PYTHON=str(python),
        PYSPARK_DRIVER_PYTHON=str(python),
        PYTHONPYCACHEPREFIX=str(build.HOME / "bytecode"),
    )
    for name in ("PYTHONDONTWRITEBYTECODE", "SPARK_CONF_DIR", "HADOOP_CONF_DIR"):
        variables.pop(name, None)
    return python, variables


def main(words):
    if words == ["--fetch"]:
        pyspark(), packages(), jars()
        return 0
    if words[:1] == ["--java"]:
        os.execv(HERE / "java.sh", [str(HERE / "java.sh"), *words[1:]])
    version = ""
    if words[:1] == ["--on"]:
        version, words = words[1], [str(HERE / "test_jar.py"), *words[2:]]
        if version not in SPARKS:
            sys.exit(f"run.py: --on {version}: the versions are {', '.join(SPARKS)[2:]}")
    python, variables = environment(version)
    if "--long" in words:
        variables |= sqlite()
    work = build.HOME / "work/spark"
    work.mkdir(parents=True, exist_ok=True)
    if words[:1] == ["--program"]:
        os.execve(python, [str(python), *words[1:]], variables)
    command = [
        python,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-q",
        "-rs",
        "--rootdir",
        HERE,
        "--confcutdir",
        HERE,
        "-c",
        os.devnull,
    ]
    words = [os.path.abspath(word) if os.path.exists(word) else word for word in words]
    places = [] if any(map(os.path.exists, words)) else [HERE]
    status = subprocess.run(
        list(map(str, [*command, *words, *places])), cwd=work, env=variables, check=False
    ).returncode
    if "--long" in words and "-k" not in words and not status:
        return max(main(["--on", other]) for other in SPARKS if other)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
