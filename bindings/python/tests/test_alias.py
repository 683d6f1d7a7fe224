# SPDX-License-Identifier: MIT
"""guidon.alias: the texts, the maps and the pseudonyms of the tool, wherever a text is cut."""

import copy
import errno
import gc
import io
import os
import pickle
import random
import stat
import subprocess
import sys
import warnings

import pytest
from vector_tests import reads
from vectors import rows

import guidon.alias
from guidon.alias import AliasMap, MapError, Pseudonyms
from processes import collect, forked

UUID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
V4 = "919108f7-52d1-4320-9bac-f847db4148a8"
NO_MODES = sys.platform == "win32"


def flags_of(row):
    return {**dict.fromkeys(row["flags"], True), "kinds": row["kinds"] or None}


def listed(left):
    return [list(one) for one in left]


@reads(alias="texts")
def test_texts(tmp_path):
    for row in rows("alias", "texts"):
        path = tmp_path / "ids.map"
        path.unlink(missing_ok=True)
        inputs = [bytes.fromhex(text) for text in row["inputs"]]
        outputs = []
        left = []
        for text in inputs:  # each opens the map again
            with AliasMap(path, kind=row["kind"] or None, prefix=row["prefix"] or None) as names:
                outputs.append(names.alias(text, **flags_of(row)))
                left.append(listed(names.left))
        assert [text.hex() for text in outputs] == row["outputs"], row["why"]
        assert left == row["left"], row["why"]
        assert path.read_bytes().hex() == row["map"], row["why"]
        with AliasMap(path, read_only=True) as names:
            assert [names.restore(text) for text in outputs] == inputs, row["why"]


@reads(alias="unrestored")
def test_unrestored(tmp_path):
    for row in rows("alias", "unrestored"):
        path = tmp_path / "ids.map"
        path.unlink(missing_ok=True)
        outputs, left = [], []
        for text in row["inputs"]:
            with AliasMap(path, kind=row["kind"] or None, no_restore=True) as names:
                outputs.append(names.alias(bytes.fromhex(text), **flags_of(row)).hex())
                left.append(listed(names.left))
        assert outputs == row["outputs"], row["why"]
        assert left == row["left"], row["why"]
        assert path.read_bytes().hex() == row["map"], row["why"]


def test_a_map_that_has_several_spellings_already(tmp_path):
    path = tmp_path / "ids.map"
    for kind, first in [("number", "id-1"), ("uuid", "00000000-0000-4000-8000-000000000001")]:
        path.unlink(missing_ok=True)
        with AliasMap(path, kind=kind) as names:
            names.alias(f"{UUID} {UUID.upper()}")
        size = path.stat().st_size
        with AliasMap(path, no_restore=True) as names:
            assert names.alias(f"{UUID.upper()} {UUID}") == f"{first} {first}"
        assert path.stat().st_size == size


@reads(alias="texts")
def test_every_cut():
    """A file that gives few bytes at a time: each offset ends a piece once."""

    class Cut(io.BytesIO):
        def read(self, size=-1):
            at = self.tell()
            return super().read(self.cut - at if at < self.cut else size)

    def copied(copy, text, cut, **flags):
        source, target = Cut(text), io.BytesIO()
        source.cut = cut
        copy(source, target, **flags)
        return target.getvalue()

    for row in rows("alias", "texts"):
        names = AliasMap(kind=row["kind"] or None, prefix=row["prefix"] or None)
        for text, out in zip(row["inputs"], row["outputs"]):
            text, out = bytes.fromhex(text), bytes.fromhex(out)
            for cut in range(1, len(text)):
                assert copied(names.alias_file, text, cut, **flags_of(row)) == out, row["why"]
            for cut in range(1, len(out)):
                assert copied(names.restore_file, out, cut) == text, row["why"]


@reads(alias="restored")
def test_restored(tmp_path):
    for row in rows("alias", "restored"):
        path = tmp_path / "ids.map"
        path.write_bytes(bytes.fromhex(row["map"]))
        with AliasMap(path, read_only=True) as names:
            assert names.restore(bytes.fromhex(row["input"])).hex() == row["output"], row["why"]
            assert listed(names.left) == row["left"], row["why"]


@reads(alias="pseudonyms")
def test_pseudonyms():
    for row in rows("alias", "pseudonyms"):
        keyed = Pseudonyms(bytes.fromhex(row["key"]), reversible=row["reversible"])
        text = bytes.fromhex(row["input"])
        out = keyed.alias(text, **flags_of(row))
        assert out.hex() == row["output"], row["why"]
        assert listed(keyed.left) == row["left"], row["why"]
        if row["reversible"]:
            assert keyed.restore(out) == text, row["why"]


