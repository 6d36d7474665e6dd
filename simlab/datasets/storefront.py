"""The bundled corpus ``storefront``: an invented shop's product pages, in French and English, declined by city."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from simlab.datasets.grammar import expand

__all__ = ["generate"]

LANGUAGES = ("fr", "en")
_FR, _EN = 0, 1
N_SAME_CATEGORY = 900
N_OTHER_CATEGORY = 700
_MODELS_PER_LINE = 4


def _both(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read a table of phrases: one phrase a line, French and English separated by a bar."""
    rows = [line.split("|") for line in text.strip().splitlines()]
    return tuple(row[_FR].strip() for row in rows), tuple(row[_EN].strip() for row in rows)


def _phrases(text: str) -> tuple[str, ...]:
    """Read a list of phrases: one a line."""
    return tuple(line.strip() for line in text.strip().splitlines())


@dataclass(frozen=True)
class _Size:
    """How much a page says: the least and the most of each kind of sentence; the last three are shared by a line."""

    intro: tuple[int, int]
    features: tuple[int, int]
    care: tuple[int, int]
    specs: tuple[int, int]
    reviews: tuple[int, int]
    story: tuple[int, int] = (0, 0)
    terms: tuple[int, int] = (0, 0)
    returns: tuple[int, int] = (0, 0)


# On a lean page most of the text belongs to the brand: its models are the hardest negatives.
_SIZES = {
    "short": _Size((1, 1), (0, 1), (0, 0), (0, 0), (1, 1)),
    "medium": _Size((2, 2), (3, 4), (0, 1), (2, 4), (1, 4), (2, 2), (1, 1), (1, 1)),
    "long": _Size((3, 3), (6, 8), (1, 2), (4, 6), (2, 5), (3, 5), (3, 3), (3, 3)),
    "lean": _Size((1, 2), (2, 3), (0, 1), (2, 3), (2, 5), (4, 6), (4, 5), (3, 5)),
}
_LINE_SIZES = ("short", "medium", "medium", "long", "long", "lean")


@dataclass(frozen=True)
class _Part:
    """A part of a product that a description can praise: noun, materials and predicates, French first."""

    noun: tuple[str, str]
    materials: tuple[tuple[str, ...], tuple[str, ...]]
    predicates: tuple[tuple[str, ...], tuple[str, ...]]


def _parts(text: str) -> tuple[_Part, ...]:
    """Read parts: five lines each (noun; French materials, predicates; the same in English), blank lines between."""
    parts = []
    for block in text.strip().split("\n\n"):
        noun, *lists = block.strip().splitlines()
        french, english = noun.split("|")
        materials_fr, predicates_fr, materials_en, predicates_en = (
            tuple(item.strip() for item in line.split(";")) for line in lists
        )
        parts.append(
            _Part((french.strip(), english.strip()), (materials_fr, materials_en), (predicates_fr, predicates_en))
        )
    return tuple(parts)


class _Category:
    """What the shop can say about one kind of product."""

    def __init__(
        self,
        slug: str,
        *,
        prices: tuple[int, int],
        for_people: bool = False,
        kinds: str,
        where: str,
        purposes: str,
        specs: str,
        parts: str,
    ) -> None:
        self.slug = slug
        self.prices = prices
        self.for_people = for_people
        self.kinds = _both(kinds)
        self.where = _both(where)
        self.purposes = _both(purposes)
        self.specs = [tuple(cell.strip() for cell in row.split("|")) for row in specs.strip().splitlines()]
        self.parts = _parts(parts)


