"""The pages of the newsroom corpus: eight invented sites, two designs each, and all that stands around an article."""

from __future__ import annotations

import datetime
import functools
import html
import importlib.resources
import random
import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from simlab.datasets.grammar import expand
from simlab.datasets.newsroom_articles import Article, newsroom_words
from simlab.datasets.words import alternatives

__all__ = ["SITES", "Capture", "Site", "article_address", "comment_thread", "render"]


class Site(NamedTuple):
    """A news site: where it lives, how it spells, when it changes its design."""

    name: str
    domain: str
    language: str
    styles: tuple[str, ...]
    redesign_on: datetime.date
    design: str
    address: str


class Capture(NamedTuple):
    """One visit of the crawler to one article. The seeds make what varies from visit to visit reproducible."""

    article: Article
    topic: str
    address: str
    author: str
    published_at: datetime.datetime
    captured_at: datetime.datetime
    nav_variant: str
    comments: Sequence[str]
    related: Sequence[tuple[str, str]]
    seed: str


# --------------------------------------------------------------------------------------------------------------- blocks

_SHARED_RULES: Mapping[str, Sequence[str]] = {
    "day": ["Sunday", "31 March", "midnight", "Easter"],
    "n": [str(n) for n in range(12, 990, 7)],
    "k": [str(n) for n in range(2, 40)],
    "c": [str(n) for n in range(-2, 19)],
    "t": [f"{h}:{m:02d}" for h in (18, 19, 20) for m in range(0, 60, 3)],
    "shop": ["Parlour & Pine", "Nimbus Home", "Brightside Optics", "The Shed Company", "Velo Corner", "Plume Carpets"],
    "town": ["Fernmoor", "Calderford", "Northgate", "Whinport", "Larkhaven", "Verneuil"],
}


def _said(kind: str, language: str, rng: random.Random) -> str:
    """One line of page furniture: an advertisement, a comment, the weather ..."""
    return expand(rng.choice(newsroom_words(language)["page"][kind]), _SHARED_RULES, rng)


def comment_thread(n_comments: int, language: str, rng: random.Random) -> list[str]:
    """Comments in the order of their writing; a longer thread of the same seed begins with the shorter one."""
    return [_said("comment", language, rng) for _ in range(n_comments)]


def _date(moment: datetime.datetime, language: str) -> str:
    months = list(alternatives(newsroom_words(language)["general"]["month"]))
    day = f"{moment.day} {months[moment.month - 1]} {moment.year}"
    return f"{day}, {moment:%H:%M}" if language == "english" else f"{day} à {moment:%H h %M}"


def _links(texts: Sequence[str], address: str, rng: random.Random, *, item: str = "") -> str:
    """Links with the tracking parameters of this visit, each in an ``item`` element where one is named."""
    token = f"{rng.getrandbits(24):06x}"
    rows = []
    for text in texts:
        slug = re.sub(r"[^a-z]+", "-", text.lower()).strip("-")
        link = f'<a href="{address}/{slug}?ref={token}">{html.escape(text)}</a>'
        rows.append(f"<{item}>{link}</{item}>" if item else link)
    return "\n".join(rows)


def _story_links(stories: Sequence[tuple[str, str]], rng: random.Random, *, item: str) -> str:
    token = f"{rng.getrandbits(24):06x}"
    return "\n".join(
        f'<{item} class="teaser"><a href="{address}?from={token}&amp;pos={position}">{html.escape(headline)}</a>'
        f"</{item}>"
        for position, (headline, address) in enumerate(stories)
    )


def _advertisement(language: str, rng: random.Random, css: str = "ad-slot") -> str:
    label = newsroom_words(language)["page"]["labels"][3]
    number = rng.randrange(10_000)
    return (
        f'<div class="{css}" id="{css}-{number}"><span>{label}</span>'
        f'<a href="https://ads.example/click?c={number}&amp;u={rng.getrandbits(32):08x}" rel="sponsored">'
        f'<img src="https://ads.example/i/{number}.gif" alt="">{html.escape(_said("ad", language, rng))}</a></div>'
    )


def _plain(paragraphs: Sequence[str], **_: object) -> str:
    return "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)


