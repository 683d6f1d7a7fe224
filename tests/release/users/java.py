# SPDX-License-Identifier: MIT
"""The jar in a local repository of Maven, and a project that depends on it."""

import re
import shutil

from trial import ROOT, Kind, NotTried, expect

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>test</groupId><artifactId>user</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies><dependency>
    <groupId>{group}</groupId><artifactId>guidon</artifactId><version>{version}</version>
  </dependency></dependencies>
</project>
"""
PROGRAM = """
import {group}.Guidon;
class User {{
    public static void main(String[] words) {{
        System.out.println(Guidon.v7().version() + " " + Guidon.parse(Guidon.ulid().toString()));
    }}
}}
"""


def attempt(place):
    jar = place.file("the jar", r"guidon-[\d.]+\.jar")
    place.files("the jars of sources and references", r"guidon.*-(sources|javadoc)\.jar")
    if not shutil.which("mvn") or not shutil.which("javac"):
        raise NotTried("there is no mvn or no javac here")
    values = {
        "group": re.search(r"<groupId>(.*?)</groupId>", (ROOT / "bindings/java/pom.xml").read_text())[1],
        "version": re.fullmatch(r"guidon-([\d.]+)\.jar", jar.name)[1],
    }  # fmt: skip
    project, local = place.folder("java"), place.folder("m2")
    maven = ["mvn", "-q", "-ntp", "-B", f"-Dmaven.repo.local={local}"]
    place.run(
        *maven, "install:install-file", f"-Dfile={jar}", f"-DgroupId={values['group']}",
        "-DartifactId=guidon", f"-Dversion={values['version']}", "-Dpackaging=jar",
    )  # fmt: skip
    (project / "pom.xml").write_text(POM.format(**values))
    source = project / "src/main/java/User.java"
    source.parent.mkdir(parents=True)
    source.write_text(PROGRAM.format(**values))
    place.run(*maven, "compile", cwd=project)
    (installed,) = local.rglob(f"guidon-{values['version']}.jar")
    said = place.run("java", "-cp", f"{project}/target/classes:{installed}", "User")
    expect(re.match(r"7 [0-9a-f-]{36}\n", said), said)
    return "Maven installs the jar, compiles a project with it, and Java runs it"


KIND = Kind("java", ("java",), attempt)
