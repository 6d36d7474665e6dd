"""simlab: from raw pages to a near-duplicate threshold you can defend."""
__version__ = "0.1.0"
