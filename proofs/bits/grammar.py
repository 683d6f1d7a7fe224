# SPDX-License-Identifier: MIT
"""The grammar of each text form as terms of the solver. It comes from the
standards; nothing here is taken from the product's tables or code."""

import claripy

# In the order of guidon/status.h; bits.py has the C compiler check that.
STATUS = ["OK", "E_LENGTH", "E_CHAR", "E_RANGE", "E_FORM", "E_VERSION",
          "E_FUTURE", "E_ARGUMENT", "E_SPACE"]


def byte(char):
    return claripy.BVV(ord(char), 8)


def between(char, first, last):
    return claripy.And(char.UGE(ord(first)), char.ULE(ord(last)))


def lower(char):
    return claripy.If(between(char, "A", "Z"), char + 32, char)


def upper(char):
    return claripy.If(between(char, "a", "z"), char - 32, char)


class Hex:
    """HEXDIG of RFC 9562, section 4 (RFC 5234, B.1): either case is read."""

    bits = 4

    def __init__(self, canonical):
        self.fold = canonical

    @staticmethod
    def is_digit(char):
        return claripy.Or(between(char, "0", "9"),
                          between(lower(char), "a", "f"))

    @staticmethod
    def value(char):
        return claripy.If(between(char, "0", "9"), char - ord("0"),
                          lower(char) - ord("a") + 10)


class Crockford:
    """Base 32 of the ULID specification: digits, then letters without I L O U."""

    bits = 5
    left_out = "ILOU"

    def __init__(self, canonical):
        self.fold = canonical

    def is_digit(self, char):
        letter = upper(char)
        return claripy.Or(
            between(char, "0", "9"),
            claripy.And(between(letter, "A", "Z"),
                        *[letter != byte(out) for out in self.left_out]))

    def value(self, char):
        letter = upper(char)
        value = letter - ord("A") + 10
        for out in self.left_out:
            value -= claripy.If(letter.UGT(ord(out)), claripy.BVV(1, 8),
                                claripy.BVV(0, 8))
        return claripy.If(between(char, "0", "9"), char - ord("0"), value)


class Base64url:
    """RFC 4648, section 5, table 2: case counts."""

    bits = 6

    @staticmethod
    def fold(char):
        return char

    @staticmethod
    def is_digit(char):
        return claripy.Or(between(char, "A", "Z"), between(char, "a", "z"),
                          between(char, "0", "9"), char == byte("-"),
                          char == byte("_"))

    @staticmethod
    def value(char):
        value = claripy.If(char == byte("-"), claripy.BVV(62, 8),
                           claripy.BVV(63, 8))
        for first, last, at in (("0", "9", 52), ("a", "z", 26), ("A", "Z", 0)):
            value = claripy.If(between(char, first, last),
                               char - ord(first) + at, value)
        return value


HEX, HEX_UPPER = Hex(lower), Hex(upper)
SPARE = 8  # zero bits added above and below an id's 128


class Mark:
    """A fixed character at one position of a form."""

    def __init__(self, char, any_case=False):
        self.char, self.any_case = byte(char), any_case

    def is_right(self, char):
        folded = lower(char) if self.any_case else char
        return folded == self.char

    def is_canonical(self, char, _id):
        return char == self.char

    def fold(self, char):
        return lower(char) if self.any_case else char


class Digit:
    """A digit: some of an id's bits, the lowest of which is bit `low`."""

    def __init__(self, alphabet, low):
        self.alphabet, self.low = alphabet, low
        self.is_right, self.fold = alphabet.is_digit, alphabet.fold

    def bits_of(self, wide):
        first = self.low + SPARE
        return wide[first + self.alphabet.bits - 1:first]

    def value(self, char):
        """The digit's bits at their position in an id with its spare bits."""
        value = self.alphabet.value(char)[self.alphabet.bits - 1:0]
        return value.zero_extend(128 + 2 * SPARE - self.alphabet.bits) << \
            (self.low + SPARE)

    def is_canonical(self, char, wide):
        value = self.alphabet.value(char)[self.alphabet.bits - 1:0]
        return claripy.And(self.is_right(char), self.fold(char) == char,
                           value == self.bits_of(wide))


