"""What the tests of the generated corpora share: pairs seen with both documents, and how alike two texts are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pandas as pd
import pytest


def pairs_with_documents(documents: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Pairs with the columns of both documents: left_cluster, right_cluster ..."""
    table = documents.set_index("doc_id")
    return pairs.join(table.add_prefix("left_"), on="left_id").join(table.add_prefix("right_"), on="right_id")


def mean_shingle_overlap(texts: Sequence[str], left: Iterable[int], right: Iterable[int]) -> float:
    """Mean Jaccard similarity of the 3-word shingles of texts given by position."""

    def shingles(text: str) -> set[str]:
        words = re.findall(r"\w+", text.lower())
        return {" ".join(words[start : start + 3]) for start in range(len(words) - 2)}

    features = [shingles(text) for text in texts]
    overlaps = [
        len(features[one] & features[other]) / len(features[one] | features[other])
        for one, other in zip(left, right, strict=True)
    ]
    return float(np.mean(overlaps))


@pytest.fixture(scope="session")
def joined() -> Callable[[pd.DataFrame, pd.DataFrame], pd.DataFrame]:
    """Give ``joined(documents, pairs)``: see :func:`pairs_with_documents`."""
    return pairs_with_documents


@pytest.fixture(scope="session")
def overlap() -> Callable[[Sequence[str], Iterable[int], Iterable[int]], float]:
    """Give ``overlap(texts, left, right)``: see :func:`mean_shingle_overlap`."""
    return mean_shingle_overlap
