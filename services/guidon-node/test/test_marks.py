# SPDX-License-Identifier: MIT
"""The marks of numbers: --marks lists them, and --lower-mark lowers one."""

import os
import re
import signal
import time

import pytest

from cluster import wait_for

HEAD = "  number  state   no id is above this time   seconds ahead\n"
HOUR = 3600 * 1000


def base(cluster, prefix, slots=4, ttl=5):
    return ["--endpoints", ",".join(cluster.urls), "--prefix", prefix,
            "--slots", slots, "--ttl", ttl]


def put(cluster, prefix, number, value):
    cluster.ctl("put", f"{prefix}/last/{number:08}", str(value))


def mark_of(cluster, prefix, number):
    return cluster.ctl("get", "--print-value-only", f"{prefix}/last/{number:08}").strip()


def now_ms():
    return int(time.time() * 1000)


def lines(output):
    assert output.startswith(HEAD)
    return [line.split() for line in output[len(HEAD):].splitlines()]


def test_marks_of_every_state_are_listed(nodes, three, prefix):
    process = nodes.start(*base(three, prefix, 1))
    assert process.stdout.readline() == "0\n"
    put(three, prefix, 1, now_ms() + HOUR)
    put(three, prefix, 2, now_ms() - HOUR)
    put(three, prefix, 3, "soon")
    put(three, prefix, 1030, 2 ** 63 - 1)
    status, output, messages = nodes.run(*base(three, prefix, 1100), "--marks")
    assert (status, messages) == (0, "")
    rows = {int(row[0]): row[1:] for row in lines(output)}
    assert sorted(rows) == [0, 1, 2, 3, 1030]
    assert [rows[n][0] for n in rows] == ["held", "waits", "free", "wrong", "waits"]
    assert int(rows[0][2]) <= 5
    assert 3400 < int(rows[1][2]) <= 3601 and -3800 < int(rows[2][2]) < -3590
    at = time.strftime("%Y-%m-%dT%H", time.gmtime(now_ms() / 1000 + 3600))
    assert re.fullmatch(r"[0-9-]{10}T[0-9:]{8}\.\d{3}Z", rows[1][1])
    assert rows[1][1][:13] in (at, time.strftime("%Y-%m-%dT%H", time.gmtime(
        now_ms() / 1000 + 3540)))
    # The holder has lost nothing.
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


@pytest.mark.parametrize("words", [["--marks"], ["--lower-mark", 0, "--no-later-ids"]],
                         ids=["list", "lower"])
def test_marks_follow_a_state_and_write_none(nodes, three, prefix, tmp_path, words):
    """A mark in an etcd that was restored or replaced is not that of the ids."""
    path = tmp_path / "state"
    words = [*base(three, prefix), "--state", path, *words]
    put(three, prefix, 0, now_ms() + HOUR)
    status, _, messages = nodes.run(*words)
    assert (status, messages) == (0, "") and not path.exists()
    put(three, prefix, 0, now_ms() + HOUR)
    mark, state = mark_of(three, prefix, 0), "guidon-node 1\ncluster 1\nrevision 1\n"
    path.write_text(state)
    status, output, messages = nodes.run(*words)
    assert status == 1 and output in ("", HEAD)
    assert "and earlier answers came from cluster 1\n" in messages
    assert messages.endswith(f"when no process has held a number for a TTL, remove {path}\n")
    assert mark_of(three, prefix, 0) == mark and path.read_text() == state


def test_no_marks(nodes, three, prefix):
    assert nodes.run(*base(three, prefix), "--marks") == (0, HEAD, "")
    status, _, messages = nodes.run("--endpoints", "http://127.0.0.1:1", "--slots", 4,
                                    "--marks")
    assert status == 1 and "http://127.0.0.1:1: " in messages


def test_a_mark_is_lowered_and_its_number_serves_again(nodes, three, prefix):
    put(three, prefix, 0, now_ms() + HOUR)
    words = base(three, prefix, 1)
    assert nodes.run(*words, "--wait", 0, "--", "true")[0] == 1
    before = now_ms()
    status, output, messages = nodes.run(*words, "--lower-mark", 0, "--no-later-ids")
    assert (status, messages) == (0, "")
    assert re.fullmatch(r"number 0: the mark was \S+Z, and is \S+Z\n", output)
    assert before <= int(mark_of(three, prefix, 0)) <= now_ms()
    assert nodes.run(*words, "--wait", 30, "--", "echo", "held") == (0, "held\n", "")


@pytest.mark.parametrize("value", ["", "soon", "+5", "1" * 30])
def test_a_mark_that_is_no_number_is_set_to_now(nodes, three, prefix, value):
    put(three, prefix, 2, value)
    before = now_ms()
    status, output, _ = nodes.run(*base(three, prefix), "--lower-mark", 2,
                                  "--no-later-ids")
    assert status == 0 and "the mark was no number" in output
    assert before <= int(mark_of(three, prefix, 2)) <= now_ms()


