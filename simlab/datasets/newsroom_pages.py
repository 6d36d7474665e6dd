"""The pages of the newsroom corpus: eight invented news sites, two designs each, and everything on a page but the article."""

from __future__ import annotations

import datetime
import html
import random
import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from simlab.datasets.grammar import expand
from simlab.datasets.newsroom_articles import Article

__all__ = ["SITES", "Capture", "Site", "article_address", "comment_thread", "render"]


class Site(NamedTuple):
    """A news site: where it lives, how it spells, when it changes its design."""

    name: str
    domain: str
    language: str
    styles: tuple[str, ...]
    redesign_on: datetime.date
    before: str
    after: str
    address: str = "/$section/$year/$month/$day/$slug-$number"


class Capture(NamedTuple):
    """One visit of the crawler to one article. The seeds make what varies from visit to visit reproducible."""

    article: Article
    topic: str
    address: str
    author: str
    published_at: datetime.datetime
    captured_at: datetime.datetime
    nav_variant: str
    comments: Sequence[str]
    related: Sequence[tuple[str, str]]
    seed: str


# --------------------------------------------------------------------------------------------------------------- blocks

_WORDS: dict[str, dict[str, list[str]]] = {
    "english": {
        "nav": ["Home", "News", "Politics", "Money", "Sport", "Culture", "Science", "Health", "Travel", "Opinion"],
        "nav_b": ["Start", "Latest", "Town halls", "Markets", "Matches", "Stage & page", "Lab notes", "Wellbeing", "Roads",
                  "Voices", "Puzzles", "Podcasts", "Newsletters"],
        "footer": ["About us", "Contact the newsroom", "Advertise with us", "Terms of use", "Privacy notice",
                   "Cookie settings", "Accessibility", "Jobs", "Corrections policy", "Syndication"],
        "ad": ["[Half-price|Two-for-one|Waterproof] [boots|kettles|mattresses|garden chairs] until {day}. [Shop now|See offers]",
               "[Switch|Compare] your [energy|broadband|car insurance] and save {n} a year. [Get a quote|Start here]",
               "[Coach tours|River cruises|City breaks] from {n}. [Book early|Limited cabins], terms apply.",
               "[Hearing tests|Stairlifts|Varifocals] at {shop}: [free trial|no deposit]. Call 0555 {n}.",
               "Sponsored: [why gardeners swear by this trick|the pan chefs hide from guests|the watch everyone asks about]",
               "{shop} [clearance|opening weekend]: up to {n} off [sofas|paint|rugs|bicycles]",
               "Learn [Norwegian|accordion|welding] in {n} days with {shop}. [Try a lesson|Watch the film]"],
        "comment": ["[Totally|Could not|Half] agree with [this|the last paragraph]. [Well said|Long overdue|Shame on them].",
                    "[My uncle|A friend|I] [worked|lived] there for {n} years and [nobody asked us|it was never like that].",
                    "[Who|So who exactly] is [paying|responsible] for this? [Asking for a friend|As if we did not know].",
                    "[Why|How] is this [news|allowed]? [Slow day, clearly|Get a grip|Write to your councillor].",
                    "[First|Second] sensible [article|thing I have read] on the subject in {n} [weeks|months].",
                    "[Typo|Small mistake] in the [third|last] paragraph, [otherwise good|please fix].",
                    "@reader{n} [you are missing the point|exactly|have you actually read it?]",
                    "[They|The usual people] will [blame the weather|form a committee|do nothing], [as always|mark my words].",
                    "[Lovely photo|Terrible headline]. [More of this please|Bring back the crossword]."],
        "cookie": ["We and our {n} partners store and access information on your device. [Accept all|Agree and close] "
                   "[Manage choices|Reject non-essential]",
                   "This site uses cookies to [measure audiences|personalise advertising]. By [continuing|scrolling] you "
                   "accept our policy. OK"],
        "weather": ["{town}: {c}°C, [light rain|sunny spells|overcast|gusty|mist clearing]. Tomorrow {c}°C. Pollen "
                    "[low|moderate]. Sunset {t}"],
        "newsletter": ["Get the morning briefing in your inbox. Your e-mail address. Sign up. You can unsubscribe at any time."],
        "hidden": ["Skip to main content. This page is best viewed with scripts enabled. Session {n}. Loading more stories."],
        "share": ["Share on Chirper", "Share on Facepage", "E-mail this", "Print", "Copy link"],
        "labels": ["Related stories", "Most read", "Comments", "Advertisement", "Last updated", "By", "Read more",
                   "Published", "Photograph", "views"],
    },
    "french": {
        "nav": ["Accueil", "Actualités", "Politique", "Économie", "Sports", "Culture", "Sciences", "Santé", "Débats"],
        "nav_b": ["À la une", "En direct", "Mairies", "Bourse", "Matchs", "Sorties", "Découvertes", "Forme", "Tribunes",
                  "Jeux", "Balados", "Lettres"],
        "footer": ["Qui sommes-nous", "Contacter la rédaction", "Publicité", "Mentions légales", "Données personnelles",
                   "Gestion des cookies", "Accessibilité", "Recrutement", "Archives"],
        "ad": ["[Bottes|Matelas|Bouilloires] à moitié prix jusqu'à [dimanche|mardi|minuit]. [J'en profite|Voir les offres]",
               "[Comparez|Changez] votre [assurance|forfait|énergie] : {n} euros d'économie. [Devis gratuit|Simuler]",
               "[Croisières|Cures|Séjours] dès {n} euros. [Réservez tôt|Places limitées].",
               "Sponsorisé : [l'astuce des jardiniers|la montre dont tout le monde parle|la poêle des chefs]",
               "{shop} [déstocke|ouvre ses portes] : jusqu'à {n} euros de remise sur les [canapés|vélos|tapis]"],
        "comment": ["[Bravo|Enfin|Dommage], [voilà qui est dit|personne ne les écoute].",
                    "[Mon oncle|Une amie] y a [travaillé|vécu] {n} ans et [rien n'a changé|ce n'était pas ainsi].",
                    "[Qui paie|À qui la faute] ? [On connaît la réponse|Je pose la question].",
                    "[Belle photo|Titre trompeur]. [Merci|Rendez-nous les mots croisés].",
                    "@lecteur{n} [vous n'avez pas lu l'article|tout à fait|et alors ?]"],
        "cookie": ["Avec nos {n} partenaires, nous utilisons des traceurs. [Tout accepter|J'accepte] [Paramétrer|Refuser]"],
        "weather": ["{town} : {c} °C, [averses|éclaircies|ciel couvert|vent d'ouest]. Demain {c} °C. Coucher du soleil {t}"],
        "newsletter": ["Recevez la lettre du matin. Votre adresse. S'inscrire. Désinscription à tout moment."],
        "hidden": ["Aller au contenu. Activez les scripts pour une meilleure lecture. Session {n}. Chargement des articles."],
        "share": ["Partager sur Facepage", "Partager sur Chirper", "Envoyer", "Imprimer"],
        "labels": ["Sur le même sujet", "Les plus lus", "Commentaires", "Publicité", "Mis à jour le", "Par", "Lire aussi",
                   "Publié le", "Photo", "lectures"],
    },
}
_SHARED_RULES: Mapping[str, Sequence[str]] = {
    "day": ["Sunday", "31 March", "midnight", "Easter"],
    "n": [str(n) for n in range(12, 990, 7)],
    "c": [str(n) for n in range(-2, 19)],
    "t": [f"{h}:{m:02d}" for h in (18, 19, 20) for m in range(0, 60, 3)],
    "shop": ["Parlour & Pine", "Nimbus Home", "Brightside Optics", "The Shed Company", "Velo Corner", "Plume Carpets"],
    "town": ["Fernmoor", "Calderford", "Northgate", "Whinport", "Larkhaven", "Verneuil"],
}
_MONTHS = {
    "english": "January February March April May June July August September October November December".split(),
    "french": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
}


