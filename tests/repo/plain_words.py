#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Find sentences that must be read twice.

    plain_words.py ROOT            check the hard rules, count the warnings
    plain_words.py ROOT PATH...    list every warning of these files or folders
    plain_words.py ROOT --count    count the warnings of each file

The check reads documents (*.md), comments in include/, src/, cli/, bindings/,
and the strings of the tool's commands. A warning asks for a second look and
may be wrong. A hard rule fails the check.
"""

import argparse
import collections
import pathlib
import re
import signal
import sys

import tree

Piece = collections.namedtuple("Piece", "kind text lines")
Rule = collections.namedtuple("Rule", "name pattern why kinds paths")
Finding = collections.namedtuple("Finding", "path line rule text")

PROSE = {"document", "cell", "comment", "string"}
WHOLE = PROSE - {"cell"}
EVERYWHERE = re.compile("")
COMMENTED = re.compile(r"(include|src|cli|bindings|extensions|services|page)/")
PUBLIC = re.compile(r"include/|docs/(man|guides|reference)/|README")
LONG_SENTENCE = 35
LONG_CELL = 25


def make_rule(name, pattern, why, kinds=PROSE, paths=EVERYWHERE):
    return Rule(name, re.compile(pattern, re.I), why, kinds, paths)


# A match of one of these fails the check.
HARD = [
    make_rule("who-wants", r"\bwho wants\b|\b(for|to|by) who\b|\bwhoever\b"
              r"|\bone (has|wants|needs)\b",
              "name the reader or the caller: \"you\", \"callers that\""),
    make_rule("what-is-there", r"\bwhat is (not )?there\b",
              "name the thing: \"the existing file\""),
    make_rule("house", r"\b(house|rooms)\b",
              "\"source tree\", \"source layout\", \"directories\", \"modules\""),
    make_rule("stamp", r"(?<!time-)\bstamps?\b", "\"timestamp\""),
    make_rule("dealt", r"\bdealt\b|\boutwait\w*|\bused up\b",
              "\"used\", \"exhausted\", \"waits until\""),
    make_rule("twin", r"\btwins?\b|\bstands? apart\b",
              "\"reference\", \"counterpart\", \"case variant\", \"diverges\""),
    make_rule("let", r"\bis let\b|\blets? (it|them|its state) to\b|\b(is|be|are) had\b",
              "\"leases\", \"is available\""),
    make_rule("shortest-way", r"\bshortest way\b", "\"fast path\""),
    make_rule("face", r"\bfaces?\b", "\"binding\", \"extension\", \"place\""),
    make_rule("requirement-code",
              r"(?<![\w.])(?!C(11|17|23|99)\b)(?-i:[RUXDGNC])\d{1,3}\b",
              "cite the standard itself: \"RFC 9562, section 6.2\"",
              paths=PUBLIC),
]

# "^" is the beginning of a sentence.
SOFT = [
    make_rule("relative-subject",
         r"^(what|who|whoever|whatever|whose|which|that (?!is\b|was\b|would\b"
         r"|means\b|covers\b|gives\b|makes\b|keeps\b|leaves\b)\w+ \w+)\b"
         r"(?!.*\?$)",
         "begin with a noun: \"The part that is left out\", not \"What is"
         " left out\"", WHOLE),
    make_rule("where-if",
         r"^where\b|[,:;] where\b|\b(but|and|or|except|only|also|even|just|so"
         r"|not|else) where\b|\bwhere (not|no|none|nothing|there|one|it has"
         r"|it can|they can|that is|needed|possible|asked)\b",
         "\"if\" or \"when\" for a condition; \"where\" for a place"),
    make_rule("what-is",
         r"\bwhat (is|was|are|were|has|had)\b(?!.*\?$)"
         r"|\bwhat (it|they) (is|was|were|has|had|holds?|reads?|gives?|takes?)\b",
         "name the thing: \"the file's contents\", not \"what it holds\""),
    make_rule("who", r"\b(for|to|from|of|with|as|and) who\b|\bwhoever\b"
         r"|\bwho (wants|needs|asks|has|gives|takes|reads|writes|makes|calls"
         r"|may|can|knows|uses)\b",
         "name the person or the caller: \"you\", \"the caller\", \"callers"
         " that\""),
    make_rule("one-as-person", r"\bone (has|wants|needs|may|can|must|sees|gets"
         r"|writes|asks)\b|\bone's\b|\bof its own accord\b",
         "\"you\" or \"the caller\""),
    make_rule("one-as-noun", r"\b(that|this|another|each|every|any|such|no|the"
         r" (other|first|last|next|old|new|same)) ones?\b(?! of\b)",
         "repeat the noun"),
    make_rule("told",
         r"\b(is|are|was|were|be|been|not) told\b|\btold (by|of|where)\b"
         r"|\btells? of\b|\btell (how|what|whether|where|that)\b"
         r"|\bis had\b|\bbe had\b|\bwas had\b|\bare had\b",
         "\"reports\", \"says\", \"is available\""),
    make_rule("let", r"\b(is|are|was|were|be|been|may) let\b|\blets? (to|of)\b"
         r"|\blet go\b", "\"leases\", \"allows\", \"discards\""),
    make_rule("alone", r"\balone\b", "\"only\", before the word it limits"),
    make_rule("but-for", r"\bbut for\b|\bsave for\b|\ball but\b", "\"except\""),
    make_rule("there-is",
         r"^there (is|are)\b|\bthere is (no|none|nothing|what)\b"
         r"|\bwhat is there\b|\bis there\b(?!.*\?$)",
         "a subject that does something: \"Guidon has no ...\""),
    make_rule("late-verb",
         r"^(assumed|shown|told|claimed|asked|given|compared|meant"
         r"|wanted|kept|taken|left|not \w+|looked at|driven) (is|are|was|were)\b"
         r"|^(into|upon|behind|beside|beyond|within) .*\b(comes|goes|stands"
         r"|lies|belongs)\b",
         "subject first, then the verb: \"The calculation assumes that\""),
    make_rule("nor", r"^nor\b|^neither\b.*\bdoes\b|, nor does\b",
         "a sentence of its own with \"not\""),
    make_rule("such-as-pronoun",
         r"\b(those|that) (of|that|which|who|by|in|with)\b"
         r"(?= \w+ \w+ (is|are|was|were)\b)|\bthe former\b|\bthe latter\b"
         r"|\bof which\b|\bthe rest of which\b",
         "name the noun a second time"),
    make_rule("begin", r"\b(begins?|began) (anew|afresh)\b|\banew\b|\bafresh\b",
         "\"reinitialises\", \"starts a new sequence\""),
    make_rule("private-word", r"\b(each|every|a|own|this|lower|higher) room\b"
         r"|\b(rooms|house|(?<!time-)stamps?|cells?|twins?|riddles?"
         r"|shapeless|dealt|used up|outwait\w*|the shortest way|swaps? of sixteen"
         r"|stands? apart|folders? of (its|one's) own)\b",
         "the field's term: directory or module, source tree, timestamp, state,"
         " counterpart, ambiguous, exhausted, fast path"),
    make_rule("since", r", since\b", "\"because\" for a reason"),
    make_rule("likewise",
         r"\bthe same (is|holds|goes)\b|\bas (said|told|above|before)\b"
         r"|\bso (it is|is it) with\b",
         "say it again, with its noun"),
    make_rule("semicolons", r";.*;",
         "one idea a sentence: at most one semicolon",
         {"document"}),
]

LABELS = re.compile(
    r"(Units|Order|Unique|Errors|Owns|Threads|Source|Code|Needs|Shapes|Bounds"
    r"|Idea|Reference|Twin)\b *")


def piece_of(kind, numbered):
    """Join numbered lines into one text and remember each line's start."""
    text, lines = "", []
    for number, line in numbered:
        line = line.strip()
        if line:
            text += " " if text else ""
            lines.append((len(text), number))
            text += line
    return [Piece(kind, text, lines)] if text else []


