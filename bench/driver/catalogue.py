# SPDX-License-Identifier: MIT
"""The operations and the languages that the benchmark measures."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Operation:
    name: str
    group: str
    title: str
    limit: str  # the limit for a single call
    many_limit: str  # the limit for a batch
    others: tuple = ()  # other limits in the table


# The work that each limit does for one id. A limit shows how much faster an
# operation could become. Guidon can be faster than a limit of another library.
LIMITS = {
    "copy_uuid": "memcpy of 36 bytes",
    "copy_ulid": "memcpy of 26 bytes",
    "copy_ids": "memcpy of 16 bytes",
    "rdtsc": "rdtsc",
    "clock_gettime": "clock_gettime",
    "getrandom": "getrandom of 16 bytes",
    "aes256ctr": "AES-256-CTR of 16 bytes (libcrypto)",
    "sha1": "SHA-1 of 31 bytes (libcrypto)",
    "md5": "MD5 of 31 bytes (libcrypto)",
}

_clock = ("clock_gettime",)

OPERATIONS = [
    Operation("uuid_format", "text", "UUID to text", "copy_uuid", "copy_uuid"),
    Operation("uuid_parse", "text", "text to UUID", "copy_ids", "copy_ids"),
    Operation("ulid_format", "text", "ULID to text", "copy_ulid", "copy_ulid"),
    Operation("ulid_parse", "text", "text to ULID", "copy_ids", "copy_ids"),
    Operation("v3", "names", "version 3 (MD5) of 16 + 15 bytes", "md5", "md5"),
    Operation("v5", "names", "version 5 (SHA-1) of 16 + 15 bytes",
              "sha1", "sha1"),
    Operation("derive", "own", "derived version 7 (keyed BLAKE2s) of 15 bytes",
              "sha1", "sha1"),
    Operation("mask", "own", "version 7 to masked version 4", "copy_ids",
              "copy_ids"),
    Operation("unmask", "own", "masked version 4 to version 7", "copy_ids",
              "copy_ids"),
    Operation("encrypt", "own", "version 7 to encrypted version 8", "copy_ids",
              "copy_ids"),
    Operation("decrypt", "own", "encrypted version 8 to version 7", "copy_ids",
              "copy_ids"),
    Operation("v1", "generate", "new version 1", "rdtsc", "copy_ids", _clock),
    Operation("v4", "generate", "new version 4", "aes256ctr", "aes256ctr",
              ("getrandom",)),
    Operation("v6", "generate", "new version 6", "rdtsc", "copy_ids", _clock),
    Operation("v7", "generate", "new version 7", "rdtsc", "aes256ctr", _clock),
    Operation("v8_node", "own", "new version 8 with a node number", "rdtsc",
              "aes256ctr", _clock),
    Operation("v8_append", "own", "new version 8 with a prefix of 20 bits",
              "rdtsc", "aes256ctr", _clock),
    Operation("ulid", "generate", "new ULID", "rdtsc", "aes256ctr", _clock),
    Operation("ulid_monotonic", "generate", "new monotonic ULID", "rdtsc",
              "copy_ids", _clock),
]

# The forms of text besides UUIDs and ULIDs, in the order of the tables.
FORMS = ("uuid-upper", "hex", "hex-upper", "braces", "parens", "urn", "guid-hex",
         "c", "guid-x", "ulid-lower", "base64url", "base58", "base62", "base36",
         "shortuuid", "base85", "base32", "base64", "ncname58", "int64x2", "int",
         "oid", "urn-oid")
# A TypeID is no form, because its prefix is an argument.
TEXTS = FORMS + ("typeid",)
OPERATIONS += [Operation(f"write_{form}", "forms", f"id to {form}",
                         "copy_uuid", "copy_uuid") for form in TEXTS]
OPERATIONS += [Operation(f"read_{form}", "forms", f"{form} to id",
                         "copy_ids", "copy_ids") for form in TEXTS]

# `own` are ids that no other library here makes.
GROUPS = ["text", "forms", "names", "generate", "own"]

# Language, its names for --only, and the libraries in it.
LANGUAGES = {
    "C": (("c",), ("libuuid", "OSSP uuid")),
    "C++": (("c++", "cpp"), ("Boost.UUID",)),
    "Rust": (("rust",), ("uuid", "uuid-simd", "ulid")),
    "Go": (("go",), ("google/uuid", "gofrs/uuid", "oklog/ulid")),
    "Java": (("java",), ("java.util.UUID", "uuid-creator", "ulid-creator")),
    "JavaScript": (("javascript", "js", "node"),
                   ("crypto", "uuid", "uuidv7", "ulid")),
    "Python": (("python",), ("uuid", "uuid-utils", "python-ulid")),
}


def operation(name):
    return next(one for one in OPERATIONS if one.name == name)


@dataclasses.dataclass(frozen=True)
class Wanted:
    """The choice of --only. Without a language it means all; the same for operations."""
    languages: frozenset
    operations: tuple

    def names(self):
        """The chosen operations, and their limits."""
        names = list(self.operations)
        for one in map(operation, self.operations):
            names += [one.limit, one.many_limit, *one.others]
        return list(dict.fromkeys(names))


def _language_of(word):
    for language, (words, _) in LANGUAGES.items():
        if word in words:
            return language
    return None


def wanted(only):
    """Parse the words of --only. ValueError names an unknown word."""
    languages, names = set(), []
    for word in filter(None, only.lower().replace(" ", ",").split(",")):
        found = [one.name for one in OPERATIONS
                 if word in (one.name, one.group)]
        if _language_of(word):
            languages.add(_language_of(word))
        elif word == "guidon":
            languages.add("Guidon")
        elif not found:
            raise ValueError(word)
        names += found
    everything = [one.name for one in OPERATIONS]
    return Wanted(frozenset(languages or LANGUAGES),
                  tuple(name for name in everything
                        if not names or name in names))


def listing():
    lines = ["languages and the libraries in them, for --only"]
    for words, libraries in LANGUAGES.values():
        lines.append(f"  {words[0]:<12} {', '.join(libraries)}")
    lines += ["  guidon       Guidon alone (it is always measured)", "",
              "operations, by group"]
    for group in GROUPS:
        lines += [f"  {group}"] + [f"    {one.name:<16} {one.title}"
                                   for one in OPERATIONS if one.group == group]
    return "\n".join(lines)