class Form:
    """The texts of one length, as a list of positions.

    spare  the status and the offset if bits outside the id's 128 are set
    """

    reads_more = False  # are other texts read too, which are not described here?

    def __init__(self, name, places, spare=("E_CHAR", 0)):
        self.name, self.places, self.spare = name, places, spare
        self.len = len(places)

    def has_text(self, _id):
        """Is there a text of this id?"""
        return claripy.true()

    def is_canonical(self, text, id_):
        """Is this the text that is written for an id that has a text?"""
        wide = claripy.Concat(claripy.BVV(0, SPARE), id_, claripy.BVV(0, SPARE))
        return claripy.And(*[place.is_canonical(char, wide)
                             for place, char in zip(self.places, text)])

    def _wide(self, text):
        wide = claripy.BVV(0, 128 + 2 * SPARE)
        for place, char in zip(self.places, text):
            if isinstance(place, Digit):
                wide |= place.value(char)
        return wide

    def _is_right(self, text):
        return [place.is_right(char) for place, char in zip(self.places, text)]

    def first_wrong(self, text):
        at = claripy.BVV(self.len, 64)
        for i, right in reversed(list(enumerate(self._is_right(text)))):
            at = claripy.If(right, at, claripy.BVV(i, 64))
        return at

    def is_spare_zero(self, text):
        wide = self._wide(text)
        return claripy.And(wide[SPARE - 1:0] == 0, wide[:128 + SPARE] == 0)

    def is_right(self, text):
        return claripy.And(*self._is_right(text), self.is_spare_zero(text))

    def id_of(self, text):
        return self._wide(text)[127 + SPARE:SPARE]

    def fold(self, text):
        """A valid text in the case that is written."""
        return [place.fold(char) for place, char in zip(self.places, text)]

    def answer(self, text):
        """Status and offset for a text of the right length."""
        status, at = self.spare
        spare = self.is_spare_zero(text)
        wrong = self.first_wrong(text)
        is_char = wrong != self.len
        return (claripy.If(is_char, code("E_CHAR"),
                           claripy.If(spare, code("OK"), code(status))),
                claripy.If(is_char, wrong, claripy.BVV(at, 64)))


class Ncs(Form):
    """Apollo's NCS. Octets 6 and 7 are reserved and not in the text. Octet 8 is an
    address family of at most 13."""

    family_max = 13

    def has_text(self, id_):
        return claripy.And(id_[79:64] == 0, id_[63:56].ULE(self.family_max))

    def is_spare_zero(self, text):
        return self.has_text(self.id_of(text))


def code(status):
    return claripy.BVV(STATUS.index(status), 32)


def octets(indices, alphabet=HEX):
    """2 digits an octet, octet 0 first in an id (RFC 9562, section 4)."""
    return [Digit(alphabet, 8 * (15 - i) + low) for i in indices for low in (4, 0)]


def marks(text, any_case=False):
    return [Mark(char, any_case) for char in text]


def uuid(alphabet=HEX):
    """UUID = 4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet"""
    groups = [range(4), range(4, 6), range(6, 8), range(8, 10), range(10, 16)]
    places = octets(groups[0], alphabet)
    for group in groups[1:]:
        places += marks("-") + octets(group, alphabet)
    return places


def ulid(canonical):
    """26 letters of five bits, the highest first: two bits more than an id."""
    return [Digit(Crockford(canonical), 5 * (25 - i)) for i in range(26)]


def bytes_of_c(indices):
    places = []
    for i in indices:
        places += marks("," if places else "") + marks("0x") + octets([i])
    return places


def ncs():
    """12 digits of time, then octets with points between them."""
    places = octets(range(6))
    for i in range(8, 16):
        places += marks(".") + octets([i])
    return places


class Initialiser(Form):
    """An initialiser of C as it is written. With blanks, shorter numbers and so on it
    is read too."""

    reads_more = True


# The memory image of a GUID has its first three fields in little-endian order.
GUID_OCTETS = [3, 2, 1, 0, 5, 4, 7, 6, *range(8, 16)]

FORMS = {form.name: form for form in [
    Form("UUID", uuid()),
    Form("ULID", ulid(upper), ("E_RANGE", 0)),
    Form("UUID_UPPER", uuid(HEX_UPPER)),
    Form("ULID_LOWER", ulid(lower), ("E_RANGE", 0)),
    Form("HEX", octets(range(16))),
    Form("HEX_UPPER", octets(range(16), HEX_UPPER)),
    Form("GUID_HEX", octets(GUID_OCTETS)),
    Form("BRACES", marks("{") + uuid(HEX_UPPER) + marks("}")),
    Form("PARENS", marks("(") + uuid() + marks(")")),
    Form("URN", marks("urn:uuid:", any_case=True) + uuid()),
    Ncs("NCS", ncs(), ("E_RANGE", 13)),
    Form("BASE64URL", [Digit(Base64url, 6 * (21 - i) - 4) for i in range(22)],
         ("E_CHAR", 21)),
    Initialiser("C", marks("{") + bytes_of_c(range(16)) + marks("}")),
    Initialiser("GUID_X", marks("{0x") + octets(range(4)) + marks(",0x") +
                octets(range(4, 6)) + marks(",0x") + octets(range(6, 8)) +
                marks(",{") + bytes_of_c(range(8, 16)) + marks("}}")),
]}