def _said(kind: str, language: str, rng: random.Random) -> str:
    """One line of page furniture: an advertisement, a comment, the weather ..."""
    return expand(rng.choice(_WORDS[language][kind]), _SHARED_RULES, rng)


def comment_thread(n_comments: int, language: str, rng: random.Random) -> list[str]:
    """Comments in the order in which they were written; a longer thread of the same seed begins with the shorter one."""
    return [_said("comment", language, rng) for _ in range(n_comments)]


def _date(moment: datetime.datetime, language: str) -> str:
    day = f"{moment.day} {_MONTHS[language][moment.month - 1]} {moment.year}"
    return f"{day}, {moment:%H:%M}" if language == "english" else f"{day} à {moment:%H h %M}"


def _links(texts: Sequence[str], address: str, rng: random.Random, *, item: str = "") -> str:
    """Links with the tracking parameters of this visit, each in an ``item`` element where one is named."""
    token = f"{rng.getrandbits(24):06x}"
    rows = []
    for text in texts:
        slug = re.sub(r"[^a-z]+", "-", text.lower()).strip("-")
        link = f'<a href="{address}/{slug}?ref={token}">{html.escape(text)}</a>'
        rows.append(f"<{item}>{link}</{item}>" if item else link)
    return "\n".join(rows)


