#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""replacing.py TOOL [MODULE]: a file that sort -o or dedupe -o replaces keeps its owner,
group, mode, access control list and extended attributes, or gives nobody more access
than before and says what is lost. A new file of alias
--output-dir gives nobody more access than its input. As root it also replaces files of
other users."""
import contextlib
import os
import pathlib
import shutil
import stat
import struct
import tempfile

import tool
from tool import expect, faulty, module

MODULE = module(2)
FAULTS = ("", "nameless") if MODULE else ("",)
ROOT = os.geteuid() == 0
ID = tool.LINE.decode()
USER, GROUP = 12345, 23456  # of nobody else
OTHER, LISTED = 34567, 45678
ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"


def access_list(user=7, group=0, mask=7, other=0, listed=6):
    """The bytes of user::, user:LISTED:, group::, mask:: and other:: (acl(5))."""
    entries = [(1, user, 0xffffffff), (2, listed, LISTED), (4, group, 0xffffffff),
               (16, mask, 0xffffffff), (32, other, 0xffffffff)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *e) for e in entries)


@contextlib.contextmanager
def folder_of(owner=None):
    """A folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as path:
        os.chmod(path, 0o755)
        inner = pathlib.Path(path) / "folder"
        inner.mkdir(mode=0o700)
        if owner is not None:
            os.chown(inner, owner, owner)
        yield inner


def has_attributes():
    with folder_of() as folder:
        path = folder / "probe"
        path.touch()
        try:
            os.setxattr(path, "user.probe", b"x")
            os.setxattr(path, ACCESS, access_list(user=6, mask=6))
            return True
        except OSError:
            return False


def replace(path, command="sort", fault="", **who):
    done = tool.run(command, "-o", path, input=ID, text=True, umask=0o022,
                    env=faulty(MODULE, fault), **who)
    return done.returncode, done.stderr.replace(str(path.parent), "")


def facts(path):
    is_ = path.stat()
    return is_.st_uid, is_.st_gid, f"{stat.S_IMODE(is_.st_mode):o}"


def attribute(path, name):
    try:
        return os.getxattr(path, name)
    except OSError:
        return None


def old_file(folder, mode=0o640, owner=None):
    path = folder / "f"
    path.write_text("old\n")
    if owner:
        os.chown(path, *owner)
    path.chmod(mode)
    return path


# ------------------------------------------------------------------- owners

# why, the owner and mode of the old file, who replaces it, the result, the message
STRANGER = {"user": USER, "group": USER, "extra_groups": []}
MEMBER = {"user": USER, "group": USER, "extra_groups": [GROUP]}
OWNERS = [
    ("root keeps owner and group", (OTHER, GROUP), 0o640, {}, (OTHER, GROUP, "640"), ""),
    ("set-id bits are not kept", (OTHER, GROUP), 0o6755, {}, (OTHER, GROUP, "755"), ""),
    ("a member of the group keeps it", (OTHER, GROUP), 0o660, MEMBER,
     (USER, GROUP, "660"), "has another owner now, and mode 660"),
    ("the owner keeps a group that is not his own", (USER, GROUP), 0o640, MEMBER,
     (USER, GROUP, "640"), ""),
    ("a stranger's group gets nothing of the old group's", (OTHER, GROUP), 0o662,
     STRANGER, (USER, USER, "622"), "has another owner and group now, and mode 622"),
    ("all had all", (OTHER, GROUP), 0o666, STRANGER,
     (USER, USER, "666"), "has another owner and group now, and mode 666"),
    ("a group that had less than others", (OTHER, GROUP), 0o606, STRANGER,
     (USER, USER, "600"), "has another owner and group now, and mode 600"),
    ("the owner has left the group", (USER, GROUP), 0o660, STRANGER,
     (USER, USER, "600"), "has another group now, and mode 600"),
]


def test_owners():
    for why, owner, mode, who, want, said in OWNERS:
        for command in ("sort", "dedupe"):
            for fault in FAULTS:
                with folder_of(who.get("user")) as folder:
                    path = old_file(folder, mode, owner)
                    message = f"guidon {command}: /f {said}\n" if said else ""
                    expect(why, replace(path, command, fault, **who), (0, message))
                    expect(why, (facts(path), path.read_text()), (want, ID))


