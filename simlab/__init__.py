"""simlab: from raw pages to a near-duplicate threshold you can defend.

The public names stand in the order of the flow:

    documents -> text -> tokens -> weighted features -> feature hashes -> votes -> fingerprint
              -> distances / pairs -> threshold table -> operating point -> thresholds.yaml
"""

from __future__ import annotations

import importlib
from typing import Any

from simlab.datasets import Corpus, dataset_names, load_dataset
from simlab.documents import clean_html, html_to_markdown, read_documents, read_table
from simlab.errors import SimlabError
from simlab.fingerprints.pipeline import Pipeline, fit_idf
from simlab.fingerprints.presets import presets
from simlab.fingerprints.storage import as_fingerprints, from_hex, from_signed, to_hex, to_signed
from simlab.health.bits import BitCheck, bit_balance, check_bits
from simlab.neighbors.clusters import dedupe_greedy, group_documents
from simlab.neighbors.hamming import (
    article_band,
    distance_histogram,
    distance_matrix,
    hamming_distance,
    pair_distances,
    similarity,
)
from simlab.neighbors.join import find_pairs
from simlab.registry import Stage, names, register, stage
from simlab.thresholds.export import (
    Thresholds,
    export_thresholds,
    load_thresholds,
    read_thresholds,
    verify_thresholds,
)
from simlab.thresholds.load import load_pairs
from simlab.thresholds.operating_point import Evidence, OperatingPoint
from simlab.thresholds.pairs import pair_table, pairs_from_clusters
from simlab.thresholds.table import chance_pairs, roc_auc, threshold_table
from simlab.thresholds.tune import compare, tune, tune_distances

__version__ = "0.1.0"

# Public names, in the order of the flow.
__all__ = [  # noqa: RUF022
    "read_documents",
    "read_table",
    "clean_html",
    "html_to_markdown",
    "Pipeline",
    "presets",
    "stage",
    "Stage",
    "register",
    "names",
    "fit_idf",
    "as_fingerprints",
    "to_hex",
    "from_hex",
    "to_signed",
    "from_signed",
    "hamming_distance",
    "pair_distances",
    "distance_matrix",
    "distance_histogram",
    "similarity",
    "article_band",
    "find_pairs",
    "group_documents",
    "dedupe_greedy",
    "check_bits",
    "bit_balance",
    "BitCheck",
    "load_pairs",
    "pair_table",
    "pairs_from_clusters",
    "threshold_table",
    "roc_auc",
    "tune",
    "tune_distances",
    "compare",
    "Evidence",
    "OperatingPoint",
    "export_thresholds",
    "load_thresholds",
    "read_thresholds",
    "verify_thresholds",
    "chance_pairs",
    "Thresholds",
    "load_dataset",
    "dataset_names",
    "Corpus",
    "SimlabError",
    "plots",
]


def __getattr__(name: str) -> Any:
    """Import the plots when they are first asked for: most uses do not need matplotlib."""
    if name == "plots":
        return importlib.import_module("simlab.plots")
    raise AttributeError(f"module 'simlab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