def _story_links(stories: Sequence[tuple[str, str]], rng: random.Random, *, item: str) -> str:
    token = f"{rng.getrandbits(24):06x}"
    return "\n".join(
        f'<{item} class="teaser"><a href="{address}?from={token}&amp;pos={position}">{html.escape(headline)}</a></{item}>'
        for position, (headline, address) in enumerate(stories)
    )


def _advertisement(language: str, rng: random.Random, css: str = "ad-slot") -> str:
    label = _WORDS[language]["labels"][3]
    number = rng.randrange(10_000)
    return (
        f'<div class="{css}" id="{css}-{number}"><span>{label}</span>'
        f'<a href="https://ads.example/click?c={number}&amp;u={rng.getrandbits(32):08x}" rel="sponsored">'
        f'<img src="https://ads.example/i/{number}.gif" alt="">{html.escape(_said("ad", language, rng))}</a></div>'
    )


def _paragraphs(capture: Capture, site: Site, rng: random.Random) -> list[str]:
    """The article's paragraphs, already escaped."""
    return [html.escape(" ".join(paragraph), quote=False) for paragraph in capture.article.paragraphs]


def _plain(paragraphs: Sequence[str], **_: object) -> str:
    return "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)


def _with_inserts(paragraphs: Sequence[str], *, capture: Capture, site: Site, rng: random.Random) -> str:
    """Paragraphs with an advertisement after the second and a link to another story after the fourth."""
    rows = [f"<p>{paragraph}</p>" for paragraph in paragraphs]
    if len(rows) > 4:
        headline, address = capture.related[0]
        label = _WORDS[site.language]["labels"][6]
        rows.insert(4, f'<aside class="read-more">{label}: <a href="{address}">{html.escape(headline)}</a></aside>')
    if len(rows) > 2:
        rows.insert(2, _advertisement(site.language, rng, "ad-inline"))
    return "\n".join(rows)


def _with_update(paragraphs: Sequence[str], *, capture: Capture, site: Site, **_: object) -> str:
    """Paragraphs under a line that says when the page was made: the time of the visit, whatever the editors did."""
    label = _WORDS[site.language]["labels"][4]
    stamp = f'<p class="stamp"><em>{label}: {_date(capture.captured_at, site.language)}</em></p>'
    return "\n".join([stamp, *(f"<p>{paragraph}</p>" for paragraph in paragraphs)])


def _broken(paragraphs: Sequence[str], **_: object) -> str:
    """Paragraphs as old systems write them: no element of their own, two line breaks between."""
    return "<br /><br />\n".join(paragraphs)


