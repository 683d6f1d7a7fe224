# SPDX-License-Identifier: MIT
"""The module under AddressSanitizer and UndefinedBehaviorSanitizer: pg_regress, and a call
of every function. `run.py --sanitize` runs other tests so too."""

import pathlib
import shutil

import pytest

import build
import cluster as clusters
import conftest
import samples
import sanitized
from test_regress import installcheck


@pytest.fixture
def instrumented(request):
    """A copy of the newest server, so that its own module stays, with an instrumented
    module; and the sources."""
    if not sanitized.runtime():
        pytest.skip("gcc has no libasan")
    folder = clusters.temporary()
    folder.chmod(0o755)
    copy = conftest.reachable_copy(request.config.found[-1], folder)
    sanitized.prepare([copy], folder)
    sources = build.install(copy, sanitized.FOLDER / repr(copy), sanitized.FLAGS)
    yield copy, sources
    shutil.rmtree(folder, ignore_errors=True)


def test_address_sanitizer(instrumented, request):
    server, sources = instrumented
    folder = clusters.temporary()
    clusters.initdb(server, folder / "data")
    with clusters.Cluster(server, folder).start() as cluster:
        with cluster.connect() as session:
            session.execute("CREATE EXTENSION guidon")
            # Without the sanitizers in the process this test would show nothing.
            loaded = pathlib.Path(f"/proc/{session.info.backend_pid}/maps").read_text()
            for name in ("libasan", "libubsan", "guidon.so"):
                assert name in loaded, name
            for function in samples.callable_functions(session):
                for call in function.calls():
                    try:
                        session.execute(f"SELECT {call}")
                    except Exception:
                        assert not session.closed, call
        installcheck(sources, cluster, request.config.found)
    assert cluster.reported == []