def test_what_must_not_be_lowered(nodes, three, prefix, tmp_path, monkeypatch):
    far = now_ms() + HOUR
    put(three, prefix, 0, far)
    put(three, prefix, 1, 1000)
    words = [*base(three, prefix), "--lower-mark"]

    def refused(number, *more, program="guidon-node"):
        status, output, messages = nodes.run(*words, number, *more, program=program)
        assert (status, output) == (1, "")
        return messages
    assert "say with --no-later-ids that there is none" in refused(0)
    assert "is not ahead of the clock" in refused(1, "--no-later-ids")
    assert "number 2 has no mark" in refused(2, "--no-later-ids")
    skew = tmp_path / "skew"
    monkeypatch.setenv("SKEW_FILE", str(skew))
    skew.write_text("-60000\n")
    assert "s behind that of etcd's member; set it first" in refused(
        0, "--no-later-ids", program="guidon_node_skewed")
    three.ctl("put", f"{prefix}/held/00000000", "somebody")
    assert "number 0 is held" in refused(0, "--no-later-ids")
    assert mark_of(three, prefix, 0) == str(far) and mark_of(three, prefix, 1) == "1000"


def test_a_mark_that_changes_meanwhile_stays(nodes, three, prefix):
    """Between the read and the write, somebody takes the number, or marks it anew."""
    for what in ("held", "high"):
        put(three, prefix, 0, now_ms() + HOUR)
        done = nodes.run("meanwhile", three.urls[0], prefix, what,
                         program="guidon_node_units")
        assert done == (0, "", "")
        three.ctl("del", f"{prefix}/held/00000000")


def test_small_steps_of_a_clock_do_not_add_up(nodes, three, prefix, tmp_path, monkeypatch):
    """At each renewal the clock is 8 s further ahead: never a jump above the leeway."""
    skew, metrics = tmp_path / "skew", tmp_path / "metrics"
    monkeypatch.setenv("SKEW_FILE", str(skew))
    skew.write_text("0\n")
    process = nodes.start(*base(three, prefix, 1, ttl=3), "--metrics", metrics,
                          program="guidon_node_skewed")
    assert process.stdout.readline() == "0\n"

    def renewals():
        found = re.search(r"renewals_total{.*} (\d+)",
                          metrics.read_text() if metrics.exists() else "")
        return int(found[1]) if found else 0
    for step in range(1, 12):
        count = renewals()
        (tmp_path / "next").write_text(f"{8000 * step}\n")
        (tmp_path / "next").rename(skew)
        wait_for(lambda: renewals() > count or process.poll() is not None)
        if process.poll() is not None:
            break
    assert process.wait(30) == 123
    assert "the clock of this machine jumped ahead by 1" in process.communicate()[1]
    assert int(mark_of(three, prefix, 0)) < now_ms() + 40000


@pytest.mark.parametrize("words, message", [
    (["--marks", "--", "true"], "run no COMMAND"),
    (["--lower-mark", "4"], "--lower-mark is not below --slots"),
    (["--lower-mark", "1", "--marks"], "--marks excludes --lower-mark"),
    (["--no-later-ids"], "--no-later-ids needs --lower-mark"),
    (["--lower-mark", "-1"], "expected 0 to 16777215")])
def test_wrong_words_about_marks(nodes, words, message):
    status, output, messages = nodes.run("--endpoints", "http://x", "--slots", 4, *words)
    assert (status, output) == (2, "") and message in messages


def test_what_is_wrong_here_takes_no_number(nodes, three, prefix, tmp_path, monkeypatch):
    """A number that was taken serves nobody for a TTL."""
    data = tmp_path / "data"
    data.write_text("no program")
    loop = tmp_path / "looped-command"
    loop.symlink_to(loop)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    words = base(three, prefix)
    for more, status, message in [
            (["--", "nonsuch-command"], 127, "nonsuch-command: No such file"),
            (["--", data], 126, "Permission denied"),
            (["--", tmp_path], 126, "Permission denied"),
            (["--", loop], 126, "Too many levels of symbolic links"),
            (["--", loop.name], 126, "Too many levels of symbolic links"),
            (["--", "x" * 300], 126, "File name too long"),
            (["--lease-file", tmp_path / "none/lease", "--", "true"], 2,
             f"the folder {tmp_path / 'none'} of the lease file: No such file")]:
        done = nodes.run(*words, *more)
        assert (done[0], done[1]) == (status, "") and message in done[2]
    assert not three.keys(prefix)


def test_metrics_replace_no_file_of_others(nodes, three, prefix, tmp_path):
    path = tmp_path / "notes"
    path.write_text("precious, and longer than the beginning of metrics\n")
    status, _, messages = nodes.run(*base(three, prefix), "--metrics", path, "--", "true")
    assert status == 0 and "is not a file that --metrics has written" in messages
    assert path.read_text().startswith("precious")
    path.write_text("# HELP guidon_node_number The number that is held.\n")
    assert nodes.run(*base(three, prefix), "--metrics", path, "--", "true")[2] == ""
    assert not path.exists()
