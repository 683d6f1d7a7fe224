# SPDX-License-Identifier: MIT
"""Leases against a real cluster: stopped processes, clones, clocks, lost leaders."""

import base64
import os
import re
import shutil
import signal
import time

import pytest

import build
from cluster import Cluster, descendants, wait_for


def base(cluster, prefix, slots=1, ttl=3):
    return ["--endpoints", ",".join(cluster.urls), "--prefix", prefix,
            "--slots", slots, "--ttl", ttl]


def ids_of(path):
    """The lines of a worker: kind, before, after, id."""
    rows = []
    for line in path.read_text().splitlines(True) if path.exists() else []:
        words = line.split()
        if line.endswith("\n"):
            rows.append((words[0], int(words[2]), int(words[3]), words[-1]))
    return rows


def made(path):
    return [row for row in ids_of(path) if row[0] == "id"]


def now_ns():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def start_worker(nodes, words, path, **options):
    worker = build.program("guidon_node_worker")
    return nodes.start(*words, "--", worker, path, 1000, **options)


@pytest.mark.parametrize("both", [True, False], ids=["both", "holder"])
def test_a_stopped_process_makes_no_id_after_its_lease(nodes, three, prefix, tmp_path,
                                                       both):
    """Stopped are the worker and guidon-node, or guidon-node alone. Meanwhile another
    process takes the only number."""
    first, second = tmp_path / "first", tmp_path / "second"
    process = start_worker(nodes, base(three, prefix), first)
    wait_for(lambda: len(made(first)) > 10)
    stopped = [process.pid] + (descendants(process.pid) if both else [])
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    other = start_worker(nodes, base(three, prefix) + ["--wait", 60], second)
    wait_for(lambda: made(second), what="the next owner")
    woken_ns = now_ns()
    # The holder last, because it ends the others.
    for pid in reversed(stopped):
        os.kill(pid, signal.SIGCONT)
    assert process.wait(30) == 123
    assert "guidon-node: " in process.communicate()[1]
    last = made(first)[-1]
    begin = made(second)[0]
    assert last[1] < begin[2] and last[1] < woken_ns and last[3] < begin[3]
    # The other owner is not disturbed.
    count = len(made(second))
    wait_for(lambda: len(made(second)) > count)
    assert other.poll() is None


def test_a_lost_lease_ends_command(nodes, three, prefix):
    """Somebody removes the key. COMMAND ignores SIGTERM, and is killed."""
    process = nodes.start(*base(three, prefix, ttl=5), "--grace", "1", "--", "sh", "-c",
                          "trap 'echo told' TERM; echo ready; while :; do sleep 0.1; "
                          "done")
    assert process.stdout.readline() == "ready\n"
    three.ctl("del", f"{prefix}/held/00000000")
    output, messages = process.communicate(timeout=30)
    assert process.returncode == 123 and output == "told\n"
    assert "the key of number 0 is gone from etcd" in messages


def test_a_revoked_lease_is_lost(nodes, three, prefix):
    process = nodes.start(*base(three, prefix, ttl=5))
    assert process.stdout.readline() == "0\n"
    lease = re.search(r'"lease":(\d+)', three.ctl("get", f"{prefix}/held/00000000",
                                                  "-w", "json"))[1]
    three.ctl("lease", "revoke", f"{int(lease):x}")
    assert process.wait(30) == 123
    assert "lease" in process.communicate()[1]


@pytest.mark.parametrize("value", ["mine", "a\0b"], ids=["text", "NUL"])
def test_a_foreign_write_is_a_loss(nodes, three, prefix, value):
    process = nodes.start(*base(three, prefix, ttl=5))
    assert process.stdout.readline() == "0\n"
    key, value = (base64.b64encode(text.encode()).decode()
                  for text in (f"{prefix}/held/00000000", value))
    three.post("kv/put", {"key": key, "value": value})
    assert process.wait(30) == 123
    assert "another process wrote the key of number 0" in process.communicate()[1]
    assert three.post("kv/range", {"key": key})["kvs"][0]["value"] == value


def test_one_of_two_copies_renews(nodes, three, prefix):
    done = nodes.run("copies", three.urls[0], prefix, program="guidon_node_units")
    assert done == (0, "", "")


def test_a_clock_that_is_behind_waits_for_the_mark(nodes, three, prefix, tmp_path,
                                                   monkeypatch):
    path = tmp_path / "skew"
    monkeypatch.setenv("SKEW_FILE", str(path))
    done = nodes.run("floor", three.urls[0], prefix, path, program="guidon_node_units")
    assert done == (0, "", "")


