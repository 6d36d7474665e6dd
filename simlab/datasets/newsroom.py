"""The corpus ``newsroom``: news articles as a crawler saw them on eight invented sites during some weeks of 2024.

An event (*story*) is told by one or more articles; an article is captured several times, each time for one reason,
which is the pair's *relation*. The texts come from :mod:`simlab.datasets.newsroom_articles`, the pages around them from
:mod:`simlab.datasets.newsroom_pages`.
"""

from __future__ import annotations

import dataclasses
import datetime
import itertools
import random
from collections.abc import Iterator

import pandas as pd

from simlab.datasets.grammar import expand
from simlab.datasets.newsroom_articles import (
    Article,
    Story,
    corrected,
    house_style,
    invent_story,
    lightly_edited,
    syndicated,
    topics,
    updated,
    write_article,
)
from simlab.datasets.newsroom_pages import SITES, Capture, Site, article_address, comment_thread, render
from simlab.datasets.pairs import pair_table

__all__ = ["RELATIONS", "generate"]

# From the weakest change to the strongest: two captures that both differ from the first are related by the stronger.
_SAME_CONTENT = (
    "same_capture_noise",
    "comments_added",
    "nav_ab_test",
    "redesign",
    "correction",
    "light_edit",
    "syndicated",
)
RELATIONS: dict[str, float] = {
    **dict.fromkeys(_SAME_CONTENT, 1.0),
    "update_minor": 0.5,
    **dict.fromkeys(["update_major", "same_event", "same_section", "same_site", "random"], 0.0),
}
"""Relation -> label: 1 near-duplicate, 0 not, 0.5 neither."""

_WEIGHTS = {
    "same_capture_noise": 9,
    "comments_added": 7,
    "nav_ab_test": 7,
    "redesign": 14,
    "correction": 16,
    "light_edit": 17,
    "syndicated": 15,
}
_N_STORIES = {"english": 270, "french": 35}
# The first day on which articles appear, and the number of days.
_FIRST_DAY = datetime.datetime(2024, 3, 4, 5, tzinfo=datetime.UTC)
_N_DAYS = 38
# Words per article: briefs, short news, ordinary news, long reads; the third value is the weight.
_LENGTHS = [(36, 70, 8), (90, 190, 24), (190, 360, 42), (360, 600, 18), (600, 880, 8)]
# Unrelated pairs of each kind.
_N_UNRELATED = 500


@dataclasses.dataclass(frozen=True)
class _Publication:
    """An article on a site: what stays the same from visit to visit."""

    article: Article
    site: Site
    topic: str
    author: str
    published_at: datetime.datetime
    address: str


@dataclasses.dataclass(frozen=True)
class _Visit:
    """A capture yet to be rendered; ``change`` says how it differs from the first capture of its cluster."""

    publication: _Publication
    story: str
    cluster: str
    change: str
    captured_at: datetime.datetime
    nav_variant: str
    n_comments: int

    @property
    def seed(self) -> str:
        return f"{self.cluster} {self.change} {self.captured_at.isoformat()}"