_CATEGORIES = (
    _Category(
        "shoes",
        prices=(69, 240),
        for_people=True,
        kinds="""
            une paire de derbies | a pair of derbies
            une paire de bottines | a pair of ankle boots
            une paire de chaussures de marche | a pair of walking shoes
            une paire de mocassins | a pair of loafers
            une paire de tennis basses | a pair of low trainers
        """,
        where="""
            sur les pavés mouillés | on wet cobbles
            dans les sous-bois | on forest tracks
            sur le sable tassé | on packed sand
            dans les escaliers du métro | on underground stairs
            sur les dalles de gare | on station floors
            le long des quais | along the quays
            sur l’herbe trempée | on soaked grass
            dans la neige fondue | in melting snow
        """,
        purposes="""
            marcher jusqu’au bureau | walking to the office
            traverser une ville inconnue à pied | crossing an unknown town on foot
            danser tard sans ampoules | dancing late without blisters
            suivre les enfants au parc | keeping up with children in the park
            tenir debout derrière un comptoir | standing behind a counter all day
            longer la côte un dimanche | a Sunday along the coast
        """,
        specs="""
            Poids de la paire | Weight of the pair | 380 | 960 | 10 | g | g
            Hauteur du talon | Heel height | 12 | 45 | 1 | mm | mm
            Épaisseur de la semelle | Sole thickness | 8 | 32 | 1 | mm | mm
            Points de couture | Stitches | 180 | 940 | 4 | points | stitches
            Largeur de l’avant-pied | Forefoot width | 88 | 108 | 1 | mm | mm
            Ressemelages possibles | Possible resolings | 2 | 6 | 1 | fois | times
        """,
        parts="""
            la semelle | the sole
            en gomme d’hévéa; en crêpe brut; en liège et latex
            accroche {where}; amortit chaque pas {when}; se remplace chez le cordonnier en {n} jours
            in natural rubber; in raw crepe; in cork and latex
            grips {where}; softens every step {when}; can be replaced by a cobbler in {n} days

            la tige | the upper
            en cuir de veau tanné à l’écorce; en toile de coton enduite; en laine feutrée
            épouse le cou-de-pied {when}; se patine {where}; ne casse pas au pli avant {n} saisons
            in bark-tanned calf leather; in waxed cotton canvas; in felted wool
            follows the instep {when}; gains its patina {where}; does not crack at the fold for {n} seasons

            la première de propreté | the insole
            en peau de chèvre; en feutre de bouclier; en fibre de bambou
            garde le pied sec {when}; se glisse dehors pour sécher en {n} heures; prend la forme du talon {where}
            in goatskin; in pressed felt; in bamboo fibre
            keeps the foot dry {when}; slips out to dry within {n} hours; moulds to the heel {where}

            la trépointe | the welt
            cousue au fil de lin poissé; en cuir étiré à la main; doublée d’un jonc de caoutchouc
            arrête l’eau {where}; tient la couture {when}; se laisse recoudre {n} fois
            stitched with pitched linen thread; in hand-stretched leather; backed by a rubber cord
            stops water {where}; holds the seam {when}; can be stitched again {n} times

            le laçage | the lacing
            à {n} crochets de laiton; en coton ciré; à tirette élastique
            se desserre d’un geste {when}; répartit la pression {where}; ne scie jamais la languette
            with {n} brass hooks; in waxed cotton; with an elastic pull
            loosens in one move {when}; spreads the pressure {where}; never saws at the tongue

            le contrefort | the heel counter
            en cuir salpa; en fibre de coco pressée; moulé sur une forme de {place}
            maintient la cheville {where}; évite les frottements {when}; garde son galbe pendant {n} ans
            in bonded leather; in pressed coconut fibre; moulded on a {place} last
            steadies the ankle {where}; prevents rubbing {when}; keeps its curve for {n} years

            la doublure | the lining
            en mouton ras; en coton gratté; en maille de chanvre
            respire {when}; se nettoie à l’éponge {where}; absorbe l’humidité de {n} longues marches
            in shorn sheepskin; in brushed cotton; in knitted hemp
            breathes {when}; wipes clean {where}; takes up the moisture of {n} long walks

            le cambrion | the shank
            en acier trempé; en frêne cintré; en fibre de verre
            soutient la voûte {when}; rend la foulée plus franche {where}; plie sans bruit après {n} hivers
            in tempered steel; in bent ash; in glass fibre
            supports the arch {when}; makes the stride firmer {where}; bends without a creak after {n} winters
        """,
    ),
    _Category(
        "tents",
        prices=(149, 620),
        kinds="""
            une tente deux places | a two-person tent
            une tente dôme | a dome tent
            une tente tunnel familiale | a family tunnel tent
            un abri de bivouac | a bivouac shelter
            une tente à mât central | a centre-pole tent
        """,
        where="""
            au bord des tourbières | beside peat bogs
            sur un replat caillouteux | on a stony ledge
            au creux des dunes | in the hollow of the dunes
            sous les mélèzes | under the larches
            au pied d’un glacier | at the foot of a glacier
            dans un pré en pente | in a sloping meadow
            en lisière de lac | at the edge of a lake
            sur une terrasse de camping | on a campsite terrace
        """,
        purposes="""
            dormir loin des refuges | sleeping far from the huts
            partir trois semaines à vélo | three weeks away by bicycle
            camper avec deux adolescents | camping with two teenagers
            attendre la fin d’un orage | waiting out a storm
            observer les chouettes | watching owls
            installer un camp de base | setting up a base camp
        """,
        specs="""
            Poids total | Total weight | 980 | 6400 | 20 | g | g
            Colonne d’eau du toit | Fly hydrostatic head | 2000 | 6000 | 250 | mm | mm
            Hauteur intérieure | Inner height | 92 | 205 | 1 | cm | cm
            Encombrement plié | Packed length | 34 | 72 | 1 | cm | cm
            Sardines fournies | Pegs supplied | 8 | 26 | 1 | pièces | pieces
            Surface de l’abside | Porch area | 60 | 310 | 5 | dm² | dm²
        """,
        parts="""
            le double toit | the flysheet
            en nylon siliconé; en polyester indéchirable; en coton technique
            se tend sans pli {where}; sèche en {n} quarts d’heure; évacue la condensation {when}
            in silicone nylon; in ripstop polyester; in technical cotton
            pitches without a crease {where}; dries in {n} quarters of an hour; sheds condensation {when}

            les arceaux | the poles
            en aluminium anodisé; en carbone gainé; en frêne lamellé
            plient {where} sans se marquer; s’emboîtent à l’aveugle {when}; se réparent avec un manchon en {n} minutes
            in anodised aluminium; in sleeved carbon; in laminated ash
            flex {where} without taking a set; slot together blind {when}; can be splinted in {n} minutes

            le tapis de sol | the groundsheet
            en polyéthylène tissé; en nylon enduit; en toile bâchée
            résiste aux épines {where}; remonte de {n} doigts sur les parois; reste souple {when}
            in woven polyethylene; in coated nylon; in tarpaulin cloth
            resists thorns {where}; climbs {n} fingers up the walls; stays supple {when}

            la chambre | the inner tent
            en voile respirant; en moustiquaire serrée; en coton écru
            se suspend avant la pluie {when}; laisse voir les étoiles {where}; accueille {n} matelas côte à côte
            in breathable voile; in tight mosquito mesh; in unbleached cotton
            clips in before the rain {when}; shows the stars {where}; takes {n} mats side by side

            l’abside | the porch
            à double ouverture; fermée par une glissière à rabat; portée par une canne
            abrite {n} sacs et un réchaud; coupe le vent {where}; se roule d’une main {when}
            with a double opening; closed by a flapped zip; held up by a walking pole
            shelters {n} packs and a stove; cuts the wind {where}; rolls up with one hand {when}

            les haubans | the guy lines
            réfléchissants; en cordelette gainée; à tendeur de bois
            tiennent {where} quand la rafale tourne; se retrouvent à la lampe {when}; se règlent du dedans en {n} gestes
            that reflect light; in sheathed cord; with wooden runners
            hold {where} when the gust turns; are found by torchlight {when}; adjust from inside in {n} moves

            les sardines | the pegs
            en profil Y; en titane fin; en acier vrillé
            mordent {where}; se comptent {when} grâce à leur anneau orange; supportent {n} coups de maillet
            with a Y profile; in thin titanium; in twisted steel
            bite {where}; can be counted {when} by their orange loop; take {n} blows of the mallet

            les aérations | the vents
            à visière rigide; grillagées; à volet aimanté
            chassent la buée {when}; restent ouvertes {where}; se ferment en {n} secondes
            with a stiff peak; covered in mesh; with a magnetic flap
            clear the mist {when}; stay open {where}; shut within {n} seconds
        """,
    ),
    _Category(
        "kettles",
        prices=(35, 160),
        kinds="""
            une bouilloire électrique | an electric kettle
            une bouilloire à col de cygne | a gooseneck kettle
            une bouilloire de feu | a stove kettle
            une bouilloire de voyage | a travel kettle
            une bouilloire à température réglable | a variable-temperature kettle
        """,
        where="""
            dans une petite cuisine | in a small kitchen
            sur une plaque à induction | on an induction hob
            au bureau | at the office
            dans une loge de théâtre | in a theatre dressing room
            à bord d’une péniche | aboard a barge
            au fond de l’atelier | at the back of the workshop
            dans une chambre d’étudiant | in a student’s room
            sur un coin d’étagère | on the corner of a shelf
        """,
        purposes="""
            préparer un thé fumé | brewing smoky tea
            verser un café filtre en spirale | pouring filter coffee in spirals
            réchauffer un biberon | warming a baby’s bottle
            remplir une bouillotte | filling a hot-water bottle
            dissoudre un bouillon | dissolving stock
            servir huit tasses d’un coup | serving eight cups at once
        """,
        specs="""
            Contenance | Capacity | 60 | 190 | 5 | cl | cl
            Puissance | Power | 1000 | 3000 | 50 | W | W
            Temps d’ébullition d’un demi-litre | Time to boil half a litre | 70 | 190 | 1 | s | s
            Longueur du cordon | Cord length | 65 | 140 | 5 | cm | cm
            Niveau sonore | Noise level | 48 | 74 | 1 | dB | dB
            Paliers de température | Temperature steps | 2 | 12 | 1 | réglages | settings
        """,
        parts="""
            la cuve | the body
            en inox brossé; en verre borosilicaté; en fonte émaillée
            garde l’eau chaude {n} quarts d’heure; ne donne aucun goût {when}; se rince en un tour de main {where}
            in brushed steel; in borosilicate glass; in enamelled cast iron
            keeps water hot for {n} quarters of an hour; adds no taste {when}; rinses out in a moment {where}

            le bec | the spout
            effilé; coupé au laser; tourné dans le cuivre
            verse un filet régulier {when}; ne goutte pas {where}; se débouche avec {n} gouttes de vinaigre
            drawn thin; cut by laser; turned from copper
            pours a steady thread {when}; does not drip {where}; is cleared with {n} drops of vinegar

            la poignée | the handle
            en hêtre huilé; en bakélite; gainée de liège
            reste froide {when}; tombe bien dans la main {where}; se démonte avec {n} vis
            in oiled beech; in bakelite; wrapped in cork
            stays cool {when}; sits well in the hand {where}; comes off with {n} screws

            le couvercle | the lid
            à charnière amortie; en laiton martelé; à joint de silicone
            s’ouvre assez grand pour une main {where}; ne tombe pas en versant {when}; retient la vapeur {n} minutes
            with a damped hinge; in hammered brass; with a silicone seal
            opens wide enough for a hand {where}; stays put while pouring {when}; holds steam {n} minutes

            la résistance | the heating element
            noyée dans le fond; recouverte d’or fin; en trois anneaux
            chauffe sans siffler {when}; se détartre {where}; démarre à partir de {n} tasses
            sunk into the base; coated in fine gold; in three rings
            heats without whistling {when}; is easily descaled {where}; starts from {n} cups

            le socle | the base
            lesté de zinc; à rotation complète; garni de feutre
            range le cordon {where}; reçoit la bouilloire sans viser {when}; s’éteint seul après {n} minutes
            weighted with zinc; turning full circle; lined with felt
            stores the cord {where}; takes the kettle without aiming {when}; switches off by itself after {n} minutes

            le filtre | the filter
            en maille de nylon; en tissu métallique; en céramique poreuse
            retient le calcaire {when}; se remplace tous les {n} mois; passe au lave-vaisselle {where}
            in nylon mesh; in metal cloth; in porous ceramic
            catches limescale {when}; wants replacing every {n} months; survives the dishwasher {where}

            le thermomètre | the thermometer
            à aiguille; serti dans le couvercle; à cristaux liquides
            se lit de loin {where}; reste juste à {n} degrés près; évite de brûler le thé vert {when}
            with a needle; set into the lid; with liquid crystals
            reads from afar {where}; stays true within {n} degrees; saves green tea from scalding {when}
        """,
    ),
    _Category(
        "lamps",
        prices=(45, 390),
        kinds="""
            une lampe de bureau | a desk lamp
            un lampadaire de lecture | a reading floor lamp
            une suspension | a pendant lamp
            une applique articulée | a hinged wall lamp
            une lanterne sans fil | a cordless lantern
        """,
        where="""
            au-dessus d’une table ronde | above a round table
            près d’un fauteuil | near an armchair
            dans un couloir étroit | in a narrow hallway
            sur un établi | on a workbench
            au chevet d’un lit | at a bedside
            sous une mansarde | under a sloping ceiling
            sur un piano droit | on an upright piano
            derrière un canapé | behind a sofa
        """,
        purposes="""
            lire sans réveiller personne | reading without waking anyone
            dessiner de nuit | drawing at night
            éclairer une partition | lighting a score
            recoudre un bouton | sewing on a button
            dîner dehors en août | dining outside in August
            travailler devant un écran | working at a screen
        """,
        specs="""
            Flux lumineux | Luminous flux | 240 | 1900 | 10 | lm | lm
            Température de couleur | Colour temperature | 2200 | 4000 | 100 | K | K
            Hauteur hors tout | Overall height | 28 | 185 | 1 | cm | cm
            Diamètre de l’abat-jour | Shade diameter | 9 | 62 | 1 | cm | cm
            Consommation | Consumption | 4 | 22 | 1 | W | W
            Durée de vie de la source | Life of the light source | 15 | 50 | 1 | milliers d’heures | thousand hours
        """,
        parts="""
            l’abat-jour | the shade
            en opaline soufflée; en papier washi; en tôle repoussée
            filtre une lueur douce {where}; s’oriente d’un doigt {when}; se dépoussière en {n} secondes
            in blown opal glass; in washi paper; in spun steel
            filters a soft glow {where}; tilts at a finger’s touch {when}; dusts off in {n} seconds

            le bras | the arm
            en tube de laiton; en noyer cintré; à parallélogramme
            se déploie sur {n} longueurs de main; garde la pose {when}; ne tremble pas {where}
            in brass tube; in bent walnut; built as a parallelogram
            reaches {n} hand-lengths; holds its pose {when}; does not shake {where}

            le pied | the foot
            en marbre gris; en béton ciré; en fonte sablée
            reste stable {where}; se glisse dessous {when}; pèse autant que {n} dictionnaires
            in grey marble; in polished concrete; in sand-cast iron
            stands firm {where}; tucks underneath {when}; weighs as much as {n} dictionaries

            le variateur | the dimmer
            à molette moletée; tactile; caché dans le câble
            mémorise {n} ambiances; descend jusqu’à la veilleuse {when}; se trouve à tâtons {where}
            with a knurled wheel; worked by touch; hidden in the cable
            remembers {n} moods; drops to a night light {when}; is found by feel {where}

            le câble | the cable
            gainé de coton; en lin tressé; à double isolation
            court sans boucle {where}; mesure {n} enjambées; se change sans outil {when}
            sheathed in cotton; in braided linen; doubly insulated
            runs without kinks {where}; measures {n} paces; is swapped without tools {when}

            la rotule | the ball joint
            usinée dans le bronze; à friction réglable; garnie de feutre
            pivote sans grincer {when}; se resserre tous les {n} ans; bloque l’angle {where}
            machined from bronze; with adjustable friction; packed with felt
            turns without squeaking {when}; wants tightening every {n} years; locks the angle {where}

            le diffuseur | the diffuser
            en polycarbonate satiné; en verre dépoli; en nid-d’abeilles
            supprime les reflets {where}; adoucit les ombres {when}; se nettoie {n} fois l’an
            in satin polycarbonate; in frosted glass; in honeycomb mesh
            removes glare {where}; softens shadows {when}; needs cleaning {n} times a year

            la batterie | the battery
            logée dans le pied; au lithium-fer; amovible
            tient {n} soirées; se recharge {when}; alimente la lampe {where}
            housed in the foot; of lithium-iron; made to come out
            lasts {n} evenings; recharges {when}; feeds the lamp {where}
        """,
    ),
    _Category(
        "bikes",
        prices=(480, 2900),
        for_people=True,
        kinds="""
            un vélo de ville | a city bike
            un vélo de randonnée | a touring bike
            un vélo pliant | a folding bike
            un vélo de chemins | a gravel bike
            un vélo cargo | a cargo bike
        """,
        where="""
            sur les voies sur berge | on riverside paths
            dans les faux plats | on false flats
            sur une piste forestière | on a forest track
            entre les rails du tramway | between tram rails
            dans les côtes raides | on steep climbs
            sur du gravier roulant | on loose gravel
            au milieu du trafic | in the middle of traffic
            le long d’un canal | along a canal
        """,
        purposes="""
            emmener deux enfants à l’école | taking two children to school
            relier deux gares | linking two stations
            voyager avec quatre sacoches | travelling with four panniers
            rentrer du marché chargé | coming home loaded from the market
            rouler cent kilomètres d’une traite | riding a hundred kilometres in one go
            monter au col avant midi | reaching the pass before noon
        """,
        specs="""
            Poids sans pédales | Weight without pedals | 84 | 268 | 1 | hg | hg
            Empattement | Wheelbase | 985 | 1240 | 5 | mm | mm
            Largeur maximale des pneus | Maximum tyre width | 28 | 57 | 1 | mm | mm
            Vitesses | Gears | 3 | 24 | 1 | rapports | speeds
            Charge autorisée | Load allowed | 110 | 220 | 5 | kg | kg
            Angle de direction | Head angle | 66 | 73 | 1 | degrés | degrees
        """,
        parts="""
            le cadre | the frame
            en acier brasé; en aluminium hydroformé; en titane brossé
            filtre les secousses {where}; vieillit sans fatigue {when}; porte une garantie de {n} ans
            in brazed steel; in hydroformed aluminium; in brushed titanium
            filters the jolts {where}; ages without fatigue {when}; carries a warranty of {n} years

            la fourche | the fork
            à {n} œillets; en carbone moulé; à débattement court
            reste précise {where}; encaisse les trous {when}; accepte une dynamo de moyeu
            with {n} eyelets; in moulded carbon; with short travel
            stays precise {where}; swallows potholes {when}; takes a hub dynamo

            la transmission | the drivetrain
            par courroie; à moyeu fermé; à plateau unique
            tourne en silence {where}; passe les rapports à l’arrêt {when}; demande un réglage tous les {n} mois
            by belt; with a sealed hub; with a single chainring
            turns in silence {where}; shifts at a standstill {when}; needs adjusting every {n} months

            les freins | the brakes
            à disque hydraulique; à tirage central; à câble gainé
            mordent franchement {when}; se dosent d’un doigt {where}; gardent leurs plaquettes {n} saisons
            with hydraulic discs; of the centre-pull kind; with sheathed cables
            bite cleanly {when}; can be feathered with a finger {where}; keep their pads {n} seasons

            la selle | the saddle
            en cuir riveté; en mousse à mémoire; suspendue sur ressorts
            se fait au cavalier en {n} semaines; ne détrempe pas {when}; reste douce {where}
            in riveted leather; in memory foam; hung on springs
            breaks in over {n} weeks; does not get soaked {when}; stays kind {where}

            les pneus | the tyres
            à carcasse souple; renforcés de kevlar; à flancs crème
            roulent {where} sans crever; supportent {n} bars; avalent les bordures {when}
            with a supple casing; reinforced with aramid; with cream sidewalls
            run {where} without a puncture; take {n} bars of pressure; swallow kerbs {when}

            le cintre | the handlebar
            en arc de hêtre; évasé de {n} pouces; à potence réglable
            dégage les épaules {where}; reçoit une sacoche {when}; se tourne pour entrer dans un ascenseur
            in curved beech; flared by {n} inches; with an adjustable stem
            frees the shoulders {where}; takes a bar bag {when}; turns sideways to enter a lift

            l’éclairage | the lighting
            sur dynamo; intégré à la tige; à détecteur de pénombre
            s’allume tout seul {when}; se voit à {n} carrefours; porte loin {where}
            on a dynamo; built into the seat post; with a dusk sensor
            comes on by itself {when}; is seen from {n} junctions away; throws far {where}
        """,
    ),
    _Category(
        "coats",
        prices=(110, 540),
        for_people=True,
        kinds="""
            un manteau long | a long coat
            un caban | a pea coat
            une parka | a parka
            un imperméable | a raincoat
            une veste de chantier | a work jacket
        """,
        where="""
            sur un quai de gare | on a station platform
            au guidon d’un scooter | at the handlebars of a scooter
            dans les allées d’un marché | in the aisles of a market
            sur un pont balayé par les embruns | on a bridge swept by spray
            à l’arrière d’un ferry | at the stern of a ferry
            au bord d’un terrain de rugby | beside a rugby pitch
            devant une école | outside a school
            dans une salle mal chauffée | in a badly heated hall
        """,
        purposes="""
            attendre un bus en janvier | waiting for a bus in January
            promener un chien trois fois par jour | walking a dog three times a day
            passer du vélo au bureau | going from bicycle to office
            voyager sans valise | travelling without a suitcase
            jardiner sous la bruine | gardening in drizzle
            assister à un mariage d’hiver | attending a winter wedding
        """,
        specs="""
            Longueur dos | Back length | 68 | 124 | 1 | cm | cm
            Poids du tissu | Cloth weight | 180 | 780 | 10 | g/m² | g/m²
            Part de fibres recyclées | Share of recycled fibres | 15 | 100 | 5 | % | %
            Poches | Pockets | 3 | 11 | 1 | poches | pockets
            Colonne d’eau | Hydrostatic head | 3000 | 15000 | 500 | mm | mm
            Température de lavage | Washing temperature | 20 | 40 | 10 | °C | °C
        """,
        parts="""
            le drap | the cloth
            en laine foulée; en coton ventile; en loden autrichien
            coupe la bise {where}; perle sous la pluie {when}; pèse moins que {n} pulls
            in fulled wool; in close-woven cotton; in Austrian loden
            cuts the north wind {where}; beads in the rain {when}; weighs less than {n} jumpers

            la capuche | the hood
            à visière baleinée; bordée de mouton; amovible
            dégage la vue {where}; se roule dans le col {when}; se règle par {n} cordons
            with a boned peak; edged with sheepskin; made to come off
            leaves the view clear {where}; rolls into the collar {when}; adjusts with {n} cords

            la doublure | the lining
            matelassée; en satin de cupro; en flanelle à carreaux
            glisse sur un pull {when}; se retire par {n} boutons; garde la chaleur {where}
            quilted; in cupro satin; in checked flannel
            slides over a jumper {when}; comes out by {n} buttons; keeps the warmth {where}

            les poches | the pockets
            à rabat boutonné; passepoilées; doublées de moleskine
            avalent {n} livres de poche; réchauffent les mains {where}; restent plates {when}
            with buttoned flaps; neatly piped; lined in moleskin
            swallow {n} paperbacks; warm the hands {where}; lie flat {when}

            le col | the collar
            montant; en velours côtelé; à patte de gorge
            protège la nuque {where}; se ferme d’une main {when}; retrouve sa forme après {n} lavages
            that stands high; in corduroy; with a throat tab
            shields the neck {where}; closes with one hand {when}; regains its shape after {n} washes

            les boutons | the buttons
            en corozo; en corne de buffle; cousus sur tige
            se ferment avec des gants {when}; tiennent {n} hivers sans reprise; sonnent mat {where}
            in corozo nut; in buffalo horn; sewn on a shank
            do up with gloves on {when}; hold {n} winters without mending; click softly {where}

            les coutures | the seams
            étanchées à chaud; rabattues; surpiquées au fil de soie
            ne lâchent pas {where}; s’élargissent de {n} centimètres; restent discrètes {when}
            taped with heat; flat-felled; topstitched in silk
            do not give way {where}; can be let out by {n} centimetres; stay discreet {when}

            les manches | the sleeves
            raglan; préformées; à poignets tricotés
            laissent lever les bras {where}; arrêtent le froid {when}; se raccourcissent en {n} points
            cut raglan; pre-shaped; with knitted cuffs
            let the arms rise {where}; keep the cold out {when}; shorten in {n} stitches
        """,
    ),
    _Category(
        "coffee-machines",
        prices=(89, 1450),
        kinds="""
            une machine à expresso | an espresso machine
            une cafetière à filtre | a filter coffee maker
            une machine à levier | a lever machine
            une cafetière à siphon | a siphon coffee maker
            une machine à broyeur | a bean-to-cup machine
        """,
        where="""
            dans un studio | in a one-room flat
            derrière un petit bar | behind a small bar
            au réfectoire | in the canteen
            sur une table roulante | on a trolley
            dans une librairie | in a bookshop
            sur le zinc | on the counter
            à côté de l’évier | beside the sink
            dans un salon de coiffure | in a hairdresser’s
        """,
        purposes="""
            servir un ristretto serré | serving a tight ristretto
            accueillir douze invités | welcoming twelve guests
            faire mousser du lait d’avoine | frothing oat milk
            goûter un grain d’altitude | tasting a mountain bean
            démarrer avant l’aube | starting before dawn
            tenir une permanence de nuit | getting through a night shift
        """,
        specs="""
            Pression de la pompe | Pump pressure | 9 | 19 | 1 | bar | bar
            Réservoir d’eau | Water tank | 70 | 280 | 10 | cl | cl
            Temps de chauffe | Warm-up time | 25 | 840 | 5 | s | s
            Diamètre du panier | Basket diameter | 49 | 58 | 1 | mm | mm
            Tasses par heure | Cups an hour | 12 | 90 | 2 | tasses | cups
            Largeur | Width | 13 | 42 | 1 | cm | cm
        """,
        parts="""
            la chaudière | the boiler
            en cuivre étamé; en inox chirurgical; à double paroi
            garde sa consigne {when}; se purge {where}; remonte en {n} minutes
            in tinned copper; in surgical steel; with a double wall
            holds its set point {when}; can be bled {where}; recovers in {n} minutes

            le porte-filtre | the portafilter
            en laiton chromé; sans fond; à deux becs
            s’enclenche sans forcer {where}; reste chaud {when}; pèse le poids de {n} tasses pleines
            in chromed brass; bottomless; with two spouts
            locks in without force {where}; stays hot {when}; weighs as much as {n} full cups

            le moulin | the grinder
            à meules coniques; à meules plates; réglé au micron
            broie sans chauffer {when}; propose {n} finesses; reste discret {where}
            with conical burrs; with flat burrs; set to the micron
            grinds without heating {when}; offers {n} grind sizes; stays discreet {where}

            la buse vapeur | the steam wand
            articulée; à quatre trous; gainée de caoutchouc
            donne une mousse serrée {when}; s’essuie d’un geste {where}; tient {n} pichets d’affilée
            on a ball joint; with four holes; sleeved in rubber
            gives a tight foam {when}; wipes clean in one move {where}; manages {n} jugs in a row

            le réservoir | the tank
            en verre teinté; amovible par le haut; à cartouche de charbon
            se remplit sans déplacer la machine {where}; annonce {n} tasses d’avance; ne prend pas d’odeur {when}
            in tinted glass; lifted out from the top; with a charcoal cartridge
            fills without moving the machine {where}; warns {n} cups ahead; takes on no smell {when}

            la pompe | the pump
            vibrante; rotative; montée sur silentblocs
            ne réveille personne {when}; monte en pression sur {n} paliers; s’amorce toute seule {where}
            of the vibrating kind; of the rotary kind; on rubber mounts
            wakes nobody {when}; builds pressure in {n} steps; primes itself {where}

            le plateau chauffant | the warming tray
            à rebord ajouré; en ardoise; en acier perforé
            accueille {n} tasses; tiédit la porcelaine {when}; sèche les cuillères {where}
            with a pierced rim; in slate; in perforated steel
            takes {n} cups; warms china {when}; dries spoons {where}

            le bac à marc | the grounds drawer
            en inox plié; gradué; à fond amovible
            se vide tous les {n} cafés; coulisse sans bruit {where}; passe au compost {when}
            in folded steel; with a scale; with a loose bottom
            wants emptying every {n} coffees; slides without noise {where}; goes to the compost {when}
        """,
    ),
    _Category(
        "backpacks",
        prices=(49, 290),
        kinds="""
            un sac à dos | a backpack
            un sac de cabine | a cabin bag
            un sac roulé | a roll-top bag
            un sac d’alpiniste | a climber’s pack
            un cartable d’adulte | a grown-up satchel
        """,
        where="""
            dans un train bondé | on a crowded train
            au pied des voies | at the foot of the climbs
            dans le coffre à bagages | in the overhead locker
            sur un porte-bagages | on a luggage rack
            à travers les ronces | through brambles
            sur un pont de cargo | on a cargo deck
            aux contrôles d’aéroport | at airport checks
            dans une salle de réunion | in a meeting room
        """,
        purposes="""
            partir quatre jours sans soute | leaving for four days without hold luggage
            porter un ordinateur et des baskets | carrying a laptop and trainers
            grimper avec une corde | climbing with a rope
            transporter du matériel photo | moving camera gear
            faire les courses du samedi | doing the Saturday shopping
            traverser une rivière à gué | fording a river
        """,
        specs="""
            Volume | Volume | 12 | 68 | 1 | l | l
            Poids à vide | Empty weight | 420 | 2300 | 10 | g | g
            Charge conseillée | Recommended load | 5 | 24 | 1 | kg | kg
            Longueur du dos | Back length | 38 | 56 | 1 | cm | cm
            Compartiments | Compartments | 2 | 14 | 1 | poches | pockets
            Largeur des bretelles | Strap width | 45 | 85 | 1 | mm | mm
        """,
        parts="""
            la toile | the cloth
            en cordura recyclé; en coton huilé; en voile de bateau
            encaisse les frottements {where}; se rapièce avec {n} points; perd ses plis {when}
            in recycled cordura; in oiled cotton; in old sailcloth
            takes the rubbing {where}; patches with {n} stitches; drops its creases {when}

            les bretelles | the straps
            galbées; en feutre épais; à mousse perforée
            se règlent en marchant {where}; ne glissent pas {when}; cèdent de {n} millimètres sous la charge
            cut to a curve; in thick felt; with perforated foam
            adjust while walking {where}; do not slip {when}; give {n} millimetres under load

            le dos | the back panel
            en filet tendu; moulé d’une pièce; à canaux d’air
            laisse passer l’air {when}; garde {n} doigts d’écart; reste droit {where}
            in stretched mesh; moulded in one piece; with air channels
            lets air through {when}; keeps {n} fingers of clearance; stays upright {where}

            la ceinture | the hip belt
            à boucle magnétique; repliable; rembourrée de laine
            transfère le poids {where}; s’escamote {when}; porte {n} petites poches
            with a magnetic buckle; that folds away; padded with wool
            moves the weight {where}; tucks out of sight {when}; carries {n} small pockets

            les glissières | the zips
            étanches; à tirette de corde; en laiton
            s’ouvrent à plat {where}; ne coincent pas {when}; survivent à {n} hivers de sel
            that keep water out; with cord pulls; in brass
            open flat {where}; do not jam {when}; survive {n} winters of salt

            le rabat | the flap
            à double sangle; doublé de liège; à crochet d’acier
            cache {n} poches; ferme sans bruit {where}; déborde assez {when}
            with two straps; lined with cork; with a steel hook
            hides {n} pockets; shuts without noise {where}; overhangs enough {when}

            le compartiment | the sleeve
            suspendu; en polaire grattée; à fond renforcé
            protège un écran de {n} pouces; se détache {where}; sépare le linge mouillé {when}
            hung from the top; in brushed fleece; with a stiffened floor
            guards a screen of {n} inches; detaches {where}; keeps wet clothes apart {when}

            le fond | the base
            en cuir pleine fleur; caoutchouté; cousu double
            se pose sans crainte {where}; tient debout {when}; sèche en {n} heures
            in full-grain leather; dipped in rubber; sewn twice
            can be set down without fear {where}; stands by itself {when}; dries in {n} hours
        """,
    ),
    _Category(
        "speakers",
        prices=(79, 980),
        kinds="""
            une enceinte portable | a portable speaker
            une enceinte de bibliothèque | a bookshelf speaker
            une barre de son | a sound bar
            une radio de cuisine | a kitchen radio
            une enceinte de jardin | a garden speaker
        """,
        where="""
            dans un salon carrelé | in a tiled living room
            sur un rebord de fenêtre | on a window sill
            au fond d’un jardin | at the end of a garden
            dans une salle de bains | in a bathroom
            entre deux rayons de livres | between two rows of books
            sur un voilier | on a sailing boat
            dans un garage | in a garage
            au milieu d’un atelier de couture | in the middle of a sewing room
        """,
        purposes="""
            écouter un quatuor à bas volume | hearing a quartet at low volume
            danser dans la cuisine | dancing in the kitchen
            suivre un match à la radio | following a match on the radio
            animer un anniversaire | livening up a birthday
            travailler une langue | studying a language
            regarder un vieux film | watching an old film
        """,
        specs="""
            Puissance efficace | RMS power | 6 | 240 | 2 | W | W
            Réponse dans les graves | Low-frequency response | 28 | 95 | 1 | Hz | Hz
            Autonomie | Battery life | 7 | 40 | 1 | h | h
            Poids | Weight | 340 | 8600 | 20 | g | g
            Portée sans fil | Wireless range | 9 | 60 | 1 | m | m
            Impédance | Impedance | 4 | 16 | 2 | ohms | ohms
        """,
        parts="""
            le boîtier | the cabinet
            en bouleau contreplaqué; en aluminium moulé; en liège aggloméré
            n’entre pas en résonance {where}; absorbe les chocs {when}; se referme avec {n} vis
            in birch plywood; in cast aluminium; in bound cork
            does not resonate {where}; absorbs knocks {when}; closes with {n} screws

            le haut-parleur de grave | the woofer
            à membrane de papier; en fibre de lin; à suspension longue
            descend sans gronder {where}; bouge de {n} millimètres; reste lisible {when}
            with a paper cone; in flax fibre; with long travel
            goes deep without booming {where}; moves {n} millimetres; stays clear {when}

            le tweeter | the tweeter
            à dôme de soie; à ruban; en béryllium
            détaille les cordes {when}; s’aligne sur l’oreille {where}; couvre {n} auditeurs
            with a silk dome; of the ribbon type; in beryllium
            picks out the strings {when}; lines up with the ear {where}; covers {n} listeners

            la grille | the grille
            en tissu acoustique; en bambou fendu; en acier perforé
            se retire par {n} aimants; résiste aux éclaboussures {where}; laisse passer les aigus {when}
            in acoustic cloth; in split bamboo; in perforated steel
            lifts off its {n} magnets; resists splashes {where}; lets the treble through {when}

            l’ampli | the amplifier
            en classe D; à lampes; alimenté séparément
            chauffe peu {where}; garde {n} décibels de réserve; démarre sans claquement {when}
            in class D; with valves; on its own supply
            runs cool {where}; keeps {n} decibels in hand; starts without a thump {when}

            la liaison sans fil | the wireless link
            à double antenne; à basse latence; chiffrée
            ne décroche pas {where}; se partage entre {n} téléphones; se réveille seule {when}
            with two aerials; of low latency; fully encrypted
            does not drop out {where}; is shared by {n} phones; wakes by itself {when}

            la molette | the dial
            fraisée dans la masse; crantée; lumineuse
            se manie avec des doigts mouillés {where}; compte {n} crans; baisse le son en douceur {when}
            milled from solid; with firm clicks; lit from within
            works with wet fingers {where}; counts {n} clicks; fades the sound gently {when}

            l’accumulateur | the cell pack
            remplaçable; au sodium; à charge rapide
            tient {n} jours de musique; recharge un téléphone {where}; ne s’use pas {when}
            made to be replaced; of sodium; with fast charging
            lasts {n} days of music; charges a phone {where}; does not wear out {when}
        """,
    ),
    _Category(
        "armchairs",
        prices=(190, 1600),
        kinds="""
            un fauteuil club | a club chair
            un fauteuil à bascule | a rocking chair
            un fauteuil crapaud | a tub chair
            un fauteuil de lecture | a reading chair
            un fauteuil pliant | a folding chair
        """,
        where="""
            devant un poêle | in front of a stove
            sous une véranda | under a veranda
            dans l’angle d’une bibliothèque | in the corner of a library
            au bord d’une piscine | beside a pool
            dans une salle d’attente | in a waiting room
            près d’une baie vitrée | near a picture window
            sur un vieux parquet | on an old parquet floor
            dans une loggia | in a loggia
        """,
        purposes="""
            finir un roman | finishing a novel
            allaiter la nuit | nursing a baby at night
            faire la sieste | taking a nap
            recevoir un grand-père | hosting a grandfather
            tricoter longtemps | knitting for hours
            regarder passer les bateaux | watching boats go by
        """,
        specs="""
            Hauteur d’assise | Seat height | 34 | 49 | 1 | cm | cm
            Profondeur | Depth | 62 | 104 | 1 | cm | cm
            Poids | Weight | 6 | 41 | 1 | kg | kg
            Densité de la mousse | Foam density | 28 | 55 | 1 | kg/m³ | kg/m³
            Cycles d’abrasion | Abrasion cycles | 25 | 100 | 5 | milliers | thousand
            Inclinaison | Recline | 4 | 38 | 1 | degrés | degrees
        """,
        parts="""
            l’assise | the seat
            à ressorts ensachés; en sangles de jute; garnie de crin
            se retourne tous les {n} mois; soutient les reins {when}; ne creuse pas {where}
            with pocket springs; on jute webbing; stuffed with horsehair
            turns over every {n} months; supports the back {when}; does not sag {where}

            le dossier | the back
            capitonné; en cannage; à lamelles
            laisse passer la chaleur {where}; s’incline sur {n} crans; accueille la tête {when}
            deeply buttoned; in woven cane; with slats
            lets the heat through {where}; tilts over {n} notches; welcomes the head {when}

            la structure | the frame
            en hêtre massif; en tube cintré; en chêne fumé
            ne craque pas {when}; se démonte en {n} morceaux; vieillit bien {where}
            in solid beech; in bent tube; in smoked oak
            does not creak {when}; comes apart in {n} pieces; ages well {where}

            la housse | the cover
            en velours de coton; en lin lavé; en laine bouclée
            se déhousse par {n} pressions; cache les taches {when}; garde sa teinte {where}
            in cotton velvet; in washed linen; in bouclé wool
            comes off by {n} snaps; hides stains {when}; keeps its shade {where}

            les accoudoirs | the arms
            en cuir tendu; larges d’une main; en noyer poncé
            portent une tasse {where}; se patinent {when}; supportent {n} générations de coudes
            in stretched leather; a hand wide; in sanded walnut
            hold a cup {where}; gain a patina {when}; bear {n} generations of elbows

            les pieds | the legs
            fuselés; à roulettes de laiton; en fonte d’aluminium
            épargnent le sol {where}; se vissent en {n} tours; rattrapent un défaut de niveau {when}
            neatly tapered; on brass castors; in cast aluminium
            spare the floor {where}; screw in with {n} turns; make up for an uneven floor {when}

            le coussin | the cushion
            en plumes d’oie; en flocons de latex; en balle d’épeautre
            reprend du volume {when}; se cale {where}; double de hauteur en {n} secousses
            in goose feather; in latex flakes; in spelt husk
            plumps up again {when}; wedges in place {where}; doubles in height with {n} shakes

            le repose-pieds | the footrest
            coulissant; assorti; sur vérin à gaz
            disparaît sous l’assise {where}; sert de tabouret {when}; porte {n} magazines
            that slides; made to match; on a gas strut
            vanishes under the seat {where}; serves as a stool {when}; holds {n} magazines
        """,
    ),
)

