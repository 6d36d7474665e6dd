"""simlab: from raw pages to a near-duplicate threshold you can defend.

The names below stand in the order of the flow:

    documents -> text -> tokens -> weighted features -> feature hashes -> votes -> fingerprint
              -> distances / pairs -> threshold table -> operating point -> thresholds.yaml
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"

from simlab.errors import SimlabError
from simlab.registry import register, stage

from simlab.fingerprints.pipeline import Pipeline, fit_idf
from simlab.fingerprints.presets import presets
from simlab.fingerprints.storage import as_fingerprints, from_hex, from_signed, to_hex, to_signed
from simlab.neighbors.hamming import (
    article_band,
    distance_histogram,
    distance_matrix,
    hamming_distance,
    pair_distances,
    similarity,
)
from simlab.neighbors.join import find_pairs
from simlab.neighbors.clusters import dedupe_greedy, group_documents
from simlab.thresholds.pairs import pairs_from_clusters
from simlab.thresholds.table import roc_auc, threshold_table
from simlab.thresholds.tune import Evidence, OperatingPoint, compare, tune, tune_distances
from simlab.thresholds.export import Thresholds, chance_pairs, export_thresholds, load_thresholds, verify_thresholds

_LAZY = ("plots",)
"""Modules that cost a second to import and that many uses never need."""

__all__ = [
    "SimlabError",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return importlib.import_module(f"simlab.{name}")
    raise AttributeError(f"module 'simlab' has no attribute {name!r}")
