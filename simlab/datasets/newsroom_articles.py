"""The articles of the newsroom corpus: stories, the texts about them, and what editors do to a text afterwards."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from simlab.datasets.grammar import expand
from simlab.datasets.words import alternatives, read_words

__all__ = [
    "Article",
    "Story",
    "corrected",
    "house_style",
    "invent_story",
    "lightly_edited",
    "newsroom_words",
    "syndicated",
    "topics",
    "updated",
    "write_article",
]

Rules = Mapping[str, Sequence[str]]


class Story(NamedTuple):
    """An event: who, where and how many. Every article about it draws on the same names and figures."""

    language: str
    topic: str
    rules: Rules


@dataclasses.dataclass(frozen=True)
class Article:
    """A headline and paragraphs of sentences; ``clauses`` and ``quotes`` say which patterns the writer has used up."""

    headline: str
    paragraphs: tuple[tuple[str, ...], ...]
    clauses: frozenset[str] = frozenset()
    quotes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Headline and paragraphs, separated by blank lines: what a perfect cleaner would leave of the page."""
        return "\n\n".join([self.headline, *(" ".join(paragraph) for paragraph in self.paragraphs)])

    @property
    def n_words(self) -> int:
        """Words in the paragraphs."""
        return sum(len(sentence.split()) for paragraph in self.paragraphs for sentence in paragraph)


# ---------------------------------------------------------------------------------------------------------------- words