_CITIES = _both("""
    Lyon | Lyon
    Bordeaux | Bordeaux
    Genève | Geneva
    Bruxelles | Brussels
    Anvers | Antwerp
    Cologne | Cologne
    Turin | Turin
    Gênes | Genoa
    Séville | Seville
    Porto | Porto
    Londres | London
    Édimbourg | Edinburgh
    Copenhague | Copenhagen
    Varsovie | Warsaw
    Prague | Prague
    Vienne | Vienna
    Lille | Lille
    Nantes | Nantes
    Strasbourg | Strasbourg
    Grenoble | Grenoble
    Rennes | Rennes
    Orléans | Orléans
    Angers | Angers
    Toulouse | Toulouse
    Milan | Milan
    Rotterdam | Rotterdam
    Liège | Liège
    Valence | Valencia
    Dijon | Dijon
    Brest | Brest
""")

_COLOURS = _both("""
    vert sapin | fir green
    bleu nuit | midnight blue
    ocre | ochre
    sable | sand
    gris perle | pearl grey
    rouge brique | brick red
    terre de Sienne | sienna
    blanc cassé | off-white
    noir charbon | coal black
    bleu canard | teal
    moutarde | mustard
    prune | plum
    cuivre | copper
    tilleul | lime blossom
    rose thé | tea rose
    caramel | caramel
    anthracite | anthracite
    bleu lavande | lavender blue
    écru | ecru
    bordeaux | burgundy
""")

