# SPDX-License-Identifier: MIT
"""./dev release on a small repository of its own, whose parts are made in no time: what it
refuses, that a failure leaves nothing, what it writes beside the files, and what
verify-release.sh finds.

    test_release.py            run the tests; the status is 77 without python3-venv
    test_release.py --fetch    get the packages of packaging/release, and test nothing
"""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging/release"))
import release  # noqa: E402  the first, because it says where the others are

import parts  # noqa: E402
import place  # noqa: E402
import publication  # noqa: E402
from place import Failed  # noqa: E402

COMPLETE = """
[maintainer]
name = "Ada Example"
address = "ada@guidon.test"
[repository]
url = "https://guidon.test/guidon"
security = "mailto:ada@guidon.test"
owners = "@ada @guidon/review"
[maven]
group_id = "test.guidon"
"""
FILES = {
    "include/guidon/version.h": '#define GUIDON_VERSION "9.8.7"\n',
    "CHANGELOG.md": "# Changelog\n\n## 9.8.7\n\n### Added\n\n- A new thing.\n\n## 9.8.6\n\n- Old.\n",
    "packaging/publication.toml": COMPLETE,
    "bindings/java/pom.xml": "<project><groupId>test.guidon</groupId></project>\n",
    "control": "Source: a\nMaintainer: Ada Example <ada@guidon.test>\nPriority: low\n",
}
# The one file of the small repository that names the maintainer.
PLACES = [("control", r"^Maintainer: (.*)$", "maintainer")]


def file_part(name, *contents, **more):
    """A part that makes a file NAME-1, NAME-2, ... for each of the contents."""

    def make(place):
        made = []
        for number, content in enumerate(contents, 1):
            path = place.folder(name) / f"{name}-{number}"
            path.write_bytes(content)
            made.append(path)
        return made

    return parts.Part(name, f"the part {name}", make, **more)


def broken(place):
    raise Failed("the compiler is broken")


TABLE = [
    file_part("alpha", b"first", b"second"),
    file_part("beta", b"third", bundled=parts.STATIC),
]


def words(draft=False, without=(), only=(), key=None):
    return dataclasses.make_dataclass("Words", ["draft", "without", "only", "key"])(
        draft, list(without), list(only), key
    )


def verify(folder, *more, **options):
    """verify-release.sh: its status and what it says."""
    done = subprocess.run(
        ["sh", folder / "verify-release.sh", *more],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        **options,
    )
    return done.returncode, done.stdout


def commit(root):
    """Commit all that is in a folder, at a fixed time."""
    moment = "2026-01-05T12:00:00Z"
    variables = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
    for command in [
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@a.test", "commit", "-q", "-m", "a"],
    ]:
        subprocess.run(["git", "-C", root, *command], check=True, env={**os.environ, **variables})


