# SPDX-License-Identifier: MIT
"""The command line, COMMAND, signals, exit statuses, files and the manual page."""

import base64
import ctypes
import fcntl
import os
import pathlib
import re
import resource
import signal
import stat
import subprocess
import sys

import pytest

import build
from cluster import wait_for

SERVICE = pathlib.Path(__file__).resolve().parents[1]

WRONG = [
    (["--endpoints", "ftp://x"], "invalid URL 'ftp://x' for --endpoints; expected http"),
    (["--endpoints", "http://"], "expected http"),
    (["--endpoints", "http://x:1/v3"], "expected http"),
    (["--endpoints", "http://x:1,"], "expected http"),
    (["--endpoints", ",".join(["http://x:1"] * 17)], "more than 16"),
    (["--slots", "0"], "invalid N '0' for --slots; expected 1 to 16777216"),
    (["--slots", "16777217"], "expected 1 to 16777216"),
    (["--slots", "99999999999999999999"], "expected 1 to 16777216"),
    (["--slots", "4x"], "expected 1 to"),
    (["--slots", "-4"], "expected 1 to"),
    (["--slots", ""], "expected 1 to"),
    (["--ttl", "1"], "invalid S '1' for --ttl; expected 2 to 86400"),
    (["--wait", "1.5"], "invalid S '1.5' for --wait; expected 0 to"),
    (["--prefix", "nodes"], "invalid P 'nodes' for --prefix; expected"),
    (["--prefix", "/nodes/"], "invalid P '/nodes/' for --prefix; expected"),
    (["--prefix", "/a b"], "invalid P '/a b' for --prefix; expected"),
    (["--prefix", "/" + "x" * 200], "at most 200"),
    (["--grace", "11"], "--grace is more than a third of --ttl"),
    (["--cert", "x"], "--cert and --key belong together"),
    (["--user", "x"], "--user and --password-file belong together"),
    (["--metrics", ""], "option '--metrics' needs a value that is not empty"),
    (["--state", ""], "option '--state' needs a value that is not empty"),
    (["--lease-file", "/" * 4096], "the path of --lease-file is longer than 4095 bytes"),
    (["--isolate", "sometimes"], "invalid WHEN 'sometimes' for --isolate; expected auto, always or never"),
    (["--isolate", "allways"], "did you mean 'always'?"),
    (["--nonsuch"], "unknown option '--nonsuch'"),
    (["--slot", "4", "--tll"], "unknown option '--tll'; did you mean '--ttl'?"),
    (["--ttl"], "option '--ttl' needs a value"),
    (["--metrics", "\x1b", "--wait", "\x1b"], r"invalid S '\x1b' for --wait"),
]


@pytest.mark.parametrize("words, message", WRONG)
def test_wrong_command_lines(nodes, words, message):
    right = ["--endpoints", "http://127.0.0.1:1", "--slots", "4"]
    status, output, messages = nodes.run(*right, *words)
    assert status == 2 and not output
    assert message in messages and "--help" in messages


@pytest.mark.parametrize("words", [[], ["--slots", "4"], ["--endpoints", "http://x"]])
def test_required_options(nodes, words):
    status, _, messages = nodes.run(*words)
    assert status == 2 and "--endpoints and --slots are required" in messages


def test_a_password_in_an_address_is_not_repeated(nodes):
    status, _, messages = nodes.run("--endpoints", "http://user:secret@x:1")
    assert status == 2 and "secret" not in messages and "--password-file" in messages


@pytest.fixture(scope="session")
def manual_page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("manual")
    subprocess.run([sys.executable, "-B", build.ROOT / "docs/reference/man1.py",
                    build.ROOT / "docs/man", folder, "2026-01-01",
                    build.program("guidon-node")], check=True)
    return folder / "man1/guidon-node.1"


def test_help_readme_and_manual_page_name_the_same_options(nodes, manual_page):
    status, output, messages = nodes.run("--help")
    assert (status, messages) == (0, "")
    assert max(map(len, output.splitlines())) <= 80
    table = (SERVICE / "README.md").read_text()
    options = set(re.findall(r"--[a-z-]+", output))
    assert options == set(re.findall(r"--[a-z-]+", manual_page.read_text().replace("\\-", "-")))
    assert options == set(re.findall(r"`(--[a-z-]+)", table))
    assert nodes.run("--version")[:2] == (0, "guidon-node %s\n" % re.search(
        r'GUIDON_VERSION +"(.*)"',
        (build.ROOT / "include/guidon/version.h").read_text())[1])