_AUDIENCES = (("femme", "homme"), ("women", "men"))

_SYLLABLES = {
    "opening": _phrases("""
        Bel
        Cor
        Dor
        Fal
        Gri
        Hau
        Jol
        Ker
        Lan
        Mar
        Nov
        Sol
        Pel
        Quer
        Ros
        Sar
        Tal
        Gru
        Ver
        Wal
        Vin
        Zel
        Bran
        Chan
        Flo
        Gar
        Lou
        Mon
        Pra
        Tre
    """),
    "town_end": _phrases("""
        vigny
        mare
        lieu
        court
        beuf
        sac
        dun
        wick
        ham
        sted
        ombe
        anges
        ault
        ières
        ford
        bach
        ey
        ole
        ansa
        ivré
        onne
        uzac
        ister
        holm
    """),
    "surname_end": _phrases("""
        ville
        ert
        ain
        ois
        elli
        sen
        well
        mont
        ard
        eau
        eski
        inger
        uet
        one
        anov
        ish
        ley
        ez
        oun
        ak
    """),
    "brand_end": _phrases("""
        ex
        ova
        um
        iko
        alis
        eon
        isk
        ane
        or
        ette
        ynd
        aro
        ust
        ila
        ent
        oka
    """),
}

# French elides before a vowel or a silent h ("d’Agnès"): names that begin with a sounded consonant need no rule.
_FIRST_NAMES = tuple(
    name
    for row in _phrases("""
        Basile Béatrice Bruno Camille Cécile Chloé Clara Côme Damien Diane Delphine Doriane Fanny Farid Félix Florence
        Gaël Georges Gisèle Jade Jeanne Joël Jules Karim Katia Léa Léon Louise Lucas Lucie Maëlle Malo Marc Margot Mehdi
        Mona Nadia Nina Noé Norbert Paola Paul Perrine Quentin Rachel Rémi Rosa Roland Sacha Salomé Samuel Simon Sofia
        Sylvain Tess Théo Tom Tiphaine Valentin Vera Victor Violette Xavier Yann Yasmine Zélie Zoé
    """)
    for name in row.split()
)

