"""The bundled corpus ``jobboard``: coding gigs and jobs of invented companies, reposted across six invented boards."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from simlab.datasets.grammar import expand

__all__ = ["generate"]

BOARDS = ("gigharbor", "worklantern", "stackferry", "bountywell", "remotecrate", "hirethread")
N_BATCHES = 8
_N_COMPANIES = 96
_ROLES_PER_COMPANY = 4
_N_GIGS = 200
_N_SAME_BOARD = 650
_N_RANDOM = 800
_FIRST_SCAN = datetime.datetime(2024, 3, 4, 6, tzinfo=datetime.UTC)


def _phrases(text: str) -> tuple[str, ...]:
    """Read a list of phrases: one a line."""
    return tuple(line.strip() for line in text.strip().splitlines())


def _items(text: str) -> tuple[str, ...]:
    """Read a list of short phrases: separated by semicolons, over several lines."""
    return tuple(" ".join(item.split()) for item in text.split(";"))


@dataclass(frozen=True)
class _Role:
    """What people of one trade work on, and with."""

    name: str
    titles: tuple[str, ...]
    objects: tuple[str, ...]
    tools: tuple[str, ...]


def _role(name: str, titles: str, objects: str, tools: str) -> _Role:
    return _Role(name, _items(titles), _items(objects), _items(tools))


_ROLES = (
    _role(
        "backend",
        "Backend engineer; API developer; Server-side developer; Platform programmer",
        """the booking service; our invoice numbering; a queue of refunds; the public API; webhook deliveries;
        the price calculator; tenant isolation; idempotent payments; the address resolver; rate limits; session storage;
        the loyalty ledger; a GraphQL gateway; the tax module; nightly settlement; search suggestions""",
        "Go; Kotlin; PostgreSQL; Django; NATS; gRPC; Redis Streams; Elixir; FastAPI; Spring Boot; MariaDB; Rust",
    ),
    _role(
        "frontend",
        "Frontend developer; Interface engineer; Web UI developer; Design systems engineer",
        """the checkout form; keyboard navigation; our chart components; a seating-plan editor; dark mode;
        the onboarding wizard; map clustering; right-to-left layouts; the inbox view; image cropping; offline drafts;
        a calendar grid; print style sheets; the component gallery; login screens; drag-and-drop timelines""",
        "Svelte; TypeScript; Vue; Playwright; CSS grid; React; Vite; Web Components; Storybook; D3; Lit; WebGL",
    ),
    _role(
        "data",
        "Data engineer; Analytics engineer; Pipeline developer; Warehouse engineer",
        """the order warehouse; late-arriving events; our attribution tables; schema drift checks;
        the meter readings feed; slowly changing dimensions; a backfill of sensor logs; the churn mart;
        column lineage; partition pruning;
        currency conversion; customs records; the clickstream loader; freight manifests;
        parquet compaction; consent flags""",
        "dbt; Airflow; DuckDB; Spark; Kafka; BigQuery; Dagster; Snowflake; Iceberg; Polars; Trino; Great Expectations",
    ),
    _role(
        "machine-learning",
        "Machine learning engineer; Applied scientist; Model operations engineer; Vision engineer",
        """the ranking model; a defect classifier; our labelling backlog; feature drift alerts; speech segmentation;
        the demand forecaster; embedding refreshes; a crop-disease detector; model cards; shadow deployments;
        the dosage recommender; handwriting recognition; evaluation sets; anomaly scores; route prediction;
        active learning""",
        "PyTorch; scikit-learn; JAX; ONNX; Ray; XGBoost; MLflow; Hugging Face; Triton; OpenCV; Kubeflow; LightGBM",
    ),
    _role(
        "operations",
        "Site reliability engineer; DevOps engineer; Infrastructure developer; Cloud engineer",
        """the deploy pipeline; certificate rotation; our staging clusters; a cost dashboard; blue-green releases;
        the on-call handbook; log retention; DNS failover; secret storage; backup drills; node autoscaling;
        the bastion hosts; image signing; edge caches; latency budgets; tenant quotas""",
        "Terraform; Kubernetes; Ansible; Prometheus; Nix; Argo CD; Pulumi; Grafana; Vault; Nomad; eBPF; Packer",
    ),
    _role(
        "mobile",
        "Android developer; iOS developer; Mobile engineer; Flutter developer",
        """the ticket wallet; push notifications; our barcode scanner; background sync; the tablet layout;
        in-app purchases; a Bluetooth pairing flow; offline maps; crash reports; the watch companion; deep links;
        accessibility labels; the camera overlay; biometric login; app size; widget refreshes""",
        "Swift; Jetpack Compose; Flutter; React Native; SwiftUI; Realm; Fastlane; Room; Core Data; Detox; "
        "Maestro; Ktor",
    ),
    _role(
        "embedded",
        "Embedded developer; Firmware engineer; Device software engineer; Real-time programmer",
        """the battery gauge; a motor controller; our bootloader; CAN bus logging; over-the-air updates;
        the heat-pump display; radio duty cycles; a pressure sensor driver; watchdog resets; flash wear;
        the elevator relay board; interrupt latency; calibration tables; a milk-tank probe; the board support package;
        sleep currents""",
        "C; Zephyr; FreeRTOS; Rust; STM32; Yocto; LoRaWAN; Modbus; ESP-IDF; Nordic SDK; VHDL; OpenOCD",
    ),
    _role(
        "quality",
        "Test automation engineer; QA engineer; Quality engineer; Release tester",
        """flaky browser tests; the regression suite; our device farm; a load profile; contract tests;
        the release checklist; test data builders; visual diffs; exploratory sessions; mutation scores; smoke checks;
        accessibility audits; fault injection; the bug triage board; migration rehearsals; localisation checks""",
        "Cypress; pytest; Selenium; k6; Pact; Robot Framework; JMeter; Appium; TestNG; Gatling; Hypothesis; Karate",
    ),
    _role(
        "security",
        "Security engineer; Application security analyst; Detection engineer; Identity engineer",
        """threat models; the single sign-on bridge; our vulnerability queue; phishing drills; audit trails;
        a secrets scanner; permission reviews; the incident runbook; container hardening; token lifetimes;
        dependency updates; the bug bounty inbox; key ceremonies; fraud rules; badge readers; network segments""",
        "OpenID Connect; Semgrep; Burp; Sigma; Keycloak; Falco; OSQuery; Wireshark; YARA; Zeek; CodeQL; SAML",
    ),
    _role(
        "games",
        "Gameplay programmer; Engine programmer; Tools programmer; Unity developer",
        """the dialogue editor; ragdoll physics; our save format; a fishing mini-game; split-screen play;
        the crowd simulation; shader warm-up; controller remapping; level streaming; a photo mode; matchmaking;
        the weather system; quest scripting; lip sync; replay files; cloth collisions""",
        "Unity; Unreal; Godot; C#; C++; HLSL; Lua; Blender; FMOD; Vulkan; Wwise; Perforce",
    ),
    _role(
        "scraping",
        "Web scraping developer; Crawler engineer; Data collection developer; Extraction engineer",
        """a tender portal crawler; price monitoring; our proxy pool; PDF timetables; duplicate listings;
        the sitemap walker; login-gated catalogues; museum inventories; robots rules; change alerts; an auction archive;
        recipe markup; property adverts; court calendars; product reviews; ferry schedules""",
        "Scrapy; Playwright; lxml; Puppeteer; Selectolax; Colly; Beautiful Soup; Crawlee; httpx; Tesseract; "
        "Camoufox; jq",
    ),
    _role(
        "database",
        "Database administrator; Database reliability engineer; SQL developer; Storage engineer",
        """slow reports; the replication topology; our index bloat; a sharding plan; point-in-time recovery;
        vacuum settings; the audit schema; connection pools; row-level policies; legacy stored procedures;
        an upgrade path; lock contention; archive tables; failover tests; query hints; collation trouble""",
        "PostgreSQL; Oracle; MySQL; CockroachDB; pgBouncer; SQL Server; Patroni; ClickHouse; MongoDB; Citus; "
        "Vitess; Db2",
    ),
    _role(
        "writing",
        "Technical writer; Documentation engineer; Developer educator; API writer",
        """the installation guide; release notes; our error catalogue; a migration cookbook; sample projects;
        the glossary; screenshots; reference pages; tutorial videos; the style guide; search inside the manual;
        translated chapters; in-product hints; a troubleshooting tree; changelogs; conference workshops""",
        "Sphinx; AsciiDoc; MkDocs; OpenAPI; Vale; Antora; Docusaurus; DITA; Mermaid; reStructuredText; Figma; Hugo",
    ),
    _role(
        "shops",
        "Shopify developer; WordPress developer; E-commerce developer; Theme developer",
        """the product configurator; a gift-card plugin; our shipping rules; page speed; the size advisor;
        wholesale prices; a subscription box; click-and-collect; the returns portal; SEO redirects; cart abandonment;
        the tasting calendar; bundle discounts; VAT display; a store locator; membership pages""",
        "Liquid; WooCommerce; PHP; Shopify Functions; Magento; Elementor; PrestaShop; Stripe; Klaviyo; "
        "Gutenberg; ACF; Sylius",
    ),
)

_RULES: dict[str, Sequence[str]] = {
    "opening": _items(
        "Ald; Bar; Bex; Cald; Corn; Dray; Ell; Fenn; Gorst; Hal; Ing; Jarr; Kell; Lorn; Mard; Nor; Ost; "
        "Pell; Quill; Rav; "
        "Stan; Thorn; Umber; Vell; Wick; Yarr; Zand; Brin; Crom; Drum; Fal; Glen; Hex; Lim; Mos; Pyr; Sel; "
        "Tarn; Wren; Tov"
    ),
    "ending": _items(
        "bridge; field; mark; vex; ora; lume; stead; wave; line; forge; dale; ana; ix; nest; port; well; "
        "grove; ium; loop; "
        "crest; mere; spire; tide; holt; aro; ent; ics; una; works; gate"
    ),
    "surname_end": _items(
        "er; son; ley; ard; ova; escu; ini; wright; sen; ovic; ton; man; elli; ish; quist; aker; dottir"
    ),
    "first": _items(
        "Ada; Amara; Anton; Asha; Bilal; Bronwen; Carla; Chidi; Dario; Deepa; Elif; Emeka; Farah; Finn; "
        "Greta; Hamid; Ines; "
        "Ivo; Jonas; Jun; Kaya; Kofi; Lena; Linh; Mateo; Mina; Nkechi; Noor; Olga; Omari; Pavel; Priya; "
        "Rafael; Ruth; Sanna; "
        "Sven; Tariq; Tilda; Uma; Viktor; Wanda; Xiulan; Yusuf; Zofia; Marek; Lucia; Hugh; Orla; Petra; Sami"
    ),
    "name": ("{opening}{ending}",),
    "surname": ("{opening}{surname_end}",),
    "person": ("{first} {surname}", "{first}", "{first} {surname}"),
    "system": ("{opening}{ending}", "{opening}{ending} {n_small}"),
    "place": ("{opening}{place_end}",),
    "place_end": _items(
        "ham; by; ton; minster; wick; mouth; burgh; haven; ford; ness; cliff; combe; thorpe; low; shaw"
    ),
    "n": _items("two; three; four; five; six; seven; eight; nine; ten; eleven; twelve; fourteen; fifteen; twenty"),
    "n_small": tuple(str(number) for number in range(2, 12)),
    "number": tuple(str(number) for number in range(13, 960)),
    "leave": tuple(str(number) for number in range(24, 41)),
    "share": tuple(str(number) for number in range(10, 96)),
    "year": tuple(str(number) for number in range(1988, 2024)),
    "day": _items("Monday; Tuesday; Wednesday; Thursday; Friday"),
    "month": _items("April; May; June; July; August; September; October; November"),
    "verb": _items(
        "rewrite; harden; profile; document; migrate; split up; review; simplify; instrument; retire; "
        "prototype; extend; "
        "untangle; rebuild; automate; measure; repair; redesign; speed up; stabilise; port; tidy; inspect; take over"
    ),
    "gerund": _items(
        "rewriting; hardening; profiling; documenting; migrating; splitting up; reviewing; simplifying; instrumenting; "
        "retiring; prototyping; extending; untangling; rebuilding; automating; measuring; repairing; "
        "redesigning; porting"
    ),
    "crew": _items(
        "growers; port agents; night porters; school nurses; claims handlers; vets; ticket clerks; field engineers; "
        "tour guides; auctioneers; lab assistants; bakers; dispatchers; surveyors; librarians; beekeepers; "
        "pharmacists; "
        "choir leaders; stage managers; harbour pilots; bike couriers; wine makers; land agents; "
        "museum guards; translators; "
        "caretakers; roofers; midwives; fishmongers; referees"
    ),
    "goods": _items(
        "irrigation planners; scaffolding sensors; rehearsal schedules; dental moulds; parcel lockers; "
        "seed catalogues; "
        "customs forms; ski passes; hearing aids; tram timetables; cheese ageing logs; allotment maps; organ repairs; "
        "insurance quotes; kiln controllers; choir scores; rental contracts; fleet tachographs; exam papers; "
        "blood samples; "
        "theatre seats; roof surveys; fishing quotas; payroll runs; wind-farm inspections; lost luggage; "
        "lecture captions; "
        "wedding lists; boat moorings; vaccine fridges; veterinary files; hop auctions"
    ),
    "aim": _phrases("""
        so that {crew} stop phoning {person}
        before {system} is switched off in {month}
        for {number} {crew}
        without waking anyone at night
        across {n} offices and {n} time zones
        while {system} keeps running
        ahead of the {place} launch
        with {person} from the {name} side
        until {share} % of requests stay under {number} ms
        so {crew} can work from {place} unaided
        as traffic from {goods} grows
        in small steps, reviewed on {day}
        now that {name} has become a client
        to the standard {surname} set in {year}
        using the {system} traces as a guide
        after the {month} outage
        in agreement with {crew} at {place}
        down to {n} moving parts
        and write down why
        under a budget agreed with {person}
        on hardware that dates from {year}
        because {goods} must not stop
        alongside {n} contractors
        and hand over to {person}
        with rollback in under {n} minutes
        for the {name} acquisition
        even when {place} loses its uplink
        in time for {goods} season
    """),
    "period": _items(
        "every other sprint; in the first {n} weeks; most mornings; {n} days a month; by {month}; during {month}; "
        "once {system} is live; in pairs with {first}; on {day} afternoons; from week {n}"
    ),
}

_TASKS = _phrases("""
    {verb} {object} {aim}
    {verb} {object}, then {verb} {object}
    own {object} {period}
    with {person}, {verb} {object} {aim}
    about {share} % of your time: {object}
    pick up {object} where {person} left it
    {period}, {verb} {object}
    decide with {crew} what {object} should cost
    move {object} from {system} to {tool}
    teach {tool} to {n} colleagues in {place}
    {verb} {object} {period}
    {gerund} {object}, a job {person} started in {year}
    bring {object} and {object} under one roof {aim}
    {object}: {verb}, test, release {period}
    answer {crew} about {object} {period}
    replace {system} in {object} {aim}
    sit with {crew} at {place}, then {verb} {object}
    keep {object} honest {aim}
    look after {tool} and {object} {period}
    cut the time spent on {object} by {share} %
    chair the {day} review of {object}
    draft the plan for {object} {aim}
    {object} first, {object} next, {aim}
        talk {crew} through {object} {period}
        {verb} whatever {surname} & {surname} left of {object}
        leave {object} readable for {first} in {n} years
        prove on {system} that {object} can scale {aim}
        join {n} calls a week about {goods}
        review what {first} and {surname} commit to {object}
        keep {n} promises made to {name} about {object}
        {period}, walk from {object} to {object} with a notebook
        price, plan and {verb} {object} {aim}
        turn complaints from {crew} into {tool} tickets
        {gerund} {object} {period}, {gerund} {object} afterwards
