"""The bundled corpus ``jobboard``: coding gigs and jobs of invented companies, reposted across six invented boards.

A post is copied for one reason at a time, which is the pair's *relation*. Its words and sentences stand in
``jobboard_roles.txt`` and ``jobboard_phrases.txt``.
"""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from simlab.datasets.grammar import capitalized, expand, sentences
from simlab.datasets.pairs import add_pair, pair_table
from simlab.datasets.words import read_phrases

__all__ = ["BOARDS", "N_BATCHES", "RELATIONS", "generate"]

BOARDS = ("gigharbor", "worklantern", "stackferry", "bountywell", "remotecrate", "hirethread")
N_BATCHES = 8
RELATIONS: dict[str, float] = {
    "repost_verbatim": 1.0,
    "repost_house_style": 1.0,
    "repost_trimmed": 1.0,
    "repost_reworded_title": 1.0,
    "salary_updated": 1.0,
    "rolling_update": 0.5,
    "same_company_other_role": 0.0,
    "same_role_other_company": 0.0,
    "same_board": 0.0,
    "random": 0.0,
}
"""Relation -> label: 1 near-duplicate, 0 not, 0.5 unsure."""

_N_COMPANIES = 96
_ROLES_PER_COMPANY = 4
_N_GIGS = 200
_N_SAME_BOARD = 650
_N_RANDOM = 800
_FIRST_SCAN = datetime.datetime(2024, 3, 4, 6, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class _Role:
    """What people of one trade work on, and with."""

    name: str
    titles: tuple[str, ...]
    objects: tuple[str, ...]
    tools: tuple[str, ...]


_ROLES = tuple(
    _Role(name, lists["titles"], lists["objects"], lists["tools"])
    for name, lists in read_phrases("jobboard_roles.txt").items()
)
_PHRASES = read_phrases("jobboard_phrases.txt")
_SENTENCES, _TITLES, _HEADINGS = _PHRASES["sentences"], _PHRASES["titles"], _PHRASES["headings"]


def _numbers(numbers: range) -> tuple[str, ...]:
    return tuple(str(number) for number in numbers)


_RULES: dict[str, Sequence[str]] = {
    **_PHRASES["words"],
    "n_small": _numbers(range(2, 12)),
    "number": _numbers(range(13, 960)),
    "leave": _numbers(range(24, 41)),
    "share": _numbers(range(10, 96)),
    "year": _numbers(range(1988, 2024)),
}


@dataclass(frozen=True)
class _Company:
    """An employer, and the text that all its posts share."""

    name: str
    place: str
    story: tuple[str, ...]
    benefits: tuple[str, ...]


@dataclass(frozen=True)
class _Sheet:
    """A role's description: what a second company may copy word for word."""

    role: _Role
    tasks: tuple[str, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True)
class _Post:
    """One post as its author wrote it, before a board puts its own lines around it."""

    company: _Company
    role: _Role
    size: str
    title: str
    tags: tuple[str, ...]
    lead: tuple[str, ...]
    tasks: tuple[str, ...]
    needs: tuple[str, ...]
    process: tuple[str, ...]
    headings: tuple[str, ...]
    pay: tuple[int, int]
    reference: int
    story: tuple[str, ...] = ()
    benefits: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Copy:
    """A post as one board published it."""

    variant: str
    post: _Post
    board: str
    batch: int


def _rules(role: _Role, company: str) -> dict[str, Sequence[str]]:
    return {**_RULES, "object": role.objects, "tool": role.tools, "company": (company,)}


def _company(name: str, rng: random.Random) -> _Company:
    rules = {**_RULES, "company": (name,)}
    return _Company(
        name=name,
        place=expand("{place}", rules, rng),
        story=sentences(_SENTENCES["company"], rng.randint(2, 8), rules, rng),
        benefits=sentences(_SENTENCES["benefits"], rng.randint(3, 10), rules, rng),
    )


def _sheet(role: _Role, size: str, rng: random.Random) -> _Sheet:
    rules = _rules(role, "")
    n_tasks, n_needs = (
        (rng.randint(7, 10), rng.randint(5, 7)) if size == "long" else (rng.randint(4, 5), rng.randint(2, 4))
    )
    return _Sheet(
        role, sentences(_SENTENCES["tasks"], n_tasks, rules, rng), sentences(_SENTENCES["needs"], n_needs, rules, rng)
    )


def _job(company: _Company, sheet: _Sheet, size: str, rng: random.Random) -> _Post:
    """Write the post of one job: the company's text, the role's sheet, and what only this post says."""
    rules = _rules(sheet.role, company.name)
    low = rng.randrange(42, 150)
    long = size == "long"
    return _Post(
        company=company,
        role=sheet.role,
        size=size,
        title=_title(sheet.role, _TITLES["job"], rules, rng),
        tags=tuple(rng.sample(sheet.role.tools, 3)),
        lead=sentences(_SENTENCES["leads"], rng.randint(2, 3) if long else 1, rules, rng),
        tasks=sheet.tasks,
        needs=sheet.needs,
        process=sentences(_SENTENCES["process"], 1, rules, rng),
        headings=tuple(expand(rng.choice(choices), rules, rng) for choices in _HEADINGS.values()),
        pay=(low, low + rng.randrange(6, 40)),
        reference=rng.randrange(10_000, 99_999),
        story=company.story if long else company.story[:2],
        benefits=company.benefits if long else company.benefits[:3],
    )


def _gig(role: _Role, rng: random.Random) -> _Post:
    """Write the post of a small job: a few sentences, a fixed price."""
    company = _Company(expand("{name}", _RULES, rng), expand("{place}", _RULES, rng), (), ())
    rules = {**_rules(role, company.name), "object": rng.sample(role.objects, 2)}
    price = rng.randrange(60, 2400, 5)
    return _Post(
        company=company,
        role=role,
        size="short",
        title=capitalized(expand("{verb} {object}", rules, rng)),
        tags=tuple(rng.sample(role.tools, 2)),
        lead=sentences(_SENTENCES["gigs"], 1, rules, rng)
        + sentences(_SENTENCES["gig_details"], rng.randint(2, 3), rules, rng),
        tasks=(),
        needs=(),
        process=(),
        headings=(),
        pay=(price, price),
        reference=rng.randrange(10_000, 99_999),
    )


def _title(role: _Role, forms: Sequence[str], rules: Mapping[str, Sequence[str]], rng: random.Random) -> str:
    return capitalized(expand(rng.choice(forms), {**rules, "title": role.titles}, rng))


def _pay(post: _Post, board: str) -> str:
    """Write the pay the way a board does."""
    low, high = post.pay
    if post.size == "short":
        return {
            "gigharbor": f"${low} fixed",
            "worklantern": f"USD {low:,} for the whole job",
            "stackferry": f"{low} USD",
            "bountywell": f"${low:,}",
            "remotecrate": f"${low} flat",
            "hirethread": f"{low} dollars, paid once",
        }[board]
    return {
        "gigharbor": f"${low}k–${high}k",
        "worklantern": f"USD {low},000 to {high},000 per year",
        "stackferry": f"{low}-{high}k USD",
        "bountywell": f"${low},000/${high},000",
        "remotecrate": f"${low} 000 – ${high} 000",
        "hirethread": f"{low}.000–{high}.000 dollars a year",
    }[board]


# What a board puts before and after every post.
_HOUSE_STYLES = {
    "gigharbor": (
        "[GH-{reference}] {title} — {pay}",
        "Tags: {tags}\nFirst come, first served on GigHarbor.",
    ),
    "worklantern": (
        "{company} is looking for: {title}\nSalary: {pay}",
        "Apply through WorkLantern.",
    ),
    "stackferry": (
        "{title} | {company} | {place} | {pay}",
        "Write to jobs@{address}.example (subject: FERRY).",
    ),
    "bountywell": ("{title}\nBounty: {pay}", "Comment /claim on BountyWell to begin."),
    "remotecrate": ("{title} at {company} – remote", "Pay: {pay}\n{hashtags}\nChecked by hand at RemoteCrate."),
    "hirethread": (
        "{title}\nEmployer: {company}, {place}\n{pay}, ref. {reference}",
        "Posted via HireThread, free for candidates.",
    ),
}


def _publish(post: _Post, board: str) -> str:
    """Write the post as one board shows it."""
    lines = {
        "title": post.title,
        "company": post.company.name,
        "place": post.company.place,
        "address": post.company.name.lower(),
        "pay": _pay(post, board),
        "reference": str(post.reference),
        "tags": ", ".join(post.tags),
        "hashtags": " ".join(f"#{re.sub(r'[^a-z0-9]', '', tag.lower())}" for tag in post.tags),
    }
    header, footer = (part.format(**lines) for part in _HOUSE_STYLES[board])
    blocks = [header, " ".join(post.lead)]
    if post.size != "short":
        sections = zip(post.headings, (post.tasks, post.needs, post.story, post.benefits), strict=True)
        for heading, content in sections:
            if content is post.story:
                blocks.append(f"{heading}\n{' '.join(content)}")
            elif content:
                blocks.append("\n".join([heading, *(f"- {item}" for item in content)]))
        blocks.append(" ".join(post.process))
    return "\n\n".join([*blocks, footer])


def _trimmed(post: _Post, rng: random.Random) -> _Post:
    """Keep the first part of each list, and drop what the company says of itself or what it offers."""
    keep = rng.choice((0.6, 0.7, 0.8, 0.9))
    shorter = replace(
        post,
        tasks=post.tasks[: max(2, round(keep * len(post.tasks)))],
        needs=post.needs[: max(1, round(keep * len(post.needs)))],
    )
    if rng.random() < 0.5:
        return replace(shorter, story=post.story[:1])
    return replace(shorter, benefits=())


def _updated(post: _Post, rng: random.Random) -> _Post:
    """Write half of the tasks and of the needs anew, as an employer does who reuses last month's post."""
    rules = _rules(post.role, post.company.name)

    def renewed(items: tuple[str, ...], shapes: Sequence[str]) -> tuple[str, ...]:
        kept = len(items) // 2
        return items[:kept] + sentences(shapes, len(items) - kept, rules, rng)

    return replace(
        post,
        tasks=renewed(post.tasks, _SENTENCES["tasks"]),
        needs=renewed(post.needs, _SENTENCES["needs"]),
        lead=sentences(_SENTENCES["leads"], len(post.lead), rules, rng),
    )


# Way of posting again -> weight.
_COPIES = {
    "repost_verbatim": 5,
    "repost_house_style": 5,
    "repost_trimmed": 3,
    "repost_reworded_title": 3,
    "salary_updated": 3,
    "rolling_update": 2,
}


def _copy(original: _Copy, variant: str, rng: random.Random) -> _Copy:
    """Publish a post again, the same day or later, with the change its variant names."""
    post, board = original.post, original.board
    others = [other for other in BOARDS if other != board]
    if variant == "repost_house_style":
        board = rng.choice(others)
    elif variant == "repost_trimmed":
        post = _trimmed(post, rng)
    elif variant == "repost_reworded_title":
        forms = _TITLES["gig_again"] if post.size == "short" else _TITLES["job_again"]
        rules = _rules(post.role, post.company.name)
        post = replace(post, title=_title(post.role, forms, rules, rng))
    elif variant == "salary_updated":
        low, high = post.pay
        rise = rng.choice((3, 5, 8, 12, -4))
        post = replace(post, pay=(low + rise * (10 if low == high else 1), high + rise * (10 if low == high else 1)))
    elif variant == "rolling_update":
        post = _updated(post, rng)
    return _Copy(variant, post, board, rng.randint(original.batch, N_BATCHES))


def _copies(post: _Post, rng: random.Random) -> tuple[_Copy, ...]:
    """Publish a post for the first time and, more often than not, some times again."""
    original = _Copy("original", post, rng.choice(BOARDS), rng.randint(1, N_BATCHES))
    if rng.random() < 0.38:
        return (original,)
    weights = dict(_COPIES)
    if post.size == "short":
        del weights["repost_trimmed"], weights["rolling_update"]
    variants = rng.choices(list(weights), list(weights.values()), k=rng.randint(1, 5))
    return (original, *(_copy(original, variant, rng) for variant in variants))


def _posts(rng: random.Random) -> list[_Post]:
    """Invent all jobs and gigs. A job may take over the sheet of the same role at another company."""
    names = [opening + ending for opening in _RULES["opening"] for ending in _RULES["ending"]]
    posts = []
    sheets: dict[tuple[str, str], list[_Sheet]] = {}
    for name in rng.sample(names, _N_COMPANIES):
        company = _company(name, rng)
        size = rng.choice(("long", "long", "long", "medium"))
        for role in rng.sample(_ROLES, _ROLES_PER_COMPANY):
            known = sheets.setdefault((role.name, size), [])
            if known and rng.random() < 0.5:
                sheet = rng.choice(known[-3:])
            else:
                sheet = _sheet(role, size, rng)
                known.append(sheet)
            posts.append(_job(company, sheet, size, rng))
    return posts + [_gig(rng.choice(_ROLES), rng) for _ in range(_N_GIGS)]


def _pairs(
    posts: Sequence[_Post], copies: Sequence[tuple[int, _Copy]], rng: random.Random
) -> dict[tuple[int, int], str]:
    """Relate pairs of rows; ``copies`` holds (post, copy) in the order of the rows."""
    pairs: dict[tuple[int, int], str] = {}
    members: list[list[int]] = [[] for _ in posts]
    for row, (number, _) in enumerate(copies):
        members[number].append(row)
    for rows in members:
        original = next(row for row in rows if copies[row][1].variant == "original")
        for row in rows:
            if row != original:
                add_pair(pairs, original, row, copies[row][1].variant)

    for left, one in enumerate(posts):
        for right in range(left + 1, len(posts)):
            other = posts[right]
            if one.company.name == other.company.name:
                add_pair(pairs, rng.choice(members[left]), rng.choice(members[right]), "same_company_other_role")
            elif one.tasks and one.tasks == other.tasks:
                for _ in range(2):
                    add_pair(pairs, rng.choice(members[left]), rng.choice(members[right]), "same_role_other_company")

    wanted = {"same_board": _N_SAME_BOARD, "random": _N_RANDOM}
    while any(wanted.values()):
        left, right = rng.sample(range(len(copies)), 2)
        (_, one_copy), (_, other_copy) = copies[left], copies[right]
        relation = "same_board" if one_copy.board == other_copy.board else "random"
        if wanted[relation] and _unrelated(one_copy.post, other_copy.post):
            wanted[relation] -= add_pair(pairs, left, right, relation)
    return pairs


def _unrelated(one: _Post, other: _Post) -> bool:
    """Neither the same job, nor the same company, nor the same role's sheet."""
    return one.company.name != other.company.name and (one.role.name != other.role.name or not one.tasks)


def generate(seed: int = 2024) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Generate job posts as fetched from six invented boards in several scans, and labelled pairs of them.

    A job or gig is posted once or several times: word for word, in another board's house style, trimmed, under another
    title, with another salary, or partly rewritten. Posts of one company share its story and benefits; some companies
    take over the description of a role from another company.

    Parameters
    ----------
    seed : int, default 2024
        The same seed gives the same tables on every machine.

    Returns
    -------
    documents : pandas.DataFrame
        One row a fetched post, in the order of fetching: doc_id, text, url, cluster (the job), segment and source (the
        board; the second name is for funnels), batch (number of the scan, from 1), posted_at (ISO 8601, UTC), company,
        role, size ("short", "medium" or "long"), variant and n_words.
    pairs : pandas.DataFrame
        left_id, right_id (left comes first in the documents), label (1, 0, or 0.5 for unsure) and relation.

    Examples
    --------
    >>> documents, pairs = generate()
    >>> sorted(documents["segment"].unique())
    ['bountywell', 'gigharbor', 'hirethread', 'remotecrate', 'stackferry', 'worklantern']
    >>> bool(pairs["left_id"].isin(documents["doc_id"]).all())
    True
    """
    rng = random.Random(seed)
    posts = _posts(rng)
    copies = [(number, copy) for number, post in enumerate(posts) for copy in _copies(post, rng)]
    rng.shuffle(copies)
    copies.sort(key=lambda item: (item[1].batch, BOARDS.index(item[1].board)))
    rows: list[dict[str, object]] = []
    for row, (number, copy) in enumerate(copies):
        text = _publish(copy.post, copy.board)
        scan = _FIRST_SCAN + datetime.timedelta(hours=12 * (copy.batch - 1))
        posted = scan - datetime.timedelta(minutes=rng.randrange(1, 720))
        rows.append(
            {
                "doc_id": f"post-{row:04d}",
                "text": text,
                "url": f"https://{copy.board}.example/listing/{40_000 + 3 * row}",
                "cluster": f"job-{number:03d}",
                "segment": copy.board,
                "source": copy.board,
                "batch": copy.batch,
                "posted_at": posted.isoformat(),
                "company": copy.post.company.name,
                "role": copy.post.role.name,
                "size": copy.post.size,
                "variant": copy.variant,
                "n_words": len(text.split()),
            }
        )
    documents = pd.DataFrame(rows)
    return documents, pair_table(_pairs(posts, copies, rng), RELATIONS, list(documents["doc_id"]))