_NUMBERS = _both("""
    deux | two
    trois | three
    quatre | four
    cinq | five
    six | six
    sept | seven
    huit | eight
    neuf | nine
    dix | ten
    onze | eleven
    douze | twelve
""")

_WHEN = _both("""
    par temps de pluie | in wet weather
    en plein hiver | in the depth of winter
    au petit matin | early in the morning
    les soirs d’orage | on stormy evenings
    après une longue journée | after a long day
    quand le vent se lève | when the wind gets up
    dès le premier jour | from day one
    semaine après semaine | week after week
    à la mi-saison | between seasons
    pendant les week-ends chargés | over busy weekends
    quand la lumière baisse | as the light fades
    par grande chaleur | in great heat
    lors des départs précipités | when leaving in a hurry
    les jours de marché | on market days
    au retour du travail | back from work
    pendant les fêtes | during the holidays
    quand toute la famille s’en mêle | when the whole family joins in
    après des mois d’oubli au garage | after months forgotten in a garage
    au cœur de l’automne | in mid-autumn
    même sans entretien | even without care
    en toute discrétion | quite discreetly
    malgré les années | in spite of the years
    à la moindre occasion | at the slightest chance
    sans qu’on y pense | without anyone noticing
    entre deux averses | between two showers
    un dimanche sur deux | every other Sunday
    quand on s’y attend le moins | when least expected
    jusqu’aux premières gelées | until the first frosts
""")

# Places of use that suit every category: invented, so that two pages rarely share one.
_WHERE = _both("""
    à {place} | in {place}
    chez {surname} | at {surname}
    entre {place} et {place} | between {place} and {place}
    du côté de {place} | over in {place}
    sur la route de {place} | on the road to {place}
    au marché de {place} | at {place} market
    dans les rues de {place} | in the streets of {place}
    au refuge {process} | at the {process} hut
    pendant le festival {process} | at the {process} festival
    avec le club de {place} | with the {place} club
""")

_TRADES = _both("""
    libraire | bookseller
    guide de montagne | mountain guide
    photographe | photographer
    géomètre | surveyor
    céramiste | potter
    vétérinaire | vet
    fleuriste | florist
    journaliste | journalist
    pianiste | pianist
    botaniste | botanist
    dentiste | dentist
    garagiste | mechanic
    bibliothécaire | librarian
    paysagiste | landscape gardener
    kinésithérapeute | physiotherapist
    graphiste | graphic designer
    dramaturge | playwright
    notaire | notary
    météorologue | weather forecaster
    secrétaire de mairie | town clerk
    capitaine de péniche | barge captain
    juge de paix | magistrate
    pilote de remorqueur | tugboat pilot
    garde champêtre | park warden
""")

_REASONS = _both("""
    rien n’est collé, tout se visse | nothing is glued, everything is screwed
    les pièces d’usure sont vendues à l’unité | wearing parts are sold singly
    la notice tient sur une page | the manual fits on one page
    le dessin a été simplifié {n} fois | the drawing was simplified {n} times
    le fournisseur habite la rue voisine | the supplier lives in the next street
    chaque lot est pesé puis noté | each batch is weighed and logged
    les chutes servent à d’autres objets | offcuts go into other objects
    le prototype a servi {n} hivers à {place} | the prototype served {n} winters in {place}
    {person} refuse les raccourcis | {person} refuses short cuts
    l’emballage ne contient aucun plastique | the packaging holds no plastic
    la peinture sèche à l’air pendant {n} jours | the paint dries in the open for {n} days
    un contrôle a lieu à {place} toutes les {n} pièces | a check takes place in {place} every {n} pieces
    la forme suit une esquisse de {person} | the shape follows a sketch by {person}
    les outils viennent d’une usine fermée de {place} | the tools come from a closed factory in {place}
    le poids a fondu de {percent} % depuis {year} | the weight has shrunk by {percent} % since {year}
    nos clients de {place} l’ont demandé | our customers in {place} asked for it
    une école de {place} a mené les essais | a school in {place} ran the trials
    le brevet {process} est tombé dans le domaine public | the {process} patent has lapsed
    nous avons préféré l’usage à l’effet | use was put before show
    la finition {process} évite le vernis | the {process} finish needs no varnish
    la teinture {process} vient de {place} | {process} dye comes from {place}
    {first} signe chaque carton au crayon | {first} signs each box in pencil
    le pliage demande {n} minutes à {place} | folding takes {n} minutes in {place}
    un ressort {process} compense le jeu | a {process} spring takes up the play
    les angles sont poncés par {person} | corners are sanded by {person}
    nous avons jeté {count} ébauches | we threw away {count} drafts
    {surname} coule la matière depuis {year} | {surname} has cast the material since {year}
    la colle {process} se défait à l’eau tiède | {process} glue lets go in warm water
    {person} teste chaque lot {when} | {person} tests every batch {when}
    le plan {process} date de {year} | the {process} plan dates from {year}
    personne à {place} ne voulait d’un compromis | nobody in {place} wanted a compromise
    {count} heures de marche n’ont rien usé | {count} hours of running wore nothing out
    le stock de {surname} dormait à {place} | the {surname} stock was lying idle in {place}
    {first} et {surname} se relaient à l’établi | {first} and {surname} take turns at the bench
""")

# One feature of the product: {part} with {material} does {predicate}. Many shapes, so that no shape becomes a template.
_FEATURES = (
    _phrases("""
        {part} {material} {predicate}.
        {part} {predicate}, car {reason}.
        {part} {material} {predicate} : {reason}.
        Un détail change tout : {part} {material} {predicate}.
        {person} l’a vérifié à {place} : {part} {predicate}.
        Merci à l’atelier {surname} : {part} {material} {predicate}.
        À l’usage, {part} {material} {predicate}, et {reason}.
        Comme {reason}, {part} {predicate}.
        Ici, {part} {predicate} ; {reason}.
        Depuis {year}, {part} {predicate} grâce au procédé {process}.
        Notre banc d’essai de {place} est formel : {part} {material} {predicate}.
        Ne cherchez pas le secret ailleurs : {part} {material}, signature de {surname}.
        Avec {part} {material}, {reason}.
        Traitement {process} oblige, {part} {predicate}.
        Mention spéciale pour {part} {material}, dont {person}, {trade}, rêvait depuis {n} ans.
        {part} ? {material_cap}, tout simplement, et {reason}.
        {surname} fournit la matière, {place} le savoir-faire : {part} {material} {predicate}.
        {part}, {material}, {predicate} ; {first} y a veillé.
        Moins de gestes et plus de plaisir {when} : {part} {predicate}.
        Pari de {person} : {part} {material}.
        Après {n} essais manqués, enfin un succès : {part} {predicate}.
        Version {year} : {part} {material}, le reste n’a pas bougé.
        {part} {predicate} ; tout en découle, écrit {first}.
        {reason} : d’où {part} {material}.
        Côté {surname}, {part} {predicate} ; côté {process}, {reason}.
        Choix assumé, {part} {material} {predicate}.
        Rare à ce prix : {part} {material}.
        {person} résume : {part} {predicate}, {reason}.
    """),
    _phrases("""
        {part} {material} {predicate}.
        {part} {predicate}, because {reason}.
        {part} {material} {predicate}: {reason}.
        One detail makes the difference: {part} {material} {predicate}.
        {person} checked it in {place}: {part} {predicate}.
        Thanks to the {surname} workshop, {part} {material} {predicate}.
        In daily use {part} {material} {predicate}, and {reason}.
        Since {reason}, {part} {predicate}.
        Here {part} {predicate}; {reason}.
        As of {year}, {part} {predicate} thanks to {process} treatment.
        Our test bench at {place} is clear: {part} {material} {predicate}.
        Look no further for the secret: {part} {material}, a {surname} signature.
        With {part} {material}, {reason}.
        Given a {process} coating, {part} {predicate}.
        Special mention goes to {part} {material}, which {person}, a {trade}, had wanted for {n} years.
        {part}? {material_cap}, quite simply, and {reason}.
        {surname} supplies the material, {place} the know-how: {part} {material} {predicate}.
        {part}, {material}, {predicate}; {first} saw to that.
        Fewer moves and more pleasure {when}: {part} {predicate}.
        A bet by {person}: {part} {material}.
        After {n} failed attempts came success: {part} {predicate}.
        The {year} version brings {part} {material} and changes little else.
        {part} {predicate}; all else follows, writes {first}.
        {reason}, hence {part} {material}.
        On the {surname} side, {part} {predicate}; on the {process} side, {reason}.
        A deliberate choice, {part} {material} {predicate}.
        Rare at this price: {part} {material}.
        {person} sums up: {part} {predicate}, {reason}.
    """),
)

_INTROS = (
    _phrases("""
        Voici {kind} pour {purpose} {where}.
        Il fallait {kind} pour {purpose} : {place} nous a soufflé l’idée.
        {name} doit tout à une envie de {person}, {trade} à {place} : {purpose}.
        On reconnaît {name} de loin {where}, {when}.
        Avec {name}, {purpose} redevient un plaisir, {when}.
        Sur un dessin fait à {place} en {year}, {name} vise un seul but : {purpose}.
        Pourquoi {kind} de plus ? La réponse est brève : {reason}.
        {person} cherchait {kind} capable de durer {n} fois plus longtemps {where}.
        Une question de {first} a tout lancé : peut-on réussir à {purpose} {where} ?
        Le catalogue {year} ouvre sur {name}, que {person} utilise {where}.
        Ceux qui aiment {purpose} connaissent déjà {name}.
        {name} a passé {n} mois {where} avant d’entrer en boutique.
        Pour {purpose}, {person} a longtemps cherché ; {name} met fin à la quête.
        {where}, {name} sait se faire oublier.
        {year} : {surname} imagine {kind}. Aujourd’hui, {name} reprend l’idée {when}.
        De {place} à {place}, {name} accompagne {n} saisons de suite.
        Né d’un croquis de {first}, ce modèle sert d’abord à {purpose}.
        Ni gadget ni relique : {name} rend service {where}.
        {first} hésitait entre {n} projets ; {kind} l’a emporté.
        Commençons par la fin : {name} revient intact {when}, même {where}.
        Petit tirage de {count} exemplaires, {name} sort des mains de {person}, {trade}.
        {percent} % de nos habitués choisissent {name} pour {purpose}.
        Rien de tapageur : {kind}, {reason}, et c’est tout.
        Demandez à {person}, {trade} de {place}, ce que {name} change {when}.
    """),
    _phrases("""
        Here is {kind} for {purpose} {where}.
        It took {kind} made for {purpose}, and {place} gave us the idea.
        {name} grew out of a wish of {person}, a {trade} from {place}: {purpose}.
        You can tell {name} from a distance {where}, {when}.
        With {name}, {purpose} becomes a pleasure again, {when}.
        Drawn up at {place} in {year}, {name} has a single aim: {purpose}.
        Why {kind} yet again? Because {reason}.
        {person} was after {kind} able to last {n} times longer {where}.
        A question by {first} set it all off: could {purpose} be made easy {where}?
        The {year} catalogue opens with {name}, used by {person} {where}.
        Anyone who enjoys {purpose} will have met {name} before.
        {name} spent {n} months {where} before it reached the shop.
        For {purpose}, {person} searched a long time; {name} ends the quest.
        {where}, {name} knows how to be forgotten.
        {year}: {surname} imagines {kind}. Now {name} takes the idea further {when}.
        From {place} to {place}, {name} lasts {n} seasons in a row.
        Born of a sketch by {first}, this model serves {purpose} above all.
        Neither gadget nor relic, {name} earns its keep {where}.
        {first} was torn between {n} projects; {kind} won.
        Let us start at the end: {name} comes back intact {when}, even {where}.
        A small run of {count} pieces, {name} leaves the hands of {person}, a {trade}.
        Some {percent} % of our regulars pick {name} for {purpose}.
        Nothing loud: {kind}, {reason}, and that is all.
        Ask {person}, a {trade} from {place}, what {name} changes {when}.
    """),
)

