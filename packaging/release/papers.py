# SPDX-License-Identifier: MIT
"""What goes beside the files of a release, so that a stranger can trust them:

SHA256SUMS            the digest of every file, which `minisign` can sign
NAME.cdx.json         what is in a file NAME: CycloneDX 1.6
guidon.spdx.json      what is in all of them: SPDX 2.3
guidon.intoto.json    from which commit and by which command they were made: a statement of
                      in-toto with SLSA's provenance 1.0 as its predicate. Nobody has
                      attested a level of SLSA, and it claims none
NOTES.md              what is new, from CHANGELOG.md
verify-release.sh     compares everything with the sums, and the sums with the signature
"""

import dataclasses
import datetime
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import urllib.parse
import uuid

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing
from publication import NOWHERE
from spdx_tools.spdx.model import (
    Actor,
    ActorType,
    Checksum,
    ChecksumAlgorithm,
    CreationInfo,
    Document,
    Package,
    Relationship,
    RelationshipType,
    SpdxNoAssertion,
)
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
from spdx_tools.spdx.writer.json.json_writer import write_document_to_file

HERE = pathlib.Path(__file__).resolve().parent
NAMESPACE = "https://spdx.org/spdxdocs/guidon"
LICENSE = "MIT"

# The two commands need nothing of the folder but the files that they judge.
VERIFY = """\
## Verify the files

Take the maintainer's public key from somewhere else than this folder, and give it in the
place of KEY:

    minisign -Vm SHA256SUMS -P KEY
    sha256sum -c --strict SHA256SUMS

`sh verify-release.sh KEY` does the same, and also finds files that SHA256SUMS does not name.
It comes from the folder that it judges, so a forger can have changed it: run the two commands
first, and the program afterwards.
"""


@dataclasses.dataclass(frozen=True)
class About:
    """What all papers of one release say."""

    version: str
    commit: str
    epoch: int
    draft: bool
    left: list
    values: dict
    maintainer: str

    @property
    def moment(self):
        return datetime.datetime.fromtimestamp(self.epoch, datetime.timezone.utc)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ------------------------------------------------------------------------------ SBOMs


def cyclonedx(path, part, about):
    """The CycloneDX document of one file, as text. The library's validator has read it."""

    def component(name, version, licence, **more):
        return Component(name=name, version=version, licenses=[LicenseExpression(licence)],
                         bom_ref=name, **more)  # fmt: skip

    bom = Bom()
    sums = [HashType(alg=HashAlgorithm.SHA_256, content=digest(path))]
    main = component(path.name, about.version, LICENSE, type=ComponentType.FILE, hashes=sums)
    bom.metadata.component = main
    bom.metadata.timestamp = about.moment
    # A random number would make two runs differ.
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, f"{NAMESPACE}/{path.name}/{digest(path)}")
    inside = [component("guidon", about.version, LICENSE, type=ComponentType.LIBRARY)]
    inside += [
        component(name, None, licence, type=ComponentType.LIBRARY) for name, licence in part.bundled
    ]
    for one in inside:
        bom.components.add(one)
    bom.register_dependency(main, inside)
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(f"{path.name}: the CycloneDX document is not valid: {fault}")
    return text + "\n"


