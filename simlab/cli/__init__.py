"""The command line: thin shells over plain functions.

Data goes to standard output or to files, messages go to standard error. Exit codes: 0 done (``check``: pass), 1 error,
2 wrong usage, 3 ``check`` warns, 4 ``check`` fails, 130 interrupted.
"""

from __future__ import annotations

from typing import Any

import typer

from simlab.cli.commands import app
from simlab.cli.streams import fail, make_output_safe, say
from simlab.errors import SimlabError

__all__ = ["app", "main"]

_INTERRUPTED = 130


def main() -> None:
    """Run the command line; errors end with a line on standard error and exit code 1."""
    make_output_safe()
    try:
        # Not standalone: a closed pipe must not become exit code 1 before the files are written.
        code = app(standalone_mode=False) or 0
        if code == _INTERRUPTED:
            say("interrupted; files that were complete stay")
        raise SystemExit(code)
    except _UsageProblem as problem:
        problem.show()
        raise SystemExit(problem.exit_code) from None
    except (typer.Abort, KeyboardInterrupt):
        say("interrupted; files that were complete stay")
        raise SystemExit(_INTERRUPTED) from None
    except SimlabError as problem:
        fail(str(problem))
    except OSError as problem:
        fail(f"{problem.filename or 'file'}: {problem.strerror or problem}")


# The parent of every complaint about arguments, wherever this version of typer keeps it.
_UsageProblem: Any = typer.BadParameter.__mro__[2]