""")

_NEEDS = _phrases("""
    {n} years with {tool}
    {tool} and {tool} in production, not only in courses
    you have shipped {object} before
    patience for {gerund} {object}
    a clear view on {tool} versus {tool}
    enough {tool} to read what {person} wrote
    written English that {crew} enjoy reading
    curiosity about {goods}
    some {tool}, or the will to learn it {period}
    references from {n} projects around {object}
    a habit of {gerund} before {gerund}
    experience of {object} at {number} requests a second
    calm when {system} fails on a {day}
    a driving licence for visits to {place}
    opinions on {object}, lightly held
    proof that you can explain {object} to {crew}
    {tool} at the level of a maintainer
    German or Polish for calls with {place}
    at ease with {tool} on machines from {year}
    no fear of {object}
    {object}, {object} or something close to them
        having lost an argument about {tool} and learnt from it
        {n} examples of {gerund} code that was not yours
        the nerve to tell {crew} no
        a diploma, a portfolio or {n} years around {goods}
        interest in {tool}; {tool} is a bonus
        taste: {person} reads every commit
        fluency in {tool} as of {year}
""")

_LEADS = _phrases("""
    {company} needs someone to {verb} {object} {aim}.
    After {n} years on {system}, {company} is {gerund} {object}, and you would lead it.
    {person} leaves in {month}, and someone must adopt {object}.
    Would you like to {verb} {object} {aim}?
    We count {number} {crew} on {system}; you would make their days shorter.
    Our {place} team grows from {n} to {number}, starting with this seat.
    The {month} roadmap says it plainly: {verb} {object} {aim}.
    Join {person} and {n} others who care about {object}.
    {goods} have outgrown {system}; come and {verb} what comes next.
    This seat sits between {crew} and {object}.
    When {name} signed, {object} could not keep up, which is where you come in.
    {tool} by day, {tool} by {day}: {company} runs on both.
    Nobody has touched {object} since {year}; {person} would like that to change.
    You report to {person} and answer for {object}.
    Half engineering, half {goods}: an odd seat, filled {n} times since {year}.
    Think of {object} as a garden that {company} neglected for {n} winters.
    {crew} wait {n} days for answers today; with your help, {n} minutes.
        {first} handles {object} alone at present and wants company.
        A year from now {object} should run itself {aim}.
        {n} of us, {number} {crew}, one open seat: {gerund} {object}.
        {place} is small, {company} is not: {goods} leave from here every minute.
        Money is secured until {month}, the plan for {object} is not.
        Come for {tool}, stay for {goods}.
        {verb} {object} by {month} and {verb} {object} after that.