@pytest.mark.slow(7)
def test_ids_rise_although_clocks_differ(nodes, three, prefix, tmp_path, monkeypatch):
    """The first owner's clock is 4 s ahead. The second owner's ids are above."""
    skew = tmp_path / "skew"
    monkeypatch.setenv("SKEW_FILE", str(skew))
    skew.write_text("4000\n")
    first, second = tmp_path / "first", tmp_path / "second"
    words = base(three, prefix) + ["--wait", 60]
    process = start_worker(nodes, words, first, program="guidon_node_skewed")
    wait_for(lambda: len(made(first)) > 10)
    process.terminate()
    assert process.wait(30) == 143
    skew.write_text("0\n")
    other = start_worker(nodes, words, second, program="guidon_node_skewed")
    wait_for(lambda: made(second), what="the next owner")
    mark = int(three.ctl("get", "--print-value-only", f"{prefix}/last/00000000"))
    assert made(first)[-1][3] < made(second)[0][3]
    assert int(made(first)[-1][3].replace("-", "")[:12], 16) <= mark
    other.terminate()
    assert other.wait(30) == 143


def ms_of(row):
    return int(row[3].replace("-", "")[:12], 16)


def test_no_id_is_below_the_last_owners_mark(nodes, three, prefix, tmp_path,
                                             monkeypatch):
    """The clock steps back after the number is published and before COMMAND makes its
    first id: by 55 s, then to 5 s below the mark of the last owner."""
    skew, path = tmp_path / "skew", tmp_path / "ids"
    monkeypatch.setenv("SKEW_FILE", str(skew))
    skew.write_text("55000\n")
    mark = int(time.time() * 1000) + 50 * 1000
    three.ctl("put", f"{prefix}/last/00000000", str(mark))
    process = nodes.start(*base(three, prefix, ttl=60), "--", "sh", "-c",
                          'echo 0 > "$SKEW_FILE"; exec "$@"', "sh",
                          build.program("guidon_node_worker"), path, 1000,
                          program="guidon_node_skewed")
    wait_for(lambda: len(ids_of(path)) > 10)
    assert {row[0] for row in ids_of(path)} == {"no"}
    (tmp_path / "next").write_text(f"{mark - int(time.time() * 1000) - 5000}\n")
    (tmp_path / "next").rename(skew)
    wait_for(lambda: len(made(path)) > 10)
    assert all(ms_of(row) > mark for row in made(path))
    process.terminate()
    assert process.wait(30) == 143


def test_no_id_is_above_the_mark(nodes, three, prefix, tmp_path, monkeypatch):
    """The clock jumps ahead by more than the TTL, and less than counts as wrong. Until the
    next renewal has raised the mark in etcd, the generator makes no id."""
    skew, path = tmp_path / "skew", tmp_path / "ids"
    monkeypatch.setenv("SKEW_FILE", str(skew))
    skew.write_text("0\n")
    process = start_worker(nodes, base(three, prefix), path,
                           program="guidon_node_skewed")
    wait_for(lambda: len(made(path)) > 10)
    before = len(ids_of(path))
    skew.write_text("8000\n")
    wait_for(lambda: len(made(path)) and int(made(path)[-1][3].replace("-", "")[:12], 16)
             > time.time() * 1000 + 5000, what="ids of the new time")
    assert "no" in [row[0] for row in ids_of(path)[before:]]
    mark = int(three.ctl("get", "--print-value-only", f"{prefix}/last/00000000"))
    assert int(made(path)[-1][3].replace("-", "")[:12], 16) <= mark + 3000
    process.terminate()
    assert process.wait(30) == 143


@pytest.mark.slow(7)
def test_a_clock_that_jumps_ahead_loses_the_number(nodes, three, prefix, tmp_path,
                                                   monkeypatch):
    """The clock jumps ahead by an hour while the number is held. No mark and no id has
    the wrong time, so the number serves the next holder at once."""
    skew, path = tmp_path / "skew", tmp_path / "ids"
    monkeypatch.setenv("SKEW_FILE", str(skew))
    skew.write_text("0\n")
    process = start_worker(nodes, base(three, prefix), path,
                           program="guidon_node_skewed")
    wait_for(lambda: len(made(path)) > 10)
    skew.write_text("3600000\n")
    assert process.wait(30) == 123
    assert "the clock of this machine jumped ahead by 3600 s" in process.communicate()[1]
    skew.write_text("0\n")
    most = time.time() * 1000 + 60000
    assert int(three.ctl("get", "--print-value-only", f"{prefix}/last/00000000")) < most
    assert all(ms_of(row) < most for row in made(path))
    assert nodes.run(*base(three, prefix), "--wait", 60, "--", "echo", "held",
                     program="guidon_node_skewed") == (0, "held\n", "")


def test_a_mark_far_ahead_closes_its_number(nodes, three, prefix):
    far = int(time.time() * 1000) + 3600 * 1000
    three.ctl("put", f"{prefix}/last/00000000", str(far))
    status, _, messages = nodes.run(*base(three, prefix), "--wait", 1)
    assert status == 1 and "ids of the last owner of number 0 may be 3" in messages
    status, output, _ = nodes.run(*base(three, prefix, 2), "--", "sh", "-c",
                                  "echo $GUIDON_NODE")
    assert (status, output) == (0, "1\n")


YEAR = 365 * 86400


