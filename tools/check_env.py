"""Fail when environment.yml, pyproject.toml and requirements.lock disagree.

Run as ``python tools/check_env.py [FOLDER]``: one line a finding and exit status 1, or one line that all is well.

pyproject.toml is the truth. environment.yml repeats its requirements, those of the test extra included, under the
names conda-forge uses. requirements.lock pins every one of them, with hashes and without the name of any host. What
this cannot see: whether conda-forge has a build of a package, and whether the lock holds one nobody needs any more.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import yaml
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = pathlib.Path(__file__).resolve().parent.parent

CHANNELS = ["conda-forge", "nodefaults"]

PIP_SECTION = ["-e ."]

PYPI_NAMES = {
    "matplotlib-base": "matplotlib",
    "python-build": "build",
    "python-duckdb": "duckdb",
    "python-xxhash": "xxhash",
    "seaborn-base": "seaborn",
}
"""conda-forge's name -> PyPI's name, where they differ."""

LOCATION = re.compile(r"://|^\s*-(?!-hash=)|\s@\s|\bfile:|^\s*[./~]")
"""What a line of the lock must not hold: a URL, an option other than a hash, a direct reference, a path."""

HASH = re.compile(r"--hash=(\S+)")


@dataclass(frozen=True)
class Pin:
    """One pinned package of the lock: its requirement and the hashes that guard it."""

    requirement: Requirement
    hashes: tuple[str, ...]


def findings(folder: pathlib.Path) -> list[str]:
    """List everything on which the three files of a repository disagree.

    Parameters
    ----------
    folder : pathlib.Path
        A folder with pyproject.toml, environment.yml and requirements.lock; ``tools/build.in`` is read if it is there.

    Returns
    -------
    list of str
        One line each, beginning with the file's name; empty when all is well.
    """
    project_file = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    environment = yaml.safe_load((folder / "environment.yml").read_text(encoding="utf-8"))
    lock = (folder / "requirements.lock").read_text(encoding="utf-8")
    build = folder / "tools" / "build.in"
    build_lines = build.read_text(encoding="utf-8").splitlines() if build.exists() else []
    return environment_findings(project_file, environment) + lock_findings(project_file, build_lines, lock)


def ranges(requirements: Iterable[str], *, project: str = "") -> dict[str, SpecifierSet]:
    """Gather requirements by canonical name; a name that comes twice must satisfy both.

    An extra that points to another of the same project (``simlab[fast]``) adds nothing of its own and is left out.

    Examples
    --------
    >>> ranges(["PyYAML>=6", "pyyaml<7", "simlab[fast]"], project="simlab")
    {'pyyaml': <SpecifierSet('<7,>=6')>}
    """
    gathered: dict[str, SpecifierSet] = {}
    for text in requirements:
        requirement = Requirement(text)
        name: str = canonicalize_name(requirement.name)
        if name != canonicalize_name(project):
            gathered[name] = gathered.get(name, SpecifierSet()) & requirement.specifier
    return gathered


def environment_findings(project_file: Mapping[str, Any], environment: Mapping[str, Any]) -> list[str]:
    """Compare environment.yml with pyproject.toml: name, channels, Python, pip section, packages and ranges."""
    project = project_file["project"]
    extras: dict[str, list[str]] = project.get("optional-dependencies", {})
    required = ranges([*project["dependencies"], *extras.get("test", [])], project=project["name"])
    allowed = ranges([*project["dependencies"], *chain.from_iterable(extras.values())], project=project["name"])

    entries: Sequence[Any] = environment.get("dependencies") or []
    packages = [entry for entry in entries if isinstance(entry, str)]
    found = []
    if environment.get("name") != project["name"]:
        found.append(f"name is {environment.get('name')!r}, expected {project['name']!r}")
    if environment.get("channels") != CHANNELS:
        found.append(f"channels are {environment.get('channels')!r}, expected {CHANNELS!r}")
    found += _python_findings(packages, project["requires-python"])
    found += _pip_findings(entries)

    listed: dict[str, SpecifierSet] = {}
    for text in packages:
        if text == "pip" or text.startswith("python="):
            continue
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            found.append(f"{text!r} is not a name with a range as pyproject.toml writes it")
            continue
        name: str = canonicalize_name(PYPI_NAMES.get(requirement.name, requirement.name))
        if name in listed:
            found.append(f"{name} is listed twice")
        listed[name] = requirement.specifier

    for missing in sorted(set(required) - set(listed)):
        found.append(f"{missing} is missing; pyproject.toml asks for '{required[missing]}'")
    for stray in sorted(set(listed) - set(allowed)):
        found.append(f"{stray} is not in pyproject.toml")
    for shared in sorted(set(listed) & set(allowed)):
        expected = required.get(shared, allowed[shared])
        if listed[shared] != expected:
            found.append(f"{shared} has '{listed[shared]}', pyproject.toml has '{expected}'")
    return [f"environment.yml: {text}" for text in found]


def _python_findings(packages: Sequence[str], requires_python: str) -> list[str]:
    """The environment uses the oldest Python the project promises: that is the one most easily broken unseen."""
    oldest = [specifier.version for specifier in SpecifierSet(requires_python) if specifier.operator == ">="]
    expected = [f"python={version}" for version in oldest]
    pins = [text for text in packages if re.match(r"python\b(?!-)", text)]
    return [] if pins == expected else [f"python is pinned as {pins!r}, expected {expected!r}"]


def _pip_findings(entries: Sequence[Any]) -> list[str]:
    found = []
    if "pip" not in entries:
        found.append("pip is not listed, so the pip section depends on chance")
    if not entries or entries[-1] != {"pip": PIP_SECTION}:
        found.append(f"the last entry must be the pip section {PIP_SECTION!r}")
    if sum(isinstance(entry, dict) for entry in entries) > 1:
        found.append("there is more than one pip section")
    return found


def read_lock(text: str) -> tuple[list[Pin], list[str]]:
    """Read a lock: its pins, and the lines that cannot stand in it.

    Examples
    --------
    >>> pins, wrong = read_lock("numpy==2.4.6 ; python_version < '3.12' --hash=sha256:00")
    >>> str(pins[0].requirement), pins[0].hashes, wrong
    ('numpy==2.4.6; python_version < "3.12"', ('sha256:00',), [])
    >>> read_lock("--index-url https://example.org/simple")[1]
    ["'--index-url https://example.org/simple' names a host, an option or a path"]
    """
    pins = []
    wrong = []
    for line in text.replace("\\\n", " ").splitlines():
        comment = line.lstrip().startswith("#")
        if ("://" in line) if comment else LOCATION.search(line):
            wrong.append(f"{_shortened(line)!r} names a host, an option or a path")
        elif line.strip() and not comment:
            try:
                pins.append(Pin(Requirement(HASH.sub("", line).strip()), tuple(HASH.findall(line))))
            except InvalidRequirement:
                wrong.append(f"{_shortened(line)!r} is not a pinned package")
    return pins, wrong


def lock_findings(project_file: Mapping[str, Any], build_lines: Iterable[str], lock: str) -> list[str]:
    """Compare requirements.lock with pyproject.toml and tools/build.in: every package pinned, in range, with hashes."""
    project = project_file["project"]
    extras = chain.from_iterable(project.get("optional-dependencies", {}).values())
    build = [line for line in build_lines if line.strip() and not line.startswith("#")]
    required = ranges(
        [*project_file["build-system"]["requires"], *project["dependencies"], *extras, *build], project=project["name"]
    )

    pins, found = read_lock(lock)
    versions: dict[str, list[str]] = {}
    for pin in pins:
        name: str = canonicalize_name(pin.requirement.name)
        specifiers = list(pin.requirement.specifier)
        if len(specifiers) != 1 or specifiers[0].operator != "==" or specifiers[0].version.endswith("*"):
            found.append(f"{name} is not pinned to one version")
            continue
        versions.setdefault(name, []).append(specifiers[0].version)
        if not pin.hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in pin.hashes):
            found.append(f"{name}=={specifiers[0].version} has no sha256 hash, or a damaged one")
    for needed, allowed in sorted(required.items()):
        if needed not in versions:
            found.append(f"{needed} is missing")
        for version in versions.get(needed, []):
            if not allowed.contains(version, prereleases=True):
                found.append(f"{needed}=={version} is outside '{allowed}'")
    return [f"requirements.lock: {text}" for text in found]


def _shortened(line: str) -> str:
    line = " ".join(line.split())
    return line if len(line) <= 100 else line[:97] + "..."


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the findings; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description="Check environment.yml and requirements.lock against pyproject.toml.")
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT, help="the repository (default: this one)")
    found = findings(parser.parse_args(arguments).folder)
    print("\n".join(found) or "environment.yml, pyproject.toml and requirements.lock agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