""")

_COMPANY = _phrases("""
    {company} builds {goods} for {crew} in {n} countries.
    Founded in {year} above a shop in {place}, {company} now counts {number} people.
    Our customers are {crew} who used to keep {goods} on paper.
    {person} and {person} still answer support mail on {day}s.
    We turned a profit in {year} and have taken no outside money since.
    {name} and {name} are among the {number} firms that renewed this year.
    The {place} office faces a canal; most of us come in on {day}.
    Behind {company} stands {surname} & {surname}, a family firm in {goods}.
    {share} % of us work far from {place}, in {n} time zones.
    What began as a spreadsheet for {crew} is now {system}, used {number} times an hour.
    {company} merged with {name} in {year} and kept both teams.
    Engineers make up {share} % of the company, {crew} by training the rest.
    Our oldest client, {name}, has sent {goods} through us since {year}.
    We publish our salaries, our outages and our {goods} figures.
    {surname} University and {company} share a lab at {place}.
    Investors: {name} Capital and {n} former {crew}.
    Each {month} the whole company meets for {n} days near {place}.
    {company} is a co-operative of {number} members, led this term by {person}.
    No {crew}, no {company}: they fund {share} % of our work.
        In {place} they call us the {goods} people.
        {person} wrote the first {system} on a train to {place}.
        Of all those hired since {year}, {share} % are still here.
        We lost {name} as a client in {year}, and learnt from it.
        {number} servers, {n} developers, {goods}: that is all there is to us.
        Sales are {first}’s affair; engineers never see a quota.
        From {place} to {place}, {crew} know our logo.
