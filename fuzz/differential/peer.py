# SPDX-License-Identifier: MIT
"""The peer of the differential test for Python's uuid and for python-ulid."""

import sys
import uuid


def ulid_class():
    from ulid import ULID  # only the mode `ulid` needs this package
    return ULID


def reader(mode):
    """The function that turns a text into 16 bytes or raises an exception."""
    if mode == "uuid":
        return lambda text: uuid.UUID(text).bytes
    from_str = ulid_class().from_str
    return lambda text: bytes(from_str(text))


def read_texts(mode):
    data = sys.stdin.buffer.read()
    parse, out, at = reader(mode), [], 0
    while at < len(data):
        end = at + 1 + data[at]
        try:
            out.append(b"\1" + parse(data[at + 1:end].decode("latin-1")))
        except Exception:  # peers reject a text with exceptions of any type
            out.append(bytes(17))
        at = end
    sys.stdout.buffer.write(b"".join(out))


def write_texts(mode):
    data = sys.stdin.buffer.read()
    if mode == "uuid":
        def text(id_):
            return str(uuid.UUID(bytes=id_))
    else:
        ulid = ulid_class()

        def text(id_):
            return str(ulid(id_))
    sys.stdout.write("".join(text(data[i:i + 16])
                             for i in range(0, len(data), 16)))


if __name__ == "__main__":
    (write_texts if sys.argv[2] == "format" else read_texts)(sys.argv[1])
