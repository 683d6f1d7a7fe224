# SPDX-License-Identifier: MIT
"""The module under AddressSanitizer: pg_regress, and a call of every function.

Only the module is instrumented. The sanitizer's library, loaded before the server, also
watches the memory of malloc, and the module's reads and writes of the stack and of
globals. PostgreSQL exits without freeing, so leaks are left to test_memory.py."""

import pathlib
import shutil
import subprocess

import pytest

import build
import cluster as clusters
import conftest
import samples
import servers
from test_regress import installcheck

OPTIONS = "detect_leaks=0:abort_on_error=0:exitcode=99:detect_stack_use_after_return=0"


def runtime():
    """The sanitizer's library of gcc; skip if gcc has none."""
    path = subprocess.run(["gcc", "-print-file-name=libasan.so"], check=True,
                          capture_output=True, text=True).stdout.strip()
    if not pathlib.Path(path).is_absolute():
        pytest.skip("gcc has no libasan")
    return str(pathlib.Path(path).resolve())


@pytest.fixture
def instrumented(request):
    """A copy of the newest server, so that its own module stays, with an instrumented
    module; and the sources."""
    folder = clusters.temporary()
    folder.chmod(0o755)
    copy = conftest.reachable_copy(request.config.found[-1], folder)
    sources = build.install(copy, conftest.FOLDER / "asan",
                            "-fsanitize=address -fno-omit-frame-pointer")
    yield copy, sources
    shutil.rmtree(folder, ignore_errors=True)


def test_address_sanitizer(instrumented, request):
    server, sources = instrumented
    folder = clusters.temporary()
    clusters.initdb(server, folder / "data")
    environment = {"LD_PRELOAD": runtime(), "ASAN_OPTIONS": OPTIONS}
    with clusters.Cluster(server, folder, environment).start() as cluster:
        with cluster.connect() as session:
            session.execute("CREATE EXTENSION guidon")
            # Without the sanitizer in the process this test would show nothing.
            loaded = pathlib.Path(f"/proc/{session.info.backend_pid}/maps").read_text()
            assert "libasan" in loaded and "guidon.so" in loaded
            for function in samples.callable_functions(session):
                for call in function.calls():
                    try:
                        session.execute(f"SELECT {call}")
                    except Exception:
                        assert not session.closed, call
        installcheck(sources, cluster, request.config.found)
        assert not [line for line in cluster.log if "AddressSanitizer" in line]