class _Desk:
    """Publishes the articles about one story and plans the crawler's visits to them."""

    def __init__(self, story_id: str, story: Story, rng: random.Random) -> None:
        self.story_id, self.story, self.rng = story_id, story, rng
        self.sites = [site for site in SITES if site.language == story.language]

    def publish(self, article: Article, site: Site, published_at: datetime.datetime) -> _Publication:
        styled = house_style(article, site.styles)
        author = expand("{name}", self.story.rules, self.rng)
        number = self.rng.randrange(100_000, 999_999)
        address = article_address(site, styled, self.story.topic, published_at, number)
        return _Publication(styled, site, self.story.topic, author, published_at, address)

    def other_site(self, site: Site) -> Site:
        """Another site of the language; where there is only one, that one."""
        return self.rng.choice([other for other in self.sites if other != site] or [site])

    def visits(
        self,
        cluster: str,
        article: Article,
        site: Site,
        published_at: datetime.datetime,
        changes: list[str],
        address: str = "",
    ) -> list[_Visit]:
        """The first visit to an article, then one visit for each change, in the order in which they happened.

        An article that replaces another is given the other's address.
        """
        rng = self.rng
        first = self.publish(article, site, published_at)
        if address:
            first = dataclasses.replace(first, address=address)
        captured_at = first.published_at + datetime.timedelta(minutes=rng.randrange(20, 600))
        nav, n_comments = rng.choice("AB"), rng.randrange(7)
        visits = [_Visit(first, self.story_id, cluster, "first", captured_at, nav, n_comments)]
        redesign_at = datetime.datetime.combine(site.redesign_on, datetime.time(), datetime.UTC)
        until = captured_at + datetime.timedelta(days=9)
        if captured_at < redesign_at:
            # One reason for each pair: the other visits see the design of the first.
            until = min(until, redesign_at)
        moments = sorted(_between(rng, captured_at, until) for _ in changes)
        for moment, change in zip(moments, sorted(changes, key=_SAME_CONTENT.index), strict=True):
            publication = first
            if change == "correction":
                article = corrected(article, self.story.language, rng)
            elif change == "light_edit":
                article = lightly_edited(article, self.story, rng)
            if change in ("correction", "light_edit"):
                publication = dataclasses.replace(first, article=house_style(article, site.styles))
            elif change == "syndicated":
                copy = syndicated(article, self.story, rng)
                publication = self.publish(copy, self.other_site(site), moment - datetime.timedelta(minutes=90))
            elif change == "redesign":
                moment = _between(rng, redesign_at, redesign_at + datetime.timedelta(days=9))
            visits.append(
                _Visit(
                    publication,
                    self.story_id,
                    cluster,
                    change,
                    moment,
                    nav if change != "nav_ab_test" else "AB".replace(nav, ""),
                    n_comments if change != "comments_added" else n_comments + rng.randint(3, 12),
                )
            )
        return visits

    def day_for(self, site: Site, changes: list[str]) -> float:
        """A day for the first visit that leaves room before the redesign where one is to be seen."""
        redesign = (site.redesign_on - _FIRST_DAY.date()).days
        if "redesign" in changes:
            return self.rng.uniform(max(0, redesign - 11), redesign - 3)
        while True:
            day = self.rng.uniform(0, _N_DAYS)
            if not redesign - 3 < day < redesign:
                return day

    def changes(self, n_changes: int) -> list[str]:
        """Different changes, drawn by weight; a text in the only paper of its language is not syndicated."""
        weights = {c: w for c, w in _WEIGHTS.items() if c != "syndicated" or len(self.sites) > 1}
        edits = ["correction", "light_edit"]
        drawn: list[str] = []
        while len(drawn) < n_changes:
            change = self.rng.choices(list(weights), list(weights.values()))[0]
            drawn.append(change)
            # A redesigned page with the old text, seen after an edit, would take the edit back.
            shut_out = {"redesign": edits, "correction": ["redesign"], "light_edit": ["redesign"]}.get(change, [])
            weights = {c: w for c, w in weights.items() if c != change and c not in shut_out}
        return drawn


def _moment(rng: random.Random, first: float, last: float) -> datetime.datetime:
    """A moment between two days counted from the first day of the corpus."""
    return _FIRST_DAY + datetime.timedelta(minutes=rng.randrange(int(first * 1440), int(last * 1440)))


