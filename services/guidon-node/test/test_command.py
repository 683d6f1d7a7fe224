# SPDX-License-Identifier: MIT
"""COMMAND ends with guidon-node, whatever COMMAND has become: in a PID namespace of its
own, and where there is none. Most of these tests need root."""

import fcntl
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import termios
import time

import pytest

import build
import filters
from cluster import descendants, wait_for
from test_leases import made, now_ns

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="not root")
NOBODY, NOGROUP = 65534, 65534
PR_SET_PDEATHSIG = 1
# CLONE_CHILD_SETTID, CLONE_CHILD_CLEARTID and SIGCHLD, as glibc's fork has them.
FLAGS_OF_FORK = 0x01200011
SETPRIV = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOGROUP}", "--clear-groups"]
# Root without the capability that namespaces need, as in most containers.
CONTAINER_ROOT = ["setpriv", "--bounding-set", "-sys_admin"]
# A user whom the kernel allows no user namespaces.
NO_USER_NAMESPACES = [
    "unshare", "--user", "--keep-caps", "sh", "-c",
    "echo 0 >/proc/sys/user/max_user_namespaces; "
    'exec setpriv --inh-caps=-all --ambient-caps=-all "$@"', "sh"]


def base(cluster, prefix, slots=4, ttl=5):
    return ["--endpoints", ",".join(cluster.urls), "--prefix", prefix,
            "--slots", slots, "--ttl", ttl]


@pytest.fixture(scope="module")
def public():
    """A folder with programs that every user may execute."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="guidon-node-test-"))
    folder.chmod(0o755)
    for name in ("guidon-node", "guidon_node_worker"):
        shutil.copy(build.program(name), folder)

    def copy(name, program, owner, group, mode):
        shutil.copy(shutil.which(program), folder / name)
        os.chown(folder / name, owner, group)
        (folder / name).chmod(mode)

    copy("cat-nobody", "cat", NOBODY, NOGROUP, 0o4755)
    copy("cat-root", "cat", 0, 0, 0o4755)
    copy("cat-group", "cat", 0, 0, 0o2755)
    copy("setpriv-root", "setpriv", 0, 0, 0o4755)
    copy("cat-capable", "cat", 0, 0, 0o755)
    subprocess.run(["setcap", "cap_net_bind_service=ep", folder / "cat-capable"],
                   check=True)
    (folder / "script").write_text(f"#! {folder}/cat-capable\n")
    (folder / "script").chmod(0o755)
    (folder / "run").mkdir()
    os.chown(folder / "run", NOBODY, NOGROUP)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def as_nobody(nodes, public, monkeypatch):
    """Starts guidon-node as a user without rights."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(public / "run"))

    def start(*words, before=(), **options):
        nodes.processes.append(subprocess.Popen(
            [*SETPRIV, *before, public / "guidon-node", *map(str, words)], text=True,
            cwd=public, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **options))
        return nodes.processes[-1]
    return start


def echoes(process):
    """COMMAND, or what it has started, is a cat that runs."""
    process.stdin.write("ready\n")
    process.stdin.flush()
    return process.stdout.readline() == "ready\n"


def read_until(descriptor, words=None, seconds=30):
    """The text up to some words, or to its end."""
    text, end = "", time.monotonic() + seconds
    while words is None or words not in text:
        left = max(0, end - time.monotonic())
        assert select.select([descriptor], [], [], left)[0], f"nothing follows {text!r}"
        part = os.read(descriptor, 1000).decode()
        if not part:
            assert words is None, f"{words} is not in {text!r}"
            break
        text += part
    return text


def read_to_the_end(process):
    """The output ends when the last process that could write to it has ended. Standard
    input stays open, so cat does not end by itself."""
    return read_until(process.stdout.fileno())


# A child that has left its session, its parent and its process group.
DAEMON = "(setsid cat <&3 &) 3<&0; "


def command_line(how, public):
    if how == "gosu":
        if "GOSU" not in os.environ:
            pytest.skip("the package gosu cannot be had")
        return [os.environ["GOSU"], "nobody", "cat"]
    return {"plain": ["cat"],
            "setpriv": [*SETPRIV, "cat"],
            "set-user-ID": [public / "cat-nobody"],
            "capabilities": [public / "cat-capable"],
            "daemon": ["sh", "-c", DAEMON + "exec sleep 1000"]}[how]


