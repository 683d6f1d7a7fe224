# SPDX-License-Identifier: MIT
"""Texts to ids and back, and the errors of texts that are no ids."""

import copy
import pickle
import uuid

import guidon
import pytest
from hypothesis import given
from hypothesis import strategies as st

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
NCS = "34dc23469000.0d.00.00.7c.5f.00.00.00"
# Every other id has a text in each of these.
FORMS = [form for form in guidon.forms if form != "ncs"]


@given(st.uuids())
def test_a_text_of_each_form_is_read_back(value):
    for form in FORMS:
        text = guidon.format(value, form)
        assert guidon.parse(text, form) == value
        assert guidon.detect(text, accept=[form]) in {
            form,
            form.replace("-upper", "").replace("-lower", ""),
        }


@given(st.uuids())
def test_texts_are_those_of_the_standard_library(value):
    assert guidon.format(value) == guidon.format(value, "uuid") == str(value)
    assert guidon.format(value, "hex") == value.hex
    assert guidon.format(value, "urn") == value.urn
    assert guidon.format(value, form="int") == str(value.int)
    assert guidon.format(value, "guid-hex") == value.bytes_le.hex()
    for text in [str(value), value.hex, value.urn, str(value).upper(), f"{{{value}}}"]:
        assert guidon.parse(text) == uuid.UUID(text) == value


@given(st.text())
def test_what_the_standard_library_refuses_needs_a_form_of_its_own(text):
    try:
        value = guidon.parse(text)
    except guidon.ParseError as error:
        assert 0 <= error.offset <= len(text)
    else:
        assert guidon.parse(guidon.format(value, guidon.detect(text))) == value


def test_forms_are_detected():
    assert guidon.detect(str(ID)) == "uuid"
    assert guidon.detect(str(ID).upper()) == "uuid-upper"
    assert guidon.detect(NCS) == "ncs"
    assert guidon.detect(guidon.format(ID, "base36"), "base36") == "base36"
    assert guidon.detect(guidon.format(ID, "ulid").lower()) == "ulid-lower"


# What every binding and the tool read without the name of a form.
NAMELESS = {*guidon.forms[:8], "ulid", "ulid-lower", "c", "parens", "guid-x", "ncs"}


@given(st.uuids())
def test_forms_that_need_no_name_are_read_without_it(value):
    for form in NAMELESS - {"ncs"}:
        text = guidon.format(value, form)
        assert guidon.parse(text) == guidon.parse(text, "any") == value
        assert guidon.uuids_of(guidon.parse_many([text], None)) == [value]
        assert guidon.sort_key(text) == value.bytes


@given(st.uuids())
def test_a_text_of_any_other_form_is_an_error_or_has_one_of_two_shapes(value):
    for form in set(guidon.forms) - NAMELESS:
        text = guidon.format(value, form)
        try:
            guidon.parse(text)
        except guidon.ParseError as error:
            assert form in error.reason and error.offset == 0
        else:
            assert guidon.detect(text) in {"hex", "hex-upper", "ulid", "ulid-lower"}


def test_the_reason_names_the_forms_that_a_text_could_have():
    for text, accept, reason in [
        ("42", None, "the text could be int; name the form"),
        (
            "2HCATbPFFQRhakvB2nxrTh",
            "any",
            "the text could be base58, base62 or shortuuid; name the form",
        ),
        (
            "2HCATbPFFQRhakvB2nxrTh",
            ["uuid", "base58", "shortuuid"],
            "the text could be base58 or shortuuid; name the form",
        ),
        # Leniently a ULID, which is not what the text is.
        ("I68GHTQIQ51I16TCV13TMGA8L0", None, "the text could be base32hex; name the form"),
    ]:
        with pytest.raises(guidon.ParseError) as raised:
            guidon.parse(text, accept)
        assert raised.value.reason == reason
        assert str(raised.value) == f"{reason} with accept: {text!r}"


def test_accept_takes_one_name_or_several():
    text = guidon.format(ID, "base62")
    for accept in [
        "base62",
        ["base62"],
        ("uuid", "base62"),
        {"base62"},
        iter(["base62"]),
        ["any", "base62"],
    ]:
        assert guidon.parse(text, accept) == ID
    for accept in [None, "any", "uuid", ["uuid", "base58"]]:
        with pytest.raises(guidon.ParseError):
            guidon.parse(text, accept=accept)
    assert guidon.parse(str(ID), None) == guidon.parse(str(ID), "any") == ID


class Broken:
    def __iter__(self):
        raise RuntimeError("no names today")


class BrokenLater:
    def __iter__(self):
        yield "uuid"
        raise RuntimeError("no names today")


