# SPDX-License-Identifier: MIT
"""New ids, as objects of the standard library."""

import uuid

import guidon


def test_makers_return_the_class_of_the_standard_library():
    for maker, version in [(guidon.uuid4, 4), (guidon.uuid7, 7)]:
        made = maker()
        assert type(made) is uuid.UUID
        assert made.version == version
        assert made == uuid.UUID(str(made))
        assert hash(made) == hash(uuid.UUID(str(made)))
        assert made.is_safe is uuid.SafeUUID.unknown


def test_parse_says_what_is_wrong_and_where():
    text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398g"
    try:
        guidon.parse(text)
    except guidon.ParseError as error:
        assert error.offset == 35
        assert error.reason in str(error)
    else:
        raise AssertionError("a wrong text was read")