@reads(alias="maps")
def test_maps(tmp_path):
    path = tmp_path / "ids.map"
    for row in rows("alias", "maps"):
        path.write_bytes(bytes.fromhex(row["map"]))
        error = row["error"].replace("FILE", str(path))
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            try:
                AliasMap(path).close()
            except MapError as refused:
                assert str(refused) == error, row["why"]
            else:
                assert error in ("", *(str(one.message) for one in found)), row["why"]
        assert path.read_bytes().hex() == row["then"], row["why"]


def test_a_torn_row_is_told(tmp_path):
    path = tmp_path / "ids.map"
    AliasMap(path).close()
    whole = path.read_bytes()
    path.write_bytes(whole + b"id-1\t017f")
    with pytest.warns(RuntimeWarning, match="dropped 9 bytes of a last row"):
        AliasMap(path).close()
    assert path.read_bytes() == whole


@pytest.mark.skipif(NO_MODES, reason="Windows has no such modes")
def test_a_new_map_is_for_its_owner_and_an_old_one_keeps_its_mode(tmp_path):
    path = tmp_path / "ids.map"
    before = os.umask(0)
    try:
        AliasMap(path).close()
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    with AliasMap(path) as names:
        names.alias(UUID)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.skipif(guidon.alias.fcntl is None, reason="this system has no flock")
def test_one_writer_at_a_time(tmp_path):
    path = tmp_path / "ids.map"
    program = f"from guidon.alias import AliasMap; AliasMap({str(path)!r}, wait=False)"
    with AliasMap(path) as names:
        with pytest.raises(BlockingIOError, match="this process has the map open already"):
            AliasMap(path)  # it would wait for itself
        other = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True)
        assert "BlockingIOError" in other.stderr
        names.alias(UUID)
        with AliasMap(path, read_only=True) as reader:  # rows are written at once
            assert reader.restore("id-1") == UUID
            with pytest.raises(ValueError, match="restore only"):
                reader.alias(UUID)
    AliasMap(path, wait=False).close()
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_map_that_is_dropped_is_unlocked(tmp_path):
    path = tmp_path / "ids.map"
    names = AliasMap(path)
    file = names._file_of_map
    del names
    gc.collect()
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(file)
    AliasMap(path, wait=False).close()


def test_a_closed_map_gives_no_aliases(tmp_path):
    names = AliasMap(tmp_path / "ids.map")
    names.alias(UUID)
    names.close()
    for text in (UUID, UUID.upper()):
        with pytest.raises(ValueError, match="the map is closed"):
            names.alias(text)
    with pytest.raises(ValueError, match="the map is closed"):
        names.alias_file(io.BytesIO(), io.BytesIO())
    assert names.restore("id-1") == UUID
    names.close()
    names = AliasMap()
    names.close()
    assert names.alias(UUID) == "id-1"


def test_a_map_that_is_closed_while_it_copies(tmp_path):
    names = AliasMap(tmp_path / "ids.map")

    class Closing(io.BytesIO):
        def read(self, size=-1):
            names.close()
            return super().read(size)

    target = io.BytesIO()
    with pytest.raises(ValueError, match="the map is closed"):
        names.alias_file(Closing(UUID.encode()), target)
    assert target.getvalue() == b""


def test_a_map_with_a_file_and_a_key_have_no_copies(tmp_path):
    with AliasMap(tmp_path / "ids.map") as names:
        for one in (names, Pseudonyms(bytes(32))):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="cop"):
                    copied(one)
    names = AliasMap()
    names.alias(UUID)
    with pytest.raises(TypeError, match="deepcopy"):
        copy.copy(names)
    for other in (copy.deepcopy(names), pickle.loads(pickle.dumps(names))):
        assert other.alias(f"{UUID[:-1]}0 {UUID}") == "id-2 id-1"
    assert names.restore("id-2") == "id-2"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_of_a_fork_writes_nothing_to_the_map(tmp_path):
    path = tmp_path / "ids.map"

    def said(function):
        try:
            return repr(function()).encode()
        except Exception as error:
            return f"{type(error).__name__}: {error}".encode()

    with AliasMap(path) as names:
        names.alias(UUID)
        before = path.read_bytes()
        told = collect(*forked(lambda: said(lambda: names.alias(UUID.upper()))))
        assert told.startswith(b"RuntimeError: another process opened the map")
        source = io.BytesIO(UUID.upper().encode())

        class Forking(io.BytesIO):
            def read(self, size=-1):
                names._pid = -1  # as a fork in the middle of a text does
                return super().read(size)

        with pytest.raises(RuntimeError, match="another process opened the map"):
            names.alias_file(Forking(source.getvalue()), io.BytesIO())
        assert path.read_bytes() == before


