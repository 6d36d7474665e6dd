"""Labelled pairs become a threshold: table, policy, operating point, YAML."""
