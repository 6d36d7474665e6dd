"""HTML to text: simlab's rules and Markdown against plain BeautifulSoup, on the same pages."""

from __future__ import annotations

import pandas as pd
from bs4 import BeautifulSoup

import simlab
from benchmarks.timing import compare


def plain_text(page: str) -> str:
    """What most scripts do: drop a few tags, take the text."""
    soup = BeautifulSoup(page, "html.parser")
    for element in soup(["script", "style", "nav", "header", "footer"]):
        element.decompose()
    return soup.get_text(" ")


def run() -> pd.DataFrame:
    """Compare on the first pages of the bundled news corpus."""
    pages = simlab.load_dataset("newsroom").documents["html"].head(60).tolist()
    ways = {
        "BeautifulSoup (html.parser), drop tags, get_text": lambda: [plain_text(page) for page in pages],
        "simlab, rules only": lambda: [simlab.clean_html(page) for page in pages],
        "simlab, rules and Markdown": lambda: [simlab.html_to_markdown(page) for page in pages],
    }
    table = compare(ways, amount=len(pages), unit="pages")
    table.insert(0, "work", "HTML to text")
    return table
