"""Which lines of a Markdown text are headings; looked at before white space is collapsed."""

from __future__ import annotations

import re

__all__ = ["split_headings"]

_HEADING = re.compile(r" {0,3}#{1,6}(?=[ \t]|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def split_headings(text: str) -> list[tuple[bool, str]]:
    """Cut a text into runs of heading lines and of other lines.

    A heading is an ATX line (``# Title`` to ``###### Title``) outside fenced code blocks.

    Returns
    -------
    list of (bool, str)
        Whether the run is a heading, and its text. Joined by line feeds the runs give the text again.

    Examples
    --------
    >>> split_headings("# Gold\\nIt rose.\\nSharply.")
    [(True, '# Gold'), (False, 'It rose.\\nSharply.')]
    """
    runs: list[tuple[bool, list[str]]] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            is_heading = False
            if mark and mark[1].startswith(fence):
                fence = ""
        elif mark:
            is_heading, fence = False, mark[1]
        else:
            is_heading = _HEADING.match(line) is not None
        if runs and runs[-1][0] == is_heading:
            runs[-1][1].append(line)
        else:
            runs.append((is_heading, [line]))
    return [(is_heading, "\n".join(lines)) for is_heading, lines in runs]