def test_own():
    for fault in FAULTS:
        with folder_of() as folder:
            path = old_file(folder, 0o604)
            before = facts(path)
            expect("own file", replace(path, fault=fault), (0, ""))
            expect("own file", (facts(path), path.read_text()), (before, ID))
            expect("a new file", replace(folder / "new", fault=fault), (0, ""))
            expect("a new file", facts(folder / "new")[2], "644")
            expect("no other file", sorted(os.listdir(folder)), ["f", "new"])


# --------------------------------------------------------------- attributes

def test_attributes():
    listed = access_list(user=6, group=0, mask=6)
    for fault in FAULTS:
        with folder_of() as folder:
            path = old_file(folder)
            os.setxattr(path, "user.note", b"x" * 300)
            os.setxattr(path, "user.empty", b"")
            os.setxattr(path, ACCESS, listed)
            before = facts(path)
            expect("attributes", replace(path, fault=fault), (0, ""))
            expect("attributes", (facts(path), path.read_text()), (before, ID))
            expect("user.note", attribute(path, "user.note"), b"x" * 300)
            expect("user.empty", attribute(path, "user.empty"), b"")
            expect("the list", attribute(path, ACCESS), listed)
    with folder_of() as folder:  # the list of the folder would name another user
        os.setxattr(folder, DEFAULT, access_list())
        path = old_file(folder)
        os.removexattr(path, ACCESS)
        path.chmod(0o640)
        expect("a list of the folder", replace(path), (0, ""))
        expect("a list of the folder", (facts(path)[2], attribute(path, ACCESS)),
               ("640", None))
        new, want = folder / "new", folder / "want"
        want.touch()
        expect("a new file", replace(new), (0, ""))
        expect("a new file", (facts(new), attribute(new, ACCESS)),
               (facts(want), attribute(want, ACCESS)))


def test_lost_attributes():
    with folder_of() as folder:
        path = old_file(folder)
        os.setxattr(path, "user.note", b"x")
        expect("lost attribute", replace(path, fault="fsetxattr"),
               (0, "guidon sort: /f has lost 1 extended attribute: user.note\n"))
        expect("lost attribute", facts(path)[2], "640")
    with folder_of() as folder:  # the mask would become the mode of the group
        path = old_file(folder)
        os.setxattr(path, ACCESS, access_list(user=6, group=0, mask=6, other=4))
        expect("lost list", replace(path, fault="fsetxattr"),
               (0, "guidon sort: /f has lost its access control list, and its mode is"
                " 600\n"))
        expect("lost list", facts(path)[2], "600")


def test_list_of_a_lost_group():
    with folder_of(USER) as folder:
        path = old_file(folder, 0o666, (OTHER, GROUP))
        os.setxattr(path, ACCESS, access_list(user=6, group=6, mask=6, other=6))
        status, said = replace(path, **STRANGER)
        expect("a list and a lost group", (status, facts(path), attribute(path, ACCESS)),
               (0, (USER, USER, "600"), None))
        expect("a list and a lost group", said.count("\n"), 2)


def output_mode(what, change, want, folder_list=False):
    """A new file of alias --output-dir gives no more access than the file that `change`
    has changed."""
    for fault in FAULTS:
        with folder_of() as folder:
            path, out = old_file(folder, 0o644), folder / "out"
            out.mkdir(mode=0o755)
            change(path)
            if folder_list:
                os.setxattr(out, DEFAULT, access_list())
            tool.run("alias", "--no-restore", "--output-dir", out, path, umask=0o002,
                     env=faulty(MODULE, fault))
            expect(what, facts(out / "f")[2], want)


def test_outputs():
    output_mode("an output", lambda path: path.chmod(0o664), "664")
    output_mode("an output of a file of its owner", lambda path: path.chmod(0o600), "600")
    if ROOT:
        def give(path):
            os.chown(path, 0, GROUP)
            path.chmod(0o664)
        output_mode("an output of a file of another group", give, "644")