def test_the_words_of_a_command_line_are_completed(nodes):
    def complete(*words):
        status, output, messages = nodes.run("--table", "complete", *words)
        assert (status, messages) == (0, "")
        return output.splitlines()

    assert complete("--lo") == ["--lower-mark\tset the mark of number N, which lies ahead, "
                                "to now; needs --no-later-ids"]
    assert complete("--slots", "4", "--isolate", "a") == ["auto", "always"]
    assert complete("--isolate=a") == ["--isolate=auto", "--isolate=always"]
    assert complete("--isolate", "=", "n") == ["never"]  # bash splits so
    assert complete("--state", "") == [":file"]
    assert complete("--slots", "") == []
    assert complete("--slots", "4", "--", "se") == [":command"]
    status, output, _ = nodes.run("--table", "bash")
    assert status == 0 and "complete -o filenames -F _guidon-node guidon-node" in output


def test_manual_page_is_well_formed(manual_page):
    done = subprocess.run(["groff", "-man", "-Tutf8", "-P", "-cbou", "-ww", manual_page],
                          capture_output=True, text=True)
    assert "SEE ALSO" in done.stdout and not done.stderr


def encode(text):
    return base64.b64encode(text.encode()).decode()


def base(cluster, prefix, slots=4, ttl=5):
    return ["--endpoints", ",".join(cluster.urls), "--prefix", prefix,
            "--slots", slots, "--ttl", ttl]


def held(cluster, prefix):
    return sorted(int(key.split("/")[-1]) for key in cluster.keys(prefix + "/held/"))


def test_command_gets_number_bits_and_lease_file(nodes, three, prefix):
    script = 'echo $GUIDON_NODE $GUIDON_NODE_BITS; ls "$GUIDON_LEASE"'
    status, output, messages = nodes.run(*base(three, prefix, 5), "--", "sh", "-c",
                                         script)
    number, bits, path = output.split()
    assert (status, messages) == (0, "")
    assert int(number) in range(5) and bits == "3"
    assert not pathlib.Path(path).exists() and not pathlib.Path(path).parent.exists()
    assert held(three, prefix) == []


def test_command_starts_at_once(nodes, three, prefix):
    """The first renewal would be due after a third of the TTL, eight hours."""
    done = nodes.run(*base(three, prefix, ttl=86400), "--", "echo", "started")
    assert done == (0, "started\n", "")


@pytest.mark.parametrize("script, want", [
    ("exit 0", 0), ("exit 7", 7), ("kill -KILL $$", 137), ("kill -TERM $$", 143)])
def test_exit_status_is_that_of_command(nodes, three, prefix, script, want):
    assert nodes.run(*base(three, prefix), "--", "sh", "-c", script)[0] == want
    assert held(three, prefix) == []


def test_command_that_cannot_run(nodes, three, prefix, tmp_path):
    status, _, messages = nodes.run(*base(three, prefix), "--", "nonsuch-command")
    assert status == 127 and "nonsuch-command: No such file" in messages
    (tmp_path / "data").write_text("no program")
    status, _, messages = nodes.run(*base(three, prefix), "--", tmp_path / "data")
    assert status == 126 and "Permission denied" in messages
    assert held(three, prefix) == []


@pytest.mark.parametrize("name", ["TERM", "INT", "HUP", "QUIT", "USR1", "USR2", "RTMIN",
                                  "RTMAX", "VTALRM", "PROF", "IO", "PWR", "XCPU", "XFSZ",
                                  "STKFLT", "URG"])
def test_signals_go_to_command(nodes, three, prefix, name):
    script = (f"trap 'echo got {name}; exit 5' {name}; echo ready; "
              "while :; do sleep 0.05; done")
    process = nodes.start(*base(three, prefix), "--", "bash", "-c",
                          script)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(getattr(signal, f"SIG{name}"))
    assert process.communicate(timeout=30)[0] == f"got {name}\n"
    assert process.returncode == 5