def spdx(out, about, files):
    """Write the SPDX document of the whole release."""
    rows = [(part, name) for part, names in files.items() for name in names]
    sums = "".join(digest(out / name) for _, name in rows)
    info = CreationInfo(
        spdx_version="SPDX-2.3",
        spdx_id="SPDXRef-DOCUMENT",
        name=f"guidon-{about.version}",
        document_namespace=f"{NAMESPACE}-{about.version}-{uuid.uuid5(uuid.NAMESPACE_URL, sums)}",
        creators=[Actor(ActorType.ORGANIZATION, about.maintainer.partition(" <")[0])],
        created=about.moment.replace(tzinfo=None),
    )

    def package(identifier, name, version, licence, checksums=()):
        return Package(
            spdx_id=identifier,
            name=name,
            download_location=SpdxNoAssertion(),
            version=version,
            files_analyzed=False,
            checksums=list(checksums),
            license_concluded=SpdxNoAssertion(),
            license_declared=get_spdx_licensing().parse(licence),
            copyright_text=SpdxNoAssertion(),
        )

    packages, relations = [], []
    others = {name: licence for part in files for name, licence in part.bundled}
    for name, licence in others.items():
        packages.append(package(f"SPDXRef-{name}", name, None, licence))
    for number, (part, name) in enumerate(rows):
        identifier = f"SPDXRef-file-{number}"
        checksum = Checksum(ChecksumAlgorithm.SHA256, digest(out / name))
        packages.append(package(identifier, name, about.version, LICENSE, [checksum]))
        relations.append(Relationship("SPDXRef-DOCUMENT", RelationshipType.DESCRIBES, identifier))
        relations += [
            Relationship(identifier, RelationshipType.STATIC_LINK, f"SPDXRef-{other}")
            for other, _ in part.bundled
        ]
    document = Document(info, packages=packages, relationships=relations)
    if faults := validate_full_spdx_document(document):
        raise ValueError(f"the SPDX document is not valid: {faults[0].validation_message}")
    write_document_to_file(document, str(out / "guidon.spdx.json"), validate=False)


# ------------------------------------------------------------- provenance and notes


def provenance(out, about, names):
    """The statement of in-toto (version 1) with the predicate of SLSA's provenance 1.0."""
    url = about.values["repository.url"] or NOWHERE
    address = urllib.parse.quote(about.maintainer.partition(" <")[2].rstrip(">"), safe="@")
    options = ["--draft"] * about.draft + [f"--without {name}" for name in about.left]
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name, "digest": {"sha256": digest(out / name)}} for name in names],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{url}/blob/main/packaging/README.md",
                "externalParameters": {
                    "command": " ".join(["./dev release DIR", *options]),
                    "draft": about.draft,
                    "leftOut": about.left,
                },
                "resolvedDependencies": [
                    {"uri": url, "digest": {"gitCommit": about.commit}},
                ],
            },
            # The machine of this person.
            "runDetails": {"builder": {"id": f"mailto:{address}"}},
        },
    }


def newest(changelog):
    """The section of the newest version, without its heading."""
    found = re.search(r"^## .*?\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    return found[1].strip()


def notes(about, changelog, files):
    lines = [f"# Guidon {about.version}{' (DRAFT)' if about.draft else ''}", ""]
    if about.draft:
        lines += ["This is a DRAFT. It was made to be tried, and nobody vouches for it.", ""]
    if about.left:
        lines += [f"These parts were left out: {', '.join(about.left)}.", ""]
    lines += ["## Files", "", "| file | what it is |", "|---|---|"]
    lines += [f"| `{name}` | {part.title} |" for part, names in files.items() for name in names]
    lines += ["", *VERIFY.splitlines(), ""]
    lines += ["## What is new", "", re.sub(r"^### ", "### ", newest(changelog), flags=re.M)]
    return "\n".join(lines) + "\n"


def write(out, tree, about, files):
    """Write all papers into `out`. `files` has the names of each part's files."""
    names = [name for made in files.values() for name in made]
    for part, made in files.items():
        for name in made:
            (out / f"{name}.cdx.json").write_text(cyclonedx(out / name, part, about))
    spdx(out, about, files)
    statement = provenance(out, about, names)
    (out / "guidon.intoto.json").write_text(json.dumps(statement, indent=2) + "\n")
    (out / "NOTES.md").write_text(notes(about, (tree / "CHANGELOG.md").read_text(), files))
    shutil.copyfile(HERE / "verify-release.sh", out / "verify-release.sh")
    (out / "verify-release.sh").chmod(0o755)
    every = sorted(path for path in out.iterdir() if path.name != "SHA256SUMS")
    # sha256sum skips a line that begins with a number sign.
    lines = ["# DRAFT: this is no release\n"] * about.draft
    lines += [f"# left out: {name}\n" for name in about.left]
    lines += [f"{digest(path)}  {path.name}\n" for path in every]
    (out / "SHA256SUMS").write_text("".join(lines))


def sign(out, key):
    """Sign the sums. minisign asks for the password of the key at the terminal."""
    sums = out / "SHA256SUMS"
    subprocess.run(["minisign", "-S", "-s", key, "-m", sums], check=True)