_STORIES = (
    _phrases("""
        La maison {brand} a ouvert en {year} dans une ancienne {works} de {place}.
        {person} et {person} dirigent {brand}, {count} salariés, sans actionnaire extérieur.
        Chez {brand}, {reason}.
        L’atelier tient dans {n} pièces au-dessus d’une {works}, rue de {place}.
        Tout commence chez {surname}, fournisseur de {place} depuis {n} générations.
        {brand} forme {n} apprentis par an avec le lycée de {place}.
        En {year}, un incendie détruit la {works} ; {person} reconstruit tout en {n} mois.
        Aujourd’hui {percent} % de la production reste à {place}, le reste part chez {surname}.
        Avant de fonder {brand}, {person} exerçait comme {trade} dans une {works}.
        {brand} reverse {percent} pour mille de ses ventes à l’association {process} de {place}.
        La marque doit son nom à {surname}, une {works} disparue où travaillait {person}.
        On visite les ateliers {brand} {when}, sur rendez-vous pris auprès de {person}.
        Leur credo tient en une phrase de {person} : « {reason} ».
        Le carnet de commandes de {brand} se remplit à {place}, jamais en ligne, confie {person}.
        {n} métiers cohabitent sous le toit de {brand}, du dessin à l’emballage.
        Le premier client, {person}, tenait une {works} à {place}.
        Une partie de l’outillage {brand}, sauvée d’une {works}, date de {year}.
        {surname}, {surname} et {brand} partagent un même séchoir à {place}.
        En {year}, {person} vend sa {works} et dépose le nom {brand}.
        Chaque {day}, {brand} ouvre ses portes aux voisins de {place}.
        Ni usine ni musée, {brand} occupe {n} hangars près de {place}.
        {person}, {trade} de formation, a rejoint {brand} en {year}.
    """),
    _phrases("""
        The house of {brand} opened in {year} in a former {works} at {place}.
        {person} and {person} run {brand}, {count} staff, with no outside shareholder.
        At {brand}, {reason}.
        The workshop fills {n} rooms above a {works} on {place} Street.
        It all starts at {surname}, a supplier from {place} for {n} generations.
        {brand} trains {n} apprentices a year with {place} college.
        Fire destroyed the {works} in {year}; {person} rebuilt it all in {n} months.
        Today {percent} % of production stays in {place}, the rest goes to {surname}.
        Before founding {brand}, {person} worked as a {trade} in a {works}.
        {brand} gives {percent} thousandths of its sales to the {process} charity in {place}.
        The brand takes its name from {surname}, a vanished {works} that employed {person}.
        The {brand} workshops can be visited {when}, by appointment with {person}.
        Their creed fits into one sentence by {person}: “{reason}”.
        The {brand} order book is filled in {place}, never online, says {person}.
        {n} trades live under the {brand} roof, from drawing to packing.
        The first customer, {person}, kept a {works} in {place}.
        Part of the {brand} tooling, saved from a {works}, dates from {year}.
        {surname}, {surname} and {brand} share one drying loft in {place}.
        In {year} {person} sold a {works} and registered the name {brand}.
        Every {day} {brand} opens its doors to neighbours from {place}.
        Neither factory nor museum, {brand} occupies {n} sheds near {place}.
        {person}, a {trade} by training, joined {brand} in {year}.
    """),
)

_WORKS = _both("""
    filature | spinning mill
    scierie | sawmill
    laiterie | dairy
    tannerie | tannery
    fonderie | foundry
    minoterie | flour mill
    faïencerie | pottery
    verrerie | glassworks
    brasserie | brewery
    conserverie | cannery
    papeterie | paper mill
    corderie | rope works
""")

_DELIVERIES = (
    _phrases("""
        Expédition sous {hours} heures depuis notre entrepôt {DE_CITY}.
        Votre colis quitte notre dépôt {DE_CITY} {dispatch}.
        {carrier} passe chaque {day} prendre les commandes dans nos réserves {DE_CITY}.
        Retrait gratuit à {CITY} après {n} heures, ou livraison par {carrier}.
        Le stock dort à {CITY} et part {dispatch} avec {carrier}.
        Depuis {CITY}, comptez {n} jours ouvrés avec {carrier}.
        L’équipe {DE_CITY} emballe tout dans {wrap} et remet le paquet à {carrier} {dispatch}.
        De nos étagères {DE_CITY} jusqu’à votre porte : {n} jours avec {carrier}, suivi compris.
        Un seul lieu de départ, {CITY} ; un seul transporteur, {carrier}.
        Nos caristes {DE_CITY} chargent le camion {carrier} {dispatch}.
        Commandé avant {clock} h, remis à {carrier} le jour même à {CITY}.
        Les envois partent {DE_CITY} tous les {n} jours, emballés dans {wrap}.
        Base logistique : {CITY}. Transport : {carrier}. Délai : {n} jours.
        {person} supervise à {CITY} la préparation ; {carrier} prend le relais {dispatch}.
        Sorti des rayons {DE_CITY} par {first}, confié ensuite à {carrier}.
        Envoi {DE_CITY}, signature de {carrier} à l’arrivée, {n} jours en moyenne.
        Plateforme {process} {DE_CITY}, départs le {day} et le {day}.
        {n} camions {carrier} relient chaque semaine {CITY} au reste du pays.
    """),
    _phrases("""
        Shipped within {hours} hours from our {CITY} warehouse.
        Your parcel leaves the {CITY} depot {dispatch}.
        {carrier} calls every {day} to collect orders from our {CITY} stores.
        Free collection in {CITY} after {n} hours, or delivery by {carrier}.
        Stock sleeps in {CITY} and leaves {dispatch} with {carrier}.
        From {CITY}, allow {n} working days with {carrier}.
        The {CITY} crew packs everything in {wrap} and hands it to {carrier} {dispatch}.
        Off the shelf in {CITY} and at the door {n} days later with {carrier}, tracking included.
        One place of departure, {CITY}; one haulier, {carrier}.
        Forklift drivers in {CITY} load the {carrier} lorry {dispatch}.
        Ordered before {clock}:00, given to {carrier} the same day in {CITY}.
        Consignments depart {CITY} every {n} days, packed in {wrap}.
        Logistics base: {CITY}. Haulier: {carrier}. Lead time: {n} days.
        {person} oversees packing in {CITY}; {carrier} takes over {dispatch}.
        Taken down from {CITY} racks by {first}, then entrusted to {carrier}.
        Sent out of {CITY}, signed for with {carrier}, {n} days on average.
        {process} hub in {CITY}, departures on {day} and {day}.
        Each week {n} {carrier} lorries link {CITY} with the rest of the country.
    """),
)

_DELIVERY_TERMS = (
    _phrases("""
        Port offert au-delà de {euros} €, sinon {n} euros tout compris.
        Les îles et la montagne demandent {n} jours de plus.
        {carrier} livre à l’étage contre {n} euros.
        Un message de {first} annonce le passage, à {n} minutes près.
        Nous remboursons le port si le retard dépasse {n} jours.
        Point relais possible dans {count} commerces du réseau {process}.
        Pas de livraison le {day}, jour de repos de nos chauffeurs.
        L’emballage ({wrap}) se garde pour un éventuel renvoi.
        En cas d’absence, {carrier} repasse le {day} suivant.
        Les commandes groupées par {n} voyagent ensemble et coûtent {percent} % de moins.
        À vélo dans le centre, en camion {carrier} ailleurs.
        Une assurance {process} couvre {euros} € par envoi.
        {first} répond au standard {process} de {clock} à 18 heures.
        Poids lourd refusé ? {carrier} termine à pied.
        Livraison neutre : {percent} % des trajets se font en train.
        Facture et suivi arrivent par la messagerie {process}.
        Supplément de {n} euros pour un créneau du soir.
        Deux tentatives, puis mise en garde chez {surname}.
    """),
    _phrases("""
        Carriage is free above {euros} €, otherwise {n} euros all in.
        Islands and mountain areas need {n} days more.
        {carrier} brings it upstairs for {n} euros.
        A message from {first} announces the visit to within {n} minutes.
        We refund carriage if the delay exceeds {n} days.
        Collection points exist in {count} shops of the {process} network.
        No deliveries on {day}, when our drivers rest.
        The packing ({wrap}) is worth keeping for a possible return.
        Should nobody be in, {carrier} tries again the following {day}.
        Orders grouped by {n} travel together and cost {percent} % less.
        By bicycle in the centre, by {carrier} lorry elsewhere.
        A {process} policy insures {euros} € per consignment.
        {first} answers the {process} line from {clock}:00 to 18:00.
        Lorry turned away? {carrier} finishes on foot.
        Low-carbon delivery: {percent} % of the way is by train.
        Invoice and tracking reach you through {process} mail.
        An evening slot costs {n} euros extra.
        Two attempts, then safekeeping at {surname}.
    """),
)

_RETURNS = (
    _phrases("""
        Retour accepté pendant {days} jours, dans l’emballage d’origine.
        Si l’objet déçoit, {first} organise la reprise sous {days} jours.
        Vous avez {days} jours pour changer d’avis ; {carrier} revient chercher le paquet.
        Échange gratuit une fois, puis {n} euros de frais.
        Réparation assurée à {place} pendant {n} ans, main-d’œuvre comprise.
        Le remboursement suit {n} jours après réception à {place}.
        {brand} reprend l’ancien pour {euros} € en bon d’achat.
        Un objet marqué ou lavé part à la réparation, pas au rebut : {first} vous rappelle.
        Garantie {process} de {n} ans, transmissible avec la facture.
        Gardez l’étiquette {process} : elle sert de bon de retour.
        Pas de formulaire : un mot à {first}, service {process}, suffit.
        Pièces détachées disponibles jusqu’en {future}, promis par {person}.
        Une seconde vie attend les retours : vente d’occasion à {place}, remise de {percent} %.
        Essai de {days} nuits, puis décision ; {first} prend l’appel.
        Avoir ou virement, au choix, {n} jours après l’avis de {carrier}.
        Frais de renvoi plafonnés à {n} euros, gratuits pour les membres {process}.
        Rien à imprimer : montrez le code {process} à {carrier}.
        Le service après-vente de {place} traite {count} dossiers par an.
    """),
    _phrases("""
        Returns are accepted for {days} days in the original packing.
        If it disappoints, {first} arranges collection within {days} days.
        You have {days} days to change your mind; {carrier} comes back for the parcel.
        One exchange is free, then {n} euros apply.
        Repairs are carried out in {place} for {n} years, labour included.
        Refunds follow {n} days after arrival at {place}.
        {brand} takes the old one for a {euros} € voucher.
        Marked or washed items go to repair, not to waste: {first} will ring you.
        The {process} warranty runs {n} years and passes on with the invoice.
        Keep the {process} label: it doubles as a return slip.
        No form needed: a word to {first} at the {process} desk is enough.
        Spare parts stay available until {future}, promises {person}.
        A second life awaits returns: sold used in {place}, {percent} % off.
        Try it for {days} nights, then decide; {first} takes the call.
        Credit or transfer, as you like, {n} days after word from {carrier}.
        Return costs are capped at {n} euros, nothing for {process} members.
        Nothing to print: show the {process} code to {carrier}.
        After-sales in {place} handles {count} cases a year.
    """),
)