def without_code(text):
    """The text without code and addresses, as long as it was."""
    def blank(found):
        return re.sub(r"[^|]", " ", found.group())

    text = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)",
                  lambda found: "X" * len(found.group()), text)
    return re.sub(r"!?\[(?=[^\]]*\]\()|\]\([^)]*\)", blank, text)


def markdown_pieces(text):
    """Paragraphs, list items and cells of tables; no code, no headings."""
    block, fence = [], False
    for number, line in enumerate(text.split("\n"), 1):
        fenced = re.match(r"\s*(```|~~~)", line)
        fence ^= bool(fenced)
        ends = fenced or not line.strip() or re.match(r"#|\s*(\||[-*+] |\d+\. )",
                                                     line)
        if fence or ends:
            yield from piece_of("document", block)
            block = []
        if fence or fenced or line.startswith(("#", "    ", "<!--")):
            continue
        if line.lstrip().startswith("|"):
            for cell in without_code(line).strip().strip("|").split("|"):
                yield from piece_of("cell", [(number, cell)])
            continue
        line = re.sub(r"^\s*([-*+]|\d+\.) ", "", line)
        block.append((number, line))
    yield from piece_of("document", block)


def document_pieces(text):
    for piece in markdown_pieces(text):
        yield piece._replace(text=without_code(piece.text))


