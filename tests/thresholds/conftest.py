"""A small labelled corpus: 24 stories told twice with one word changed, and all pairs across."""

import random

import pandas as pd
import pytest

WORDS = (
    "harbour council bridge river engine market garden winter signal timber copper border paper window machine captain "
    "meadow lantern station orchard thunder village compass blanket feather granite ladder mirror needle pepper "
    "quarry ribbon"
).split()


@pytest.fixture(scope="session")
def corpus():
    rng = random.Random(5)
    documents, rows = [], []
    for number in range(24):
        words = rng.choices(WORDS, k=60)
        changed = list(words)
        for position in rng.sample(range(60), 1 + number % 6):
            changed[position] = "changed"
        documents += [(f"{number}a", " ".join(words), number), (f"{number}b", " ".join(changed), number)]
        rows.append((f"{number}a", f"{number}b", 1, f"{1 + number % 6} words"))
    for number in range(24):
        for other in range(number + 1, 24):
            rows.append((f"{number}a", f"{other}b", 0, "other"))
    return (
        pd.DataFrame(documents, columns=["doc_id", "text", "cluster"]),
        pd.DataFrame(rows, columns=["left_id", "right_id", "label", "relation"]),
    )