@needs_root
@pytest.mark.parametrize("how", ["plain", "setpriv", "gosu", "set-user-ID",
                                 "capabilities", "daemon"])
def test_a_killed_program_takes_command_with_it(nodes, three, prefix, public, how):
    process = nodes.start(*base(three, prefix), "--", *command_line(how, public),
                          stdin=subprocess.PIPE)
    assert echoes(process)
    process.kill()
    assert read_to_the_end(process) == ""


@needs_root
@pytest.mark.parametrize("how", ["plain", "daemon"])
def test_a_killed_program_of_any_user_takes_command_with_it(as_nobody, three, prefix,
                                                            public, how):
    """In a user namespace, in which COMMAND keeps its user."""
    process = as_nobody(*base(three, prefix), "--isolate", "always", "--",
                        *command_line(how, public))
    assert echoes(process)
    process.kill()
    assert read_to_the_end(process) == ""


def test_a_killed_program_takes_command_with_it_without_a_namespace(nodes, three,
                                                                    prefix):
    process = nodes.start(*base(three, prefix), "--isolate", "never", "--", "cat",
                          stdin=subprocess.PIPE)
    assert echoes(process)
    process.kill()
    assert read_to_the_end(process) == ""


def test_a_command_without_a_process_is_refused(nodes, three, prefix):
    """As by a limit on processes, which would stop LeakSanitizer too."""
    status, output, messages = nodes.run(
        *base(three, prefix), "--isolate", "never", "--", "echo", "ran",
        preexec_fn=lambda: filters.refuse("clone", FLAGS_OF_FORK))
    assert (status, output) == (126, "")
    assert messages == ("guidon-node: echo cannot be started: fork: "
                        "Operation not permitted\n")


def without_parent_death_signal():
    filters.refuse("prctl", PR_SET_PDEATHSIG)


def test_a_command_that_the_kernel_would_not_end_is_refused(nodes, three, prefix):
    """A filter of system calls refuses what ends COMMAND with guidon-node."""
    status, output, messages = nodes.run(
        *base(three, prefix), "--isolate", "never", "--", "echo", "ran",
        preexec_fn=without_parent_death_signal)
    assert (status, output) == (126, "")
    assert messages == (
        "guidon-node: echo cannot be started: the kernel would not end it with guidon-node, "
        "because prctl(PR_SET_PDEATHSIG) failed: Operation not permitted\n")


@needs_root
def test_a_command_ends_without_that_signal_where_the_kernel_ends_all(nodes, three, prefix):
    """In a PID namespace, and below a guidon-node that is process 1."""
    process = nodes.start(*base(three, prefix), "--", "cat", stdin=subprocess.PIPE,
                          preexec_fn=without_parent_death_signal)
    assert echoes(process)
    process.kill()
    assert read_to_the_end(process) == ""
    done = subprocess.run(["unshare", "-p", "-f", build.program("guidon-node"),
                           *map(str, base(three, prefix)), "--", "echo", "ran"],
                          capture_output=True, text=True, timeout=60,
                          preexec_fn=without_parent_death_signal)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ran\n", "")


@needs_root
def test_no_process_of_command_outlives_it(nodes, three, prefix):
    """The number is given back, so nothing may use it any more."""
    process = nodes.start(*base(three, prefix), "--isolate", "always", "--", "sh", "-c",
                          "trap 'exit 7' TERM; " + DAEMON + "sleep 1000 & wait",
                          stdin=subprocess.PIPE)
    assert echoes(process)
    process.terminate()
    assert read_to_the_end(process) == ""
    assert process.wait(30) == 7


@needs_root
@pytest.mark.slow(5)
def test_a_lease_file_ends_a_command_that_outlives_guidon_node(nodes, three, prefix,
                                                               public):
    """There is no namespace, and COMMAND changes its user: guidon-node is killed, and
    COMMAND goes on. It makes no id after its lease."""
    ids, lease = public / "run" / "ids", public / "run" / "lease"
    process = nodes.start(*base(three, prefix, ttl=3), "--isolate", "never",
                          "--lease-file", lease, "--", *SETPRIV,
                          public / "guidon_node_worker", ids, 1000)
    wait_for(lambda: len(made(ids)) > 10)
    worker, = descendants(process.pid)
    process.kill()
    killed_ns = now_ns()
    try:
        wait_for(lambda: ids.read_text().count("\nno ") > 10, what="refusals")
        assert 0 < made(ids)[-1][1] < killed_ns + 3 * 10**9
    finally:
        os.kill(worker, signal.SIGKILL)


