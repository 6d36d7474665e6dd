"""Raw pages and files become a table of documents, and HTML becomes text."""

from simlab.documents.html import CRAWLER_RULES, DEFAULT_RULES, CleanedPage, RuleSet, clean_html
from simlab.documents.markdown import html_to_markdown
from simlab.documents.read import read_documents
from simlab.documents.tables import read_table
from simlab.registry import register

__all__ = [
    "CRAWLER_RULES",
    "DEFAULT_RULES",
    "CleanedPage",
    "RuleSet",
    "clean_html",
    "html_to_markdown",
    "read_documents",
    "read_table",
]


@register("html", "none")
def _as_it_is(page: str) -> str:
    """Documents are text already."""
    return page


register("html", "markdown", html_to_markdown)