def test_outputs_and_lists():
    output_mode("an output of a file with a list", lambda path: os.setxattr(
        path, ACCESS, access_list(user=6, group=0, mask=4)), "600")
    output_mode("an output in a folder with a list", lambda path: None, "600", True)


# -------------------------------------------------------------------- names

def test_names():
    with folder_of() as folder:
        path = old_file(folder)
        os.link(path, folder / "second")
        os.link(path, folder / "third")
        expect("hard links", replace(path), (
            0, "guidon sort: /f had 3 names (hard links); the others keep the old"
            " content\n"))
        expect("hard links", ((folder / "second").read_text(), path.read_text()),
               ("old\n", ID))
    with folder_of() as folder:
        link, target = folder / "link", folder / "target"
        link.symlink_to("target")
        expect("a dangling link", replace(link), (
            3, "guidon sort: cannot write /link: it is a symbolic link to a file that"
            " does not exist; create that file, or name it instead\n"))
        expect("a dangling link", (os.listdir(folder), os.readlink(link)),
               (["link"], "target"))
        target.write_text("old\n")
        expect("a link", replace(link), (0, ""))
        expect("a link", (os.readlink(link), target.read_text()), ("target", ID))
    with folder_of() as folder:
        expect("a name that is a folder", replace(folder)[0], 3)
        expect("a folder that does not exist", replace(folder / "x" / "f")[0], 3)
        expect("nothing is left", os.listdir(folder), [])


# ------------------------------------------------------------------ changes

@contextlib.contextmanager
def begun(path, env):
    """The tool after it has opened its output: it reads its input after that, and
    there is more of it than a pipe holds."""
    with tool.fed("sort", "-u", "-o", path, data=tool.LINE * 60_000, env=env) as process:
        yield process
        process.stdin.close()
        expect("status", process.wait(timeout=60), 0)


def test_changes():
    for fault in FAULTS:
        env = faulty(MODULE, fault)
        with folder_of() as folder:
            path = old_file(folder, 0o644)
            with begun(path, env):
                path.chmod(0o600)
                modes = {facts(new)[2] for new in folder.glob(".guidon-*")}
            expect("a mode that changes meanwhile", facts(path)[2], "600")
            expect("the new file before it is complete", modes if env else modes | {"600"},
                   {"600"})
        with folder_of() as folder:
            protected = folder / "protected"
            (folder / "b").mkdir()
            protected.mkdir()
            (protected / "f").write_text("protected\n")
            path = old_file(folder / "b")
            with begun(path, env):
                (folder / "b").rename(folder / "moved")
                (folder / "b").symlink_to("protected")
            expect("a link in place of the folder",
                   ((protected / "f").read_text(), os.listdir(protected),
                    (folder / "moved" / "f").read_text()),
                   ("protected\n", ["f"], ID))


def test_another_file_takes_the_place():
    """After the tool has opened the file, and before it opens the folder."""
    with folder_of() as folder:
        path, other = old_file(folder), folder / "other"
        other.write_text("other\n")
        done = tool.run("sort", "-o", path, input=ID, text=True,
                        env={**faulty(MODULE, "replace"), "SWAP_FROM": str(other),
                             "SWAP_TO": str(path)})
        expect("another file", (done.returncode, path.read_text()), (3, "other\n"))
        expect("another file", sorted(os.listdir(folder)), ["f", "f.gone"])


def copy_for_all(place):
    """Let other users run copies of the tool and the module: they may not enter every
    folder of root."""
    global MODULE
    os.chmod(place, 0o755)
    tool.TOOL = shutil.copy(tool.TOOL, place)
    MODULE = MODULE and shutil.copy(MODULE, place)


def test_all():
    test_own()
    test_outputs()
    test_names()
    test_changes()
    if MODULE:
        test_another_file_takes_the_place()
    if ROOT:
        test_owners()
    else:
        print("not root: the files of other users are left out")
    if has_attributes():
        test_attributes()
        test_outputs_and_lists()
        if MODULE:
            test_lost_attributes()
        if ROOT:
            test_list_of_a_lost_group()
    else:
        print("the file system has no attributes: these are left out")


with tempfile.TemporaryDirectory() as programs:
    if ROOT:
        copy_for_all(programs)
    test_all()