def _wrapped(paragraphs: Sequence[str], **_: object) -> str:
    """Paragraphs in nested blocks with generated class names."""
    return "\n".join(f'<div class="css-1k{i}x"><div><p>{paragraph}</p></div></div>' for i, paragraph in enumerate(paragraphs))


_BODIES: dict[str, Callable[..., str]] = {
    "plain": _plain,
    "inserts": _with_inserts,
    "update": _with_update,
    "broken": _broken,
    "wrapped": _wrapped,
}


def _style_sheet(site: Site, design: str) -> str:
    """Rules that stay the same for as long as the design does."""
    rng = random.Random(f"{site.domain} {design}")
    names = "page bar lead story teaser ad-slot meta col foot promo list grid card tag byline quote figure rail strip box"
    return "\n".join(
        f".{name}{state}{{margin:{rng.randrange(40)}px {rng.randrange(40)}px;padding:{rng.randrange(24)}px;"
        f"color:#{rng.getrandbits(24):06x};font-size:{rng.randrange(11, 30)}px}}"
        for name in names.split()
        for state in ("", ":hover")
    )


def _script(site: Site, rng: random.Random) -> str:
    return (
        f"window.pageData={{site:'{site.domain}',visit:'{rng.getrandbits(48):012x}',bucket:{rng.randrange(100)}}};\n"
        "(function(d){var s=d.createElement('script');s.async=true;s.src='/static/metrics.js';d.head.appendChild(s);})(document);"
    )


# -------------------------------------------------------------------------------------------------------------- designs
# $body_KIND is the article in one of the ways of _BODIES; every other slot is furniture.

_GAZETTE_BEFORE = """<body class="page"><div class="cookie-banner" role="dialog">$cookie</div>
<header class="site-header"><a href="/">$name</a><nav><ul>$nav_items</ul></nav></header>
$ad_1
<main><article class="story"><h1>$headline</h1><p class="byline">$by $author</p>
<time datetime="$published_iso">$published</time><div class="share-tools"><ul>$share_items</ul></div>
<figure><img src="$image" alt=""><figcaption>$photo_by</figcaption></figure>
$body_plain
</article></main>
<aside class="sidebar"><h2>$related_label</h2><ul>$related_items</ul><div class="weather-widget">$weather</div>$ad_2</aside>
<section class="comments" id="comments"><h2>$comments_label ($n_comments)</h2>$comments</section>
<form class="newsletter"><p>$newsletter</p><input type="email"><button>OK</button></form>
<footer><ul>$footer_items</ul><p>$name. $generated</p></footer><div style="display:none">$hidden</div></body>"""

_GAZETTE_AFTER = """<body class="layout-wide"><div class="masthead"><a href="/">$name</a><div class="weather">$weather</div></div>
<nav class="mega-menu" aria-label="Main"><ul>$nav_items</ul></nav><div class="trending-bar">$popular_links</div>
<div class="grid"><main id="content"><article><div class="kicker"><a href="/$section">$section_label</a></div><h1>$headline</h1>
<div class="meta">$by <a href="/authors">$author</a> · $published · $views</div>
$body_inserts
<div class="share-buttons">$share_links</div></article></main>
<aside class="rail">$ad_1<h3>$popular_label</h3><ol>$popular_items</ol>$ad_2</aside></div>
<section class="related-stories"><h3>$related_label</h3>$related_cards</section>
<section id="comment-list" class="comments"><h3>$comments_label ($n_comments)</h3>$comments</section>
<footer class="site-footer"><div>$footer_links</div><p>$generated</p></footer>
<div class="cookie-consent" role="dialog"><p>$cookie</p><button>OK</button></div></body>"""

_LEDGER_BEFORE = """<body><div id="wrapper"><div class="topnav">$nav_links</div><div class="banner-ad">$ad_1</div>
<div id="masthead"><b>$name</b> <span class="weather">$weather</span></div>
<div class="columns"><div class="left-col story-body"><h1 class="story-title">$headline</h1>
<div class="story-meta">$by $author | $published</div>
$body_update
</div><div class="right-col sidebar"><div class="box"><h4>$related_label</h4><ul>$related_items</ul></div>$ad_2
<div class="box newsletter-box">$newsletter</div></div></div>
<div class="social-share">$share_links</div>
<div class="comments-area"><h4>$n_comments $comments_label</h4>$comments</div>
<div class="bottomnav">$footer_links</div><div class="copyright">$name $generated</div></div>
<div class="popup-modal" style="display:none">$cookie</div></body>"""

