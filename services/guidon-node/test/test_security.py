# SPDX-License-Identifier: MIT
"""TLS, and users with passwords, on a real etcd."""

import fcntl
import os
import pathlib
import re
import signal
import subprocess
import termios

import pytest

from cluster import Cluster, wait_for


def make_certificates(folder):
    """An authority, a server and a client, by openssl."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    for name in ("ca", "other"):
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                "-subj", f"/CN=test {name}", "-keyout", f"{name}.key",
                "-out", f"{name}.pem")
    for name in ("server", "client"):
        (folder / "ext").write_text("subjectAltName=IP:127.0.0.1\n")
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}",
                "-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey",
                "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "ext",
                "-out", f"{name}.pem")
    return folder


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    folder = make_certificates(tmp_path_factory.mktemp("certificates"))
    cluster = Cluster("tls", n=1, tls=folder).wait_until_ready()
    yield cluster
    cluster.end()


def base(cluster, *words, wait=0):
    """With the default TTL, the program waits five seconds for an answer. A number that
    was given back is not free again during the tests, so there are many."""
    return ["--endpoints", ",".join(cluster.urls), "--slots", 1024, "--wait", wait,
            *words, "--", "echo", "held"]


def test_tls(nodes, tls):
    folder = tls.tls
    client = ["--cert", folder / "client.pem", "--key", folder / "client.key"]
    assert nodes.run(*base(tls, "--cacert", folder / "ca.pem", *client)) == \
        (0, "held\n", "")
    for words, message in [
            (client, "certificate"),
            (["--cacert", folder / "other.pem", *client], "certificate"),
            (["--cacert", folder / "ca.pem"], "certificate"),
            (["--cacert", folder / "nonsuch.pem", *client], "nonsuch.pem"),
            (["--cacert", folder / "ca.pem", "--cert", folder / "client.pem", "--key",
              folder / "server.key"], "key")]:
        status, output, messages = nodes.run(*base(tls, *words))
        assert (status, output) == (1, "")
        assert f"{tls.urls[0]}: " in messages and message in messages.lower(), words


def test_a_key_with_a_password_is_an_error(nodes, tls):
    """The program has a terminal, and does not wait for somebody to type there."""
    folder = tls.tls
    subprocess.run(["openssl", "rsa", "-aes128", "-passout", "pass:word", "-in",
                    "client.key", "-out", "locked.key"], cwd=folder, check=True,
                   capture_output=True)
    ours, terminal = os.openpty()

    def take_terminal():
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    try:
        status, output, messages = nodes.run(
            *base(tls, "--cacert", folder / "ca.pem", "--cert", folder / "client.pem",
                  "--key", folder / "locked.key"),
            pass_fds=[terminal], preexec_fn=take_terminal)
    finally:
        os.close(ours)
        os.close(terminal)
    assert (status, output) == (1, "")
    assert f"{tls.urls[0]}: " in messages and "locked.key" in messages


def test_plain_http_to_a_tls_server(nodes, tls):
    words = base(tls)
    words[1] = tls.urls[0].replace("https", "http")
    status, output, messages = nodes.run(*words)
    assert (status, output) == (1, "") and words[1] in messages


def readme_command(beginning):
    """The command of README.md that begins so. It is a block of one line."""
    text = (pathlib.Path(__file__).parents[1] / "README.md").read_text()
    command, = re.findall(rf"^```sh\n({beginning}.*)\n```", text, re.M)
    return command


@pytest.fixture(scope="module")
def guarded():
    """A cluster with the users root, node and guest, and the options and the right that
    README.md shows. Only node may write. Passwords are checked by the least work that
    bcrypt allows."""
    compaction = readme_command("etcd --auto-compaction").removeprefix("etcd ").split()

    class Guarded(Cluster):
        def command(self, i):
            return [*super().command(i), *compaction, "--auth-token-ttl", "1",
                    "--bcrypt-cost", "4"]

    cluster = Guarded("guarded").wait_until_ready()
    for words in ["user add root:rootpw", "role add node", "user add node:pass word",
                  "user add guest:guest", "user grant-role root root",
                  readme_command("etcdctl role grant").removeprefix("etcdctl "),
                  "user grant-role node node", "auth enable"]:
        name, _, last = words.rpartition(" ")
        if "pass word" in words:
            name, last = "user add", "node:pass word"
        cluster.ctl(*name.split(), last)
    yield cluster
    cluster.end()


def secret(folder, words, mode=0o600):
    path = folder / "password"
    path.unlink(missing_ok=True)
    path.write_bytes(words.encode(errors="surrogateescape"))
    path.chmod(mode)
    return path


def test_password(nodes, guarded, tmp_path):
    path = secret(tmp_path, "pass word\n")
    status, output, messages = nodes.run(
        *base(guarded, "--user", "node", "--password-file", path, wait=60))
    assert (status, output) == (0, "held\n") and "pass word" not in messages


@pytest.mark.parametrize("user, password, message", [
    ("node", "wrong", "auth/authenticate: HTTP status 400"),
    ("nobody", "pass word", "auth/authenticate: HTTP status 400"),
    ("guest", "guest", "permission denied")])
def test_wrong_passwords_and_rights(nodes, guarded, tmp_path, user, password, message):
    """etcd's refusal is final: the program does not wait for another answer."""
    path = secret(tmp_path, password)
    words = base(guarded, "--user", user, "--password-file", path, wait=1000)
    status, output, messages = nodes.run(*words)
    assert (status, output) == (1, "")
    assert message in messages and password not in messages.replace(user, "")


