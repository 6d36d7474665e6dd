"""What the storefront corpus can say: names, words, sentences and categories of products, in French and English.

Whatever is told in both languages is a pair, French first: take ``[FR]`` or ``[EN]`` of it. The two sides are equally
long and say the same at the same place, so that a fact drawn as a number can be told in either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.datasets.words import read_phrases

__all__ = [
    "AUDIENCES",
    "CATEGORIES",
    "CITIES",
    "COLOURS",
    "EN",
    "FR",
    "HEADINGS",
    "NAMES",
    "RULES",
    "SENTENCES",
    "Category",
    "product_rules",
]

FR, EN = 0, 1


@dataclass(frozen=True)
class _Part:
    """A part of a product that a description can praise: noun, materials and predicates, French first."""

    noun: tuple[str, str]
    materials: tuple[tuple[str, ...], tuple[str, ...]]
    predicates: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class Category:
    """What the shop can say about one kind of product, French first; ``specs`` are the rows of the technical sheet."""

    slug: str
    kinds: tuple[tuple[str, ...], tuple[str, ...]]
    where: tuple[tuple[str, ...], tuple[str, ...]]
    purposes: tuple[tuple[str, ...], tuple[str, ...]]
    specs: tuple[tuple[str, ...], ...]
    parts: tuple[_Part, ...]


def _cells(line: str, separator: str = "|") -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.split(separator))


def _both(lines: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split lines "French | English"."""
    rows = [_cells(line) for line in lines]
    return tuple(french for french, _ in rows), tuple(english for _, english in rows)


def _parts(lines: Sequence[str]) -> tuple[_Part, ...]:
    """Read parts, five lines each: noun; French materials, predicates; the same in English."""
    parts = []
    for start in range(0, len(lines), 5):
        noun, *lists = lines[start : start + 5]
        french, english = _cells(noun)
        materials_fr, predicates_fr, materials_en, predicates_en = (_cells(line, ";") for line in lists)
        parts.append(_Part((french, english), (materials_fr, materials_en), (predicates_fr, predicates_en)))
    return tuple(parts)


CATEGORIES = tuple(
    Category(
        slug,
        kinds=_both(lists["kinds"]),
        where=_both(lists["where"]),
        purposes=_both(lists["purposes"]),
        specs=tuple(_cells(line) for line in lists["specs"]),
        parts=_parts(lists["parts"]),
    )
    for slug, lists in read_phrases("storefront_products.txt").items()
)
_WORDS = read_phrases("storefront_words.txt")
NAMES = _WORDS["names"]
CITIES, COLOURS, AUDIENCES = (_both(_WORDS["page"][key]) for key in ("cities", "colours", "audiences"))
HEADINGS = {key: _both(lines) for key, lines in _WORDS["headings"].items()}
SENTENCES = tuple(read_phrases(f"storefront_{language}.txt")["sentences"] for language in ("french", "english"))
"""Kind of sentence -> sentences with open slots."""


def _general_rules(language: int) -> dict[str, tuple[str, ...]]:
    """Rules that hold on every page of one language."""
    return {
        **NAMES,
        **{key: _both(lines)[language] for key, lines in _WORDS["words"].items()},
        "year": tuple(str(year) for year in range(1921, 2023)),
        "future": tuple(str(year) for year in range(2031, 2050)),
        "percent": tuple(str(share) for share in range(8, 71)),
        "count": tuple(str(count) for count in range(14, 480)),
        "euros": tuple(str(euros) for euros in range(20, 180, 5)),
        "hours": ("12", "24", "36", "48", "72"),
        "clock": ("9", "10", "11", "13", "14", "15", "16", "17"),
        "days": tuple(str(days) for days in range(14, 101)),
        "date": tuple(f"{day} {{month}}" for day in range(2, 29)),
    }


RULES = (_general_rules(FR), _general_rules(EN))
"""What the slots of the sentences may become, wherever they stand."""


def product_rules(category: Category, kind: int, name: str, brand: str, language: int) -> dict[str, tuple[str, ...]]:
    """Add to the general rules what one product has of its own; a review or an intro may speak of any of its parts."""
    return RULES[language] | {
        "brand": (brand,),
        "name": (name,),
        "kind": (category.kinds[language][kind],),
        "where": category.where[language] + RULES[language]["where"],
        "purpose": category.purposes[language],
    }