def _between(rng: random.Random, first: datetime.datetime, last: datetime.datetime) -> datetime.datetime:
    minutes = int((last - first).total_seconds() // 60)
    return first + datetime.timedelta(minutes=rng.randrange(1, max(2, minutes)))


def _n_words(language: str, rng: random.Random) -> int:
    low, high, _ = rng.choices(_LENGTHS, [weight for *_, weight in _LENGTHS])[0]
    # The French word lists are half as long; long texts from them would repeat one another.
    return round(rng.randint(low, high) * (0.65 if language == "french" and high > 100 else 1))


def _cover(story_id: str, language: str, topic: str, seed: int) -> tuple[list[_Visit], list[tuple[str, str, str, int]]]:
    """All about one story: its visits, and (cluster, cluster, relation, number of pairs) between its clusters."""
    rng = random.Random(f"{seed} newsroom {story_id}")
    story = invent_story(language, topic, rng)
    desk = _Desk(story_id, story, rng)
    main = write_article(story, _n_words(language, rng), rng)
    site = rng.choice(desk.sites)
    changes = desk.changes(rng.choices([1, 2, 3, 4], [2, 4, 4, 1])[0])
    day = desk.day_for(site, changes)
    visits = desk.visits(f"{story_id}-a", main, site, _moment(rng, day, day + 0.6), changes)
    links: list[tuple[str, str, str, int]] = []

    update = rng.choices(["", "update_minor", "update_major"], [28, 30, 42])[0]
    if update and main.n_words > 80:
        is_major = update == "update_major"
        newer = updated(main, story, rng.uniform(0.44, 0.56) if is_major else rng.uniform(0.2, 0.3), rng)
        extra = ["same_capture_noise"] if is_major and rng.random() < 0.4 else []
        # The update comes at the old address, after the last visit that saw the old text there.
        seen_last = max(visit.captured_at for visit in visits)
        updated_at = _between(rng, seen_last, seen_last + datetime.timedelta(days=2))
        visits += desk.visits(f"{story_id}-b", newer, site, updated_at, extra, visits[0].publication.address)
        links.append((f"{story_id}-a", f"{story_id}-b", update, 3 if is_major else 2))

    beside = main
    for letter in "cd"[: rng.choices([0, 1, 2], [18, 57, 25])[0]]:
        other = write_article(story, max(60, int(main.n_words * rng.uniform(0.6, 1.5))), rng, beside=beside)
        elsewhere = desk.other_site(site)
        extra = desk.changes(rng.choices([0, 1, 2], [55, 33, 12])[0])
        extra = [change for change in extra if change not in ("redesign", "syndicated")]
        told_at = _between(rng, visits[0].captured_at, visits[0].captured_at + datetime.timedelta(days=2))
        visits += desk.visits(f"{story_id}-{letter}", other, elsewhere, told_at, extra)
        links.append((f"{story_id}-a", f"{story_id}-{letter}", "same_event", 3))
        beside = other
    return visits, links


def _related(visits: list[_Visit]) -> Iterator[tuple[_Visit, list[tuple[str, str]]]]:
    """Each visit with the other stories its page may show: the latest of that site at that time."""
    shelves: dict[str, dict[str, _Publication]] = {}
    for visit in visits:
        publication = visit.publication
        shelves.setdefault(publication.site.domain, {}).setdefault(publication.address, publication)
    ordered = {
        domain: sorted(shelf.values(), key=lambda p: (p.published_at, p.address)) for domain, shelf in shelves.items()
    }
    for visit in visits:
        own = visit.publication
        by_headline = {p.article.headline: p for p in ordered[own.site.domain] if p.address != own.address}
        others = sorted(by_headline.values(), key=lambda p: (p.published_at, p.address))
        n_out = sum(p.published_at <= visit.captured_at for p in others)
        latest = others[max(0, n_out - 16) : max(n_out, 16)]
        rng = random.Random(f"{visit.seed} related")
        shown = rng.sample(latest, min(9, len(latest)))
        yield visit, [(p.article.headline, p.address) for p in shown]


def _documents(visits: list[_Visit], seed: int) -> pd.DataFrame:
    rows = []
    for number, (visit, related) in enumerate(_related(visits), start=1):
        publication, site = visit.publication, visit.publication.site
        rng = random.Random(f"{seed} {visit.seed} page")
        thread = comment_thread(
            visit.n_comments, site.language, random.Random(f"{seed} {publication.address} comments")
        )
        capture = Capture(
            article=publication.article,
            topic=publication.topic,
            address=publication.address,
            author=publication.author,
            published_at=publication.published_at,
            captured_at=visit.captured_at,
            nav_variant=visit.nav_variant,
            comments=thread,
            related=related,
            seed=f"{seed} {visit.seed} page",
        )
        tracking = rng.choice(["", "", "utm_source=feed", "utm_campaign=morning&utm_medium=push", "from=home", "fbid="])
        if tracking == "fbid=":
            tracking += f"{rng.getrandbits(40):010x}"
        joint = "&" if "?" in publication.address else "?"
        design = "after" if visit.captured_at.date() >= site.redesign_on else "before"
        rows.append(
            {
                "doc_id": f"news-{number:04d}",
                "url": publication.address + (joint + tracking if tracking else ""),
                "captured_at": f"{visit.captured_at:%Y-%m-%dT%H:%M:%SZ}",
                "segment": site.domain,
                "language": {"english": "en", "french": "fr"}[site.language],
                "topic": publication.topic,
                "story": visit.story,
                "cluster": visit.cluster,
                "template": f"{site.domain}/{design}/{visit.nav_variant}",
                "published_at": f"{publication.published_at:%Y-%m-%dT%H:%M:%SZ}",
                "n_comments": visit.n_comments,
                "article_text": publication.article.text,
                "html": render(capture, site),
            }
        )
    return pd.DataFrame(rows)


def _stronger(first: str, second: str) -> str:
    """Relation of two captures of one cluster, each given by its change against the first capture."""
    return max(first, second, key=lambda change: _SAME_CONTENT.index(change) if change != "first" else -1)


def _pairs(visits: list[_Visit], links: list[tuple[str, str, str, int]], seed: int) -> pd.DataFrame:
    """Labelled pairs of row numbers, as identifiers; every unordered pair once."""
    rng = random.Random(f"{seed} newsroom pairs")
    members: dict[str, list[int]] = {}
    for row, visit in enumerate(visits):
        members.setdefault(visit.cluster, []).append(row)
    relations: dict[tuple[int, int], str] = {}
    for rows in members.values():
        for left, right in itertools.combinations(rows, 2):
            relations[left, right] = _stronger(visits[left].change, visits[right].change)
    for first, second, relation, n_wanted in links:
        crossing = list(itertools.product(members[first], members[second]))
        for left, right in rng.sample(crossing, min(n_wanted, len(crossing))):
            relations[left, right] = relation
    for relation, key in [("same_section", _section), ("same_site", _site), ("random", _anywhere)]:
        groups: dict[str, list[int]] = {}
        for row, visit in enumerate(visits):
            groups.setdefault(key(visit), []).append(row)
        n_found = 0
        while n_found < _N_UNRELATED:
            group = groups[key(rng.choice(visits))]
            left, right = sorted(rng.choices(group, k=2))
            if visits[left].story != visits[right].story and (left, right) not in relations:
                relations[left, right] = relation
                n_found += 1
    return pair_table(relations, RELATIONS, [f"news-{row + 1:04d}" for row in range(len(visits))])


def _section(visit: _Visit) -> str:
    return f"{visit.publication.site.language} {visit.publication.topic}"


def _site(visit: _Visit) -> str:
    return visit.publication.site.domain


def _anywhere(visit: _Visit) -> str:
    return ""


def generate(seed: int = 2024) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Write the corpus.

    Parameters
    ----------
    seed : int
        Source of every choice; the files in ``datasets/newsroom`` were written with 2024.

    Returns
    -------
    documents : pandas.DataFrame
        One row a capture: ``doc_id``, ``url``, ``captured_at`` and ``published_at`` (ISO 8601, UTC), ``segment`` (the
        site's domain), ``language`` (en | fr), ``topic``, ``story`` (the event), ``cluster`` (captures of the same
        content), ``template`` (domain/design/navigation), ``n_comments``, ``article_text`` (headline and paragraphs
        alone: what a perfect cleaner would leave) and ``html``.
    pairs : pandas.DataFrame
        ``left_id``, ``right_id`` (left comes first in documents), ``label`` (1.0 near-duplicate, 0.0 not, 0.5 neither)
        and ``relation``, one of :data:`RELATIONS`. All pairs of a cluster are there; the others are a sample.
    """
    visits: list[_Visit] = []
    links: list[tuple[str, str, str, int]] = []
    for language, n_stories in _N_STORIES.items():
        names = topics(language)
        for number in range(n_stories):
            story_visits, story_links = _cover(
                f"{language[:2]}{number:03d}", language, names[number % len(names)], seed
            )
            visits += story_visits
            links += story_links
    return _documents(visits, seed), _pairs(visits, links, seed)