@pytest.mark.parametrize("name", ["HUP", "INT", "QUIT"])
def test_signals_that_are_ignored_stay_so(nodes, three, prefix, name):
    """As nohup does it. The lines of the status are masks. Without a namespace, COMMAND
    can send the signal to guidon-node itself."""
    number = getattr(signal, f"SIG{name}")
    status, output, messages = nodes.run(
        *base(three, prefix), "--isolate", "never", "--", "sh", "-c",
        f"kill -{name} $PPID; kill -{name} $$; grep SigIgn /proc/$$/status",
        preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
    assert (status, messages) == (0, "")
    assert int(output.split()[1], 16) & 1 << number - 1


def test_signals_that_are_blocked_are_heard(nodes, three, prefix):
    """The program that starts guidon-node has blocked them."""
    blocked = {signal.SIGCHLD, signal.SIGTERM}
    status, output, _ = nodes.run(
        *base(three, prefix), "--", "sh", "-c", "grep SigBlk /proc/self/status; exit 7",
        preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, blocked))
    assert status == 7 and int(output.split()[1], 16) == 0


def test_orphans_of_command_leave_no_zombies(nodes, three, prefix):
    """In a container, guidon-node is process 1, which inherits orphans. Here it is a
    subreaper (prctl 36), which inherits them too."""
    libc = ctypes.CDLL(None)
    process = nodes.start(
        *base(three, prefix), "--isolate", "never", "--", "sh", "-c",
        "(sleep 0.2 & echo $!); read line; exit 0", stdin=subprocess.PIPE,
        preexec_fn=lambda: libc.prctl(36, 1, 0, 0, 0))
    pid = process.stdout.readline().strip()
    wait_for(lambda: not pathlib.Path(f"/proc/{pid}").exists(), what="its end")
    assert process.communicate("\n", timeout=30) == ("", "")
    assert process.returncode == 0


def test_output_that_cannot_be_written(nodes, three, prefix):
    with open("/dev/full", "w") as full:
        status, _, messages = nodes.run(*base(three, prefix), stdout=full)
    assert status == 2 and "standard output: No space left" in messages
    assert held(three, prefix) == []


def test_closed_descriptors_are_not_used_for_others(nodes, three, prefix):
    """If standard output is closed, nothing else gets the number."""
    status, output, messages = nodes.run(*base(three, prefix),
                                         preexec_fn=lambda: os.closerange(0, 2))
    assert (status, output) == (2, "")
    assert "standard output: Bad file descriptor" in messages
    assert held(three, prefix) == []


def test_command_inherits_its_descriptors_alone(nodes, three, prefix):
    """Those that guidon-node was given, such as systemd's sockets, and none of its own.
    The descriptor 9 stands for the first."""
    status, output, _ = nodes.run(*base(three, prefix), "--", "sh", "-c",
                                  "ls /proc/$$/fd; true", pass_fds=[9],
                                  preexec_fn=lambda: os.dup2(0, 9))
    assert (status, output.split()) == (0, ["0", "1", "2", "9"])


def test_signals_cannot_be_caught(nodes):
    """There are no descriptors left for it."""
    status, output, messages = nodes.run(
        "--endpoints", "http://127.0.0.1:1", "--slots", 4, "--wait", 0,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4)))
    assert (status, output) == (2, "")
    assert "signals cannot be caught: Too many open files" in messages