def _with_inserts(paragraphs: Sequence[str], *, capture: Capture, site: Site, rng: random.Random) -> str:
    """Paragraphs with an advertisement after the second and a link to another story after the fourth."""
    rows = [f"<p>{paragraph}</p>" for paragraph in paragraphs]
    if len(rows) > 4:
        headline, address = capture.related[0]
        label = newsroom_words(site.language)["page"]["labels"][6]
        rows.insert(4, f'<aside class="read-more">{label}: <a href="{address}">{html.escape(headline)}</a></aside>')
    if len(rows) > 2:
        rows.insert(2, _advertisement(site.language, rng, "ad-inline"))
    return "\n".join(rows)


def _with_update(paragraphs: Sequence[str], *, capture: Capture, site: Site, **_: object) -> str:
    """Paragraphs under a line that says when the page was made: the time of the visit, whatever the editors did."""
    label = newsroom_words(site.language)["page"]["labels"][4]
    stamp = f'<p class="stamp"><em>{label}: {_date(capture.captured_at, site.language)}</em></p>'
    return "\n".join([stamp, *(f"<p>{paragraph}</p>" for paragraph in paragraphs)])


def _broken(paragraphs: Sequence[str], **_: object) -> str:
    """Paragraphs as old systems write them: no element of their own, two line breaks between."""
    return "<br /><br />\n".join(paragraphs)


def _wrapped(paragraphs: Sequence[str], **_: object) -> str:
    """Paragraphs in nested blocks with generated class names."""
    return "\n".join(
        f'<div class="css-1k{i}x"><div><p>{paragraph}</p></div></div>' for i, paragraph in enumerate(paragraphs)
    )


_BODIES: dict[str, Callable[..., str]] = {
    "plain": _plain,
    "inserts": _with_inserts,
    "update": _with_update,
    "broken": _broken,
    "wrapped": _wrapped,
}


def _style_sheet(site: Site, design: str) -> str:
    """Rules that stay the same for as long as the design does."""
    rng = random.Random(f"{site.domain} {design}")
    names = (
        "page bar lead story teaser ad-slot meta col foot promo list grid card tag byline quote figure rail strip box"
    )
    return "\n".join(
        f".{name}{{margin:{rng.randrange(40)}px {rng.randrange(40)}px;padding:{rng.randrange(24)}px;"
        f"color:#{rng.getrandbits(24):06x};font-size:{rng.randrange(11, 30)}px}}"
        for name in names.split()
    )


def _script(site: Site, rng: random.Random) -> str:
    return (
        f"window.pageData={{site:'{site.domain}',visit:'{rng.getrandbits(48):012x}',bucket:{rng.randrange(100)}}};\n"
        "(function(d){var s=d.createElement('script');s.async=true;"
        "s.src='/static/metrics.js';d.head.appendChild(s);})(document);"
    )


# -------------------------------------------------------------------------------------------------------------- designs


@functools.cache
def _designs() -> dict[str, string.Template]:
    """The page layouts: "site before" and "site after" its redesign."""
    source = importlib.resources.files("simlab.datasets").joinpath("newsroom_designs.txt").read_text(encoding="utf-8")
    sections = [section.split("\n", 1) for section in source.split("\n@design ")[1:]]
    return {name: string.Template(layout.strip()) for name, layout in sections}


def _march(day: int) -> datetime.date:
    return datetime.date(2024, 3, 1) + datetime.timedelta(days=day - 1)


_DATED = "/$section/$year/$month/$day/$slug-$number"
SITES: tuple[Site, ...] = (
    Site("Northwire", "northwire.example", "english", (), _march(27), "wire", "/dispatch/$number"),
    Site("Fernmoor Gazette", "fernmoorgazette.example", "english", ("untitled",), _march(18), "gazette", _DATED),
    Site(
        "The Calder Ledger",
        "calderledger.example",
        "english",
        ("percent", "curly"),
        _march(22),
        "ledger",
        "/$section/$slug-$number.html",
    ),
    Site(
        "Northern Courier",
        "northerncourier.example",
        "english",
        ("digits",),
        _march(29),
        "courier",
        "/Article.aspx?id=$number",
    ),
    Site(
        "Harbour Post",
        "harbourpost.example",
        "english",
        ("untitled", "clock"),
        _march(15),
        "post",
        "/$year/$month/$slug-$number/",
    ),
    Site(
        "Daily Lantern",
        "dailylantern.example",
        "english",
        ("sign", "curly"),
        _march(25),
        "lantern",
        "/news/$slug-a$number",
    ),
    Site(
        "Metro Signal",
        "metrosignal.example",
        "english",
        ("american", "percent"),
        _march(33),
        "signal",
        "/s/$number/$slug",
    ),
    Site("Le Courrier des Vallées", "courrierdesvallees.example", "french", (), _march(24), "courrier", _DATED),
)
"""The sites. The first is a news agency's own; the redesigns fall between 15 March and 2 April 2024."""