def newsroom_words(language: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Read the word file of a language (english | french): topic -> list name -> entries."""
    return read_words(f"newsroom_{language}.txt")


def topics(language: str) -> list[str]:
    """Names of the topics that have words in this language (english | french)."""
    return [topic for topic in newsroom_words(language) if topic not in ("general", "page")]


def _english_figures() -> Rules:
    return {
        "number": [f"{n:,}" for n in (*range(101, 1000, 7), *range(1040, 9000, 170))],
        "percent": [f"{n / 10:.1f} per cent" for n in range(4, 390, 5)] + [f"{n} per cent" for n in range(3, 42)],
        "money": [f"£{n / 10:.1f}m" for n in range(3, 900, 7)] + [f"£{n},000" for n in range(12, 990, 11)],
        "money2": [f"£{n}" for n in range(14, 999, 9)] + [f"£{n:,}" for n in range(1050, 9900, 130)],
        "bigmoney": [f"£{n}m" for n in range(110, 980, 17)] + [f"£{n / 10:.1f}bn" for n in range(11, 98)],
        "metres": [f"{n / 100:.2f}" for n in range(112, 890, 13)],
        "thousands": [f"{n:,}" for n in range(1030, 99000, 770)],
        "hour": [f"{h}.{m:02d}{'am' if h > 5 else 'pm'}" for h in range(1, 12) for m in range(0, 60, 5)],
    }


def _french_figures() -> Rules:
    def spaced(n: int) -> str:
        return f"{n:,}".replace(",", "\N{NO-BREAK SPACE}")

    return {
        "number": [spaced(n) for n in (*range(101, 1000, 7), *range(1040, 9000, 170))],
        "percent": [f"{n / 10:.1f} %".replace(".", ",") for n in range(4, 390, 5)] + [f"{n} %" for n in range(3, 42)],
        "money": [f"{n / 10:.1f} millions d'euros".replace(".", ",") for n in range(21, 900, 7)]
        + [f"{n} 000 euros" for n in range(12, 990, 11)],
        "money2": [f"{spaced(n)} euros" for n in (*range(14, 999, 9), *range(1050, 9900, 130))],
        "thousands": [spaced(n) for n in range(1030, 99000, 770)],
        "hour": [f"{h} h {m:02d}" for h in range(6, 23) for m in range(10, 60, 5)],
    }


_COMMON_FIGURES: Rules = {
    "few": [str(n) for n in range(3, 20)],
    "dozens": [str(n) for n in range(20, 100)],
    "age": [str(n) for n in range(19, 92)],
    "minute": [str(n) for n in range(2, 90)],
    "letter": list("ABCDEFGHJK"),
    "year": [str(n) for n in range(1961, 2023)],
}
_FIGURES: dict[str, Rules] = {
    "english": {**_COMMON_FIGURES, **_english_figures()},
    "french": {**_COMMON_FIGURES, **_french_figures()},
}
_COUNTIES = {
    "english": "[East|West|North|South|Upper|Mid] {town_head}shire",
    "french": "[Haut|Bas]-[Vernois|Marnais|Brenois|Sauvelois|Charmois|Plessis|Corvais|Tréhois]",
}
_FORMS_OF_NAME = {
    "english": [("{given_ms}", "Ms "), ("{given_mr}", "Mr "), ("{given}", "Dr ")],
    "french": [("{given}", "")],
}


def invent_story(language: str, topic: str, rng: random.Random) -> Story:
    """Invent an event: places, organisations, people with their roles, and three figures."""
    words = newsroom_words(language)
    rules: dict[str, Sequence[str]] = {**words["general"], **_FIGURES[language], **words[topic]}

    def fix(name: str, template: str) -> str:
        rules[name] = (_tidy(expand(template, rules, rng), language),)
        return rules[name][0]

    fix("place", "{town}")
    fix("county", _COUNTIES[language])
    organisations = rng.sample(list(alternatives(words[topic]["organisation"])), 2)
    roles = rng.sample(list(alternatives(words[topic]["role"])), 3)
    for name, organisation in zip(["org", "org2"], organisations, strict=True):
        fix(name, organisation)
    surnames = rng.sample(list(alternatives(words["general"]["surname"])), 3)
    for person, role, surname in zip(["lead", "second", "third"], roles, surnames, strict=True):
        given, title = rng.choice(_FORMS_OF_NAME[language])
        fix(f"{person}_full", f"{given} {surname}")
        fix(f"{person}_short", title + surname)
        fix(f"{person}_role", role)
    fix("fig_a", "{number}")
    fix("fig_b", "{money}")
    fix("fig_c", "{percent}")
    return Story(language, topic, rules)


# -------------------------------------------------------------------------------------------------------------- writing

_BEFORE_VOWEL = re.compile(r"\b([Aa]) (?=(?!uni|one|us[ei]|eu)[aeiou]|£?(?:8|1[18]\b))")
_ELISION = re.compile(r"\b([Qq]u|[Dd])e (?=[aeiouyâàéèêAEIOUÉÈÀ])")
_SENTENCE_START = re.compile(r'((?:^|[.!?] |(?:^|[\s:])"|« )+)(\w)')


def _tidy(text: str, language: str) -> str:
    text = re.sub(" +", " ", text).replace(",.", ".").replace(",,", ",")
    if language == "french":
        return _ELISION.sub(r"\1'", text)
    return _BEFORE_VOWEL.sub(r"\1n ", text)


def _sentence(template: str, rules: Rules, rng: random.Random, language: str) -> str:
    text = _tidy(expand(template, rules, rng), language)
    return _SENTENCE_START.sub(lambda start: start.group(1) + start.group(2).upper(), text)


class _Deck:
    """Patterns drawn without repetition for as long as they last; those another article used come last."""

    def __init__(self, patterns: Iterable[str], used: frozenset[str], rng: random.Random) -> None:
        self._all = list(patterns)
        shuffled = rng.sample(self._all, len(self._all))
        self._left = [p for p in shuffled if p in used] + [p for p in shuffled if p not in used]
        self._rng = rng
        self.drawn: set[str] = set()

    def draw(self) -> str:
        if not self._left:
            self._left = self._rng.sample(self._all, len(self._all))
        pattern = self._left.pop()
        self.drawn.add(pattern)
        return pattern

    def fill(self, template: str, slot: str) -> str:
        """Put the next patterns into every ``slot`` of the template."""
        # A shape that says when something happened must not meet a clause that dates it differently.
        is_dated = "{when" in template
        while slot in template:
            pattern = self.draw()
            template = template.replace(slot, pattern.replace(" {when}", "") if is_dated else pattern, 1)
        return template


class _Writer:
    """Writes sentences about one story."""

    def __init__(self, story: Story, rng: random.Random, used: frozenset[str]) -> None:
        self.story, self.rng = story, rng
        rules = story.rules
        general = rng.sample(list(rules["clause_general"]), len(rules["clause_general"]) * 2 // 3)
        self.clauses = _Deck([*rules["clauses"], *general], used, rng)
        self.quotes = _Deck([*rules["quotes"], *rules["quotes_general"]], used, rng)
        self.shapes = _Deck(rules["shapes"], frozenset(), rng)
        self.quote_shapes = _Deck(rules["quote_shapes"], frozenset(), rng)

    def _expand(self, template: str) -> str:
        return _sentence(template, self.story.rules, self.rng, self.story.language)

    def headline(self) -> str:
        return self._expand(self.rng.choice(self.story.rules["headlines"]))

    def lead(self) -> str:
        return self._expand(self.rng.choice(self.story.rules["leads"]) + ".")

    def sentence(self) -> str:
        for _ in range(5):
            filled = self.clauses.fill(self.shapes.draw(), "{clause}")
            # Nobody says that they themselves, named in full again, did something: take other patterns.
            if all(filled.count(f"{{{person}_short}}") < 2 for person in ("lead", "second", "third")):
                break
        return self._expand(filled)

    def quotation(self) -> str:
        return self._expand(self.quotes.fill(self.quote_shapes.draw(), "{quote}"))

    def closing(self) -> str:
        return self._expand(self.clauses.fill(self.rng.choice(self.story.rules["extras"]), "{clause}"))

    def paragraph(self) -> tuple[tuple[str, ...], bool]:
        """One to three sentences, or a quotation; the second value says which."""
        if self.rng.random() < 0.3:
            return (self.quotation(),), True
        return tuple(self.sentence() for _ in range(self.rng.choice([1, 1, 2, 2, 3]))), False

    @property
    def drawn(self) -> frozenset[str]:
        return frozenset(self.clauses.drawn | self.quotes.drawn)


def write_article(story: Story, n_words: int, rng: random.Random, *, beside: Article | None = None) -> Article:
    """Write an article of about ``n_words`` words.

    Parameters
    ----------
    story : Story
        The event.
    n_words : int
        Length to reach; the last paragraph may run over it.
    rng : random.Random
        Source of every choice.
    beside : Article, optional
        An article on the same event by somebody else: other sentences are written, and one or two of its quotations
        come again word for word, as when two reporters sat in the same press conference.

    Examples
    --------
    >>> rng = random.Random(3)
    >>> article = write_article(invent_story("english", "court", rng), 120, rng)
    >>> 80 <= article.n_words <= 220
    True
    """
    writer = _Writer(story, rng, beside.clauses if beside else frozenset())
    paragraphs: list[tuple[str, ...]] = [(writer.lead(),)]
    quotes: list[str] = []
    n_written = len(paragraphs[0][0].split())
    if beside and n_words > 120:
        n_shared = 2 if n_words > 220 else 1
        paragraphs += [(quote,) for quote in rng.sample(beside.quotes, min(n_shared, len(beside.quotes)))]
        n_written += sum(len(paragraph[0].split()) for paragraph in paragraphs[1:])
    while n_written < n_words:
        paragraph, is_quote = writer.paragraph() if n_words > 90 else ((writer.sentence(),), False)
        if is_quote:
            quotes += paragraph
        paragraphs.append(paragraph)
        n_written += sum(len(sentence.split()) for sentence in paragraph)
    if n_words > 150 and rng.random() < 0.5:
        paragraphs.append((writer.closing(),))
    used = writer.drawn | (beside.clauses if beside else frozenset())
    return Article(writer.headline(), tuple(paragraphs), used, tuple(quotes))


# -------------------------------------------------------------------------------------------------------------- editing

_SYNONYMS = {
    "english": {
        "according to": "in the words of",
        "said": "told reporters",
        "added": "said",
        "noted": "pointed out",
        "argued": "claimed",
        "insisted": "repeated",
        "explained": "said",
        "residents": "local people",
        "campaigners": "activists",
        "families": "households",
        "officials": "civil servants",
        "although": "even though",
        "while": "whereas",
        "earlier this year": "in the first months of the year",
        "over the winter": "during the winter",
        "at the weekend": "over the weekend",
        "more than": "over",
        "fewer than": "under",
        "refused": "declined",
        "promised": "pledged",
        "roughly": "about",
        "for now": "for the moment",
        "elsewhere": "in other parts",
        "failed": "did not work",
        "published": "made public",
        "worth": "valued at",
        "told": "assured",
        "warned": "cautioned",
        "was": "had been",
        "were": "had been",
        "but": "yet",
    },
    "french": {
        "selon": "d'après",
        "affirme": "indique",
        "explique": "détaille",
        "souligne": "note",
        "rappelle": "signale",
        "habitants": "riverains",
        "tandis que": "pendant que",
        "alors que": "quand",
        "depuis": "voici",
        "dernier": "passé",
        "malgré": "en dépit de",
        "aussi": "également",
        "devant": "face à",
        "reste": "demeure",
        "mais": "toutefois",
        "avec": "aux côtés de",
    },
}
_OPENINGS = {
    "english": ["Meanwhile, ", "On top of that, ", "As it happens, ", "To date, ", "At the same time, ", "Crucially, "],
    "french": ["Par ailleurs, ", "À ce jour, ", "Dans le même temps, ", "De fait, ", "Fait notable, "],
}
_ENDINGS = {
    "english": [", it emerged later", ", sources confirmed", ", it is understood", ", records show", " as expected"],
    "french": [", apprend-on", ", précise l'entourage", ", dit-on sur place", " comme prévu", ", de bonne source"],
}
_FIGURE = re.compile(r"(?<![\w.,])\d{2,}(?![\w])")
_MAY_BE_LOWERED = re.compile(
    "(a|an|the|some|many|several|two|three|four|five|six|seven|eight|nine|ten|eleven|people|residents|nobody|no|almost|"
    "roughly|doubts|questions|rumours|le|la|les|un|une|des|deux) "
)


def _lower_first(sentence: str) -> str:
    """Lower the first letter of a sentence that begins with a word known to be no name."""
    lowered = sentence[:1].lower() + sentence[1:]
    return lowered if _MAY_BE_LOWERED.match(lowered) else sentence


def _touched(sentence: str, language: str, rng: random.Random) -> str:
    """Change a sentence as a sub-editor does: another word or two, a new opening, a qualification at the end."""
    present = [word for word in _SYNONYMS[language] if re.search(rf"\b{word}\b", sentence)]
    for word in rng.sample(present, min(len(present), rng.randint(1, 2))):
        sentence = re.sub(rf"\b{word}\b", _SYNONYMS[language][word], sentence, count=1)
    if not sentence.startswith(('"', "«")) and (not present or rng.random() < 0.4):
        if rng.random() < 0.5 and _lower_first(sentence) != sentence:
            return rng.choice(_OPENINGS[language]) + _lower_first(sentence)
        if sentence.endswith("."):
            return sentence[:-1] + rng.choice(_ENDINGS[language]) + "."
    return sentence


def _positions(article: Article) -> list[tuple[int, int]]:
    return [(p, s) for p, paragraph in enumerate(article.paragraphs) for s in range(len(paragraph))]


def _with_sentence(article: Article, position: tuple[int, int], sentence: str) -> Article:
    p, s = position
    paragraph = (*article.paragraphs[p][:s], sentence, *article.paragraphs[p][s + 1 :])
    return dataclasses.replace(article, paragraphs=(*article.paragraphs[:p], paragraph, *article.paragraphs[p + 1 :]))


def _with_new_figure(sentence: str, rng: random.Random) -> str:
    figures = list(_FIGURE.finditer(sentence))
    if not figures:
        return sentence
    figure = rng.choice(figures)
    return sentence[: figure.start()] + str(int(figure.group()) + rng.randint(1, 9)) + sentence[figure.end() :]


def corrected(article: Article, language: str, rng: random.Random) -> Article:
    """A few words put right: a figure, a weekday, a name; at least one word changes, at most three places."""
    weekdays = list(alternatives(newsroom_words(language)["general"]["weekday"]))
    n_wanted = 1 if article.n_words < 90 else rng.randint(1, 3)
    n_done = 0
    for position in rng.sample(_positions(article), len(_positions(article))):
        if n_done == n_wanted:
            break
        old = article.paragraphs[position[0]][position[1]]
        weekday = next((day for day in weekdays if re.search(rf"\b{day}\b", old)), None)
        new = _with_new_figure(old, rng)
        if new == old and weekday:
            new = old.replace(weekday, rng.choice([day for day in weekdays if day != weekday]), 1)
        if new != old:
            article = _with_sentence(article, position, new)
            n_done += 1
    if n_done:
        return article
    position = rng.choice(_positions(article))
    old = article.paragraphs[position[0]][position[1]]
    note = " (corrected)" if language == "english" else " (rectifié)"
    return _with_sentence(article, position, old.rstrip(".") + note + ".")


def lightly_edited(article: Article, story: Story, rng: random.Random) -> Article:
    """Some sentences touched, and one paragraph added or cut where the article is long enough to bear it."""
    positions = _positions(article)
    n_touched = max(1, round(len(positions) * rng.uniform(0.1, 0.24)))
    for position in rng.sample(positions, n_touched):
        old = article.paragraphs[position[0]][position[1]]
        article = _with_sentence(article, position, _touched(old, story.language, rng))
    paragraphs = article.paragraphs
    if len(paragraphs) >= 6:
        place = rng.randrange(2, len(paragraphs))
        if rng.random() < 0.5:
            paragraphs = (*paragraphs[:place], *paragraphs[place + 1 :])
        else:
            paragraph, _ = _Writer(story, rng, article.clauses).paragraph()
            paragraphs = (*paragraphs[:place], paragraph[:2], *paragraphs[place:])
    return dataclasses.replace(article, paragraphs=paragraphs)


def syndicated(article: Article, story: Story, rng: random.Random) -> Article:
    """The same agency text in another paper: own headline, own first sentence, the tail trimmed.

    A brief runs as it came, and a short article keeps its first sentence: there is too little text to make it one's
    own. The other paper's spelling is applied by :func:`house_style`.
    """
    writer = _Writer(story, rng, article.clauses)
    paragraphs = list(article.paragraphs)
    if article.n_words < 110:
        return article
    if article.n_words > 240:
        n_trimmed = rng.randint(0, max(1, len(paragraphs) // 10))
        paragraphs = paragraphs[: len(paragraphs) - n_trimmed]
        paragraphs[0] = (writer.lead(),)
    return dataclasses.replace(article, headline=writer.headline(), paragraphs=tuple(paragraphs))


def updated(article: Article, story: Story, share_new: float, rng: random.Random) -> Article:
    """Rewrite an article as its event moves on, so that about ``share_new`` (0..1) of the words are new.

    A small share brings a new paragraph near the top and fresh figures below; from 0.4 on the headline and the first
    sentence are new as well, and old paragraphs make room.
    """
    writer = _Writer(story, rng, article.clauses)
    wanted = share_new * article.n_words
    is_major = share_new >= 0.4
    old = list(article.paragraphs)
    fresh: list[tuple[str, ...]] = [(writer.lead(),)] if is_major else []
    target = wanted if is_major else wanted * 0.6
    while sum(len(sentence.split()) for paragraph in fresh for sentence in paragraph) < target:
        fresh.append((writer.sentence(),) if is_major or not fresh else writer.paragraph()[0])
    if is_major:
        old = old[1:]
        n_dropped = 0
        while len(old) > 1 and n_dropped < wanted * 0.6:
            n_dropped += sum(len(sentence.split()) for sentence in old.pop(rng.randrange(len(old))))
        paragraphs = [fresh[0], *fresh[1:], *old]
    else:
        old = [
            tuple(_with_new_figure(_with_new_figure(sentence, rng), rng) for sentence in paragraph) for paragraph in old
        ]
        paragraphs = [old[0], *fresh, *old[1:]]
    headline = writer.headline() if is_major else article.headline
    return Article(headline, tuple(paragraphs), article.clauses | writer.drawn, article.quotes)


# --------------------------------------------------------------------------------------------------------- house style

_DIGITS = {
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
}
_STYLES: dict[str, list[tuple[str, str]]] = {
    "percent": [(r"\bper cent\b", "percent")],
    "sign": [(r" per cent\b", "%")],
    "untitled": [(r"\b(?:Ms|Mr|Dr) (?=[A-Z])", "")],
    "american": [
        (r"\bmetres\b", "meters"),
        (r"\btonnes\b", "tons"),
        (r"\bdefence\b", "defense"),
        (r"\bcentre\b", "center"),
        (r"\bspokes(?:man|woman)\b", "spokesperson"),
        (r"\bon (?=(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)", ""),
    ],
    "digits": [(rf"(?<!-)\b{word}\b(?!-)", digit) for word, digit in _DIGITS.items()],
    "curly": [(r'(^|[\s(])"', "\\1\N{LEFT DOUBLE QUOTATION MARK}"), ('"', "\N{RIGHT DOUBLE QUOTATION MARK}")],
    "clock": [(r"\b(\d+)\.(\d\d)([ap]m)\b", r"\1:\2 \3")],
}


def house_style(article: Article, styles: Sequence[str]) -> Article:
    """Spell an article as a paper does; a style is one of percent, sign, untitled, american, digits, curly, clock."""

    def styled(text: str) -> str:
        for style in styles:
            for pattern, replacement in _STYLES[style]:
                text = re.sub(pattern, replacement, text)
        return text

    paragraphs = tuple(tuple(styled(sentence) for sentence in paragraph) for paragraph in article.paragraphs)
    return dataclasses.replace(article, headline=styled(article.headline), paragraphs=paragraphs)