# ------------------------------------------------------------- inside the namespace


@needs_root
def test_process_numbers_are_those_of_the_namespace(nodes, three, prefix):
    script = "echo $$ $PPID $(cat /proc/$$/comm /proc/1/comm); kill -KILL 1; exit 7"
    done = nodes.run(*base(three, prefix), "--isolate", "always", "--", "sh", "-c", script)
    assert done == (7, "2 1 sh guidon-init\n", "")
    process = nodes.start(*base(three, prefix), "--isolate", "never", "--", "sh", "-c",
                          "echo $PPID")
    assert process.communicate(timeout=30)[0] == f"{process.pid}\n"


@needs_root
def test_a_user_namespace_keeps_the_user(as_nobody, three, prefix):
    process = as_nobody(*base(three, prefix), "--isolate", "always", "--", "sh", "-c",
                        "id -u; id -g; echo $$; grep CapEff /proc/$$/status")
    output, messages = process.communicate(timeout=30)
    assert (process.returncode, messages) == (0, "")
    assert output.split() == [str(NOBODY), str(NOGROUP), "2", "CapEff:", "0" * 16]


@needs_root
def test_a_user_namespace_leaves_the_lease_file(as_nobody, three, prefix, public):
    ids = public / "run" / "ids-in-a-user-namespace"
    process = as_nobody(*base(three, prefix), "--isolate", "always", "--",
                        public / "guidon_node_worker", ids, 1000)
    wait_for(lambda: len(made(ids)) > 10)
    process.terminate()
    assert process.wait(30) == 143


@needs_root
def test_the_init_keeps_no_connections(nodes, three, prefix):
    """It is a copy of guidon-node, whose connections are no longer open in it. Left are
    the standard descriptors, the pipe for signals and the one for orphans."""
    process = nodes.start(*base(three, prefix), "--isolate", "always", "--", "sh", "-c",
                          "echo $$; read line", stdin=subprocess.PIPE)
    assert process.stdout.readline() == "2\n"
    init = descendants(process.pid)[0]
    wait_for(lambda: len(os.listdir(f"/proc/{init}/fd")) == 5, what="closed descriptors")
    process.communicate("\n", timeout=30)
    assert process.returncode == 0


@needs_root
@pytest.mark.slow(6)
def test_command_hears_of_the_end_although_it_was_stopped(nodes, three, prefix):
    """COMMAND and its init are stopped, and guidon-node loses the number."""
    process = nodes.start(*base(three, prefix, 1, ttl=15), "--grace", 5, "--isolate",
                          "always", "--", "sh", "-c", "trap 'echo told; exit' TERM; "
                          "echo ready; while :; do sleep 0.1; done")
    assert process.stdout.readline() == "ready\n"
    for pid in descendants(process.pid)[:2]:
        os.kill(pid, signal.SIGSTOP)
    three.ctl("del", f"{prefix}/held/00000000")
    assert process.communicate(timeout=30)[0] == "told\n"
    assert process.returncode == 123


