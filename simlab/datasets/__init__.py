"""Corpora to learn, measure and test on: bundled files, and the seeded generators that wrote them."""

from simlab.datasets.load import Corpus, bundled, dataset_names, load_dataset

__all__ = ["Corpus", "bundled", "dataset_names", "load_dataset"]
