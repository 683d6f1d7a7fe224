# SPDX-License-Identifier: MIT
"""Tests guidon.spark on this machine's interpreter, with a cluster of processes:

    run.py [--long] [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]

Needs a Java runtime of version 17 or later. `--long` derives ids of 10^7 rows while an
executor is killed. `--program` runs another program with the package and Spark, such as
bench/spark.py.
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import build  # noqa: E402

NEEDS = [HERE / "build.txt", HERE / "requirements.txt"]


def spark():
    """The folder of pyspark and what it needs, for PYTHONPATH."""
    folder, venv = build.HOME / "spark", build.HOME / "spark-pip"
    done, wanted = folder / ".requirements", b"".join(p.read_bytes() for p in NEEDS)
    if done.exists() and done.read_bytes() == wanted:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    build.checked(sys.executable, "-m", "venv", "--clear", venv)
    install = [venv / "bin/python", "-m", "pip", "install", "--require-hashes",
               "--no-deps", "--quiet", "--no-cache-dir"]
    build.checked(*install, "-r", NEEDS[0])
    build.checked(*install, "--no-build-isolation", "--target", folder, "-r", NEEDS[1])
    done.write_bytes(wanted)
    return folder


def environment():
    """The Python of an environment with the package, and the variables for it. Executors
    import cluster.py from this folder."""
    if not shutil.which("java"):
        sys.exit("run.py: there is no java (Debian: default-jre-headless)")
    source = build.unpacked(build.sdist())
    archive = build.wheel(sys.executable, source, build.core_object(source))
    python = build.empty_venv(sys.executable, build.HOME / "venv/spark", archive)
    variables = build.environment(spark(), build.tools(), HERE,
                                  SPARK_LOCAL_IP="127.0.0.1",
                                  PYSPARK_PYTHON=str(python),
                                  PYSPARK_DRIVER_PYTHON=str(python),
                                  GUIDON_FRAMEWORKS=str(build.frameworks()))
    for name in ("SPARK_HOME", "SPARK_CONF_DIR", "HADOOP_CONF_DIR"):
        variables.pop(name, None)
    return python, variables


def main(words):
    python, variables = environment()
    work = build.HOME / "work/spark"
    work.mkdir(parents=True, exist_ok=True)
    if words[:1] == ["--program"]:
        os.execve(python, [str(python), "-B", *words[1:]], variables)
    command = [python, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rs",
               "--rootdir", HERE, "--confcutdir", HERE, "-c", os.devnull]
    words = [os.path.abspath(word) if os.path.exists(word) else word for word in words]
    places = [] if any(map(os.path.exists, words)) else [HERE]
    return subprocess.run(list(map(str, [*command, *words, *places])), cwd=work,
                          env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
