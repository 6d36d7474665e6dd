"""The bundled corpus ``storefront``: an invented shop's product pages, in French and English, declined by city.

An offer is one model in one language; its pages change one thing each, which is the pair's *relation*. What there is to
say comes from :mod:`simlab.datasets.storefront_words`, the pages from :mod:`simlab.datasets.storefront_pages`.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from simlab.datasets.grammar import capitalized, sentences
from simlab.datasets.pairs import add_pair, pair_table
from simlab.datasets.storefront_pages import (
    SIZES,
    Line,
    Page,
    invent_line,
    render,
    write_banner,
    write_features,
    write_intro,
    write_reviews,
    write_specs,
)
from simlab.datasets.storefront_words import (
    AUDIENCES,
    CATEGORIES,
    CITIES,
    COLOURS,
    EN,
    FR,
    NAMES,
    RULES,
    SENTENCES,
    Category,
    product_rules,
)

__all__ = ["RELATIONS", "generate"]

_LANGUAGES = ("fr", "en")
RELATIONS: dict[str, float] = {
    "city": 1.0,
    "promo_banner": 1.0,
    "price_and_stock": 1.0,
    "colour": 1.0,
    "reworded_intro": 1.0,
    "reviews_added": 1.0,
    "audience": 0.5,
    "sibling_model": 0.0,
    "same_category": 0.0,
    "other_category": 0.0,
    "other_language": 0.0,
}
"""Relation -> label: 1 near-duplicate, 0 not, 0.5 unsure."""

_N_SAME_CATEGORY = 900
_N_OTHER_CATEGORY = 700
_MODELS_PER_LINE = 4
_LINE_SIZES = ("short", "medium", "medium", "long", "long", "lean")
# Euros: from, up to but not including.
_PRICES = {
    "shoes": (69, 240),
    "tents": (149, 620),
    "kettles": (35, 160),
    "lamps": (45, 390),
    "bikes": (480, 2900),
    "coats": (110, 540),
    "coffee-machines": (89, 1450),
    "backpacks": (49, 290),
    "speakers": (79, 980),
    "armchairs": (190, 1600),
}
# Categories cut for women and for men.
_FOR_PEOPLE = ("shoes", "bikes", "coats")


@dataclass(frozen=True)
class _Family:
    """All pages of one offer in one language, the base page first."""

    category: str
    brand: str
    product: str
    language: int
    variants: tuple[tuple[str, Page], ...]


def _variants(
    page: Page, category: Category, rules: Mapping[str, Sequence[str]], rng: random.Random
) -> tuple[tuple[str, Page], ...]:
    """Choose which variants of the base page the shop publishes."""
    language, size = page.language, page.line.size
    cities = rng.sample([city for city in range(len(CITIES[FR])) if city != page.city], rng.choice((1, 1, 2)))
    variants = [("city", replace(page, city=city)) for city in cities]
    others = ["promo_banner", "price_and_stock", "colour", "reviews_added"]
    if size != "short":
        others.append("reworded_intro")
    chosen = rng.sample(others, rng.choice((1, 2, 2)))
    if page.audience is not None and rng.random() < 0.7:
        chosen.append("audience")
    for relation in sorted(chosen):
        if relation == "promo_banner":
            variant = replace(page, banner=write_banner(language, rng))
        elif relation == "price_and_stock":
            price = max(9, page.price * rng.choice((70, 75, 80, 90, 110, 115)) // 100)
            variant = replace(page, price=price, stock=page.stock + rng.randrange(1, 40))
        elif relation == "colour":
            variant = replace(page, colour=(page.colour + rng.randrange(1, len(COLOURS[FR]))) % len(COLOURS[FR]))
        elif relation == "reviews_added":
            count = rng.randint(*SIZES[size].reviews)
            variant = replace(page, reviews=write_reviews(category, count, language, rules, rng))
        elif relation == "reworded_intro":
            variant = replace(page, intro=write_intro(size, language, rules, rng))
        else:
            variant = replace(page, audience=1)
        variants.append((relation, variant))
    return tuple(variants)


def _families(rng: random.Random) -> list[_Family]:
    """Invent the whole catalogue."""
    names = [opening + ending for opening in NAMES["opening"] for ending in NAMES["brand_end"]]
    brands = iter(rng.sample(names, len(names)))
    families = []
    for category in CATEGORIES:
        for size in _LINE_SIZES:
            brand = next(brands)
            lines = [invent_line(category, brand, size, language, rng) for language in (FR, EN)]
            for name in rng.sample(names, _MODELS_PER_LINE):
                families.extend(_model(category, brand, name, lines, rng))
    return families


def _model(category: Category, brand: str, name: str, lines: Sequence[Line], rng: random.Random) -> list[_Family]:
    """Invent one model and tell the same facts about it in both languages."""
    size = lines[0].size
    kind = rng.randrange(len(category.kinds[FR]))
    product = f"{brand} {name}" + rng.choice(("", "", f" {rng.randrange(2, 99)}"))
    amounts = SIZES[size]
    n_features, n_specs, n_care = (rng.randint(*amount) for amount in (amounts.features, amounts.specs, amounts.care))
    facts = [
        (part, rng.randrange(3), rng.randrange(3), reason)
        for part, reason in zip(
            rng.sample(range(len(category.parts)), n_features),
            rng.sample(range(len(RULES[FR]["reason"])), n_features),
            strict=True,
        )
    ]
    values = [
        (row, rng.randrange(int(category.specs[row][2]), int(category.specs[row][3]) + 1, int(category.specs[row][4])))
        for row in rng.sample(range(len(category.specs)), n_specs)
    ]
    city, colour = rng.randrange(len(CITIES[FR])), rng.randrange(len(COLOURS[FR]))
    audience = 0 if category.slug in _FOR_PEOPLE and size != "short" and rng.random() < 0.8 else None
    price, stock = rng.randrange(*_PRICES[category.slug]), rng.randrange(1, 90)
    families = []
    for language, line in zip((FR, EN), lines, strict=True):
        rules = product_rules(category, kind, product, brand, language)
        _article, noun = category.kinds[language][kind].split(" ", 1)
        page = Page(
            language=language,
            title=f"{capitalized(noun)} {product}" if language == FR else f"{product} {noun}",
            intro=write_intro(size, language, rules, rng),
            features=write_features(category, facts, language, rules, rng)
            + sentences(SENTENCES[language]["care"], n_care, rules, rng),
            specs=write_specs(category, values, language),
            line=line,
            city=city,
            colour=colour,
            audience=audience,
            price=price,
            stock=stock,
        )
        variants = (("base", page), *_variants(page, category, rules, rng))
        families.append(_Family(category.slug, brand, product, language, variants))
    return families


def _pairs(
    families: Sequence[_Family], members: Sequence[Sequence[int]], rng: random.Random
) -> dict[tuple[int, int], str]:
    """Relate pairs of rows: within families by what changed, across families by how they are related."""
    pairs: dict[tuple[int, int], str] = {}
    for family, rows in zip(families, members, strict=True):
        names = [name for name, _ in family.variants]
        for position, name in enumerate(names[1:], start=1):
            add_pair(pairs, rows[0], rows[position], name)
        cities = [row for row, name in zip(rows, names, strict=True) if name == "city"]
        for position, row in enumerate(cities[1:], start=1):
            add_pair(pairs, cities[position - 1], row, "city")

    groups: dict[tuple[str, str, int], list[int]] = {}
    products: dict[tuple[str, str], list[int]] = {}
    for index, family in enumerate(families):
        groups.setdefault((family.category, family.brand, family.language), []).append(index)
        products.setdefault((family.category, family.product), []).append(index)
    for siblings in groups.values():
        for position, left in enumerate(siblings):
            for right in siblings[position + 1 :]:
                add_pair(pairs, rng.choice(members[left]), rng.choice(members[right]), "sibling_model")
    for left, right in products.values():
        add_pair(pairs, members[left][0], members[right][0], "other_language")
        add_pair(pairs, rng.choice(members[left]), rng.choice(members[right]), "other_language")

    wanted = {"same_category": _N_SAME_CATEGORY, "other_category": _N_OTHER_CATEGORY}
    while any(wanted.values()):
        left, right = rng.sample(range(len(families)), 2)
        one, other = families[left], families[right]
        relation = "same_category" if one.category == other.category else "other_category"
        if one.language == other.language and one.brand != other.brand and wanted[relation]:
            wanted[relation] -= add_pair(pairs, rng.choice(members[left]), rng.choice(members[right]), relation)
    return pairs


def _slug(text: str) -> str:
    """Lower-case ASCII letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def generate(seed: int = 2024) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Generate the product pages of an invented shop and labelled pairs of them.

    Every offer is told in French and in English; each language's pages are one cluster. A base page comes with variants
    that change one thing (city of dispatch, colour, price and stock, banner, reviews, wording of the introduction, or
    the audience). Models of one brand share its story, delivery and return paragraphs.

    Parameters
    ----------
    seed : int, default 2024
        The same seed gives the same tables on every machine.

    Returns
    -------
    documents : pandas.DataFrame
        One row a page: doc_id, text (Markdown), url, cluster, segment ("fr" or "en"), category, brand, product, size
        ("short", "medium", "long" or "lean": long, but most of it the brand's own text), variant, city, colour,
        audience, price (euros) and n_words.
    pairs : pandas.DataFrame
        left_id, right_id (left comes first in the documents), label (1, 0, or 0.5 for unsure) and relation.

    Examples
    --------
    >>> documents, pairs = generate()
    >>> sorted(documents["segment"].unique())
    ['en', 'fr']
    >>> bool(pairs["left_id"].isin(documents["doc_id"]).all())
    True
    """
    rng = random.Random(seed)
    families = _families(rng)
    rows: list[dict[str, object]] = []
    members: list[list[int]] = []
    for number, family in enumerate(families):
        members.append([])
        address = f"https://storefront.example/{_LANGUAGES[family.language]}/{family.category}/{_slug(family.product)}"
        for position, (variant, page) in enumerate(family.variants):
            text = render(page)
            city = CITIES[family.language][page.city]
            members[-1].append(len(rows))
            rows.append(
                {
                    "doc_id": f"page-{len(rows):04d}",
                    "text": text,
                    "url": f"{address}/{_slug(city)}" + ("" if variant in ("base", "city") else f"?variant={position}"),
                    "cluster": f"offer-{number:03d}",
                    "segment": _LANGUAGES[family.language],
                    "category": family.category,
                    "brand": family.brand,
                    "product": family.product,
                    "size": page.line.size,
                    "variant": variant,
                    "city": city,
                    "colour": COLOURS[family.language][page.colour],
                    "audience": "" if page.audience is None else AUDIENCES[family.language][page.audience],
                    "price": page.price,
                    "n_words": len(text.split()),
                }
            )
    documents = pd.DataFrame(rows)
    return documents, pair_table(_pairs(families, members, rng), RELATIONS, list(documents["doc_id"]))