_LEDGER_AFTER = """<body><div class="app"><div class="header-nav"><div class="logo">$name</div><ul class="menu">$nav_items</ul></div>
<div class="hero"><h1>$headline</h1><div class="dek-meta">$author, $published</div><img src="$image" alt="$photo_by"></div>
<div class="content-well"><div class="post-content">
$body_update
</div></div><div class="promo-strip">$ad_1</div><div class="most-read"><h4>$popular_label</h4><ol>$popular_items</ol></div>
<div class="related-grid">$related_cards</div><div class="comments-thread"><h4>$comments_label</h4>$comments</div>
<div class="site-footer">$footer_links<br>$generated</div><div class="cookie-bar">$cookie</div></div></body>"""

_COURIER_BEFORE = """<body><form method="post" action="./Article.aspx?id=$number" id="aspnetForm">
<input type="hidden" name="__VIEWSTATE" value="$view_state"><input type="hidden" name="__EVENTVALIDATION" value="$visit">
<table class="frame"><tr><td colspan="2" class="toolbar">$nav_links</td></tr>
<tr><td class="leftmenu"><div class="menu-block"><ul>$footer_items</ul></div><div class="weatherbox">$weather</div>$ad_1</td>
<td class="maincell"><div id="ctl00_MainContent"><h1>$headline</h1>
<span id="ctl00_lblAuthor">$by $author</span> <span id="ctl00_lblDate">$published</span>
<div id="ctl00_ArticleBody">$body_broken</div></div>
<div class="sharebar">$share_links</div><div class="related-box"><b>$related_label</b><ul>$related_items</ul></div>
<div id="ctl00_Comments" class="comments"><b>$comments_label: $n_comments</b>$comments</div></td></tr>
<tr><td colspan="2" class="footer">$footer_links $generated</td></tr></table>
<input type="text" name="q"><input type="submit" value="OK"><div class="advertisement">$ad_2</div></form></body>"""

_COURIER_AFTER = """<body><form id="form1" action="/search" method="post"><div class="navbar"><ul>$nav_items</ul></div>
<div class="container"><div class="row"><div class="col-8"><div class="article-detail"><h1>$headline</h1>
<p class="credit">$by $author</p><p class="date">$published</p>
$body_plain
</div><div class="tags-share">$share_links</div></div>
<div class="col-4 sidebar"><h3>$popular_label</h3><ul>$popular_items</ul>$ad_1 $ad_2</div></div>
<div class="related"><h3>$related_label</h3><ul>$related_items</ul></div>
<div class="comment-section"><h3>$comments_label</h3>$comments</div></div>
<div class="footer"><ul>$footer_items</ul>$generated</div><div class="cookie-notice">$cookie</div></form></body>"""

_POST_BEFORE = """<body><div id="top-ad">$ad_1</div><div class="nav-container"><div class="nav">$nav_links</div></div>
<article class="hentry"><header class="entry-header"><h1 class="entry-title">$headline</h1>
<div class="entry-meta">$by $author · $published</div></header>
<div class="entry-content">
$body_plain
</div><footer class="entry-footer"><ul class="share">$share_items</ul></footer></article>
<div id="secondary" class="widget-area"><div class="widget"><h3>$popular_label</h3><ul>$popular_items</ul></div>
<div class="widget weather">$weather</div>$ad_2</div>
<div id="comments" class="comments-area"><h3>$comments_label ($n_comments)</h3><ol class="comment-list">$comments</ol></div>
<footer id="colophon">$footer_links $generated</footer><div id="cookie-law">$cookie</div></body>"""

