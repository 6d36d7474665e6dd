"""Slow, obvious twins of the fast functions: loops a reader can check by hand."""


def votes(feature_hashes, weights, n_bits):
    result = []
    for bit in range(n_bits):
        total = 0
        for value, weight in zip(feature_hashes, weights, strict=True):
            total += weight if value >> bit & 1 else -weight
        result.append(total)
    return result


def sign(bit_votes, tie):
    value = 0
    for bit, vote in enumerate(bit_votes):
        if vote > 0 or (vote == 0 and tie == 1):
            value += 2**bit
    return value


def hamming_distance(left, right):
    return sum((left >> bit & 1) != (right >> bit & 1) for bit in range(64))


def find_pairs(fingerprints, max_distance):
    found = []
    for i in range(len(fingerprints)):
        for j in range(i + 1, len(fingerprints)):
            if fingerprints[i] is None or fingerprints[j] is None:
                continue
            distance = hamming_distance(fingerprints[i], fingerprints[j])
            if distance <= max_distance:
                found.append((i, j, distance))
    return found


def groups(n_documents, pairs):
    """Paint documents until no pair joins two colours; then number the colours by first document."""
    colour = list(range(n_documents))
    changed = True
    while changed:
        changed = False
        for i, j, _ in pairs:
            low = min(colour[i], colour[j])
            if colour[i] != low or colour[j] != low:
                colour[i] = colour[j] = low
                changed = True
    order = []
    for value in colour:
        if value not in order:
            order.append(value)
    return [order.index(value) for value in colour]


def dedupe_greedy(fingerprints, max_distance):
    kept = []
    flags = []
    for value in fingerprints:
        if value is None:
            flags.append(True)
            continue
        close = any(hamming_distance(value, other) <= max_distance for other in kept)
        flags.append(not close)
        if not close:
            kept.append(value)
    return flags


def threshold_row(distances, labels, max_distance):
    """tp, fp, fn, tn of one threshold; None is a missing distance or an unsure label."""
    tp = fp = fn = tn = 0
    for distance, label in zip(distances, labels, strict=True):
        if label is None:
            continue
        flagged = distance is not None and distance <= max_distance
        if label == 1:
            tp, fn = (tp + 1, fn) if flagged else (tp, fn + 1)
        else:
            fp, tn = (fp + 1, tn) if flagged else (fp, tn + 1)
    return tp, fp, fn, tn


def shingles(tokens, size):
    return [" ".join(tokens[start : start + size]) for start in range(len(tokens)) if start + size <= len(tokens)]