_CARE = (
    _phrases("""
        Entretien : {n} fois par an, au savon de {place}.
        Un chiffon humide suffit ; évitez les produits {process}.
        Confiez la révision à un atelier agréé, par exemple {surname} à {place}.
        Livré avec {n} pièces de rechange et une clé.
        Une notice dessinée par {person} explique les {n} gestes utiles.
        À ranger au sec, loin d’une source de chaleur, pendant les {n} mois creux.
        Tutoriel de {first} en {n} étapes sur notre chaîne {process}.
        Graissez légèrement avec la pâte {process} après {n} sorties.
        Compatible avec les accessoires {brand} vendus depuis {year}.
        Certifié {process} niveau {n}, rapport consultable à {place}.
    """),
    _phrases("""
        Care: {n} times a year, with {place} soap.
        A damp cloth will do; avoid {process} products.
        Have it serviced by an approved workshop such as {surname} in {place}.
        Supplied with {n} spare parts and a spanner.
        A leaflet drawn by {person} explains the {n} moves worth knowing.
        Store it dry, away from heat, during the {n} quiet months.
        See the {n}-step guide by {first} on our {process} channel.
        Grease lightly with {process} paste after {n} outings.
        Fits {brand} accessories sold since {year}.
        Certified {process} level {n}, report on display in {place}.
    """),
)

_OPINIONS = (
    _phrases("""
        je confirme que {part} {predicate}
        acheté pour {purpose}, aucun regret
        agréable surprise avec {part} {when}
        un peu cher, mais {reason}
        mon voisin {first} a commandé le même
        {n} mois d’usage {where} et pas un défaut
        reçu avec {n} jours de retard, réponse aimable de {first}
        j’aurais aimé {n} coloris de plus
        j’attendais mieux pour {part}, dommage
        {first} me l’a offert, je l’offrirai à mon tour
        adopté par toute l’équipe {where}
        le précédent avait duré {n} ans, on verra
        la notice oublie {part}
        parfait pour {purpose} {when}
    """),
    _phrases("""
        I can confirm that {part} {predicate}
        bought for {purpose}, no regrets
        a pleasant surprise with {part} {when}
        a little dear, but {reason}
        my neighbour {first} has ordered the same
        {n} months of use {where} and not one fault
        came {n} days late, kind answer from {first}
        I would have liked {n} more colours
        I expected more of {part}, a pity
        {first} gave it to me and I shall pass the gift on
        adopted by the whole team {where}
        the last one held {n} years, we shall see
        the manual forgets {part}
        perfect for {purpose} {when}
    """),
)

_BANNERS = (
    _phrases("""
        Soldes {season} : -{percent} % avec le code {CODE}, jusqu’au {date}.
        Jusqu’au {date}, le port vous est offert avec {CODE}.
        Ventes privées : entrez {CODE} et économisez {n} euros avant le {date}.
        Deux articles achetés, -{percent} % sur le second (code {CODE}).
        Nouveau : paiement en {n} fois sans frais jusqu’au {date}.
        La boutique fête ses {n} ans, remise de {percent} % ce {day} seulement.
        Inscrivez-vous à la lettre {process} et recevez {n} euros.
        Fermeture annuelle le {date} : commandez avant, code {CODE}.
    """),
    _phrases("""
        {season} sale: -{percent} % with code {CODE}, until {date}.
        Until {date}, carriage is on us with {CODE}.
        Private sale: enter {CODE} and save {n} euros before {date}.
        Buy two items, take {percent} % off the second (code {CODE}).
        New: pay in {n} instalments at no charge until {date}.
        The shop turns {n}, with {percent} % off this {day} only.
        Join the {process} newsletter and receive {n} euros.
        Annual closing on {date}: order before then, code {CODE}.
    """),
)

_HEADINGS = _both("""
    Description | Description
    Le détail | The details
    Ce qu’il faut savoir | What to know
    Sous la loupe | Up close
    Pourquoi on l’aime | Why we like it
    Dans le détail | In detail
""")
_SPEC_HEADINGS = _both("""
    Caractéristiques | Specifications
    Fiche technique | Technical sheet
    Les chiffres | The numbers
    Mesures | Measurements
""")
_SHIPPING_HEADINGS = _both("""
    Livraison et retours | Delivery and returns
    Expédition | Shipping
    Recevoir, rendre | Getting it, giving it back
    Port et garantie | Carriage and warranty
""")
_REVIEW_HEADINGS = _both("""
    Avis | Reviews
    Ils l’ont testé | Tried by customers
    Vos retours | What you say
""")

_CLOSED = {
    "dispatch": _both("""
        le soir même | the same evening
        avant midi | before noon
        sous deux jours ouvrés | within two working days
        le lendemain matin | the next morning
        dès le paiement reçu | as soon as payment is in
        au premier camion | on the first lorry
        après un dernier contrôle | after a last check
        en fin d’après-midi | late in the afternoon
    """),
    "wrap": _both("""
        du carton recyclé | recycled card
        du papier kraft | brown paper
        une caisse consignée | a returnable crate
        des chutes de tissu | cloth offcuts
        de la paille compressée | pressed straw
        un sac de toile | a canvas bag
        de vieux journaux | old newspapers
    """),
    "day": _both("""
        lundi | Monday
        mardi | Tuesday
        mercredi | Wednesday
        jeudi | Thursday
        vendredi | Friday
        samedi | Saturday
    """),
    "season": _both("""
        d’hiver | Winter
        de printemps | Spring
        d’été | Summer
        d’automne | Autumn
    """),
    "month": _both("""
        janvier | January
        mars | March
        avril | April
        juin | June
        juillet | July
        septembre | September
        octobre | October
        novembre | November
    """),
}


def _general_rules(language: int) -> dict[str, Sequence[str]]:
    """Rules that hold on every page of one language."""
    rules: dict[str, Sequence[str]] = {
        "n": _NUMBERS[language],
        "when": _WHEN[language],
        "trade": _TRADES[language],
        "reason": _REASONS[language],
        "works": _WORKS[language],
        "first": _FIRST_NAMES,
        "opening": _SYLLABLES["opening"],
        "town_end": _SYLLABLES["town_end"],
        "surname_end": _SYLLABLES["surname_end"],
        "brand_end": _SYLLABLES["brand_end"],
        "place": ("{opening}{town_end}",),
        "surname": ("{opening}{surname_end}",),
        "person": ("{first} {surname}",),
        "process": ("{opening}{brand_end}",),
        "carrier": ("{surname} Transports", "Messageries {surname}", "{process} Express", "Cargo {process}")
        if language == _FR
        else ("{surname} Haulage", "{surname} Couriers", "{process} Express", "{process} Cargo"),
        "year": tuple(str(year) for year in range(1921, 2023)),
        "future": tuple(str(year) for year in range(2031, 2050)),
        "percent": tuple(str(share) for share in range(8, 71)),
        "count": tuple(str(count) for count in range(14, 480)),
        "euros": tuple(str(euros) for euros in range(20, 180, 5)),
        "hours": ("12", "24", "36", "48", "72"),
        "clock": ("9", "10", "11", "13", "14", "15", "16", "17"),
        "days": tuple(str(days) for days in range(14, 101)),
        "date": tuple(f"{day} {{month}}" for day in range(2, 29)),
    }
    rules.update({name: phrases[language] for name, phrases in _CLOSED.items()})
    return rules


_RULES = (_general_rules(_FR), _general_rules(_EN))


def _sentence(text: str) -> str:
    """Begin with a capital."""
    return text[0].upper() + text[1:]


def _sentences(
    shapes: Sequence[str], count: int, rules: Mapping[str, Sequence[str]], rng: random.Random
) -> tuple[str, ...]:
    """Expand ``count`` different shapes."""
    return tuple(_sentence(expand(shape, rules, rng)) for shape in rng.sample(shapes, count))


@dataclass(frozen=True)
class _Line:
    """What the models of one brand share, in one language: story, delivery and returns, and the order of the page."""

    brand: str
    size: str
    story: tuple[str, ...]
    delivery: tuple[str, ...]
    returns: tuple[str, ...]
    headings: tuple[str, str, str, str]
    specs_first: bool


@dataclass(frozen=True)
class _Page:
    """One product page in one language: what a variant changes is a field."""

    language: int
    title: str
    intro: tuple[str, ...]
    features: tuple[str, ...]
    specs: tuple[str, ...]
    line: _Line
    city: int
    colour: int
    audience: int | None
    price: int
    stock: int
    banner: str = ""
    reviews: tuple[str, ...] = ()


def _line(category: _Category, brand: str, size: str, language: int, rng: random.Random) -> _Line:
    rules = _RULES[language] | {"brand": (brand,), "where": category.where[language] + _WHERE[language]}
    amounts = _SIZES[size]
    return _Line(
        brand=brand,
        size=size,
        story=_sentences(_STORIES[language], rng.randint(*amounts.story), rules, rng),
        delivery=_sentences(_DELIVERIES[language], 1, rules, rng)
        + _sentences(_DELIVERY_TERMS[language], rng.randint(*amounts.terms), rules, rng),
        returns=_sentences(_RETURNS[language], rng.randint(*amounts.returns), rules, rng),
        headings=(
            rng.choice(_HEADINGS[language]),
            rng.choice(_SPEC_HEADINGS[language]),
            rng.choice(_SHIPPING_HEADINGS[language]),
            rng.choice(_REVIEW_HEADINGS[language]),
        ),
        specs_first=rng.random() < 0.4,
    )


def _product_rules(category: _Category, kind: int, name: str, brand: str, language: int) -> dict[str, Sequence[str]]:
    """The general rules and what one product adds to them; a review or an intro may speak of any of its parts."""
    return dict(_RULES[language]) | {
        "brand": (brand,),
        "name": (name,),
        "kind": (category.kinds[language][kind],),
        "where": category.where[language] + _WHERE[language],
        "purpose": category.purposes[language],
    }


def _features(
    category: _Category,
    facts: Sequence[tuple[int, int, int, int]],
    language: int,
    rules: Mapping[str, Sequence[str]],
    rng: random.Random,
) -> tuple[str, ...]:
    """Praise the given parts: (part, material, predicate, reason) each, the same ones in both languages."""
    shapes = rng.sample(_FEATURES[language], len(facts))
    sentences = []
    for shape, (part_index, material, predicate, reason) in zip(shapes, facts, strict=True):
        part = category.parts[part_index]
        words = {
            "part": (part.noun[language],),
            "material": (part.materials[language][material],),
            "material_cap": (_sentence(part.materials[language][material]),),
            "predicate": (part.predicates[language][predicate],),
            "reason": (_REASONS[language][reason],),
        }
        sentences.append(_sentence(expand(shape, {**rules, **words}, rng)))
    return tuple(sentences)


def _reviews(
    category: _Category, count: int, language: int, rules: Mapping[str, Sequence[str]], rng: random.Random
) -> tuple[str, ...]:
    """Customers' opinions: one or two clauses each about some part of the product."""
    reviews = []
    for _ in range(count):
        part = rng.choice(category.parts)
        words = {"part": (part.noun[language],), "predicate": (rng.choice(part.predicates[language]),)}
        clauses = [
            expand(shape, {**rules, **words}, rng) for shape in rng.sample(_OPINIONS[language], rng.choice((1, 2)))
        ]
        stars = "★" * rng.choice((3, 4, 5, 5))
        signature = expand("{first}, {place}", rules, rng)
        opening, closing = ("« ", " »") if language == _FR else ("“", "”")
        reviews.append(f"{signature} {stars} {opening}{_sentence(', '.join(clauses))}{closing}")
    return tuple(reviews)


def _specs(category: _Category, values: Sequence[tuple[int, int]], language: int) -> tuple[str, ...]:
    """Bullets of the technical sheet: (row, value) each."""
    return tuple(
        f"{category.specs[row][language]}{' :' if language == _FR else ':'} {value} {category.specs[row][5 + language]}"
        for row, value in values
    )