""")

_BENEFITS = _phrases("""
    {leave} days off, plus {place} fair day
    a {day} without meetings
    {number} euros a year for courses or {goods}
    pension topped up by {n} per cent
    {n} months of parental leave at full pay
    a desk in {place} or {number} a month towards your own
    shares after {n} years, explained by {person}
    train tickets to {place} paid for
    on-call shared by {n}, and paid
    lunch cooked by {first} on {day}s
    a sabbatical every {n} years
    hardware from {year} is banned: choose your machine
    therapy sessions through {name}
    a bicycle leased from {name}
    school holidays at {share} % time, on request
    {n} volunteering days with {crew}
    language classes with {person}
    a relocation grant for {place}
    free {goods} for family
    summer hours from {month}
    {number} euros for a chair
        books, no questions asked, via {name}
        {n} paid days to move house
        {surname} coffee grinders on each floor
        dogs welcome in {place}
        fares home to {place} {n} times a year
        gym, choir or {goods}: pick one
        no tracking, ask {person}
        bonus of {n} per cent shared by all
        quiet rooms named after {crew}
        {leave} days plus your birthday
        dental cover by {name}
""")

_PROCESS = _phrases("""
    {n} conversations, the last with {person} in {place}.
    Expect a call with {first}, a paid exercise on {object}, and an answer by {day}.
    We decide within {n} days; {person} writes to everyone.
    No puzzles: bring code around {object} and walk {first} through it.
    Start in {month} or once your notice ends.
    Interviews run on {day}s, by video or at {place}.
    {n} people have applied so far, says {first}; there is no closing date.
    The contract runs {n} months and may become permanent.
