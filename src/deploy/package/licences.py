"""Licences of the libraries: licences.py SBOM LIB-FOLDER EXTRA-FOLDER OUTPUT-FOLDER.

Writes a table of all components of the SBOM, and beside it the licence and notice texts that their
jars hold. Fails for a library that neither brings a text nor has one in EXTRA-FOLDER, by group or name.
"""
import json
import pathlib
import re
import sys
import zipfile

TEXT = re.compile(r"(META-INF/)?(LICEN[SC]E|NOTICE|COPYING)[^/]*$", re.IGNORECASE)
EPL = "jakarta.annotation-api.LICENSE.md"
COMMON = {"Apache-2.0": "../LICENSE", "EPL-2.0": EPL}


def names(component):
    """SPDX ids or names that the library's POM declares."""
    found = [one.get("expression") or one["license"].get("id") or one["license"].get("name")
             for one in component.get("licenses", [])]
    return sorted(set(found))


def texts(jar):
    """Licence and notice files of a jar, by name."""
    with zipfile.ZipFile(jar) as archive:
        return {pathlib.Path(name).name: archive.read(name)
                for name in sorted(archive.namelist()) if TEXT.match(name)}


def main(sbom, lib, extra, output):
    """Writes all of it."""
    output.mkdir(parents=True)
    components = {f'{one["name"]}-{one["version"]}.jar': one
                  for one in json.loads(sbom.read_text())["components"]}
    rows, missing = [], []
    for jar in sorted(lib.glob("*.jar")):
        component = components.get(jar.name)
        if component is None:
            sys.exit(f"licences: {jar.name} is not in the SBOM")
        licences = names(component)
        held = texts(jar)
        for key in (component["group"], component["name"]):
            if (extra / f"{key}.txt").exists():
                held["LICENSE"] = (extra / f"{key}.txt").read_bytes()
        if not any("NOTICE" not in name.upper() for name in held) and not set(COMMON) & set(licences):
            missing.append(f"{jar.name} ({', '.join(licences) or 'none declared'})")
        for name, content in held.items():
            (output / f'{component["name"]}.{name}').write_bytes(content)
        rows.append(f'{component["group"]}:{component["name"]} {component["version"]}: '
                    f'{" or ".join(licences)}')
    if missing:
        sys.exit("licences: no text for " + ", ".join(missing))
    if "Eclipse Public License - v 2.0" not in (output / EPL).read_text():
        sys.exit(f"licences: {EPL} is not the EPL-2.0 any more")
    (output / "README").write_text(
        "Libraries in /usr/lib/losslessd/lib and their licences as their POMs declare them. Texts and\n"
        f"notices that they bring are beside this file; Apache-2.0 is in ../LICENSE, EPL-2.0 in\n{EPL}. "
        "Those of the Java runtime are in /usr/lib/losslessd/runtime/legal.\n\n" + "\n".join(rows) + "\n")


main(*map(pathlib.Path, sys.argv[1:]))
