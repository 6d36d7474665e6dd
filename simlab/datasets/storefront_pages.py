"""The pages of the storefront corpus: the sentences about one product, and their arrangement in Markdown."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simlab.datasets.grammar import capitalized, expand, sentences
from simlab.datasets.storefront_words import AUDIENCES, CITIES, COLOURS, FR, HEADINGS, RULES, SENTENCES, Category

__all__ = [
    "SIZES",
    "Line",
    "Page",
    "invent_line",
    "render",
    "write_banner",
    "write_features",
    "write_intro",
    "write_reviews",
    "write_specs",
]


@dataclass(frozen=True)
class _Size:
    """How much a page says: the least and the most of each kind of sentence; the last three are shared by a line."""

    intro: tuple[int, int]
    features: tuple[int, int]
    care: tuple[int, int]
    specs: tuple[int, int]
    reviews: tuple[int, int]
    story: tuple[int, int] = (0, 0)
    terms: tuple[int, int] = (0, 0)
    returns: tuple[int, int] = (0, 0)


# On a lean page most of the text belongs to the brand: its models are the hardest negatives.
SIZES = {
    "short": _Size((1, 1), (0, 1), (0, 0), (0, 0), (1, 1)),
    "medium": _Size((2, 2), (3, 4), (0, 1), (2, 4), (1, 4), (2, 2), (1, 1), (1, 1)),
    "long": _Size((3, 3), (6, 8), (1, 2), (4, 6), (2, 5), (3, 5), (3, 3), (3, 3)),
    "lean": _Size((1, 2), (2, 3), (0, 1), (2, 3), (2, 5), (4, 6), (4, 5), (3, 5)),
}


@dataclass(frozen=True)
class Line:
    """What the models of one brand share, in one language: story, delivery and returns, and the order of the page."""

    brand: str
    size: str
    story: tuple[str, ...]
    delivery: tuple[str, ...]
    returns: tuple[str, ...]
    headings: tuple[str, str, str, str]
    specs_first: bool


@dataclass(frozen=True)
class Page:
    """One product page in one language: what a variant changes is a field."""

    language: int
    title: str
    intro: tuple[str, ...]
    features: tuple[str, ...]
    specs: tuple[str, ...]
    line: Line
    city: int
    colour: int
    audience: int | None
    price: int
    stock: int
    banner: str = ""
    reviews: tuple[str, ...] = ()


def invent_line(category: Category, brand: str, size: str, language: int, rng: random.Random) -> Line:
    """Invent what one brand says on all its pages."""
    rules = RULES[language] | {"brand": (brand,), "where": category.where[language] + RULES[language]["where"]}
    amounts = SIZES[size]
    return Line(
        brand=brand,
        size=size,
        story=sentences(SENTENCES[language]["stories"], rng.randint(*amounts.story), rules, rng),
        delivery=sentences(SENTENCES[language]["deliveries"], 1, rules, rng)
        + sentences(SENTENCES[language]["delivery_terms"], rng.randint(*amounts.terms), rules, rng),
        returns=sentences(SENTENCES[language]["returns"], rng.randint(*amounts.returns), rules, rng),
        headings=(
            rng.choice(HEADINGS["description"][language]),
            rng.choice(HEADINGS["specs"][language]),
            rng.choice(HEADINGS["shipping"][language]),
            rng.choice(HEADINGS["reviews"][language]),
        ),
        specs_first=rng.random() < 0.4,
    )


def write_features(
    category: Category,
    facts: Sequence[tuple[int, int, int, int]],
    language: int,
    rules: Mapping[str, Sequence[str]],
    rng: random.Random,
) -> tuple[str, ...]:
    """Praise the given parts: (part, material, predicate, reason) each, the same ones in both languages."""
    shapes = rng.sample(SENTENCES[language]["features"], len(facts))
    praise = []
    for shape, (part_index, material, predicate, reason) in zip(shapes, facts, strict=True):
        part = category.parts[part_index]
        words = {
            "part": (part.noun[language],),
            "material": (part.materials[language][material],),
            "material_cap": (capitalized(part.materials[language][material]),),
            "predicate": (part.predicates[language][predicate],),
            "reason": (RULES[language]["reason"][reason],),
        }
        praise.append(capitalized(expand(shape, {**rules, **words}, rng)))
    return tuple(praise)


def write_reviews(
    category: Category, count: int, language: int, rules: Mapping[str, Sequence[str]], rng: random.Random
) -> tuple[str, ...]:
    """Write customers' opinions: one or two clauses each about some part of the product."""
    reviews = []
    for _ in range(count):
        part = rng.choice(category.parts)
        words = {"part": (part.noun[language],), "predicate": (rng.choice(part.predicates[language]),)}
        clauses = [
            expand(shape, {**rules, **words}, rng)
            for shape in rng.sample(SENTENCES[language]["opinions"], rng.choice((1, 2)))
        ]
        stars = "★" * rng.choice((3, 4, 5, 5))
        signature = expand("{first}, {place}", rules, rng)
        opening, closing = ("« ", " »") if language == FR else ("“", "”")
        reviews.append(f"{signature} {stars} {opening}{capitalized(', '.join(clauses))}{closing}")
    return tuple(reviews)