def head(root):
    return subprocess.run(
        ["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.target = self.folder / "out"
        self.enterContext(unittest.mock.patch.object(publication, "PLACES", PLACES))

    def repository(self, **changes):
        """A repository with one commit. `changes` has other texts by the last word of a
        file's name."""
        root = self.folder / "repository"
        shutil.rmtree(root, ignore_errors=True)
        for name, text in FILES.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(changes.get(path.stem, text))
        commit(root)
        return root

    def release(self, table=TABLE, root=None, target=None, **options):
        return release.release(
            root or self.repository(),
            target or self.target,
            words(**options),
            table,
            say=lambda line: None,
        )

    def refused(self, *fragments, **options):
        """The command ends with a sentence that has these fragments, and leaves nothing."""
        with self.assertRaises((release.Stop, Failed)) as caught:
            self.release(**options)
        for fragment in fragments:
            self.assertIn(fragment, str(caught.exception))
        self.assertEqual({path.name for path in self.folder.iterdir()} - {"repository"}, set())


class Refusals(Case):
    def test_a_value_that_is_not_set(self):
        empty = (ROOT / "packaging/publication.toml").read_text()
        empty = "".join(
            line.split(" = ")[0] + ' = ""\n' if " = " in line else line
            for line in empty.splitlines(keepends=True)
        )
        made = []
        table = [parts.Part("made", "", lambda place: made.append(place) or [])]
        root = self.repository(publication=empty, control=f"Maintainer: {publication.NOBODY}\n")
        self.refused(*publication.VALUES, root=root, table=table)
        self.assertEqual(made, [])
        self.release(root=root, draft=True)

    def test_a_value_that_cannot_be_right(self):
        wrong = COMPLETE.replace("ada@guidon.test", "ada at guidon").replace("https:", "ftp:")
        root = self.repository(publication=wrong)
        self.refused("maintainer.address", "repository.url", root=root)

    def test_a_value_that_would_end_a_quoted_text(self):
        for name, good in [
            ("maintainer.name", "Ada Example"), ("maintainer.address", "ada@guidon.test"),
            ("repository.url", "https://guidon.test/guidon"),
            ("repository.security", "mailto:ada@guidon.test"), ("repository.owners", "@ada"),
            ("maven.group_id", "test.guidon"),
        ]:  # fmt: skip
            values = publication.read(COMPLETE)
            self.assertEqual(list(publication.unset({**values, name: good})), [])
            for at in (1, len(good) - 1):
                for sign in '"\\':
                    wrong = {**values, name: good[:at] + sign + good[at:]}
                    self.assertEqual(len(list(publication.unset(wrong))), 1, wrong[name])

    def test_another_group_id(self):
        root = self.repository(pom="<project><groupId>test.other</groupId></project>\n")
        self.refused("pom.xml", '"test.other"', '"test.guidon"', root=root)
        self.release(root=root, draft=True)

    def test_a_value_that_nothing_reads(self):
        root = self.repository(publication=COMPLETE + 'artifact = "x"\n')
        with self.assertRaisesRegex(ValueError, "maven.artifact"):
            self.release(root=root)

    def test_a_file_that_names_somebody_else(self):
        root = self.repository(control="Maintainer: Bob <bob@guidon.test>\n")
        self.refused("control: not as", root=root)
        with self.assertRaisesRegex(ValueError, "control has no place"):
            self.release(root=self.repository(control="Source: a\n"))

    def test_changes_that_are_not_committed(self):
        root = self.repository()
        (root / "new").write_text("")
        self.refused("not committed", "new", root=root, draft=True)

    def test_a_folder_that_exists(self):
        self.target.mkdir()
        with self.assertRaisesRegex(release.Stop, "exists"):
            self.release()

    def test_an_unknown_part(self):
        self.refused('no part "gamma"', "alpha, beta", without=["gamma"])

    def test_two_parts_with_one_file(self):
        twice = [TABLE[0], dataclasses.replace(TABLE[0], name="again")]
        self.refused("two parts make alpha-1", table=twice)

    def test_a_part_that_fails(self):
        self.refused("compiler is broken", table=[*TABLE, parts.Part("broken", "", broken)])


class Papers(Case):
    def test_everything_has_a_sum_and_a_bill(self):
        out = self.release()
        sums = dict(
            reversed(line.split("  ")) for line in (out / "SHA256SUMS").read_text().splitlines()
        )
        names = {path.name for path in out.iterdir()}
        self.assertEqual(set(sums), names - {"SHA256SUMS"})
        for name, value in sums.items():
            self.assertEqual(value, hashlib.sha256((out / name).read_bytes()).hexdigest())
        for name in ["alpha-1", "alpha-2", "beta-1"]:
            bill = json.loads((out / f"{name}.cdx.json").read_text())
            self.assertEqual(bill["specVersion"], "1.6")
            self.assertEqual(bill["metadata"]["component"]["hashes"][0]["content"], sums[name])
            inside = {one["name"] for one in bill["components"]}
            self.assertEqual(
                inside, {"guidon", "musl", "compiler-rt"} if name == "beta-1" else {"guidon"}
            )

    def test_the_bill_of_the_whole(self):
        out = self.release()
        bill = json.loads((out / "guidon.spdx.json").read_text())
        self.assertEqual(bill["spdxVersion"], "SPDX-2.3")
        packages = {one["name"]: one for one in bill["packages"]}
        self.assertEqual(set(packages), {"alpha-1", "alpha-2", "beta-1", "musl", "compiler-rt"})
        self.assertEqual(
            packages["beta-1"]["checksums"][0]["checksumValue"],
            hashlib.sha256(b"third").hexdigest(),
        )
        self.assertEqual(bill["creationInfo"]["created"], "2026-01-05T12:00:00Z")

    def test_provenance(self):
        root = self.repository()
        out = self.release(root=root)
        statement = json.loads((out / "guidon.intoto.json").read_text())
        self.assertEqual(statement["_type"], "https://in-toto.io/Statement/v1")
        self.assertEqual(
            {one["name"]: one["digest"]["sha256"] for one in statement["subject"]},
            {
                name: hashlib.sha256((out / name).read_bytes()).hexdigest()
                for name in ["alpha-1", "alpha-2", "beta-1"]
            },
        )
        made_from = statement["predicate"]["buildDefinition"]["resolvedDependencies"][0]
        self.assertEqual(
            made_from, {"uri": "https://guidon.test/guidon", "digest": {"gitCommit": head(root)}}
        )

    def test_names_of_the_provenance_are_addresses(self):
        empty = re.sub(r'"[^"]+"', '""', COMPLETE)
        nobody = {"publication": empty, "control": f"Maintainer: {publication.NOBODY}\n"}
        for changes, host in [({}, "guidon.test"), (nobody, "guidon.invalid")]:
            out = self.release(root=self.repository(**changes), draft=True)
            made = json.loads((out / "guidon.intoto.json").read_text())["predicate"]
            definition = made["buildDefinition"]
            for text in [
                definition["buildType"],
                definition["resolvedDependencies"][0]["uri"],
                made["runDetails"]["builder"]["id"],
            ]:
                self.assertRegex(text, r"^(https://|mailto:)[!-~]+$")
                self.assertIn(host, text)
            shutil.rmtree(out)

    def test_a_commit_while_the_parts_are_made(self):
        """The papers name the commit that was cloned."""
        root = self.repository()
        cloned = head(root)

        def make(place):
            (root / "later").write_text("")
            commit(root)
            return TABLE[0].make(place)

        out = self.release(root=root, table=[dataclasses.replace(TABLE[0], make=make)])
        self.assertNotEqual(head(root), cloned)
        self.assertIn(f'"{cloned}"', (out / "guidon.intoto.json").read_text())

    def test_the_static_tool_has_its_manual_and_notices(self):
        test, installed = self, parts.SHARED[:-1]

        class Nothing(place.Place):
            """A place whose commands write the files that they are to write."""

            zig = test.folder / "zig"

            def dev(self, *words, **variables):
                pass

            def compiler(self, target):
                return "cc"

            def run(self, *words, **variables):
                folder = pathlib.Path(words[-1])
                names = {
                    "guidon_tool": [test.folder / "build-x86_64/cli/guidon"],
                    "manual": [folder / "share" / one / "a" for one in installed],
                }
                for path in names.get(folder.name, []):
                    path.parent.mkdir(parents=True)
                    path.write_text("")

        for path in parts.NOTICES.values():
            (Nothing.zig / path).parent.mkdir(parents=True, exist_ok=True)
            (Nothing.zig / path).write_text(path)
        where = Nothing(self.repository(include="", LICENSE=""), self.folder, 0)
        (where.tree / "LICENSE").write_text("")
        with self.assertRaisesRegex(Failed, "no share/fish"):
            parts.static_tool(where, "x86_64")
        for made in ["manual", "build-x86_64", "guidon-9.8.7-linux-x86_64"]:
            shutil.rmtree(self.folder / made)
        installed = parts.SHARED
        archive = parts.static_tool(where, "x86_64")
        top = "guidon-9.8.7-linux-x86_64"
        with tarfile.open(archive) as tar:
            self.assertEqual(
                set(tar.getnames()),
                {f"{top}/bin/guidon", f"{top}/LICENSE"}
                | {f"{top}/share/{name}/a" for name in parts.SHARED}
                | {f"{top}/{name}" for name in parts.NOTICES},
            )
            for name, path in parts.NOTICES.items():
                self.assertEqual(tar.extractfile(f"{top}/{name}").read().decode(), path)
        (tool,) = [part for part in parts.TABLE if part.name == "tool"]
        for name, _ in tool.bundled:
            self.assertIn(f"licenses/{name}.txt", parts.NOTICES)

    def test_notes_have_the_newest_changes(self):
        notes = (self.release() / "NOTES.md").read_text()
        self.assertIn("A new thing.", notes)
        self.assertNotIn("Old.", notes)
        self.assertIn("| `beta-1` | the part beta |", notes)
        self.assertNotIn("DRAFT", notes)
        self.assertIn("\n    minisign -Vm SHA256SUMS -P KEY\n", notes)
        self.assertIn("\n    sha256sum -c --strict SHA256SUMS\n", notes)

    def test_a_draft_says_so(self):
        out = self.release(draft=True)
        for name in ["SHA256SUMS", "NOTES.md"]:
            self.assertIn("DRAFT", (out / name).read_text(), name)
        statement = json.loads((out / "guidon.intoto.json").read_text())
        parameters = statement["predicate"]["buildDefinition"]["externalParameters"]
        self.assertTrue(parameters["draft"])

    def test_a_part_that_is_left_out_is_named(self):
        for options in [{"without": ["alpha"]}, {"only": ["beta"]}]:
            out = self.release(**options)
            self.assertFalse((out / "alpha-1").exists())
            for name in ["SHA256SUMS", "NOTES.md", "guidon.intoto.json"]:
                self.assertIn("alpha", (out / name).read_text(), name)
            self.assertEqual("DRAFT" in (out / "NOTES.md").read_text(), "only" in options)
            shutil.rmtree(out)

    def test_the_same_bytes_twice(self):
        one = self.release()
        (self.folder / "more").mkdir()
        two = self.release(target=self.folder / "more/another")
        self.assertEqual((one / "SHA256SUMS").read_text(), (two / "SHA256SUMS").read_text())


class Floor(Case):
    """The symbols of glibc, of libraries that gcc links against a libc of our own."""

    def library(self, version):
        c = self.folder / "own.c"
        c.write_text("int gdn_needed(void) { return 1; }\n")
        script = self.folder / "own.map"
        script.write_text(f"GLIBC_{version} {{ gdn_needed; }};\n")
        own, made = self.folder / "libown.so", self.folder / "made.so"
        link = ["cc", "-shared", "-fPIC", "-nostdlib"]
        subprocess.run([*link, c, f"-Wl,--version-script={script}", "-o", own], check=True)
        c.write_text("int gdn_needed(void); int gdn_call(void) { return gdn_needed(); }\n")
        subprocess.run([*link, c, own, "-o", made], check=True)
        data = made.read_bytes()
        for path in self.folder.iterdir():
            path.unlink()
        return data

    def test_a_new_glibc(self):
        data = self.library("2.29")
        self.refused("alpha-1 needs glibc 2.29; 2.28", table=[file_part("alpha", data)])
        self.release(table=[file_part("alpha", data, any_glibc=True)])

    def test_an_old_glibc(self):
        self.release(table=[file_part("alpha", self.library("2.28"))])

    def test_a_file_in_an_archive(self):
        data = self.library("2.100")

        def make(place):
            files = [("folder/inner.so", data, 0o755)]
            return [
                parts.zipped(place, files, place.scratch / "a.zip"),
                parts.archived(place, files, place.scratch / "a.tar.gz"),
            ]

        self.refused("a.zip: folder/inner.so needs glibc 2.100",
                     table=[parts.Part("alpha", "", make)])  # fmt: skip
        tar_alone = parts.Part("alpha", "", lambda place: make(place)[1:])
        self.refused("a.tar.gz: folder/inner.so needs glibc 2.100", table=[tar_alone])


class Verify(Case):
    def test_a_whole_release(self):
        status, said = verify(self.release(without=["alpha"]))
        self.assertEqual(status, 0, said)
        self.assertIn("left out: alpha", said)
        self.assertNotIn("DRAFT", said)
        self.assertIn("public key", said)

    def test_what_is_wrong(self):
        out = self.release(draft=True)
        for damage, due in [
            (lambda: (out / "alpha-1").write_bytes(b"other"), "missing or was changed"),
            (lambda: (out / "alpha-1").unlink(), "missing or was changed"),
            (lambda: (out / "extra").write_bytes(b""), "extra is not in SHA256SUMS"),
            (lambda: (out / ".extra").write_bytes(b""), ".extra is not in SHA256SUMS"),
            (lambda: (out / "..extra").write_bytes(b""), "..extra is not in SHA256SUMS"),
            (lambda: (out / "alpha-1\nalpha-2").write_bytes(b""), "alpha-2/ is not in SHA256"),
            (lambda: (out / "alpha-1\n").write_bytes(b""), "/ is not in SHA256SUMS"),
            (lambda: (out / "\x1b[2J").write_bytes(b""), "?[2J is not in SHA256SUMS"),
            (lambda: (out / "sub").mkdir(), "sub is not in SHA256SUMS"),
            (lambda: (out / "link").symlink_to("alpha-1"), "link is not in SHA256SUMS"),
            (lambda: (out / "SHA256SUMS").unlink(), "SHA256SUMS is missing"),
        ]:
            copy = self.folder / "copy"
            shutil.copytree(out, copy)
            damage()
            status, said = verify(out)
            self.assertEqual(status, 1, said)
            self.assertIn(due, said)
            shutil.rmtree(out)
            copy.rename(out)
        self.assertEqual(verify(out)[0], 0)

    def test_lines_that_are_no_sums(self):
        out = self.release()
        sums = (out / "SHA256SUMS").read_text()
        sum_of_nothing = hashlib.sha256(b"").hexdigest()
        for line in [
            f"{sum_of_nothing}  sub/file", f"{sum_of_nothing}  a b", f"{sum_of_nothing}  -",
            f"{sum_of_nothing} *alpha-1", f"\\{sum_of_nothing}  a", f"{sum_of_nothing[1:]}  a",
            f"{sum_of_nothing}  ", "#no blank", "", "alpha-1", f" {sum_of_nothing}  alpha-1",
            f"{sum_of_nothing.upper()}  alpha-1", "# \x1b[2J", f"{sum_of_nothing}  a\r",
        ]:  # fmt: skip
            (out / "SHA256SUMS").write_bytes(f"{sums}{line}\n".encode())
            status, said = verify(out)
            self.assertEqual((status, "neither a comment nor a sum" in said), (1, True), line)
        for text, due in [(sums + sums, "twice"), ("# left out: all\n", "names no file")]:
            (out / "SHA256SUMS").write_text(text)
            status, said = verify(out)
            self.assertEqual((status, due in said), (1, True), said)

    @unittest.skipUnless(shutil.which("minisign"), "minisign is missing")
    def test_a_key_beside_the_files_is_not_the_callers_key(self):
        """A forger signs with an own key, and lays it under the name of the caller's key."""
        keys = self.folder / "keys"
        keys.mkdir()
        for name in ["mine", "forged"]:
            subprocess.run(
                ["minisign", "-G", "-W", "-s", keys / name, "-p", keys / f"{name}.pub"],
                check=True, capture_output=True,
            )  # fmt: skip
        for signer, status in [("mine", 0), ("forged", 1)]:
            out = self.release(key=keys / signer)
            if signer == "forged":
                shutil.copyfile(keys / "forged.pub", out / "mine.pub")
                with (out / "SHA256SUMS").open("a") as sums:
                    sums.write(f"{hashlib.sha256((out / 'mine.pub').read_bytes()).hexdigest()}")
                    sums.write("  mine.pub\n")
                subprocess.run(
                    ["minisign", "-S", "-s", keys / "forged", "-m", out / "SHA256SUMS"],
                    check=True, capture_output=True,
                )  # fmt: skip
            said = verify(out, "mine.pub", cwd=keys)
            self.assertEqual(said[0], status, said)
            (keys / "out").mkdir(exist_ok=True)
            variables = {**os.environ, "CDPATH": str(keys)}
            said = verify(pathlib.Path("out"), "keys/mine.pub", cwd=self.folder, env=variables)
            self.assertEqual(said[0], status, said)
            shutil.rmtree(out)

    @unittest.skipUnless(shutil.which("minisign"), "minisign is missing")
    def test_a_signature(self):
        secret, public = self.folder / "secret", self.folder / "public"
        other, other_public = self.folder / "other", self.folder / "other-public"
        for one, two in [(secret, public), (other, other_public)]:
            subprocess.run(
                ["minisign", "-G", "-W", "-s", one, "-p", two], check=True, capture_output=True
            )
        out = self.release(key=secret)
        self.assertEqual(verify(out, public)[0], 0)
        self.assertEqual(verify(out, public.read_text().splitlines()[1])[0], 0)
        status, said = verify(out, other_public)
        self.assertEqual((status, "not of this key" in said), (1, True), said)
        sums = out / "SHA256SUMS"
        sums.write_text("# another line\n" + sums.read_text())
        self.assertEqual(verify(out, public)[0], 1)
        (out / "SHA256SUMS.minisig").unlink()
        self.assertIn("nobody signed", verify(out, public)[1])


class Site(Case):
    def test_changes_that_are_not_committed(self):
        """The pages of a site are those of a commit."""
        root = self.folder / "repository"
        for name in ["tools/site/site.py", "tests/support/wheels.py"]:
            (root / name).parent.mkdir(parents=True)
            shutil.copyfile(ROOT / name, root / name)
        commit(root)
        (root / "README.md").write_text("")
        done = subprocess.run(
            [sys.executable, "-B", root / "tools/site/site.py", self.target],
            text=True, capture_output=True, check=False,
        )  # fmt: skip
        self.assertEqual(done.returncode, 1)
        self.assertIn("not committed:\n?? README.md", done.stderr)


class Values(unittest.TestCase):
    def test_the_files_say_what_the_one_file_says(self):
        values = publication.read(publication.FILE.read_text())
        self.assertEqual(list(publication.changed(ROOT, values)), [])

    def test_every_value_is_written_to_its_place(self):
        """With values set, no file that names somebody says "invalid" any more."""
        values = publication.read(COMPLETE)
        texts = dict(publication.changed(ROOT, values))
        self.assertEqual(
            {str(path.relative_to(ROOT)) for path in texts},
            {name for name, _, _ in publication.PLACES},
        )
        for path, text in texts.items():
            self.assertNotIn("guidon.invalid", text, path)
            self.assertNotIn("obody yet", text, path)

    def test_the_jars_have_a_group_id(self):
        self.assertIn("group id", publication.group_fault(ROOT, publication.read(COMPLETE)))

    def test_every_part_has_a_name_and_a_title(self):
        names = [part.name for part in parts.TABLE]
        self.assertEqual(len(names), len(set(names)))
        for part in parts.TABLE:
            self.assertTrue(part.title and callable(part.make), part.name)


if __name__ == "__main__":
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        print("test_release.py: python3-venv is not installed")
        sys.exit(77)
    release.packages()
    if "--fetch" not in sys.argv:
        unittest.main()
