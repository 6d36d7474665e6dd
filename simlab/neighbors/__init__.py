"""Fingerprints become distances, pairs and groups."""