""")

_GIGS = _phrases("""
    {object} broke {symptom}; find out why.
    Need someone to {verb} {object} {aim}.
    {tool} script wanted: {verb} {object}, output to {system}.
    Looking for someone fluent in {tool} to {verb} {object} {period}.
    Small job around {object}; {tool} knowledge helps.
    {person} set up {object} in {year}; last {day} it all {fault}.
    Please {verb} {object}; {person} will send screenshots.
    {verb} {object} so {crew} can use {tool} {period}.
    Urgent before {day}: {object}, {tool}, about {n} hours.
    Port {object} from {system} to {tool}, tests included.
    I handle {goods} in {place}, where {object} {fault}.
    Review {object}: {n} pages of notes, one call with {first}.
    {crew} report that {object} {fault} {symptom}.
    Proof of concept: {tool} with {tool} for {goods}.
""")

_GIG_DETAILS = _phrases("""
    Access to {system} on request.
    Done means {person} can run it alone.
    {n} samples attached, {number} rows each.
    Must run on {tool} and cope with {goods}.
    Prior work on {object} is a plus.
    Delivery by {month}, questions to {first}.
    Tests in {tool}, please.
    Not for agencies.
    {n} hours should do, says {first}.
    Budget for {object} comes later.
    Style guide: {surname}, chapter {n}.
    Works today on {system}, barely.
    Ask {first} for the {place} logins.
    Time zone near {place} preferred.
    Follow-up work on {object} likely.
    Source lives in a private {system} repository.
    Payment on merge, no milestones.
    {crew} will try it out on {day}.
    Short video at the end instead of a report.
""")

_RULES |= {
    "symptom": _items(
        "after midnight; on {tool} upgrades; for users in {place}; when {goods} arrive late; in {month}; "
        "on every {n}th run; "
        "under load; with accents in names; on old phones; once {system} restarts; behind a proxy; when {first} logs in"
    ),
    "fault": _items(
        "dropped {share} % of records; took {n} hours; doubled every entry; confused {crew}; "
        "lost all settings; filled the disk; "
        "ignored time zones; crashed {system}; missed {n} of {number} cases; showed wrong totals; held up {goods}"
    ),
}

_HEADINGS = {
    "tasks": _items("What you will do; The work; Your weeks; On your plate; Day to day; The job; In practice; Duties"),
    "needs": _items("What you bring; We look for; Requirements; You; Skills; Good signs; Must have; Profile"),
    "company": _items("About us; Who we are; The company; About {company}; Us; Background; The firm"),
    "benefits": _items("What you get; Benefits; On top; Perks; In return; We offer; Also"),
}

_TITLE_FORMS = _items(
    "{title}; Senior {title}; {title} ({tool}); {title}, {goods}; Lead {title}; {title} – {tool}/{tool}"
)
_RETITLE_FORMS = _phrases("""
    {title} wanted for {goods}
    {tool} specialist – {title}
    {company} seeks {title} with {tool}
    {title} (m/f/x) in {place} or remote
    Opening: {title}, {tool} team
    {title} to join {person}
""")
_GIG_RETITLE_FORMS = _phrases("""
    {tool} help with {object}
    {object}: {tool} needed
    {gerund} {object} for {company}
    Quick one: {object}
""")


def _sentence(text: str) -> str:
    """Begin with a capital."""
    return text[0].upper() + text[1:]


def _expanded(
    shapes: Sequence[str], count: int, rules: Mapping[str, Sequence[str]], rng: random.Random
) -> tuple[str, ...]:
    """Expand ``count`` different shapes."""
    return tuple(_sentence(expand(shape, rules, rng)) for shape in rng.sample(shapes, count))


@dataclass(frozen=True)
class _Company:
    """An employer, and the text that all its posts share."""

    name: str
    place: str
    story: tuple[str, ...]
    benefits: tuple[str, ...]


@dataclass(frozen=True)
class _Sheet:
    """A role's description: what a second company may copy word for word."""

    role: _Role
    tasks: tuple[str, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True)
