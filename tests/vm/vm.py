# SPDX-License-Identifier: MIT
"""Resumes a virtual machine many times from one snapshot and counts the ids that
appear in several copies: ./dev soak --vm. It runs with a VMGenID device, which tells
the kernel that it runs in a copy, and without one."""

import argparse
import atexit
import collections
import gzip
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import time

# A nested virtual machine may lack a register that the processor reports.
CPUS = {"kvm": "host,arch-capabilities=off", "tcg": "max"}


def cpio(entries):
    """An initramfs archive of (name, mode, bytes) entries; the format is in the
    kernel's Documentation/driver-api/early-userspace/buffer-format.rst."""
    out = bytearray()
    for number, (name, mode, data) in enumerate(
            entries + [("TRAILER!!!", 0, b"")], 1):
        fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0,
                  len(name) + 1, 0)
        out += b"070701" + b"".join(b"%08x" % field for field in fields)
        out += name.encode() + b"\0"
        out += bytes(-len(out) % 4) + data
        out += bytes(-len(out) % 4)
    return bytes(out)


class Machine:
    """A virtual machine whose only program is `init`."""

    def __init__(self, args, folder, incoming=None):
        self.said = folder / "said"
        self.said.write_bytes(b"")
        port = folder / "port"
        port.unlink(missing_ok=True)
        command = [
            args.qemu, "-nodefaults", "-no-user-config", "-display", "none",
            "-machine", f"q35,accel={args.accel}", "-m", "128", "-smp", "1",
            "-cpu", CPUS[args.accel], "-no-reboot",
            "-kernel", args.kernel, "-initrd", folder / "initrd",
            "-append", "rdinit=/init quiet loglevel=0",
            "-chardev", f"file,id=said,path={self.said}",
            "-device", "isa-debugcon,iobase=0xe9,chardev=said",
            "-serial", f"unix:{port},server=on,wait=off", "-qmp", "stdio"]
        if args.vmgenid:
            command += ["-device", "vmgenid,guid=auto"]
        if incoming:
            command += ["-incoming", f"exec:cat {incoming}"]
        self.qemu = subprocess.Popen(command, stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE)
        atexit.register(self.qemu.kill)
        self.port = port
        self.read()
        self.ask("qmp_capabilities")

    def read(self):
        line = self.qemu.stdout.readline()
        if not line:
            sys.exit("vm: qemu ended")
        return json.loads(line)

    def ask(self, what, **arguments):
        message = {"execute": what, "arguments": arguments}
        self.qemu.stdin.write(json.dumps(message).encode() + b"\n")
        self.qemu.stdin.flush()
        while True:
            answer = self.read()
            if "error" in answer:
                sys.exit(f"vm: {what}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def wait_for(self, what, seconds=300):
        """The lines of output up to `what`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            lines = self.said.read_text().splitlines()
            if what in lines:
                return lines
            if any(line.startswith("fails") for line in lines):
                break
            time.sleep(0.05)
        sys.exit(f"vm: no \"{what}\": {self.said.read_text()[-500:]}")

    def wait_for_status(self, what, wanted):
        while self.ask(what).get("status") != wanted:
            time.sleep(0.05)

    def send_go(self):
        with socket.socket(socket.AF_UNIX) as port:
            port.connect(str(self.port))
            port.sendall(b"g")
            time.sleep(0.1)

    def end(self):
        self.qemu.kill()
        self.qemu.wait()


def snapshot(args, folder):
    """Boot, make the first ids, and save the machine's state to a file."""
    machine = Machine(args, folder)
    said = machine.wait_for("ready")
    machine.ask("stop")
    saved = folder / "snapshot"
    machine.ask("migrate", uri=f"exec:cat > {saved}")
    machine.wait_for_status("query-migrate", "completed")
    machine.end()
    print(next(line for line in said if line.startswith("machine")))
    return saved


def resume(args, folder, saved):
    """Resume a copy and collect its ids: {source: [id, ...]}."""
    machine = Machine(args, folder, saved)
    machine.wait_for_status("query-status", "paused")
    machine.ask("cont")
    time.sleep(args.delay)
    machine.send_go()
    ids = collections.defaultdict(list)
    for line in machine.wait_for("done"):
        if line.count(" ") == 2:
            source, number, text = line.split()
            if int(number) != len(ids[source]):
                sys.exit(f"vm: a line is missing: {line}")
            ids[source].append(text)
    machine.end()
    return ids


def compare(copies):
    """Print for each source the number of ids, the number that two or more copies
    made, and the last index of such an id."""
    print(f"{'source':<15} {'ids':>7} {'repeated':>9} {'last at':>8}")
    for source in copies[0]:
        seen = collections.defaultdict(set)
        for copy, ids in enumerate(copies):
            for index, text in enumerate(ids[source]):
                seen[text].add((copy, index))
        repeated = [makers for makers in seen.values() if len(makers) > 1]
        last = max((index for makers in repeated for _, index in makers),
                   default=None)
        total = sum(len(ids[source]) for ids in copies)
        print(f"{source:<15} {total:>7} {sum(map(len, repeated)):>9} "
              f"{'' if last is None else last:>8}")


def main():
    parser = argparse.ArgumentParser(prog="./dev soak --vm",
                                     description=__doc__)
    parser.add_argument("--copies", type=int, default=50)
    parser.add_argument("--delay", type=float, default=0,
                        help="seconds from a copy's start to its first id")
    parser.add_argument("--qemu", default="qemu-system-x86_64")
    parser.add_argument("--accel", choices=("kvm", "tcg"), default="tcg",
                        help="kvm is faster, but a virtual machine may lack it")
    parser.add_argument("--kernel", required=True)
    parser.add_argument("--init", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    args = parser.parse_args()
    shutil.rmtree(args.folder, ignore_errors=True)
    args.folder.mkdir(parents=True)
    (args.folder / "initrd").write_bytes(gzip.compress(cpio(
        [("init", 0o100755, args.init.read_bytes())])))
    for args.vmgenid in (True, False):
        print(f"-- {args.copies} copies {'with' if args.vmgenid else 'without'}"
              f" VMGenID, with {args.accel}", flush=True)
        saved = snapshot(args, args.folder)
        compare([resume(args, args.folder, saved)
                 for _ in range(args.copies)])


if __name__ == "__main__":
    main()
