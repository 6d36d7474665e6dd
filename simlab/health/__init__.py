"""Is the hash sound? For now the two questions that find a broken one at once: dead bits, and how far unrelated
documents lie."""