class _Post:
    """One post as its author wrote it, before a board puts its own lines around it."""

    company: _Company
    role: _Role
    size: str
    title: str
    tags: tuple[str, ...]
    lead: tuple[str, ...]
    tasks: tuple[str, ...]
    needs: tuple[str, ...]
    process: tuple[str, ...]
    headings: tuple[str, ...]
    pay: tuple[int, int]
    reference: int
    story: tuple[str, ...] = ()
    benefits: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Copy:
    """A post as one board published it."""

    variant: str
    post: _Post
    board: str
    batch: int


def _rules(role: _Role, company: str) -> dict[str, Sequence[str]]:
    return {**_RULES, "object": role.objects, "tool": role.tools, "company": (company,)}


def _company(name: str, rng: random.Random) -> _Company:
    rules = {**_RULES, "company": (name,)}
    return _Company(
        name=name,
        place=expand("{place}", rules, rng),
        story=_expanded(_COMPANY, rng.randint(2, 8), rules, rng),
        benefits=_expanded(_BENEFITS, rng.randint(3, 10), rules, rng),
    )


def _sheet(role: _Role, size: str, rng: random.Random) -> _Sheet:
    rules = _rules(role, "")
    n_tasks, n_needs = (
        (rng.randint(7, 10), rng.randint(5, 7)) if size == "long" else (rng.randint(4, 5), rng.randint(2, 4))
    )
    return _Sheet(role, _expanded(_TASKS, n_tasks, rules, rng), _expanded(_NEEDS, n_needs, rules, rng))


def _job(company: _Company, sheet: _Sheet, size: str, rng: random.Random) -> _Post:
    """Write the post of one job: the company's text, the role's sheet, and what only this post says."""
    rules = _rules(sheet.role, company.name)
    low = rng.randrange(42, 150)
    long = size == "long"
    return _Post(
        company=company,
        role=sheet.role,
        size=size,
        title=_title(sheet.role, _TITLE_FORMS, rules, rng),
        tags=tuple(rng.sample(sheet.role.tools, 3)),
        lead=_expanded(_LEADS, rng.randint(2, 3) if long else 1, rules, rng),
        tasks=sheet.tasks,
        needs=sheet.needs,
        process=_expanded(_PROCESS, 1, rules, rng),
        headings=tuple(expand(rng.choice(choices), rules, rng) for choices in _HEADINGS.values()),
        pay=(low, low + rng.randrange(6, 40)),
        reference=rng.randrange(10_000, 99_999),
        story=company.story if long else company.story[:2],
        benefits=company.benefits if long else company.benefits[:3],
    )


def _gig(role: _Role, rng: random.Random) -> _Post:
    """Write the post of a small job: a few sentences, a fixed price."""
    company = _Company(expand("{name}", _RULES, rng), expand("{place}", _RULES, rng), (), ())
    rules = {**_rules(role, company.name), "object": rng.sample(role.objects, 2)}
    price = rng.randrange(60, 2400, 5)
    return _Post(
        company=company,
        role=role,
        size="short",
        title=_sentence(expand("{verb} {object}", rules, rng)),
        tags=tuple(rng.sample(role.tools, 2)),
        lead=_expanded(_GIGS, 1, rules, rng) + _expanded(_GIG_DETAILS, rng.randint(2, 3), rules, rng),
        tasks=(),
        needs=(),
        process=(),
        headings=(),
        pay=(price, price),
        reference=rng.randrange(10_000, 99_999),
    )


def _title(role: _Role, forms: Sequence[str], rules: Mapping[str, Sequence[str]], rng: random.Random) -> str:
    return _sentence(expand(rng.choice(forms), {**rules, "title": role.titles}, rng))


def _pay(post: _Post, board: str) -> str:
    """Write the pay the way a board does."""
    low, high = post.pay
    if post.size == "short":
        return {
            "gigharbor": f"${low} fixed",
            "worklantern": f"USD {low:,} for the whole job",
            "stackferry": f"{low} USD",
            "bountywell": f"${low:,}",
            "remotecrate": f"${low} flat",
            "hirethread": f"{low} dollars, paid once",
        }[board]
    return {
        "gigharbor": f"${low}k–${high}k",
        "worklantern": f"USD {low},000 to {high},000 per year",
        "stackferry": f"{low}-{high}k USD",
        "bountywell": f"${low},000/${high},000",
        "remotecrate": f"${low} 000 – ${high} 000",
        "hirethread": f"{low}.000–{high}.000 dollars a year",
    }[board]