def article_address(site: Site, article: Article, topic: str, published_at: datetime.datetime, number: int) -> str:
    """Address of an article on a site, without the tracking parameters that a visit may carry."""
    slug = re.sub(r"[^a-z0-9]+", "-", article.headline.lower()).strip("-")[:60].strip("-")
    path = string.Template(site.address).substitute(
        section=re.sub(r"[^a-z]+", "-", topic), slug=slug, number=number,
        year=published_at.year, month=f"{published_at:%m}", day=f"{published_at:%d}",
    )  # fmt: skip
    return f"https://www.{site.domain}{path}"


def render(capture: Capture, site: Site) -> str:
    """Write the page that the crawler received.

    The design follows from the date of the visit, the navigation from ``nav_variant``; advertisements, the order of
    other stories, counters, tokens, weather and image addresses are new with every ``seed``.

    Returns
    -------
    str
        A whole HTML page.
    """
    rng = random.Random(capture.seed)
    words = newsroom_words(site.language)["page"]
    labels = words["labels"]
    design = "after" if capture.captured_at.date() >= site.redesign_on else "before"
    nav = words["nav"] if capture.nav_variant == "A" else words["nav_b"]
    related = rng.sample(list(capture.related), len(capture.related))
    popular = rng.sample(related, len(related))[:5]
    paragraphs = [html.escape(" ".join(paragraph), quote=False) for paragraph in capture.article.paragraphs]
    slots: dict[str, object] = {
        "name": html.escape(site.name),
        "headline": html.escape(capture.article.headline, quote=False),
        "author": html.escape(capture.author),
        "by": labels[5],
        "published": _date(capture.published_at, site.language),
        "published_iso": capture.published_at.isoformat(),
        "published_label": labels[7],
        "section": re.sub(r"[^a-z]+", "-", capture.topic),
        "section_label": capture.topic.capitalize(),
        "number": rng.randrange(10_000),
        "visit": f"{rng.getrandbits(64):016x}",
        "view_state": "/wEPDwUK" + f"{rng.getrandbits(160):040x}",
        "nav_items": _links(nav, f"https://www.{site.domain}", rng, item="li"),
        "nav_links": _links(nav, f"https://www.{site.domain}", rng),
        "footer_items": _links(words["footer"], "/info", rng, item="li"),
        "footer_links": _links(words["footer"], "/info", rng),
        "share_items": _links(words["share"], "https://share.example", rng, item="li"),
        "share_links": _links(words["share"], "https://share.example", rng),
        "image": f"https://img{rng.randrange(1, 9)}.{site.domain}/{rng.getrandbits(32):08x}.jpg",
        "photo_by": f"{labels[8]}: {html.escape(rng.choice(_SHARED_RULES['shop']))}",
        "views": f"{rng.randrange(120, 9800)} {labels[9]}",
        "related_label": labels[0],
        "popular_label": labels[1],
        "comments_label": labels[2],
        "related_items": _story_links(related, rng, item="li"),
        "related_cards": _story_links(related, rng, item="div"),
        "popular_items": _story_links(popular, rng, item="li"),
        "popular_cards": _story_links(popular, rng, item="div"),
        "popular_links": _story_links(popular, rng, item="span"),
        "n_comments": len(capture.comments),
        "comments": "\n".join(f'<div class="comment"><p>{html.escape(text)}</p></div>' for text in capture.comments),
        "cookie": _said("cookie", site.language, rng),
        "weather": _said("weather", site.language, rng),
        "newsletter": _said("newsletter", site.language, rng),
        "hidden": _said("hidden", site.language, rng),
        "generated": f"{labels[4]} {_date(capture.captured_at, site.language)}",
        **{f"ad_{i}": _advertisement(site.language, rng) for i in (1, 2, 3)},
        **{f"body_{name}": write(paragraphs, capture=capture, site=site, rng=rng) for name, write in _BODIES.items()},
    }
    body = _designs()[f"{site.design} {design}"].substitute(slots)
    title = f"{slots['headline']} | {slots['name']}"
    return (
        f'<!DOCTYPE html>\n<html lang="{site.language[:2]}"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<link rel="canonical" href="{html.escape(capture.address)}">\n'
        f"<style>{_style_sheet(site, design)}</style>\n<script>{_script(site, rng)}</script></head>\n{body}\n</html>\n"
    )