@pytest.mark.parametrize(
    "accept, error, message",
    [
        ("base63", ValueError, "unknown form 'base63'"),
        ("", ValueError, "unknown form"),
        (["uuid", "x"], ValueError, "unknown form 'x'"),
        ("uuid\0", ValueError, "unknown form"),
        ([], ValueError, "names no form"),
        ("\ud800", UnicodeEncodeError, "surrogates"),
        (7, TypeError, "not iterable"),
        ([7], TypeError, "is a str"),
        (b"uuid", TypeError, "is a str"),
        (Broken(), RuntimeError, "no names today"),
        (BrokenLater(), RuntimeError, "no names today"),
    ],
)
def test_other_names_are_refused(accept, error, message):
    with pytest.raises(error, match=message):
        guidon.parse(str(ID), accept)


class NotTrue:
    def __bool__(self):
        raise RuntimeError("neither true nor false")


def test_options():
    loose = f" {{{str(ID)}}}\n"
    with pytest.raises(guidon.ParseError, match=r"\(lenient=True reads the text\)"):
        guidon.parse(loose)
    assert guidon.parse(loose, lenient=True) == ID
    assert guidon.detect(loose, lenient=1) == "braces"
    assert guidon.parse(str(ID), exact_case=False, lenient=False) == ID
    assert guidon.parse(str(ID), "uuid", exact_case=True) == ID
    with pytest.raises(guidon.ParseError, match="'F' at offset 3 is in the wrong case"):
        guidon.parse(str(ID).upper(), "uuid", exact_case=True)
    with pytest.raises(RuntimeError, match="neither true nor false"):
        guidon.parse(str(ID), lenient=NotTrue())
    with pytest.raises(TypeError, match="takes at most 2 positional"):
        guidon.parse(str(ID), None, True)


@pytest.mark.parametrize("bad", [ID, ID.bytes, str(ID).encode(), 5, None])
def test_a_text_is_a_str(bad):
    for read in [guidon.parse, guidon.detect]:
        with pytest.raises(TypeError, match="expected str, not <class"):
            read(bad)


@pytest.mark.parametrize(
    "text, accept, offset, reason, hint",
    [
        (
            str(ID)[:-1] + "g",
            None,
            35,
            "'g' at offset 35 is not a hexadecimal digit (expected 0-9, a-f)",
            "",
        ),
        (
            str(ID)[:-1],
            ["uuid-upper", "uuid"],
            35,
            "35 bytes is the wrong length for uuid (expected 36)",
            "",
        ),
        (
            "01ARZ3NDEKTSV4RRFFQ69G5FAI",
            None,
            25,
            "'I' at offset 25 is not a base32 letter (expected 0-9 and A-Z without I, L, O, U)",
            " (lenient=True reads the text)",
        ),
        (
            f" {ID}",
            None,
            0,
            "a space at offset 0 is not part of an id",
            " (lenient=True reads the text)",
        ),
        ("\udcff" + str(ID)[1:], None, 0, "byte 0xed at offset 0 is not part of an id", ""),
    ],
)
def test_an_error_says_what_is_wrong_and_where(text, accept, offset, reason, hint):
    with pytest.raises(guidon.ParseError) as raised:
        guidon.parse(text, accept)
    error = raised.value
    assert (error.reason, error.offset) == (reason, offset)
    assert str(error) == f"{reason}{hint}: {text!r}"


def test_a_message_shows_the_start_of_a_long_text():
    text = "x" * 5000
    with pytest.raises(guidon.ParseError) as raised:
        guidon.parse(text)
    assert str(raised.value).endswith(f": {'x' * 100!r}...")
    assert "5000 bytes" in raised.value.reason


def test_an_error_is_copied_and_pickled_whole():
    with pytest.raises(ValueError) as raised:
        guidon.parse("x")
    error = raised.value
    copies = [copy.copy(error), copy.deepcopy(error)]
    copies += [
        pickle.loads(pickle.dumps(error, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in copies:
        assert type(other) is guidon.ParseError
        assert str(other) == str(error)
        assert (other.reason, other.offset) == (error.reason, error.offset)


def test_exceptions_have_their_place_in_the_hierarchy():
    assert issubclass(guidon.ParseError, ValueError)
    assert issubclass(guidon.GenerateError, RuntimeError)
    assert guidon.ParseError.__module__ == guidon.GenerateError.__module__ == "guidon"
    assert (guidon.ParseError("own").reason, guidon.ParseError("own").offset) == ("", 0)
    assert guidon.GenerateError("own").reason == ""


def test_a_form_is_named():
    for call in [lambda: guidon.format(ID, "base63"), lambda: guidon.format(ID, "any")]:
        with pytest.raises(ValueError, match="unknown form"):
            call()
    with pytest.raises(TypeError, match="is a str"):
        guidon.format(ID, 5)
    with pytest.raises(ValueError, match="not of the NCS variant"):
        guidon.format(ID, "ncs")
    assert guidon.format(guidon.parse(NCS), "ncs") == NCS
    assert guidon.format(ID, "mssql") == guidon.format(ID, "guid-hex")