def test_the_folder_of_a_killed_program_is_removed(nodes, three, prefix, tmp_path):
    """By the next start. The folder of one that lives, and one that is in use, stay."""
    words = [*base(three, prefix), "--isolate", "never", "--", "sh", "-c",
             "echo $GUIDON_LEASE; exec sleep 1000"]
    living, killed, used = [nodes.start(*words) for _ in range(3)]
    stays, goes, in_use = [pathlib.Path(process.stdout.readline().strip()).parent
                           for process in (living, killed, used)]
    link, others = tmp_path / "guidon-node.000001", tmp_path / "guidon-node.000002"
    link.symlink_to(goes)
    others.mkdir()
    (others / "precious").touch()
    for process in (killed, used):
        process.kill()
        process.wait()
    assert stays.parent == tmp_path and stays.is_dir() and goes.is_dir()
    with open(in_use / "lease", "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # as a generator does
        assert nodes.run(*base(three, prefix), "--", "true")[0] == 0
    assert set(tmp_path.iterdir()) == {stays, in_use, link, others}
    assert (stays / "lease").exists() and living.poll() is None
    assert nodes.run(*base(three, prefix), "--", "true")[0] == 0
    assert set(tmp_path.iterdir()) == {stays, link, others}
    living.terminate()
    assert living.wait(30) == 143 and not stays.exists()


def test_a_folder_without_a_lease_file_is_removed(nodes, three, prefix, tmp_path):
    """Its guidon-node was killed before the file had its name, or after it was removed. If
    a start has not locked its new folder yet, the folder looks the same. So a start whose
    folder is removed makes another one."""
    empty, unfinished = tmp_path / "guidon-node.000000", tmp_path / "guidon-node.000001"
    empty.mkdir()
    unfinished.mkdir()
    (unfinished / "lease.Ab3dEf").write_bytes(b"guidon")
    assert nodes.run(*base(three, prefix), "--", "true")[0] == 0
    assert list(tmp_path.iterdir()) == []
    for moment in ("before-open", "before-lock"):
        assert nodes.run("folder", moment, program="guidon_node_units") == (0, "", "")
        assert list(tmp_path.iterdir()) == []


def test_metrics_follow_no_link(nodes, three, prefix, tmp_path):
    """Somebody expects the name of the temporary file, and makes a link."""
    victim, path = tmp_path / "victim", tmp_path / "metrics"
    victim.write_text("precious")
    words = [build.program("guidon-node"), *map(str, base(three, prefix)), "--metrics",
             str(path), "--", "sh", "-c", f"until test -e {path}; do sleep 0.05; done"]
    done = subprocess.run(["sh", "-c", f'ln -s victim {path}.$$; exec "$@"', "sh", *words],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and victim.read_text() == "precious"


def test_metrics_remove_no_directory(nodes, three, prefix, tmp_path):
    path = tmp_path / "folder"
    path.mkdir()
    status, _, messages = nodes.run(*base(three, prefix), "--metrics", path, "--", "true")
    assert status == 0 and f"{path}: " in messages and path.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="not root")
def test_metrics_replace_no_device_and_no_pipe(nodes, three, prefix, tmp_path):
    """As root, /dev/null would be gone for the whole machine."""
    pipe, device = tmp_path / "pipe", tmp_path / "null"
    os.mkfifo(pipe)
    os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    for path, is_still in [(pipe, stat.S_ISFIFO), (device, stat.S_ISCHR)]:
        status, _, messages = nodes.run(*base(three, prefix), "--metrics", path, "--", "true")
        assert status == 0 and f"{path}: is not a regular file" in messages
        assert is_still(path.stat().st_mode)


def test_without_command_the_number_is_printed_and_kept(nodes, three, prefix, tmp_path):
    path = tmp_path / "lease"
    process = nodes.start(*base(three, prefix), "--lease-file", path)
    number = int(process.stdout.readline())
    assert held(three, prefix) == [number] and path.exists()
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert held(three, prefix) == [] and not path.exists()


def test_no_number_is_free(nodes, three, prefix):
    first = nodes.start(*base(three, prefix, 1))
    assert first.stdout.readline() == "0\n"
    status, output, messages = nodes.run(*base(three, prefix, 1), "--wait", 0)
    assert (status, output) == (1, "") and "no number below 1 is free" in messages
    first.send_signal(signal.SIGTERM)
    assert first.wait(30) == 0
    # The number is free, but the ids of its first owner may be ahead of the clock.
    status, _, messages = nodes.run(*base(three, prefix, 1), "--wait", 0)
    assert status == 1 and "ahead of this machine's clock" in messages
    second = nodes.start(*base(three, prefix, 1), "--wait", 30)
    assert second.stdout.readline() == "0\n"


def test_a_signal_ends_the_wait(nodes, three, prefix):
    first = nodes.start(*base(three, prefix, 1))
    first.stdout.readline()
    second = nodes.start(*base(three, prefix, 1))
    wait_for(lambda: int(re.search(r"SigCgt:\s+(\w+)", pathlib.Path(
        f"/proc/{second.pid}/status").read_text())[1], 16) & 1 << 14)
    second.send_signal(signal.SIGTERM)
    assert second.wait(30) == 128 + signal.SIGTERM


def test_programs_with_other_bits_are_refused(nodes, three, prefix):
    assert nodes.run(*base(three, prefix, 600), "--", "true")[0] == 0
    assert nodes.run(*base(three, prefix, 1024), "--", "true")[0] == 0
    status, _, messages = nodes.run(*base(three, prefix, 1025), "--", "true")
    assert status == 1 and 'the key' in messages and '"10"' in messages
    for value, says in [("x" * 511, "x" * 511),
                        ("x" * 512, "(longer than a value of guidon-node)"),
                        ("10\0", "10?"), ("\0" * 20, "?" * 20), ("10\n\x1b[m", "10??[m")]:
        three.post("kv/put", {"key": encode(f"{prefix}/node_number_bits"), "value": encode(value)})
        status, _, messages = nodes.run(*base(three, prefix, 1024), "--", "true")
        assert status == 1 and f'says "{says}"' in messages


def test_an_endpoint_that_is_down_is_passed_over(nodes, three, prefix):
    words = base(three, prefix)
    words[1] = f"http://127.0.0.1:1,{three.urls[0]}"
    for _ in range(4):
        assert nodes.run(*words, "--wait", 0, "--", "true")[0] == 0
    words[1] = "http://127.0.0.1:1"
    status, _, messages = nodes.run(*words, "--wait", 0, "--", "true")
    assert status == 1 and "http://127.0.0.1:1: kv/txn: " in messages


def test_many_numbers_are_found_by_windows(nodes, three, prefix):
    """All numbers but one are taken, in three windows."""
    for first in range(0, 2500, 100):
        three.post("kv/txn", {"success": [
            {"request_put": {"key": encode(f"{prefix}/held/{n:08}"), "value": "YQ=="}}
            for n in range(first, first + 100) if n != 1234]})
    status, output, _ = nodes.run(*base(three, prefix, 2500), "--wait", 0, "--", "sh",
                                  "-c", "echo $GUIDON_NODE")
    assert (status, output) == (0, "1234\n")


@pytest.mark.slow(6)
def test_a_mark_that_is_no_number_closes_its_number(nodes, three, prefix):
    three.ctl("put", f"{prefix}/last/00000000", "soon")
    three.ctl("put", f"{prefix}/last/00000002", "x" * 600)
    three.post("kv/put", {"key": encode(f"{prefix}/last/00000003"), "value": "MQA="})
    for _ in range(3):
        status, output, _ = nodes.run(*base(three, prefix, 4, ttl=3), "--wait", 15,
                                      "--", "sh", "-c", "echo $GUIDON_NODE")
        assert (status, output) == (0, "1\n")


def test_a_foreign_key_is_named(nodes, three, prefix):
    """It lies between the keys that are asked for, and may have any bytes."""
    three.post("kv/put", {"key": encode(f"{prefix}/held/00000001\0\x1b"), "value": "YQ=="})
    status, _, messages = nodes.run(*base(three, prefix), "--wait", 0, "--", "true")
    assert status == 1
    assert f'has the key "{prefix}/held/00000001??", which is not asked for' in messages


def test_metrics(nodes, three, prefix, tmp_path):
    path = tmp_path / "metrics.prom"
    process = nodes.start(*base(three, prefix, ttl=3), "--metrics", path)
    number = process.stdout.readline().strip()

    def values():
        lines = path.read_text().splitlines() if path.exists() else []
        return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    file = f'file="{path}"'
    wait_for(lambda: int(values().get(f"guidon_node_renewals_total{{{file}}}", 0)) >= 3)
    found = values()
    assert found[f"guidon_node_number{{{file}}}"] == number
    assert found[f"guidon_node_slots{{{file}}}"] == "4"
    assert 1 < float(found[f"guidon_node_lease_seconds{{{file}}}"]) < 3
    for url in three.urls:
        assert found[f'guidon_node_failures_total{{{file},endpoint="{url}"}}'] == "0"
    assert [entry.name for entry in tmp_path.iterdir()] == ["metrics.prom"]
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0 and not path.exists()


def test_metrics_of_two_processes_are_different_series(nodes, three, prefix, tmp_path):
    """node_exporter shows the files of a folder as one, and of equal series only one. The
    label is the path, as Prometheus writes it."""
    plain, odd = tmp_path / "a.prom", tmp_path / 'b"\\\n\u00fc.prom'
    seen = []
    for path in (plain, odd):
        words = [*base(three, prefix), "--metrics", path, "--", "sh", "-c",
                 'until test -e "$0"; do sleep 0.05; done; cat "$0"', path]
        status, text, messages = nodes.run(*words)
        assert (status, messages) == (0, "")
        seen.append({line.rsplit(" ", 1)[0] for line in text.splitlines()
                     if not line.startswith("#")})
    assert len(seen[0]) == len(seen[1]) == 5 + len(three.urls) and not seen[0] & seen[1]
    assert f'guidon_node_number{{file="{tmp_path}/b\\"\\\\???.prom"}}' in seen[1]


def test_any_bytes_in_the_file_of_state(nodes, tmp_path):
    done = nodes.run("states", tmp_path / "state", program="guidon_node_units")
    assert done == (0, "", "")


@pytest.mark.parametrize("name", ["base64", "keys", "values"])
def test_units(nodes, name):
    assert nodes.run(name, program="guidon_node_units") == (0, "", "")