def comment_pieces(text):
    """Paragraphs of comments; a label or a parameter begins a paragraph."""
    for found in re.finditer(r"/\*.*?\*/|//[^\n]*", text, re.S):
        number = text.count("\n", 0, found.start()) + 1
        body = re.sub(r"\*/$", "", found.group())
        block = []
        for offset, line in enumerate(body.split("\n")):
            line = re.sub(r"^\s*(/\*+<?|//+|\*)", "", line)
            begins = (not line.strip() or LABELS.match(line.strip())
                      or re.match(r"\s+\w+\s+(in|out|in/out)\s", line)
                      or re.match(r"\s*(- |\d+\. )", line))
            if begins:
                yield from piece_of("comment", block)
                block = []
            line = re.sub(r"^[\w.]+\.[ch](pp)? - ", "", line.strip())
            block.append((number + offset, LABELS.sub("", line, 1)
                          if LABELS.match(line) else line))
        yield from piece_of("comment", block)


def string_pieces(text):
    """Strings of at least four words: help texts and messages."""
    literal = r'"(?:[^"\\\n]|\\.)*"'
    bare = re.sub(r"/\*.*?\*/",
                  lambda found: re.sub(r"[^\n]", " ", found.group()), text,
                  flags=re.S)
    for found in re.finditer(rf"{literal}(?:\s*{literal})*", bare):
        number = bare.count("\n", 0, found.start()) + 1
        literals = re.findall(literal, found.group())
        words = "".join(part[1:-1] for part in literals)
        words = re.sub(r"(\\n)+", ". ", words).replace('\\"', '"')
        if len(words.split()) >= 4:
            yield from piece_of("string", [(number, words)])


def pieces_of(path, text):
    name = path.as_posix()
    if path.suffix == ".md":
        yield from document_pieces(text)
    elif COMMENTED.match(name) and path.suffix in tree.CODE:
        yield from comment_pieces(text)
        if name.startswith("cli/"):
            yield from string_pieces(text)


def sentences(piece):
    """Each sentence with the number of the line on which it begins."""
    for found in re.finditer(
            r"\S.*?(?:(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)[.!?](?=[\")\]*_]*(?:\s|$))"
            r"[\")\]*_]*|$)", piece.text, re.S):
        line = [number for start, number in piece.lines
                if start <= found.start()][-1]
        yield line, found.group().strip()


def words_in(text):
    return len(re.findall(r"[^\W\d_][\w'/-]*", text))


def findings_of(path, text, rules):
    name = path.as_posix()
    for piece in pieces_of(path, text):
        chosen = [rule for rule in rules
                  if piece.kind in rule.kinds and rule.paths.match(name)]
        for line, sentence in sentences(piece):
            for rule in chosen:
                if rule.pattern.search(sentence.lstrip("(\"*_")):
                    yield Finding(name, line, rule, sentence)
        if rules is SOFT:
            yield from lengths(name, piece)


TOO_LONG = make_rule(
    "long-sentence", "", f"over {LONG_SENTENCE} words: write two sentences")
FULL_CELL = make_rule(
    "full-cell", "",
    f"over {LONG_CELL} words in a table's cell: write prose below it")


def lengths(name, piece):
    if piece.kind == "document":
        for line, sentence in sentences(piece):
            if words_in(sentence) > LONG_SENTENCE:
                yield Finding(name, line, TOO_LONG, sentence)
    elif piece.kind == "cell" and words_in(piece.text) > LONG_CELL:
        yield Finding(name, piece.lines[0][1], FULL_CELL, piece.text)


def findings(root, rules, under=()):
    for path in tree.files(root):
        read = path.suffix == ".md" or COMMENTED.match(path.as_posix())
        wanted = read and (not under or any(path == folder or folder in path.parents
                                        for folder in under))
        if wanted:
            text = (root / path).read_text(errors="replace")
            yield from findings_of(path, text, rules)


def describe(finding):
    text = finding.text
    text = text if len(text) <= 100 else text[:97] + "..."
    return (f"{finding.path}:{finding.line}: {finding.rule.name}: {text}\n"
            f"    {finding.rule.why}")


def check(root):
    return [describe(finding) for finding in findings(root, HARD)]


def warnings(root, under=()):
    return list(findings(root, SOFT, under))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--count", action="store_true",
                        help="count the warnings of each file")
    parser.add_argument("paths", nargs="*", type=pathlib.Path,
                        help="files or folders whose warnings to list")
    options = parser.parse_args()
    root = options.root.resolve()
    faults = check(root)
    for fault in faults:
        print("FAULT", fault)
    warned = warnings(root, options.paths)
    if options.count:
        counts = collections.Counter(finding.path for finding in warned)
        for path, count in counts.most_common():
            print(f"{count:5} {path}")
    elif options.paths:
        for finding in warned:
            print(describe(finding))
    rules = collections.Counter(finding.rule.name for finding in warned)
    for name, count in rules.most_common():
        print(f"{count:5} {name}")
    print(f"{len(warned):5} warnings, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the reader may stop early
    main()