def write_specs(category: Category, values: Sequence[tuple[int, int]], language: int) -> tuple[str, ...]:
    """Write the bullets of the technical sheet: (row, value) each."""
    return tuple(
        f"{category.specs[row][language]}{' :' if language == FR else ':'} {value} {category.specs[row][5 + language]}"
        for row, value in values
    )


def write_banner(language: int, rng: random.Random) -> str:
    """Announce an offer of the shop, with its code."""
    code = expand("{process}", RULES[language], rng).upper() + str(rng.randrange(5, 60))
    return capitalized(expand(rng.choice(SENTENCES[language]["banners"]), RULES[language], rng)).replace("{CODE}", code)


def write_intro(size: str, language: int, rules: Mapping[str, Sequence[str]], rng: random.Random) -> tuple[str, ...]:
    """Introduce the product; each sentence names a different purpose."""
    shapes = rng.sample(SENTENCES[language]["intros"], rng.randint(*SIZES[size].intro))
    purposes = rng.sample(rules["purpose"], len(shapes))
    return tuple(
        capitalized(expand(shape, {**rules, "purpose": (purpose,)}, rng))
        for shape, purpose in zip(shapes, purposes, strict=True)
    )


def render(page: Page) -> str:
    """Write the page as Markdown."""
    language, line = page.language, page.line
    city = CITIES[language][page.city]
    colour = COLOURS[language][page.colour]
    title = f"{page.title} – {colour}"
    specs = list(page.specs)
    if page.audience is not None:
        audience = AUDIENCES[language][page.audience]
        sizes = ("36–42", "40–47")[page.audience]
        title = f"{page.title} {'pour' if language == FR else 'for'} {audience} – {colour}"
        specs.append(f"Coupe {audience}, {sizes}" if language == FR else f"Cut for {audience}, {sizes}")
    specs.append(f"Coloris : {colour}" if language == FR else f"Colour: {colour}")
    price = (
        f"**{page.price} €** ({page.stock} en stock)" if language == FR else f"**{page.price} €** ({page.stock} left)"
    )
    shipping = " ".join(line.delivery + line.returns)
    if line.size == "short":
        blocks = [f"# {title}", " ".join(page.intro + page.features), f"{shipping} {price}"]
    else:
        about, numbers, carriage, _ = line.headings
        half = (len(page.features) + 1) // 2 if len(page.features) > 4 else len(page.features)
        features = [" ".join(page.features[:half]), " ".join(page.features[half:])]
        sheet = [f"## {numbers}", "\n".join(f"- {spec}" for spec in specs)]
        description = [f"## {about}", *filter(None, features)]
        blocks = [f"# {title}", price, " ".join(page.intro)]
        blocks += sheet + description if line.specs_first else description + sheet
        blocks += [f"## {line.brand}", " ".join(line.story), f"## {carriage}", shipping]
    if page.banner:
        blocks.insert(0, f"> {page.banner}")
    if page.reviews:
        blocks += [f"## {line.headings[3]}", *page.reviews]
    de_city = f"d’{city}" if city[0] in "AEIOUÉ" else f"de {city}"
    return "\n\n".join(blocks).replace("{DE_CITY}", de_city).replace("{CITY}", city)