_POST_AFTER = """<body><a class="skip-link" href="#main">$hidden</a><header class="global"><nav><ul>$nav_items</ul></nav></header>
<main id="main"><article><header><p class="section-name">$section_label</p><h1>$headline</h1>
<p class="byline">$by $author</p><p class="dateline">$published</p></header>
<section class="article-body">
$body_inserts
</section></article></main><div class="newsletter-signup"><form>$newsletter<input type="email"></form></div>
<aside aria-label="$related_label"><h2>$related_label</h2><ul>$related_items</ul>$ad_1</aside>
<section class="discussion comments"><h2>$comments_label</h2>$comments</section>
<footer><ul>$footer_items</ul><small>$generated</small></footer></body>"""

_LANTERN_BEFORE = """<body><div class="ad-leaderboard">$ad_1</div><div class="header"><div class="logo">$name</div>
<div class="main-navigation"><ul>$nav_items</ul></div></div><div class="breaking-ticker">$popular_links</div>
<div class="content"><h1 itemprop="headline">$headline</h1><div class="social-buttons">$share_links</div>
<div class="author-block">$by $author · $published · $views</div>
<figure><img src="$image" alt=""><figcaption>$photo_by</figcaption></figure>
<div itemprop="articleBody" class="article-text">
$body_inserts
</div><div class="outbrain-recommend"><h3>$related_label</h3>$related_cards</div>$ad_2</div>
<div class="sidebar-right">$ad_3<div class="poll"><form>$newsletter<input type="radio"></form></div></div>
<div class="comments-box"><h3>$comments_label ($n_comments)</h3>$comments</div>
<div class="footer-links">$footer_links<p>$generated</p></div><div class="gdpr-modal">$cookie</div></body>"""

_LANTERN_AFTER = """<body><nav id="burger"><ul>$nav_items</ul></nav><div class="sticky-ad">$ad_1</div>
<section id="story"><h1>$headline</h1><h5 class="writer">$author</h5><h5 class="when">$published</h5>
<div class="copy">
$body_inserts
</div></section><div class="share-rail">$share_links</div>
<section class="carousel related"><h3>$related_label</h3>$related_cards</section>$ad_2
<section class="popular"><h3>$popular_label</h3><ol>$popular_items</ol></section>
<section class="comments"><h3>$comments_label</h3>$comments</section>
<footer>$footer_links $generated</footer><div class="cookie-wall">$cookie</div></body>"""

_WIRE_BEFORE = """<body bgcolor="#ffffff"><div id="menu">$nav_links</div><hr>
<div id="content"><div class="wire"><h2>$headline</h2><p><i>$published ($name)</i></p>
$body_plain
</div></div><hr><div id="related">$related_label<ul>$related_items</ul></div>
<div id="footer">$footer_links<br>$generated</div></body>"""

_WIRE_AFTER = """<body><header><nav>$nav_links</nav></header><main><article class="dispatch"><h1>$headline</h1>
<p class="slug">$name / $published / $author</p>
$body_plain
</article></main><aside class="related"><h2>$related_label</h2><ul>$related_items</ul></aside>
<footer>$footer_links $generated</footer><div class="consent">$cookie</div></body>"""

_SIGNAL_BEFORE = """<body><div id="root"><div class="css-9ab1 navigation">$nav_links</div><div class="css-77c2"><div class="css-0d3f">
<div class="css-h1"><h1>$headline</h1></div><div class="css-by">$author</div><div class="css-tm">$published</div>
<div class="css-bdy">
$body_wrapped
</div></div><div class="css-side"><div class="css-ttl">$popular_label</div>$popular_cards<div class="css-ad">$ad_1</div></div></div>
<div class="css-rel related">$related_cards</div><div class="css-cmt comments">$comments</div>
<div class="css-ft footer">$footer_links $generated</div><div class="css-ck cookie">$cookie</div></div></body>"""