@pytest.mark.skipif(
    guidon.alias.fcntl is None or not hasattr(os, "fork"), reason="this system has no flock"
)
def test_the_child_of_a_fork_leaves_the_lock_alone(tmp_path):
    path = tmp_path / "ids.map"
    program = f"from guidon.alias import AliasMap; AliasMap({str(path)!r}, wait=False)"
    names = AliasMap(path)

    def closed():
        names.close()
        run = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE)
        return run.stderr

    assert b"BlockingIOError" in collect(*forked(closed))
    reader, writer = os.pipe()

    def waits():
        os.close(writer)
        os.read(reader, 1)
        return b""

    child = forked(waits)  # it holds the file
    names.close()
    subprocess.run([sys.executable, "-c", program], check=True)
    os.close(writer)
    collect(*child)
    os.close(reader)


def test_an_exception_while_rows_are_written_leaves_none(tmp_path, monkeypatch):
    path = tmp_path / "ids.map"
    with AliasMap(path) as names:
        names.alias(UUID)
        before = path.read_bytes()
        write = os.write

        def interrupted(file, data):
            write(file, bytes(data)[:5])
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            names.alias(UUID.upper())
        assert path.read_bytes() == before
        monkeypatch.setattr(os, "write", write)
        assert names.alias(UUID.upper()) == "id-1.b"
    with AliasMap(path) as names:
        assert names.restore("id-1 id-1.b") == f"{UUID} {UUID.upper()}"


@pytest.mark.parametrize("member", ["_ids", "_alias_of", "_text_of"])
def test_an_exception_in_the_middle_of_a_row(member, tmp_path):
    class Full(dict):
        def __setitem__(self, key, value):
            raise MemoryError

    path = tmp_path / "ids.map"
    other = f"{UUID[:-1]}0"
    for names in (AliasMap(), AliasMap(path)):
        names.alias(UUID)
        whole = getattr(names, member)
        setattr(names, member, Full(whole))
        with pytest.raises(MemoryError):
            names.alias(other)
        setattr(names, member, whole)
        with pytest.raises(RuntimeError, match="in the middle of a row"):
            names.alias(other)
        assert names.restore("id-1") == UUID
        names.close()
    with AliasMap(path) as names:
        assert names.alias(f"{other} {UUID}") == "id-2 id-1"


def test_an_exception_before_a_row_changes_nothing(tmp_path, monkeypatch):
    def no_memory(*arguments):
        raise MemoryError

    other = f"{UUID[:-1]}0"
    with AliasMap(tmp_path / "ids.map") as names:
        with monkeypatch.context() as patch:
            patch.setattr(guidon.alias._core, "_alias_format", no_memory)
            with pytest.raises(MemoryError):
                names.alias(UUID)
        assert names.alias(other) == "id-1"
        assert names.alias(UUID) == "id-2"
    AliasMap(tmp_path / "ids.map").close()


def test_rows_are_on_the_disk_at_the_end(tmp_path, monkeypatch):
    path = tmp_path / "ids.map"
    sizes = []
    monkeypatch.setattr(guidon.alias, "_to_disk", lambda file: sizes.append(os.fstat(file).st_size))
    with AliasMap(path) as names:
        names.alias(UUID)
        assert sizes == []
        names.alias_file(io.BytesIO(UUID.upper().encode()), io.BytesIO())
        assert sizes == [path.stat().st_size]
        names.alias(UUID[:-1] + "0")
    assert sizes[1:] == [path.stat().st_size]
    AliasMap(path).close()
    assert len(sizes) == 2  # nothing was written

    def failing(number):
        def fail(file):
            raise OSError(number, "no disk")

        return fail

    monkeypatch.setattr(guidon.alias, "_to_disk", failing(errno.EINVAL))  # as of a pipe
    with AliasMap(path) as names:
        names.alias(UUID[:-1] + "1")
    monkeypatch.setattr(guidon.alias, "_to_disk", failing(errno.EIO))
    names = AliasMap(path)
    names.alias(UUID[:-1] + "2")
    with pytest.raises(OSError, match="no disk"):
        names.close()
    AliasMap(path, wait=False).close()


def test_a_target_that_takes_a_part(tmp_path):
    class Slow(io.BytesIO):
        def write(self, data):
            return super().write(data[:3])

    class Full(io.BytesIO):
        def write(self, data):
            return None

    class Empty(io.BytesIO):
        def read(self, size=-1):
            return None

    names = AliasMap()
    target = Slow()
    names.alias_file(io.BytesIO(f"a text with {UUID}\n".encode()), target)
    assert target.getvalue() == b"a text with id-1\n"
    with pytest.raises(BlockingIOError, match="takes no more"):
        names.alias_file(io.BytesIO(UUID.encode()), Full())
    with pytest.raises(BlockingIOError, match="no bytes yet"):
        names.alias_file(Empty(), target)


