"""Nouns that abbreviations and unit signs stand for, declined: a closed table, which no dictionary moves."""

from functools import cache

CASES = "ngdail"
"""Nominative, genitive, dative, accusative, instrumental, locative."""

# base form, gender: six forms in the singular | six in the plural | further forms
_TABLE = """
złoty m3: złoty złotego złotemu złoty złotym złotym |
    złote złotych złotym złote złotymi złotych | złotówka złotówki złotówek złotówkę
grosz m3: grosz grosza groszowi grosz groszem groszu | grosze groszy groszom grosze groszami groszach
kilometr m3: kilometr kilometra kilometrowi kilometr kilometrem kilometrze |
    kilometry kilometrów kilometrom kilometry kilometrami kilometrach
metr m3: metr metra metrowi metr metrem metrze | metry metrów metrom metry metrami metrach
centymetr m3: centymetr centymetra centymetrowi centymetr centymetrem centymetrze |
    centymetry centymetrów centymetrom centymetry centymetrami centymetrach
milimetr m3: milimetr milimetra milimetrowi milimetr milimetrem milimetrze |
    milimetry milimetrów milimetrom milimetry milimetrami milimetrach
kilogram m3: kilogram kilograma kilogramowi kilogram kilogramem kilogramie |
    kilogramy kilogramów kilogramom kilogramy kilogramami kilogramach
gram m3: gram grama gramowi gram gramem gramie | gramy gramów gramom gramy gramami gramach
dekagram m3: dekagram dekagrama dekagramowi dekagram dekagramem dekagramie |
    dekagramy dekagramów dekagramom dekagramy dekagramami dekagramach
miligram m3: miligram miligrama miligramowi miligram miligramem miligramie |
    miligramy miligramów miligramom miligramy miligramami miligramach
tona f: tona tony tonie tonę toną tonie | tony ton tonom tony tonami tonach
litr m3: litr litra litrowi litr litrem litrze | litry litrów litrom litry litrami litrach
mililitr m3: mililitr mililitra mililitrowi mililitr mililitrem mililitrze |
    mililitry mililitrów mililitrom mililitry mililitrami mililitrach
hektar m3: hektar hektara hektarowi hektar hektarem hektarze | hektary hektarów hektarom hektary hektarami hektarach
godzina f: godzina godziny godzinie godzinę godziną godzinie | godziny godzin godzinom godziny godzinami godzinach
minuta f: minuta minuty minucie minutę minutą minucie | minuty minut minutom minuty minutami minutach
sekunda f: sekunda sekundy sekundzie sekundę sekundą sekundzie | sekundy sekund sekundom sekundy sekundami sekundach
wolt m3: wolt wolta woltowi wolt woltem wolcie | wolty woltów woltom wolty woltami woltach
wat m3: wat wata watowi wat watem wacie | waty watów watom waty watami watach
kilowat m3: kilowat kilowata kilowatowi kilowat kilowatem kilowacie |
    kilowaty kilowatów kilowatom kilowaty kilowatami kilowatach
megawat m3: megawat megawata megawatowi megawat megawatem megawacie |
    megawaty megawatów megawatom megawaty megawatami megawatach
kilowatogodzina f: kilowatogodzina kilowatogodziny kilowatogodzinie kilowatogodzinę kilowatogodziną kilowatogodzinie |
    kilowatogodziny kilowatogodzin kilowatogodzinom kilowatogodziny kilowatogodzinami kilowatogodzinach
gigabajt m3: gigabajt gigabajta gigabajtowi gigabajt gigabajtem gigabajcie |
    gigabajty gigabajtów gigabajtom gigabajty gigabajtami gigabajtach | gigabajtu
megabajt m3: megabajt megabajta megabajtowi megabajt megabajtem megabajcie |
    megabajty megabajtów megabajtom megabajty megabajtami megabajtach | megabajtu
terabajt m3: terabajt terabajta terabajtowi terabajt terabajtem terabajcie |
    terabajty terabajtów terabajtom terabajty terabajtami terabajtach
kilobajt m3: kilobajt kilobajta kilobajtowi kilobajt kilobajtem kilobajcie |
    kilobajty kilobajtów kilobajtom kilobajty kilobajtami kilobajtach
herc m3: herc herca hercowi herc hercem hercu | herce herców hercom herce hercami hercach
kiloherc m3: kiloherc kiloherca kilohercowi kiloherc kilohercem kilohercu |
    kiloherce kiloherców kilohercom kiloherce kilohercami kilohercach
megaherc m3: megaherc megaherca megahercowi megaherc megahercem megahercu |
    megaherce megaherców megahercom megaherce megahercami megahercach
gigaherc m3: gigaherc gigaherca gigahercowi gigaherc gigahercem gigahercu |
    gigaherce gigaherców gigahercom gigaherce gigahercami gigahercach
kilokaloria f: kilokaloria kilokalorii kilokalorii kilokalorię kilokalorią kilokalorii |
    kilokalorie kilokalorii kilokaloriom kilokalorie kilokaloriami kilokaloriach
miliamperogodzina f: miliamperogodzina miliamperogodziny miliamperogodzinie miliamperogodzinę miliamperogodziną
    miliamperogodzinie |
    miliamperogodziny miliamperogodzin miliamperogodzinom miliamperogodziny miliamperogodzinami miliamperogodzinach
dolar m2: dolar dolara dolarowi dolara dolarem dolarze | dolary dolarów dolarom dolary dolarami dolarach
funt m2: funt funta funtowi funta funtem funcie | funty funtów funtom funty funtami funtach
frank m2: frank franka frankowi franka frankiem franku | franki franków frankom franki frankami frankach
euro n: euro euro euro euro euro euro | euro euro euro euro euro euro
procent m3: procent procent procent procent procent procent |
    procent procent procent procent procent procent |
    procenta procentu procenty procentów procentami procentach procentom
promil m3: promil promila promilowi promil promilem promilu |
    promile promili promilom promile promilami promilach | promil
sztuka f: sztuka sztuki sztuce sztukę sztuką sztuce | sztuki sztuk sztukom sztuki sztukami sztukach
punkt m3: punkt punktu punktowi punkt punktem punkcie | punkty punktów punktom punkty punktami punktach
stopień m3: stopień stopnia stopniowi stopień stopniem stopniu | stopnie stopni stopniom stopnie stopniami stopniach
cent m2: cent centa centowi centa centem cencie | centy centów centom centy centami centach
pens m2: pens pensa pensowi pensa pensem pensie | pensy pensów pensom pensy pensami pensach
centym m2: centym centyma centymowi centyma centymem centymie | centymy centymów centymom centymy centymami centymach
ulica f: ulica ulicy ulicy ulicę ulicą ulicy | ulice ulic ulicom ulice ulicami ulicach
aleja f: aleja alei alei aleję aleją alei | aleje alej alejom aleje alejami alejach
plac m3: plac placu placowi plac placem placu | place placów placom place placami placach
osiedle n: osiedle osiedla osiedlu osiedle osiedlem osiedlu | osiedla osiedli osiedlom osiedla osiedlami osiedlach
gabinet m3: gabinet gabinetu gabinetowi gabinet gabinetem gabinecie |
    gabinety gabinetów gabinetom gabinety gabinetami gabinetach
pokój m3: pokój pokoju pokojowi pokój pokojem pokoju | pokoje pokojów pokojom pokoje pokojami pokojach | pokoi
mieszkanie n: mieszkanie mieszkania mieszkaniu mieszkanie mieszkaniem mieszkaniu |
    mieszkania mieszkań mieszkaniom mieszkania mieszkaniami mieszkaniach
numer m3: numer numeru numerowi numer numerem numerze | numery numerów numerom numery numerami numerach
strona f: strona strony stronie stronę stroną stronie | strony stron stronom strony stronami stronach
województwo n: województwo województwa województwu województwo województwem województwie |
    województwa województw województwom województwa województwami województwach
telefon m3: telefon telefonu telefonowi telefon telefonem telefonie |
    telefony telefonów telefonom telefony telefonami telefonach
doktor m1: doktor doktora doktorowi doktora doktorem doktorze |
    doktorowie doktorów doktorom doktorów doktorami doktorach | doktorzy
profesor m1: profesor profesora profesorowi profesora profesorem profesorze |
    profesorowie profesorów profesorom profesorów profesorami profesorach | profesorzy
magister m1: magister magistra magistrowi magistra magistrem magistrze |
    magistrowie magistrów magistrom magistrów magistrami magistrach | magistrzy
inżynier m1: inżynier inżyniera inżynierowi inżyniera inżynierem inżynierze |
    inżynierowie inżynierów inżynierom inżynierów inżynierami inżynierach | inżynierzy
ksiądz m1: ksiądz księdza księdzu księdza księdzem księdzu | księża księży księżom księży księżmi księżach
redaktor m1: redaktor redaktora redaktorowi redaktora redaktorem redaktorze |
    redaktorzy redaktorów redaktorom redaktorów redaktorami redaktorach
rok m3: rok roku rokowi rok rokiem roku | lata lat latom lata latami latach | laty
wiek m3: wiek wieku wiekowi wiek wiekiem wieku | wieki wieków wiekom wieki wiekami wiekach
rozdział m3: rozdział rozdziału rozdziałowi rozdział rozdziałem rozdziale |
    rozdziały rozdziałów rozdziałom rozdziały rozdziałami rozdziałach
artykuł m3: artykuł artykułu artykułowi artykuł artykułem artykule |
    artykuły artykułów artykułom artykuły artykułami artykułach
ustęp m3: ustęp ustępu ustępowi ustęp ustępem ustępie | ustępy ustępów ustępom ustępy ustępami ustępach
tysiąc m3: tysiąc tysiąca tysiącowi tysiąc tysiącem tysiącu | tysiące tysięcy tysiącom tysiące tysiącami tysiącach
milion m3: milion miliona milionowi milion milionem milionie | miliony milionów milionom miliony milionami milionach
miliard m3: miliard miliarda miliardowi miliard miliardem miliardzie |
    miliardy miliardów miliardom miliardy miliardami miliardach
bilion m3: bilion biliona bilionowi bilion bilionem bilionie |
    biliony bilionów bilionom biliony bilionami bilionach
"""


def _rows() -> dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Of each base form: gender, the twelve forms of `CASES` in singular and plural, and further forms."""
    found = {}
    for line in _TABLE.strip().replace("\n    ", " ").splitlines():
        head, _, forms = line.partition(": ")
        base, gender = head.split()
        singular, plural, *more = forms.split(" | ")
        found[base] = gender, (*singular.split(), *plural.split()), tuple(" ".join(more).split())
    return found


_ROWS = _rows()


def gender(base: str) -> str:
    return _ROWS[base][0]


def noun(base: str, number: str, case: str) -> str:
    """
    >>> noun("złoty", "pl", "g"), noun("stopień", "sg", "i")
    ('złotych', 'stopniem')
    """
    return _ROWS[base][1][CASES.index(case) + 6 * (number == "pl")]


@cache
def forms(base: str) -> tuple[str, ...]:
    """Every form of a noun, each once.

    >>> forms("euro")
    ('euro',)
    """
    _, usual, more = _ROWS[base]
    return tuple(dict.fromkeys((*usual, *more)))
