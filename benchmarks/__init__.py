"""Side-by-side timings in one process: ratios, never pass or fail."""