# What a board puts before and after every post.
_HOUSE_STYLES = {
    "gigharbor": (
        "[GH-{reference}] {title} — {pay}",
        "Tags: {tags}\nFirst come, first served on GigHarbor.",
    ),
    "worklantern": (
        "{company} is looking for: {title}\nSalary: {pay}",
        "Apply through WorkLantern.",
    ),
    "stackferry": (
        "{title} | {company} | {place} | {pay}",
        "Write to jobs@{address}.example (subject: FERRY).",
    ),
    "bountywell": ("{title}\nBounty: {pay}", "Comment /claim on BountyWell to begin."),
    "remotecrate": ("{title} at {company} – remote", "Pay: {pay}\n{hashtags}\nChecked by hand at RemoteCrate."),
    "hirethread": (
        "{title}\nEmployer: {company}, {place}\n{pay}, ref. {reference}",
        "Posted via HireThread, free for candidates.",
    ),
}


def _publish(post: _Post, board: str) -> str:
    """Write the post as one board shows it."""
    lines = {
        "title": post.title,
        "company": post.company.name,
        "place": post.company.place,
        "address": post.company.name.lower(),
        "pay": _pay(post, board),
        "reference": str(post.reference),
        "tags": ", ".join(post.tags),
        "hashtags": " ".join(f"#{re.sub(r'[^a-z0-9]', '', tag.lower())}" for tag in post.tags),
    }
    header, footer = (part.format(**lines) for part in _HOUSE_STYLES[board])
    blocks = [header, " ".join(post.lead)]
    if post.size != "short":
        sections = zip(post.headings, (post.tasks, post.needs, post.story, post.benefits), strict=True)
        for heading, content in sections:
            if content is post.story:
                blocks.append(f"{heading}\n{' '.join(content)}")
            elif content:
                blocks.append("\n".join([heading, *(f"- {item}" for item in content)]))
        blocks.append(" ".join(post.process))
    return "\n\n".join([*blocks, footer])


def _trimmed(post: _Post, rng: random.Random) -> _Post:
    """Keep the first part of each list, and drop what the company says of itself or what it offers."""
    keep = rng.choice((0.6, 0.7, 0.8, 0.9))
    shorter = replace(
        post,
        tasks=post.tasks[: max(2, round(keep * len(post.tasks)))],
        needs=post.needs[: max(1, round(keep * len(post.needs)))],
    )
    if rng.random() < 0.5:
        return replace(shorter, story=post.story[:1])
    return replace(shorter, benefits=())


def _updated(post: _Post, rng: random.Random) -> _Post:
    """Write half of the tasks and of the needs anew, as an employer does who reuses last month's post."""
    rules = _rules(post.role, post.company.name)

    def renewed(items: tuple[str, ...], shapes: Sequence[str]) -> tuple[str, ...]:
        kept = len(items) // 2
        return items[:kept] + _expanded(shapes, len(items) - kept, rules, rng)

    return replace(
        post,
        tasks=renewed(post.tasks, _TASKS),
        needs=renewed(post.needs, _NEEDS),
        lead=_expanded(_LEADS, len(post.lead), rules, rng),
    )


_COPIES = {
    "repost_verbatim": 5,
    "repost_house_style": 5,
    "repost_trimmed": 3,
    "repost_reworded_title": 3,
    "salary_updated": 3,
    "rolling_update": 2,
}


def _copy(original: _Copy, variant: str, rng: random.Random) -> _Copy:
    """Publish a post again, the same day or later, with the change its variant names."""
    post, board = original.post, original.board
    others = [other for other in BOARDS if other != board]
    if variant == "repost_house_style":
        board = rng.choice(others)
    elif variant == "repost_trimmed":
        post = _trimmed(post, rng)
    elif variant == "repost_reworded_title":
        forms = _GIG_RETITLE_FORMS if post.size == "short" else _RETITLE_FORMS
        rules = _rules(post.role, post.company.name)
        post = replace(post, title=_title(post.role, forms, rules, rng))
    elif variant == "salary_updated":
        low, high = post.pay
        rise = rng.choice((3, 5, 8, 12, -4))
        post = replace(post, pay=(low + rise * (10 if low == high else 1), high + rise * (10 if low == high else 1)))
    elif variant == "rolling_update":
        post = _updated(post, rng)
    return _Copy(variant, post, board, rng.randint(original.batch, N_BATCHES))


def _copies(post: _Post, rng: random.Random) -> tuple[_Copy, ...]:
    """Publish a post for the first time and, more often than not, some times again."""
    original = _Copy("original", post, rng.choice(BOARDS), rng.randint(1, N_BATCHES))
    if rng.random() < 0.38:
        return (original,)
    weights = dict(_COPIES)
    if post.size == "short":
        del weights["repost_trimmed"], weights["rolling_update"]
    variants = rng.choices(list(weights), list(weights.values()), k=rng.randint(1, 5))
    return (original, *(_copy(original, variant, rng) for variant in variants))


def _posts(rng: random.Random) -> list[_Post]:
    """Invent all jobs and gigs. A job may take over the sheet of the same role at another company."""
    names = [opening + ending for opening in _RULES["opening"] for ending in _RULES["ending"]]
    posts = []
    sheets: dict[tuple[str, str], list[_Sheet]] = {}
    for name in rng.sample(names, _N_COMPANIES):
        company = _company(name, rng)
        size = rng.choice(("long", "long", "long", "medium"))
        for role in rng.sample(_ROLES, _ROLES_PER_COMPANY):
            known = sheets.setdefault((role.name, size), [])
            if known and rng.random() < 0.5:
                sheet = rng.choice(known[-3:])
            else:
                sheet = _sheet(role, size, rng)
                known.append(sheet)
            posts.append(_job(company, sheet, size, rng))
    return posts + [_gig(rng.choice(_ROLES), rng) for _ in range(_N_GIGS)]