@needs_root
def test_mounts_reach_command_and_do_not_leave_it(nodes, three, prefix, tmp_path):
    """COMMAND sees what is mounted while it runs. Its own mounts are its own."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    process = nodes.start(
        *base(three, prefix), "--isolate", "always", "--", "sh", "-c",
        f"mount -t tmpfs none {inside} && touch {inside}/file && echo ready; read line; "
        f"ls {outside}", stdin=subprocess.PIPE)
    assert process.stdout.readline() == "ready\n"
    assert list(inside.iterdir()) == []
    subprocess.run(["mount", "-t", "tmpfs", "none", outside], check=True)
    try:
        (outside / "file").touch()
        shared = "shared:" in next(line for line in open("/proc/self/mountinfo")
                                   if f" {outside} " in line)
        output, _ = process.communicate("\n", timeout=30)
    finally:
        subprocess.run(["umount", outside], check=True)
    assert output == ("file\n" if shared else "")


@needs_root
def test_a_new_proc_hides_as_much(nodes, three, prefix):
    """/proc was mounted with options, and the new one has them too."""
    words = [build.program("guidon-node"), *map(str, base(three, prefix)), "--isolate",
             "always", "--", "grep", "^proc /proc ", "/proc/self/mounts"]
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", "mount -t proc -o ro,nosuid,nodev,noexec,hidepid=2 "
         'proc /proc && exec "$@"', "sh", *words], capture_output=True, text=True,
        timeout=60)
    assert done.returncode == 0, done.stderr
    line = done.stdout.splitlines()[-1].split()
    assert {"ro", "nosuid", "nodev", "noexec"} <= set(line[3].split(","))
    assert re.search("hidepid=(2|invisible)", line[3])


def credentials_of_a_message(receiver):
    data, items, _, _ = receiver.recvmsg(100, socket.CMSG_SPACE(12))
    return data, struct.unpack("iii", items[0][2])[0]


@needs_root
def test_a_supervisor_learns_the_process_number_outside(nodes, three, prefix, tmp_path):
    """systemd identifies the sender of a notification by the kernel's credentials."""
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(path))
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        receiver.settimeout(30)
        process = nodes.start(
            *base(three, prefix), "--isolate", "always", "--", "python3", "-c",
            "import os, socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); "
            "s.sendto(b'READY=1', os.environ['NOTIFY_SOCKET']); input()",
            stdin=subprocess.PIPE, env={**os.environ, "NOTIFY_SOCKET": str(path)})
        data, sender = credentials_of_a_message(receiver)
    assert data == b"READY=1" and sender == descendants(process.pid)[-1]
    process.communicate("\n", timeout=30)
    assert process.returncode == 0


def on_terminal(terminal):
    def take():
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, signal.SIG_DFL)
    return take


@pytest.fixture
def terminal():
    ours, theirs = os.openpty()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


@needs_root
@pytest.mark.parametrize("isolate", ["always", "never"])
def test_a_key_of_the_terminal_is_one_signal(nodes, three, prefix, terminal, isolate):
    """The terminal sends it to COMMAND and to guidon-node, which must not send it on.
    COMMAND counts until SIGTERM, which it has to see."""
    ours, theirs = terminal
    process = nodes.start(
        *base(three, prefix), "--isolate", isolate, "--", "bash", "-c",
        "n=0; trap 'n=$((n + 1))' INT; trap 'echo counted $n; exit 5' TERM; "
        "echo ready; until [ $n -gt 0 ]; do sleep 0.05; done; echo first; "
        "while :; do sleep 0.05; done",
        stdin=theirs, stdout=theirs, preexec_fn=on_terminal(theirs))
    read_until(ours, "ready")
    os.write(ours, b"\x03")
    read_until(ours, "first")
    process.terminate()
    assert "counted 1\r\n" in read_until(ours, "counted 1\r\n")
    assert process.wait(30) == 5


@needs_root
def test_a_shell_has_job_control(nodes, three, prefix, terminal):
    ours, theirs = terminal
    process = nodes.start(
        *base(three, prefix), "--isolate", "always", "--", "bash", "--norc", "-ic",
        "sleep 0.1 & fg %1; echo status $?; exit 5",
        stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=on_terminal(theirs))
    text = read_until(ours, "status 0")
    assert "sleep 0.1\r\n" in text and "job control" not in text, text
    assert process.wait(30) == 5


# ---------------------------------------------------------------------- no namespace


