# SPDX-License-Identifier: MIT
"""guidon.alias: the texts, the maps and the pseudonyms of the tool, wherever a text is cut."""

import io
import os
import random
import stat
import sys
import warnings

import pytest
from vector_tests import reads
from vectors import rows

import guidon.alias
from guidon.alias import AliasMap, MapError, Pseudonyms

UUID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
NO_MODES = sys.platform == "win32"


def flags_of(row):
    return dict.fromkeys(row["flags"], True)


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
    with AliasMap(path) as names:
        with pytest.raises(BlockingIOError):
            AliasMap(path, wait=False)
        names.alias(UUID)
        with AliasMap(path, read_only=True) as reader:  # rows are written at once
            assert reader.restore("id-1") == UUID
            with pytest.raises(ValueError, match="restore only"):
                reader.alias(UUID)
    AliasMap(path, wait=False).close()


def test_wrong_arguments(tmp_path):
    for arguments, words in [
        ({"kind": "word"}, "unknown kind 'word'"),
        ({"prefix": "9"}, "begins with '9'"),
        ({"prefix": "Id", "kind": "typeid"}, "begins with 'Id'"),
        ({"prefix": "id", "kind": "uuid"}, "not the kind 'uuid'"),
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


def test_a_str_comes_back_with_its_surrogates():
    names = AliasMap()
    text = f"\udcff {UUID} é"
    assert names.alias(text) == "\udcff id-1 é"
    assert names.restore(names.alias(text)) == text


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