def _pairs(
    posts: Sequence[_Post], copies: Sequence[tuple[int, _Copy]], rng: random.Random
) -> dict[tuple[int, int], tuple[float, str]]:
    """Label pairs of rows; ``copies`` holds (post, copy) in the order of the rows."""
    pairs: dict[tuple[int, int], tuple[float, str]] = {}

    def add(left: int, right: int, label: float, relation: str) -> bool:
        pair = (min(left, right), max(left, right))
        fresh = pair not in pairs
        pairs.setdefault(pair, (label, relation))
        return fresh

    members: list[list[int]] = [[] for _ in posts]
    for row, (number, _) in enumerate(copies):
        members[number].append(row)
    for rows in members:
        original = next(row for row in rows if copies[row][1].variant == "original")
        for row in rows:
            if row != original:
                variant = copies[row][1].variant
                add(original, row, 0.5 if variant == "rolling_update" else 1.0, variant)

    for left, one in enumerate(posts):
        for right in range(left + 1, len(posts)):
            other = posts[right]
            if one.company.name == other.company.name:
                add(rng.choice(members[left]), rng.choice(members[right]), 0.0, "same_company_other_role")
            elif one.tasks and one.tasks == other.tasks:
                for _ in range(2):
                    add(rng.choice(members[left]), rng.choice(members[right]), 0.0, "same_role_other_company")

    wanted = {"same_board": _N_SAME_BOARD, "random": _N_RANDOM}
    while any(wanted.values()):
        left, right = rng.sample(range(len(copies)), 2)
        (_, one_copy), (_, other_copy) = copies[left], copies[right]
        relation = "same_board" if one_copy.board == other_copy.board else "random"
        if wanted[relation] and _unrelated(one_copy.post, other_copy.post):
            wanted[relation] -= add(left, right, 0.0, relation)
    return pairs


def _unrelated(one: _Post, other: _Post) -> bool:
    """Neither the same job, nor the same company, nor the same role's sheet."""
    return one.company.name != other.company.name and (one.role.name != other.role.name or not one.tasks)


def generate(seed: int = 2024) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Generate job posts as fetched from six invented boards in several scans, and labelled pairs of them.

    A job or gig is posted once or several times: word for word, in another board's house style, trimmed, under another
    title, with another salary, or partly rewritten. Posts of one company share its story and benefits; some companies
    take over the description of a role from another company.

    Parameters
    ----------
    seed : int, default 2024
        The same seed gives the same tables on every machine.

    Returns
    -------
    documents : pandas.DataFrame
        One row a fetched post, in the order of fetching: doc_id, text, url, cluster (the job), segment and source (the
        board; the second name is for funnels), batch (number of the scan, from 1), posted_at (ISO 8601, UTC), company,
        role, size ("short", "medium" or "long"), variant and n_words.
    pairs : pandas.DataFrame
        left_id, right_id (left comes first in the documents), label (1, 0, or 0.5 for unsure) and relation.

    Examples
    --------
    >>> documents, pairs = generate()
    >>> sorted(documents["segment"].unique())
    ['bountywell', 'gigharbor', 'hirethread', 'remotecrate', 'stackferry', 'worklantern']
    >>> bool(pairs["left_id"].isin(documents["doc_id"]).all())
    True
    """
    rng = random.Random(seed)
    posts = _posts(rng)
    copies = [(number, copy) for number, post in enumerate(posts) for copy in _copies(post, rng)]
    rng.shuffle(copies)
    copies.sort(key=lambda item: (item[1].batch, BOARDS.index(item[1].board)))
    rows: list[dict[str, object]] = []
    for row, (number, copy) in enumerate(copies):
        text = _publish(copy.post, copy.board)
        scan = _FIRST_SCAN + datetime.timedelta(hours=12 * (copy.batch - 1))
        posted = scan - datetime.timedelta(minutes=rng.randrange(1, 720))
        rows.append(
            {
                "doc_id": f"post-{row:04d}",
                "text": text,
                "url": f"https://{copy.board}.example/listing/{40_000 + 3 * row}",
                "cluster": f"job-{number:03d}",
                "segment": copy.board,
                "source": copy.board,
                "batch": copy.batch,
                "posted_at": posted.isoformat(),
                "company": copy.post.company.name,
                "role": copy.post.role.name,
                "size": copy.post.size,
                "variant": copy.variant,
                "n_words": len(text.split()),
            }
        )
    documents = pd.DataFrame(rows)
    labelled = sorted(_pairs(posts, copies, rng).items())
    pairs = pd.DataFrame(
        {
            "left_id": [rows[left]["doc_id"] for (left, _), _ in labelled],
            "right_id": [rows[right]["doc_id"] for (_, right), _ in labelled],
            "label": [label for _, (label, _) in labelled],
            "relation": [relation for _, (_, relation) in labelled],
        }
    )
    return documents, pairs
