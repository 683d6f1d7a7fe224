# SPDX-License-Identifier: MIT
"""A cluster of etcd on free ports of this machine."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

import build

# Each process of pytest-xdist has clusters of its own.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "gw0")


def free_ports(n):
    """Ports of this process, below those that the kernel chooses for others, so nobody
    takes a port before its member listens."""
    worker = int(WORKER.removeprefix("gw"))
    ports = []
    for port in random.sample(range(18000 + 3000 * worker, 21000 + 3000 * worker), 500):
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        ports.append(port)
        if len(ports) == n:
            return ports
    raise RuntimeError("no free ports")


def wait_for(condition, seconds=30, what="a condition"):
    """The first result that is true; fails after the deadline."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        assert time.monotonic() < end, f"{what} did not come within {seconds} s"
        time.sleep(0.02)


def descendants(pid):
    """The processes that a process has started, and those that they have."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = [int(word) for word in file.read().split()]
    except OSError:
        return []
    return children + [one for child in children for one in descendants(child)]


class Cluster:
    """Members are numbered from 0. `tls` is a folder with ca.pem, server.pem and
    server.key."""

    alive = []  # the clusters that have not ended

    def __init__(self, name, n=3, tls=None):
        self.folder = build.HOME / "run" / WORKER / name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.tls = tls
        ports = free_ports(2 * n)
        scheme = "https" if tls else "http"
        self.urls = [f"{scheme}://127.0.0.1:{port}" for port in ports[:n]]
        self.peers = [f"http://127.0.0.1:{port}" for port in ports[n:]]
        self.members = [None] * n
        self.alive.append(self)
        for i in range(n):
            self.start(i)

    def command(self, i):
        names = ",".join(f"m{k}={url}" for k, url in enumerate(self.peers))
        words = ["etcd", "--name", f"m{i}", "--data-dir", self.folder / f"m{i}",
                 "--listen-client-urls", self.urls[i],
                 "--advertise-client-urls", self.urls[i],
                 "--listen-peer-urls", self.peers[i],
                 "--initial-advertise-peer-urls", self.peers[i],
                 "--initial-cluster", names, "--logger", "zap"]
        if self.tls:
            words += ["--cert-file", self.tls / "server.pem",
                      "--key-file", self.tls / "server.key",
                      "--trusted-ca-file", self.tls / "ca.pem", "--client-cert-auth"]
        return words

    def start(self, i):
        with open(self.folder / f"m{i}.log", "a") as log:
            self.members[i] = subprocess.Popen(self.command(i), stdout=log, stderr=log)

    def kill(self, i):
        self.members[i].kill()
        self.members[i].wait()

    def stop(self, i):
        self.members[i].send_signal(signal.SIGSTOP)

    def go_on(self, i):
        self.members[i].send_signal(signal.SIGCONT)

    def end(self):
        """End the members and remove their data. Their logs stay until the next run."""
        for i, member in enumerate(self.members):
            if member is not None:
                member.kill()
                member.wait()
            shutil.rmtree(self.folder / f"m{i}", ignore_errors=True)
        if self in self.alive:
            self.alive.remove(self)

    def post(self, path, body, i=0):
        request = urllib.request.Request(f"{self.urls[i]}/v3/{path}",
                                         json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=5) as answer:
            return json.load(answer)

    def ctl(self, *words, check=True, i=None):
        """The output of etcdctl, by all members or by member i."""
        urls = ",".join(self.urls) if i is None else self.urls[i]
        environment = {**os.environ, "ETCDCTL_API": "3", "ETCDCTL_ENDPOINTS": urls}
        if self.tls:
            environment |= {"ETCDCTL_CACERT": str(self.tls / "ca.pem"),
                            "ETCDCTL_CERT": str(self.tls / "client.pem"),
                            "ETCDCTL_KEY": str(self.tls / "client.key")}
        done = subprocess.run(["etcdctl", *words], env=environment, text=True,
                              capture_output=True, check=False)
        assert not check or done.returncode == 0, done.stderr
        return done.stdout

    def wait_until_ready(self):
        wait_for(lambda: self.ctl("put", "ready", "yes", check=False) == "OK\n",
                 what="a cluster that answers")
        return self

    def keys(self, prefix):
        return dict(zip(*[iter(self.ctl("get", "--prefix", prefix).splitlines())] * 2))

    def leader(self):
        """The number of the leader."""
        def look():
            for i, member in enumerate(self.members):
                if member.poll() is None:
                    try:
                        status = self.post("maintenance/status", {}, i)
                    except OSError:
                        continue
                    if status.get("leader") == status["header"]["member_id"]:
                        return i + 1
            return None
        return wait_for(look, what="a leader") - 1