def _banner(language: int, rng: random.Random) -> str:
    code = expand("{process}", _RULES[language], rng).upper() + str(rng.randrange(5, 60))
    return _sentence(expand(rng.choice(_BANNERS[language]), _RULES[language], rng)).replace("{CODE}", code)


def _intro(size: str, language: int, rules: Mapping[str, Sequence[str]], rng: random.Random) -> tuple[str, ...]:
    """Introduce the product; each sentence names a different purpose."""
    shapes = rng.sample(_INTROS[language], rng.randint(*_SIZES[size].intro))
    purposes = rng.sample(rules["purpose"], len(shapes))
    return tuple(
        _sentence(expand(shape, {**rules, "purpose": (purpose,)}, rng))
        for shape, purpose in zip(shapes, purposes, strict=True)
    )


def _render(page: _Page) -> str:
    """Write the page as Markdown."""
    language, line = page.language, page.line
    city = _CITIES[language][page.city]
    colour = _COLOURS[language][page.colour]
    title = f"{page.title} – {colour}"
    specs = list(page.specs)
    if page.audience is not None:
        audience = _AUDIENCES[language][page.audience]
        sizes = ("36–42", "40–47")[page.audience]
        title = f"{page.title} {'pour' if language == _FR else 'for'} {audience} – {colour}"
        specs.append(f"Coupe {audience}, {sizes}" if language == _FR else f"Cut for {audience}, {sizes}")
    specs.append(f"Coloris : {colour}" if language == _FR else f"Colour: {colour}")
    price = (
        f"**{page.price} €** ({page.stock} en stock)" if language == _FR else f"**{page.price} €** ({page.stock} left)"
    )
    shipping = " ".join(line.delivery + line.returns)
    if line.size == "short":
        blocks = [f"# {title}", " ".join(page.intro + page.features), f"{shipping} {price}"]
    else:
        about, numbers, carriage, _ = line.headings
        half = (len(page.features) + 1) // 2 if len(page.features) > 4 else len(page.features)
        features = [" ".join(page.features[:half]), " ".join(page.features[half:])]
        sheet = [f"## {numbers}", "\n".join(f"- {spec}" for spec in specs)]
        description = [f"## {about}", *filter(None, features)]
        blocks = [f"# {title}", price, " ".join(page.intro)]
        blocks += sheet + description if line.specs_first else description + sheet
        blocks += [f"## {line.brand}", " ".join(line.story), f"## {carriage}", shipping]
    if page.banner:
        blocks.insert(0, f"> {page.banner}")
    if page.reviews:
        blocks += [f"## {line.headings[3]}", *page.reviews]
    de_city = f"d’{city}" if city[0] in "AEIOUÉ" else f"de {city}"
    return "\n\n".join(blocks).replace("{DE_CITY}", de_city).replace("{CITY}", city)


@dataclass(frozen=True)
class _Family:
    """All pages of one offer in one language, the base page first."""

    category: str
    brand: str
    product: str
    language: int
    variants: tuple[tuple[str, _Page], ...]


def _variants(
    page: _Page, category: _Category, rules: Mapping[str, Sequence[str]], rng: random.Random
) -> tuple[tuple[str, _Page], ...]:
    """Choose which variants of the base page the shop publishes."""
    language, size = page.language, page.line.size
    cities = rng.sample([city for city in range(len(_CITIES[_FR])) if city != page.city], rng.choice((1, 1, 2)))
    variants = [("city", replace(page, city=city)) for city in cities]
    others = ["promo_banner", "price_and_stock", "colour", "reviews_added"]
    if size != "short":
        others.append("reworded_intro")
    chosen = rng.sample(others, rng.choice((1, 2, 2)))
    if page.audience is not None and rng.random() < 0.7:
        chosen.append("audience")
    for relation in sorted(chosen):
        if relation == "promo_banner":
            variant = replace(page, banner=_banner(language, rng))
        elif relation == "price_and_stock":
            price = max(9, page.price * rng.choice((70, 75, 80, 90, 110, 115)) // 100)
            variant = replace(page, price=price, stock=page.stock + rng.randrange(1, 40))
        elif relation == "colour":
            variant = replace(page, colour=(page.colour + rng.randrange(1, len(_COLOURS[_FR]))) % len(_COLOURS[_FR]))
        elif relation == "reviews_added":
            count = rng.randint(*_SIZES[size].reviews)
            variant = replace(page, reviews=_reviews(category, count, language, rules, rng))
        elif relation == "reworded_intro":
            variant = replace(page, intro=_intro(size, language, rules, rng))
        else:
            variant = replace(page, audience=1)
        variants.append((relation, variant))
    return tuple(variants)


def _families(rng: random.Random) -> list[_Family]:
    """Invent the whole catalogue."""
    names = [opening + ending for opening in _SYLLABLES["opening"] for ending in _SYLLABLES["brand_end"]]
    brands = iter(rng.sample(names, len(names)))
    families = []
    for category in _CATEGORIES:
        for size in _LINE_SIZES:
            brand = next(brands)
            lines = [_line(category, brand, size, language, rng) for language in (_FR, _EN)]
            for name in rng.sample(names, _MODELS_PER_LINE):
                families.extend(_model(category, brand, name, lines, rng))
    return families


def _model(category: _Category, brand: str, name: str, lines: Sequence[_Line], rng: random.Random) -> list[_Family]:
    """Invent one model and tell the same facts about it in both languages."""
    size = lines[0].size
    kind = rng.randrange(len(category.kinds[_FR]))
    product = f"{brand} {name}" + rng.choice(("", "", f" {rng.randrange(2, 99)}"))
    amounts = _SIZES[size]
    n_features, n_specs, n_care = (rng.randint(*amount) for amount in (amounts.features, amounts.specs, amounts.care))
    facts = [
        (part, rng.randrange(3), rng.randrange(3), reason)
        for part, reason in zip(
            rng.sample(range(len(category.parts)), n_features),
            rng.sample(range(len(_REASONS[_FR])), n_features),
            strict=True,
        )
    ]
    values = [
        (row, rng.randrange(int(category.specs[row][2]), int(category.specs[row][3]) + 1, int(category.specs[row][4])))
        for row in rng.sample(range(len(category.specs)), n_specs)
    ]
    city, colour = rng.randrange(len(_CITIES[_FR])), rng.randrange(len(_COLOURS[_FR]))
    audience = 0 if category.for_people and size != "short" and rng.random() < 0.8 else None
    price, stock = rng.randrange(*category.prices), rng.randrange(1, 90)
    families = []
    for language, line in zip((_FR, _EN), lines, strict=True):
        rules = _product_rules(category, kind, product, brand, language)
        _article, noun = category.kinds[language][kind].split(" ", 1)
        page = _Page(
            language=language,
            title=f"{_sentence(noun)} {product}" if language == _FR else f"{product} {noun}",
            intro=_intro(size, language, rules, rng),
            features=_features(category, facts, language, rules, rng) + _sentences(_CARE[language], n_care, rules, rng),
            specs=_specs(category, values, language),
            line=line,
            city=city,
            colour=colour,
            audience=audience,
            price=price,
            stock=stock,
        )
        variants = (("base", page), *_variants(page, category, rules, rng))
        families.append(_Family(category.slug, brand, product, language, variants))
    return families


def _pairs(
    families: Sequence[_Family], members: Sequence[Sequence[int]], rng: random.Random
) -> dict[tuple[int, int], tuple[float, str]]:
    """Label pairs of rows: within families by what changed, across families by how they are related."""
    pairs: dict[tuple[int, int], tuple[float, str]] = {}

    def add(left: int, right: int, label: float, relation: str) -> None:
        pairs.setdefault((min(left, right), max(left, right)), (label, relation))

    for family, rows in zip(families, members, strict=True):
        names = [name for name, _ in family.variants]
        for position, name in enumerate(names[1:], start=1):
            add(rows[0], rows[position], 0.5 if name == "audience" else 1.0, name)
        cities = [row for row, name in zip(rows, names, strict=True) if name == "city"]
        for position, row in enumerate(cities[1:], start=1):
            add(cities[position - 1], row, 1.0, "city")

    groups: dict[tuple[str, str, int], list[int]] = {}
    products: dict[tuple[str, str], list[int]] = {}
    for index, family in enumerate(families):
        groups.setdefault((family.category, family.brand, family.language), []).append(index)
        products.setdefault((family.category, family.product), []).append(index)
    for siblings in groups.values():
        for position, left in enumerate(siblings):
            for right in siblings[position + 1 :]:
                add(rng.choice(members[left]), rng.choice(members[right]), 0.0, "sibling_model")
    for left, right in products.values():
        add(members[left][0], members[right][0], 0.0, "other_language")
        add(rng.choice(members[left]), rng.choice(members[right]), 0.0, "other_language")

    wanted = {"same_category": N_SAME_CATEGORY, "other_category": N_OTHER_CATEGORY}
    while any(wanted.values()):
        left, right = rng.sample(range(len(families)), 2)
        one, other = families[left], families[right]
        relation = "same_category" if one.category == other.category else "other_category"
        if one.language == other.language and one.brand != other.brand and wanted[relation]:
            before = len(pairs)
            add(rng.choice(members[left]), rng.choice(members[right]), 0.0, relation)
            wanted[relation] -= len(pairs) - before
    return pairs


def _slug(text: str) -> str:
    """Lower-case ASCII letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def generate(seed: int = 2024) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Generate the product pages of an invented shop and labelled pairs of them.

    Every offer is told in French and in English; each language's pages are one cluster. A base page comes with variants
    that change one thing (city of dispatch, colour, price and stock, banner, reviews, wording of the introduction, or
    the audience). Models of one brand share its story, delivery and return paragraphs.

    Parameters
    ----------
    seed : int, default 2024
        The same seed gives the same tables on every machine.

    Returns
    -------
    documents : pandas.DataFrame
        One row a page: doc_id, text (Markdown), url, cluster, segment ("fr" or "en"), category, brand, product, size
        ("short", "medium", "long" or "lean": long, but most of it the brand's own text), variant, city, colour,
        audience, price (euros) and n_words.
    pairs : pandas.DataFrame
        left_id, right_id (left comes first in the documents), label (1, 0, or 0.5 for unsure) and relation.

    Examples
    --------
    >>> documents, pairs = generate()
    >>> sorted(documents["segment"].unique())
    ['en', 'fr']
    >>> bool(pairs["left_id"].isin(documents["doc_id"]).all())
    True
    """
    rng = random.Random(seed)
    families = _families(rng)
    rows: list[dict[str, object]] = []
    members: list[list[int]] = []
    for number, family in enumerate(families):
        members.append([])
        address = f"https://storefront.example/{LANGUAGES[family.language]}/{family.category}/{_slug(family.product)}"
        for position, (variant, page) in enumerate(family.variants):
            text = _render(page)
            city = _CITIES[family.language][page.city]
            members[-1].append(len(rows))
            rows.append(
                {
                    "doc_id": f"page-{len(rows):04d}",
                    "text": text,
                    "url": f"{address}/{_slug(city)}" + ("" if variant in ("base", "city") else f"?variant={position}"),
                    "cluster": f"offer-{number:03d}",
                    "segment": LANGUAGES[family.language],
                    "category": family.category,
                    "brand": family.brand,
                    "product": family.product,
                    "size": page.line.size,
                    "variant": variant,
                    "city": city,
                    "colour": _COLOURS[family.language][page.colour],
                    "audience": "" if page.audience is None else _AUDIENCES[family.language][page.audience],
                    "price": page.price,
                    "n_words": len(text.split()),
                }
            )
    documents = pd.DataFrame(rows)
    labelled = sorted(_pairs(families, members, rng).items())
    pairs = pd.DataFrame(
        {
            "left_id": [rows[left]["doc_id"] for (left, _), _ in labelled],
            "right_id": [rows[right]["doc_id"] for (_, right), _ in labelled],
            "label": [label for _, (label, _) in labelled],
            "relation": [relation for _, (_, relation) in labelled],
        }
    )
    return documents, pairs