def test_no_user_where_etcd_asks_for_one(nodes, guarded):
    status, output, messages = nodes.run(*base(guarded, wait=1000))
    assert (status, output) == (1, "") and "user name is empty" in messages


@pytest.mark.slow(15)  # with the start of its cluster
def test_a_token_that_ends_is_replaced(nodes, guarded, tmp_path):
    """Tokens last from one to two seconds, and renewals are three seconds apart. One
    member restarts, which forgets all tokens."""
    path, metrics = secret(tmp_path, "pass word"), tmp_path / "metrics"
    words = base(guarded, "--user", "node", "--password-file", path,
                 "--metrics", metrics, "--ttl", 9, wait=60)
    process = nodes.start(*words[:words.index("--")])
    process.stdout.readline()

    def renewals():
        assert process.poll() is None, process.communicate()[1]
        lines = metrics.read_text().splitlines() if metrics.exists() else []
        return max([int(line.split()[-1]) for line in lines
                    if line.startswith("guidon_node_renewals_total")], default=0)
    wait_for(lambda: renewals() > 2)
    guarded.kill(0)
    guarded.start(0)
    count = renewals()
    wait_for(lambda: renewals() > count + 1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


@pytest.mark.parametrize("make, message", [
    (lambda path: None, "No such file"),
    (lambda path: secret(path, "x", 0o644), "has mode 0644, so other users"),
    (lambda path: secret(path, "x", 0o660), "has mode 0660"),
    (lambda path: secret(path, ""), "the first line is empty"),
    (lambda path: secret(path, "\nx"), "the first line is empty"),
    (lambda path: secret(path, "x" * 2000), "longer than 1024 bytes"),
    (lambda path: secret(path, "caf\udce9"), "the password is not UTF-8"),
    (lambda path: os.mkfifo(path / "password"), "is not a regular file"),
    (lambda path: (path / "password").mkdir(), "is not a regular file")])
def test_password_files(nodes, tmp_path, make, message):
    make(tmp_path)
    status, output, messages = nodes.run(
        "--endpoints", "http://127.0.0.1:1", "--slots", 4, "--user", "x",
        "--password-file", tmp_path / "password")
    assert (status, output) == (2, "")
    assert message in messages and str(tmp_path / "password") in messages


def test_group_may_read_the_password(nodes, guarded, tmp_path):
    path = secret(tmp_path, "pass word", 0o640)
    words = base(guarded, "--user", "node", "--password-file", path, wait=60)
    assert nodes.run(*words)[0] == 0
