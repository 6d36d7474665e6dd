"""``make bench``: run every benchmark and print its table; ``out/benchmarks.csv`` keeps the numbers."""

from __future__ import annotations

import pathlib

import pandas as pd

from benchmarks import fingerprints, html, neighbors
from benchmarks.timing import machine


def main() -> None:
    """Print the tables, ratios first, and write them."""
    print(machine())
    tables = []
    for module in (fingerprints, html, neighbors):
        table = module.run()
        rate = next(column for column in table if column.endswith("/s"))
        print("\n" + table.to_string(index=False, float_format=lambda value: f"{value:.2f}"))
        tables.append(table.rename(columns={rate: "rate"}).assign(unit=rate))
    out = pathlib.Path("out")
    out.mkdir(exist_ok=True)
    pd.concat(tables, ignore_index=True).to_csv(out / "benchmarks.csv", index=False)
    print(f"\nwrote {out / 'benchmarks.csv'}")


if __name__ == "__main__":
    main()