_SIGNAL_AFTER = """<body><div id="__app"><div class="sc-aXf NavBar">$nav_links</div><div class="sc-bdV" role="main"><h1>$headline</h1>
<div class="sc-kPy"><span>$author</span><span>$published</span><span>$views</span></div>
$body_wrapped
<div class="sc-sh ShareRow">$share_links</div></div><div class="sc-gZM Rail" role="complementary">$ad_1 $popular_cards</div>
<div class="sc-rel RelatedRow">$related_cards</div><div class="sc-cm CommentsPanel">$comments</div>
<div class="sc-fo" role="contentinfo">$footer_links $generated</div></div></body>"""

_COURRIER_BEFORE = """<body><div class="bandeau-cookies" role="dialog">$cookie</div><header><a href="/">$name</a>
<nav class="menu"><ul>$nav_items</ul></nav></header>$ad_1
<article class="contenu"><h1>$headline</h1><p class="signature">$by $author</p><p class="date">$published_label $published</p>
$body_update
</article><div class="partage share">$share_links</div>
<aside class="colonne"><h2>$related_label</h2><ul>$related_items</ul><div class="meteo">$weather</div>$ad_2</aside>
<section class="commentaires comments"><h2>$comments_label ($n_comments)</h2>$comments</section>
<form class="lettre newsletter">$newsletter<input type="email"></form><footer><ul>$footer_items</ul>$generated</footer></body>"""

_COURRIER_AFTER = """<body><div class="entete header"><div class="menu-principal">$nav_links</div></div>
<main><div class="chapeau"><h1>$headline</h1><span class="auteur">$author</span> <span class="heure">$published</span></div>
<div class="texte-article">
$body_inserts
</div></main><div class="a-lire sidebar"><h2>$popular_label</h2><ol>$popular_items</ol>$ad_1</div>
<div class="meme-sujet related"><h2>$related_label</h2><ul>$related_items</ul></div>
<div class="commentaires comments"><h2>$comments_label</h2>$comments</div>
<div class="pied footer">$footer_links $generated</div><div class="cookies">$cookie</div></body>"""


def _march(day: int) -> datetime.date:
    return datetime.date(2024, 3, 1) + datetime.timedelta(days=day - 1)


SITES: tuple[Site, ...] = (
    Site("Northwire", "northwire.example", "english", (), _march(27), _WIRE_BEFORE, _WIRE_AFTER, "/dispatch/$number"),
    Site("Fernmoor Gazette", "fernmoorgazette.example", "english", ("untitled",), _march(18), _GAZETTE_BEFORE, _GAZETTE_AFTER),
    Site("The Calder Ledger", "calderledger.example", "english", ("percent", "curly"), _march(22), _LEDGER_BEFORE,
         _LEDGER_AFTER, "/$section/$slug-$number.html"),
    Site("Northern Courier", "northerncourier.example", "english", ("digits",), _march(29), _COURIER_BEFORE, _COURIER_AFTER,
         "/Article.aspx?id=$number"),
    Site("Harbour Post", "harbourpost.example", "english", ("untitled", "clock"), _march(15), _POST_BEFORE, _POST_AFTER,
         "/$year/$month/$slug/"),
    Site("Daily Lantern", "dailylantern.example", "english", ("sign", "digits"), _march(25), _LANTERN_BEFORE, _LANTERN_AFTER,
         "/news/$slug-a$number"),
    Site("Metro Signal", "metrosignal.example", "english", ("american", "percent"), _march(33), _SIGNAL_BEFORE, _SIGNAL_AFTER,
         "/s/$number/$slug"),
    Site("Le Courrier des Vallées", "courrierdesvallees.example", "french", (), _march(24), _COURRIER_BEFORE, _COURRIER_AFTER,
         "/$section/$year-$month-$day/$slug-$number.php"),
)  # fmt: skip


def article_address(site: Site, article: Article, topic: str, published_at: datetime.datetime, number: int) -> str:
    """Address of an article on a site, without the tracking parameters that a visit may carry."""
    slug = re.sub(r"[^a-z0-9]+", "-", article.headline.lower()).strip("-")[:60].strip("-")
    path = string.Template(site.address).substitute(
        section=re.sub(r"[^a-z]+", "-", topic), slug=slug, number=number,
        year=published_at.year, month=f"{published_at:%m}", day=f"{published_at:%d}",
    )  # fmt: skip
    return f"https://www.{site.domain}{path}"