def test_numbers_are_no_bytes():
    with pytest.raises(TypeError):
        Pseudonyms(32)
    with pytest.raises(TypeError):
        AliasMap().alias(5)
    with pytest.raises(TypeError):
        Pseudonyms(bytes(32)).alias([1, 2])
    assert AliasMap().alias(memoryview(UUID.encode())) == b"id-1"
    key = bytearray(range(32))
    assert Pseudonyms(key).alias(UUID) == Pseudonyms(bytes(key)).alias(UUID)


def test_one_kind_or_several():
    text = f"{UUID} {V4} 01FWHE4YDGFK1SHH6W1G60EECF"
    assert AliasMap().alias(text, kinds="v4") == text.replace(V4, "id-1")
    assert AliasMap().alias(text, kinds=iter(("v7", "ulid"))) == f"id-1 {V4} id-1.b"
    assert AliasMap().alias(text, kinds=()) == text
    target = io.BytesIO()
    assert Pseudonyms(bytes(32)).alias_file(io.BytesIO(text.encode()), target, kinds=["nil"]) == []
    assert target.getvalue() == text.encode()


def test_wrong_arguments(tmp_path):
    for arguments, words in [
        ({"kind": "word"}, "unknown kind 'word'"),
        ({"prefix": "9"}, "begins with '9'"),
        ({"prefix": "Id", "kind": "typeid"}, "begins with 'Id'"),
        ({"prefix": "id", "kind": "uuid"}, "not the kind 'uuid'"),
        ({"read_only": True, "no_restore": True}, "restore only"),
    ]:
        with pytest.raises(ValueError, match=words):
            AliasMap(**arguments)
    path = tmp_path / "ids.map"
    AliasMap(path).close()
    with pytest.raises(MapError, match="of the kind 'number', not 'uuid'; take another map"):
        AliasMap(path, kind="uuid")
    with pytest.raises(MapError, match="with the prefix 'id', not 'x'; take another map"):
        AliasMap(path, prefix="x")
    with pytest.raises(MapError, match="not a regular file"):
        AliasMap(tmp_path, read_only=True)
    with pytest.raises(FileNotFoundError):
        AliasMap(tmp_path / "missing", read_only=True)
    with pytest.raises(ValueError, match="32 bytes"):
        Pseudonyms(b"short")
    with pytest.raises(ValueError, match="reversible"):
        Pseudonyms(bytes(32)).restore("")
    for kinds in ("v16", ["v7", 7]):
        for names in (AliasMap(), Pseudonyms(bytes(32))):
            with pytest.raises(ValueError, match="unknown kind .*; expected v0, v1, .*, ulid"):
                names.alias("", kinds=kinds)
            with pytest.raises(ValueError, match="unknown kind"):
                names.alias_file(io.BytesIO(), io.BytesIO(), kinds=kinds)
    with pytest.raises(TypeError):
        AliasMap().alias("", kinds=7)


def test_a_str_comes_back_with_its_surrogates():
    names = AliasMap()
    for text in ("\udcff {} é", "\udcc3\udca9 {} \udcff", "\ud83d\ude00 {}", "\udcff \ud800{}"):
        out = names.alias(text.format(UUID))
        assert out == text.format("id-1")
        assert names.restore(out) == text.format(UUID)
    names.alias(f"\udcff x_{UUID}")
    assert names.left[0].column == 5


PARTS = [
    UUID.encode(),
    UUID.upper().encode(),
    b"01FWHE4YDGFK1SHH6W1G60EECF",
    b"01fwhe4ydgfk1shh6w1g60eecf",
    b"017f22e279b07cc398c4dc0c0c07398f",
    b"user_01fwhe4ydgfk1shh6w1g60eecf",
    b"00000000-0000-4000-8000-000000000001",
    b"0000000000800800000000000A",
    b"user_00000000008008000000000001",
    b"id-1",
    b"id-1.b",
    b"user-2",
    *(bytes([c]) for c in b' .-_/\\nx\r\n\0\xff"%2F\x1b[1m'),
]


@pytest.mark.parametrize("kind", ["number", "uuid", "typeid"])
def test_random_texts_come_back(kind):
    rng = random.Random(kind)
    names = AliasMap(kind=kind)
    flags = {"all": True, "lower": True, "hex": True, "typeid": True}
    pairs = []
    for _ in range(300):
        text = b"".join(rng.choice(PARTS) for _ in range(rng.randrange(40)))
        out = names.alias(text, **flags)
        pairs.append((text, out))
    for text, out in pairs:
        assert names.restore(out) == text
        assert names.alias(text, **flags) == out
