"""Fingerprinting: the NumPy reference against the plain Python loop that articles print, on the same features."""

from __future__ import annotations

import pandas as pd
import xxhash

import simlab
from benchmarks.timing import compare


def plain_loop(texts: list[str], size: int) -> list[int]:
    """The loop of the articles: every feature votes on every bit, one by one."""
    result = []
    for text in texts:
        tokens = text.lower().split()
        votes = [0] * 64
        for start in range(len(tokens) - size + 1):
            value = xxhash.xxh3_64_intdigest(" ".join(tokens[start : start + size]).encode())
            for bit in range(64):
                votes[bit] += 1 if value >> bit & 1 else -1
        result.append(sum(1 << bit for bit in range(64) if votes[bit] > 0))
    return result


def run() -> pd.DataFrame:
    """Compare words and 3-word shingles on the bundled job posts; all ways must agree first."""
    texts = [text for text in simlab.load_dataset("jobboard").documents["text"] if len(text.split()) >= 3][:150]
    size = sum(len(text.encode()) for text in texts) / 1e6
    tables = []
    for shingle_size in (1, 3):
        pipeline = simlab.Pipeline(normalize="lower", tokenize="whitespace", shingle_size=shingle_size)
        default = simlab.Pipeline(shingle_size=shingle_size)
        if pipeline.fingerprint(texts).tolist() != plain_loop(texts, shingle_size):
            raise AssertionError("the ways that are timed give different fingerprints")
        ways = {
            "plain Python loop": lambda shingle_size=shingle_size: plain_loop(texts, shingle_size),
            "simlab, white-space tokens": lambda pipeline=pipeline: pipeline.fingerprint(texts, progress=False),
            "simlab, default (Unicode words)": lambda default=default: default.fingerprint(texts, progress=False),
        }
        table = compare(ways, amount=size, unit="MB")
        table.insert(0, "work", f"fingerprints, shingle_size={shingle_size}, xxh3-64, list[str]")
        tables.append(table)
    return pd.concat(tables, ignore_index=True)