def run_with(before, *words):
    done = subprocess.run([*before, build.program("guidon-node"), *map(str, words)],
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@needs_root
def test_without_the_capability_there_is_no_namespace(three, prefix):
    words = base(three, prefix)
    done = run_with(CONTAINER_ROOT, *words, "--", "sh", "-c", "test $$ -gt 2; echo $?")
    assert done == (0, "0\n", "")
    status, output, messages = run_with(CONTAINER_ROOT, *words, "--isolate", "always",
                                        "--", "echo", "ran")
    assert (status, output) == (126, "")
    assert messages == ("guidon-node: --isolate always: a PID namespace is not possible "
                        "(guidon-node has capabilities, but not CAP_SYS_ADMIN)\n")


@needs_root
def test_without_user_namespaces_there_is_no_namespace(as_nobody, three, prefix):
    words = base(three, prefix)
    process = as_nobody(*words, "--", "sh", "-c", "echo $PPID", before=NO_USER_NAMESPACES)
    assert process.communicate(timeout=30) == (f"{process.pid}\n", "")
    process = as_nobody(*words, "--isolate", "always", "--", "echo", "ran",
                        before=NO_USER_NAMESPACES)
    assert process.communicate(timeout=30) == (
        "", "guidon-node: --isolate always: a PID namespace is not possible (new "
        "namespaces: No space left on device)\n")
    assert process.returncode == 126


@needs_root
def test_something_below_proc_is_not_shown_again(three, prefix, tmp_path):
    """Containers hide parts of /proc so. A new /proc would show them."""
    empty = tmp_path / "empty"
    empty.mkdir()
    before = ["unshare", "-m", "sh", "-c",
              f'mount --bind {empty} /proc/fs && exec "$@"', "sh"]
    words = base(three, prefix)
    done = run_with(before, *words, "--", "sh", "-c", "ls /proc/fs | wc -l")
    assert done == (0, "0\n", "")
    status, output, messages = run_with(before, *words, "--isolate", "always", "--",
                                        "echo", "ran")
    assert (status, output) == (126, "") and "/proc/fs is mounted below" in messages


@needs_root
def test_process_1_needs_no_namespace(three, prefix):
    """If process 1 of a container ends, the kernel kills the others."""
    for isolate in ("auto", "always"):
        done = run_with(["unshare", "-p", "-f", "-m", "--mount-proc"],
                        *base(three, prefix), "--isolate", isolate, "--", "sh", "-c",
                        "echo $PPID $(cat /proc/1/comm)")
        assert done == (0, "1 guidon-node\n", "")


RIGHTS = [("cat-root", "cat-root is set-user-ID"),
          ("cat-group", "cat-group is set-group-ID"),
          ("cat-capable", "cat-capable has file capabilities"),
          ("script", "script has file capabilities")]


@needs_root
@pytest.mark.parametrize("name, message", RIGHTS)
def test_a_command_with_rights_of_its_own_is_refused(as_nobody, three, prefix, public,
                                                     monkeypatch, name, message):
    """Its rights would not survive in a user namespace, and the command would outlive
    guidon-node without a namespace."""
    monkeypatch.setenv("PATH", f"{public}:{os.environ['PATH']}")
    process = as_nobody(*base(three, prefix), "--", name)
    output, messages = process.communicate("", timeout=30)
    assert (process.returncode, output) == (126, "")
    assert f"guidon-node: {message}, so it would outlive" in messages
    assert "--isolate never" in messages


@needs_root
def test_rights_that_the_kernel_does_not_give_are_no_reason(as_nobody, three, prefix,
                                                            public):
    """The user asks for it, or the kernel ignores the bits of the file."""
    for before, options in [([], ["--isolate", "never"]),
                            (["setpriv", "--no-new-privs"], [])]:
        process = as_nobody(*base(three, prefix), *options, "--", *before,
                            public / "cat-root")
        assert process.communicate("ran", timeout=30) == ("ran", "")
        assert process.returncode == 0


@needs_root
def test_root_in_a_container_cannot_start_it_either(three, prefix, public):
    status, output, messages = run_with(CONTAINER_ROOT, *base(three, prefix), "--",
                                        public / "cat-nobody")
    assert (status, output) == (126, "")
    assert "cat-nobody is set-user-ID, so it would outlive guidon-node" in messages
    assert "(guidon-node has capabilities, but not CAP_SYS_ADMIN)" in messages


@needs_root
@pytest.mark.slow(4)
def test_a_command_that_cannot_be_signalled_is_told(as_nobody, three, prefix, public):
    """COMMAND has become root, and guidon-node is nobody. Its key is removed, so it has
    to end COMMAND, and cannot."""
    process = as_nobody(*base(three, prefix, 1, ttl=6), "--grace", "0", "--isolate",
                        "never", "--", public / "setpriv-root", "--reuid=0", "--regid=0",
                        "--clear-groups", "cat")
    assert echoes(process)
    command, = descendants(process.pid)
    three.ctl("del", f"{prefix}/held/00000000")
    assert process.wait(30) == 123
    assert [process.stderr.readline() for _ in range(3)] == [
        "guidon-node: the key of number 0 is gone from etcd\n",
        "guidon-node: COMMAND cannot be signalled: Operation not permitted\n",
        f"guidon-node: COMMAND (process {command}) goes on without a lease, and another "
        "process may get number 0\n"]
