"""tools/check_env.py: a small repository that agrees with itself, and one planted fault at a time."""

from __future__ import annotations

import doctest
import pathlib

import check_env
import pytest

PYPROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]

[project]
name = "tiny"
requires-python = ">=3.11"
dependencies = ["numpy>=2.0,<3", "matplotlib>=3.9,<4", "xxhash>=3.5"]

[project.optional-dependencies]
fast = ["resiliparse>=0.15"]
test = ["pytest>=8.3", "tiny[fast]"]
"""

ENVIRONMENT = """\
name: tiny
channels:
  - conda-forge
  - nodefaults
dependencies:
  - python=3.11
  - pip
  - numpy>=2.0,<3
  - matplotlib-base>=3.9,<4
  - python-xxhash>=3.5
  - pytest>=8.3
  - pip:
      - -e .
"""

DIGEST = "0123456789abcdef" * 4

LOCK = "".join(
    f"{pin} \\\n    --hash=sha256:{DIGEST} \\\n    --hash=sha256:{DIGEST[::-1]}\n"
    for pin in (
        "editables==0.5",
        "hatchling==1.33.0",
        "matplotlib==3.11.2",
        "numpy==2.4.6 ; python_full_version < '3.12'",
        "numpy==2.5.5 ; python_full_version >= '3.12'",
        "pytest==9.2.0",
        "resiliparse==0.16.0",
        "six==1.17.0",
        "xxhash==4.1.0",
    )
)


@pytest.fixture
def repository(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "environment.yml").write_text(ENVIRONMENT)
    (tmp_path / "requirements.lock").write_text(LOCK)
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "build.in").write_text("# for the build\neditables>=0.5\n")
    return tmp_path


def change(path: pathlib.Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_this_repository_agrees_with_itself() -> None:
    assert check_env.findings(check_env.ROOT) == []


def test_agreement_passes(repository: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_env.findings(repository) == []
    assert check_env.main([str(repository)]) == 0
    assert capsys.readouterr().out == "environment.yml, pyproject.toml and requirements.lock agree\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("name: tiny", "name: other", "name is 'other', expected 'tiny'"),
        (
            "  - nodefaults\n",
            "  - defaults\n",
            "channels are ['conda-forge', 'defaults'], expected ['conda-forge', 'nodefaults']",
        ),
        ("python=3.11", "python=3.12", "python is pinned as ['python=3.12'], expected ['python=3.11']"),
        ("  - python=3.11\n", "", "python is pinned as [], expected ['python=3.11']"),
        ("  - pip\n", "", "pip is not listed, so the pip section depends on chance"),
        ("- -e .", "- .", "the last entry must be the pip section ['-e .']"),
        ("- -e .\n", "- -e .\n      - --no-deps\n", "the last entry must be the pip section ['-e .']"),
        ("  - python-xxhash>=3.5\n", "", "xxhash is missing; pyproject.toml asks for '>=3.5'"),
        ("  - pytest>=8.3\n", "", "pytest is missing; pyproject.toml asks for '>=8.3'"),
        ("python-xxhash>=3.5", "python-xxhash>=3.4", "xxhash has '>=3.4', pyproject.toml has '>=3.5'"),
        ("numpy>=2.0,<3", "numpy", "numpy has '', pyproject.toml has '<3,>=2.0'"),
        ("  - pip\n", "  - pip\n  - tqdm>=4\n", "tqdm is not in pyproject.toml"),
        (
            "  - pip\n",
            "  - pip\n  - resiliparse>=0.14\n",
            "resiliparse has '>=0.14', pyproject.toml has '>=0.15'",
        ),
        ("  - pip\n", "  - pip\n  - numpy>=2.0,<3\n", "numpy is listed twice"),
    ],
)
def test_a_fault_in_the_environment_is_found(repository: pathlib.Path, old: str, new: str, expected: str) -> None:
    change(repository / "environment.yml", old, new)
    assert check_env.findings(repository) == [f"environment.yml: {expected}"]


def test_conda_spellings_are_refused(repository: pathlib.Path) -> None:
    change(repository / "environment.yml", "numpy>=2.0,<3", "numpy=2.0")
    assert check_env.findings(repository) == [
        "environment.yml: 'numpy=2.0' is not a name with a range as pyproject.toml writes it",
        "environment.yml: numpy is missing; pyproject.toml asks for '<3,>=2.0'",
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("numpy==2.5.5", "numpy==3.0", ["numpy==3.0 is outside '<3,>=2.0'"]),
        ("numpy==2.4.6", "numpy==1.26.4", ["numpy==1.26.4 is outside '<3,>=2.0'"]),
        ("hatchling==1.33.0", "hatchling==1.20", ["hatchling==1.20 is outside '>=1.27'"]),
        ("editables==0.5", "edibles==0.5", ["editables is missing"]),
        ("resiliparse==0.16.0", "resilience==0.16.0", ["resiliparse is missing"]),
        ("pytest==9.2.0", "pytest>=9.2.0", ["pytest is not pinned to one version", "pytest is missing"]),
        ("six==1.17.0", "six==1.*", ["six is not pinned to one version"]),
        (
            f"six==1.17.0 \\\n    --hash=sha256:{DIGEST} \\\n    --hash=sha256:{DIGEST[::-1]}\n",
            "six==1.17.0\n",
            ["six==1.17.0 has no sha256 hash, or a damaged one"],
        ),
        (
            f"editables==0.5 \\\n    --hash=sha256:{DIGEST}",
            "editables==0.5 \\\n    --hash=sha256:0123",
            ["editables==0.5 has no sha256 hash, or a damaged one"],
        ),
        (
            "editables==0.5",
            "--index-url https://example.org/simple\neditables==0.5",
            ["'--index-url https://example.org/simple' names a host, an option or a path"],
        ),
        (
            "editables==0.5",
            "# from https://example.org/simple\neditables==0.5",
            ["'# from https://example.org/simple' names a host, an option or a path"],
        ),
        ("editables==0.5", "-e .\neditables==0.5", ["'-e .' names a host, an option or a path"]),
        (
            "editables==0.5",
            "./wheels/six.whl\neditables==0.5",
            ["'./wheels/six.whl' names a host, an option or a path"],
        ),
        (
            "editables==0.5",
            "tiny @ file:wheels/tiny.whl\neditables==0.5",
            ["'tiny @ file:wheels/tiny.whl' names a host, an option or a path"],
        ),
        ("editables==0.5", "<<<<<<< ours\neditables==0.5", ["'<<<<<<< ours' is not a pinned package"]),
    ],
)
def test_a_fault_in_the_lock_is_found(repository: pathlib.Path, old: str, new: str, expected: list[str]) -> None:
    change(repository / "requirements.lock", old, new)
    assert check_env.findings(repository) == [f"requirements.lock: {line}" for line in expected]


def test_a_new_requirement_is_missed_in_both_files(
    repository: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(repository / "pyproject.toml", '"xxhash>=3.5"', '"xxhash>=3.5", "tqdm>=4.67"')
    assert check_env.main([str(repository)]) == 1
    assert capsys.readouterr().out == (
        "environment.yml: tqdm is missing; pyproject.toml asks for '>=4.67'\nrequirements.lock: tqdm is missing\n"
    )


def test_comments_and_a_missing_build_file_are_fine(repository: pathlib.Path) -> None:
    (repository / "tools" / "build.in").unlink()
    lock = repository / "requirements.lock"
    lock.write_text("# renew with make lock\n\n" + lock.read_text())
    assert check_env.findings(repository) == []


def test_examples() -> None:
    assert doctest.testmod(check_env, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0