def render(capture: Capture, site: Site) -> str:
    """Write the page that the crawler received.

    The design follows from the date of the visit, the navigation from ``nav_variant``; advertisements, the order of other
    stories, counters, tokens, weather and image addresses are new with every ``seed``.

    Returns
    -------
    str
        A whole HTML page.
    """
    rng = random.Random(capture.seed)
    words = _WORDS[site.language]
    labels = words["labels"]
    design = "after" if capture.captured_at.date() >= site.redesign_on else "before"
    nav = words["nav"] if capture.nav_variant == "A" else words["nav_b"]
    related = rng.sample(list(capture.related), len(capture.related))
    popular = rng.sample(related, len(related))[:5]
    paragraphs = _paragraphs(capture, site, rng)
    slots: dict[str, object] = {
        "name": html.escape(site.name),
        "headline": html.escape(capture.article.headline, quote=False),
        "author": html.escape(capture.author),
        "by": labels[5],
        "published": _date(capture.published_at, site.language),
        "published_iso": capture.published_at.isoformat(),
        "published_label": labels[7],
        "section": re.sub(r"[^a-z]+", "-", capture.topic),
        "section_label": capture.topic.capitalize(),
        "number": rng.randrange(10_000),
        "visit": f"{rng.getrandbits(64):016x}",
        "view_state": "/wEPDwUK" + f"{rng.getrandbits(160):040x}",
        "nav_items": _links(nav, f"https://www.{site.domain}", rng, item="li"),
        "nav_links": _links(nav, f"https://www.{site.domain}", rng),
        "footer_items": _links(words["footer"], "/info", rng, item="li"),
        "footer_links": _links(words["footer"], "/info", rng),
        "share_items": _links(words["share"], "https://share.example", rng, item="li"),
        "share_links": _links(words["share"], "https://share.example", rng),
        "image": f"https://img{rng.randrange(1, 9)}.{site.domain}/{rng.getrandbits(32):08x}_{rng.choice([640, 800, 1280])}.jpg",
        "photo_by": f"{labels[8]}: {html.escape(rng.choice(_SHARED_RULES['shop']))}",
        "views": f"{rng.randrange(120, 9800)} {labels[9]}",
        "related_label": labels[0],
        "popular_label": labels[1],
        "comments_label": labels[2],
        "related_items": _story_links(related, rng, item="li"),
        "related_cards": _story_links(related, rng, item="div"),
        "popular_items": _story_links(popular, rng, item="li"),
        "popular_cards": _story_links(popular, rng, item="div"),
        "popular_links": _story_links(popular, rng, item="span"),
        "n_comments": len(capture.comments),
        "comments": "\n".join(f'<div class="comment"><p>{html.escape(text)}</p></div>' for text in capture.comments),
        "cookie": _said("cookie", site.language, rng),
        "weather": _said("weather", site.language, rng),
        "newsletter": _said("newsletter", site.language, rng),
        "hidden": _said("hidden", site.language, rng),
        "generated": f"{labels[4]} {_date(capture.captured_at, site.language)}",
        **{f"ad_{i}": _advertisement(site.language, rng) for i in (1, 2, 3)},
        **{
            f"body_{name}": write(paragraphs, capture=capture, site=site, rng=rng)
            for name, write in _BODIES.items()
        },
    }
    body = string.Template(site.after if design == "after" else site.before).substitute(slots)
    title = f"{slots['headline']} | {slots['name']}"
    return (
        f'<!DOCTYPE html>\n<html lang="{site.language[:2]}"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<link rel="canonical" href="{html.escape(capture.address)}">\n'
        f"<style>{_style_sheet(site, design)}</style>\n<script>{_script(site, rng)}</script></head>\n{body}\n</html>\n"
    )
