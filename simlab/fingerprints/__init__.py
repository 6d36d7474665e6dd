"""Text becomes a fingerprint: normalise, cut into tokens, weigh, hash, vote, sign."""