@pytest.mark.parametrize("seconds", [3600, YEAR, 7900 * YEAR, -3600, -40 * YEAR],
                         ids=["hour", "year", "ages", "hour-behind", "decades-behind"])
def test_a_wrong_clock_takes_no_number(nodes, three, prefix, tmp_path, monkeypatch,
                                       seconds):
    """It would close one number after the other for those whose clocks are right."""
    skew = tmp_path / "skew"
    monkeypatch.setenv("SKEW_FILE", str(skew))
    skew.write_text(f"{seconds * 1000}\n")
    words = base(three, prefix, 8)
    for _ in range(2):
        status, output, messages = nodes.run(*words, "--wait", 0, "--", "echo", "held",
                                             program="guidon_node_skewed")
        assert (status, output) == (1, "")
        assert "the clock of this machine is" in messages
        assert ("behind" if seconds < 0 else "ahead of") in messages
        assert not three.keys(f"{prefix}/last/") and not three.keys(f"{prefix}/held/")
    skew.write_text("0\n")
    assert nodes.run(*words, "--wait", 0, "--", "echo", "held",
                     program="guidon_node_skewed") == (0, "held\n", "")


def renewals(path):
    found = re.search(r"renewals_total{.*} (\d+)", path.read_text() if path.exists() else "")
    return int(found[1]) if found else 0


@pytest.mark.slow(13)
@pytest.mark.parametrize("how", ["kill", "stop"])
def test_a_lost_leader_ends_no_lease(nodes, tmp_path, how):
    cluster = Cluster("leader").wait_until_ready()
    metrics = tmp_path / "metrics"
    try:
        process = nodes.start(*base(cluster, "/leader", 4, ttl=15),
                              "--metrics", metrics)
        assert process.stdout.readline().strip() in "0123"
        i = cluster.leader()
        cluster.kill(i) if how == "kill" else cluster.stop(i)
        count = renewals(metrics)
        wait_for(lambda: renewals(metrics) > count + 1, what="renewals by the others")
        cluster.start(i) if how == "kill" else cluster.go_on(i)
        process.terminate()
        assert process.wait(30) == 0
    finally:
        cluster.end()


def restore(cluster, snapshot, *options):
    """Restore a cluster of one member, as its administrator does."""
    cluster.kill(0)
    folder = cluster.folder / "m0"
    shutil.rmtree(folder)
    cluster.ctl("snapshot", "restore", str(snapshot), "--data-dir", str(folder), "--name",
                "m0", "--initial-cluster", f"m0={cluster.peers[0]}",
                "--initial-advertise-peer-urls", cluster.peers[0], *options)
    cluster.start(0)
    cluster.wait_until_ready()


@pytest.mark.slow(16)
@pytest.mark.parametrize("options", [[], ["--initial-cluster-token", "another"]],
                         ids=["one-id", "another-id"])
def test_an_etcd_that_was_restored_ends_its_holders(nodes, tmp_path, options):
    """The copy is older than the lease. The holder ends at its next renewal and not at the
    end of its lease, and a process that has the file of --state gets no number."""
    cluster = Cluster("restored", 1).wait_until_ready()
    snapshot, state = tmp_path / "snapshot", tmp_path / "state"
    words = [*base(cluster, "/restored", ttl=40), "--state", state]
    try:
        cluster.ctl("snapshot", "save", str(snapshot))
        process = nodes.start(*words)
        assert process.stdout.readline() == "0\n"
        known = state.read_text()
        restore(cluster, snapshot, *options)
        messages = process.communicate(timeout=60)[1]
        assert process.returncode == 123 and "came in time" not in messages
        status, output, messages = nodes.run(*words, "--", "echo", "held")
        assert (status, output) == (1, "")
        assert ("comes from cluster" if options else "has gone back to revision") in messages
        assert state.read_text() == known
        state.unlink()
        assert nodes.run(*words, "--", "echo", "held") == (0, "held\n", "")
    finally:
        cluster.end()


@pytest.mark.slow(15)
def test_without_a_majority_the_lease_ends(nodes, tmp_path):
    """Two of three members are stopped. COMMAND has ended before the lease does, and the
    number comes back when the members do."""
    cluster = Cluster("majority").wait_until_ready()
    ids = tmp_path / "ids"
    try:
        process = start_worker(nodes, base(cluster, "/majority", 1, ttl=6), ids)
        wait_for(lambda: len(made(ids)) > 10)
        began_ns = now_ns()
        cluster.stop(0)
        cluster.stop(1)
        assert process.wait(30) == 123
        ended_ns = now_ns()
        assert made(ids)[-1][2] < began_ns + 6 * 10**9
        assert ended_ns < began_ns + 10 * 10**9
        assert "no renewal of number 0 came in time: http" in process.communicate()[1]
        cluster.go_on(0)
        cluster.go_on(1)
        other = tmp_path / "other"
        start_worker(nodes, base(cluster, "/majority", 1, ttl=6), other)
        wait_for(lambda: made(other), what="the next owner")
        assert made(ids)[-1][3] < made(other)[0][3]
    finally:
        cluster.end()
