"""The frozen lists of NORMALISE 12.1: what stands around a number and decides how it is said."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MONTHS = (
    *("stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października"),
    *("listopada", "grudnia"),
)
MONTH_FORMS = words(
    "styczeń styczniu luty lutym marzec marcu kwiecień kwietniu maj maju czerwiec czerwcu lipiec lipcu sierpień "
    "sierpniu wrzesień wrześniu październik październiku listopad listopadzie grudzień grudniu"
)
BEFORE_YEARS = MONTH_FORMS | words(
    "lato lata wiosna wiosny jesień jesieni zima zimy wiosną latem jesienią zimą zimę wiosnę początek początku "
    "koniec końca końcu końcem połowa połowy połowę połowie przełom przełomie schyłek schyłku"
)
"""After one of these words and after a month 1000 to 2100 is a year."""

PREPOSITIONS = {
    **dict.fromkeys(words("bez dla do od ode u około koło obok spośród wśród zamiast oprócz podczas według"), "g"),
    **dict.fromkeys(words("wobec względem powyżej poniżej spod znad sprzed zza wskutek spoza"), "g"),
    **dict.fromkeys(words("ku dzięki przeciw przeciwko wbrew"), "d"),
    **dict.fromkeys(words("w we na o po"), "la"),
    **dict.fromkeys(words("z ze"), "ig"),
    **dict.fromkeys(words("za nad pod przed między pomiędzy ponad poza"), "ia"),
    **{"przez": "a", "co": "a", "przy": "l"},
}
"""The cases that a preposition asks for, the likelier one before a number first."""
ABOUT = frozenset(("około", "koło", "ok.", "circa"))
TRANSPARENT = words(
    "prawie niemal aż tylko jeszcze już nawet dokładnie równo co najmniej najwyżej łącznie razem zaledwie jakieś "
    "jakichś około ok. ponad koło circa"
)
"""Words between a preposition and the number that it governs."""
JOINERS = words("a i oraz lub albo czy")
"""Words between two numbers that count one thing: między 10 a 20."""
SPREAD = JOINERS | {"do", "na", "–", "-"}
PARTS = words("jedno jednego jednym jeden jedna dwoje troje czworo kilkoro każde każdego żadne żadnego nikt ktoś")
"""Before z these say that a part is meant: jedno z 5 dzieci."""
MINUS = frozenset("-−–")

OF_NOUNS = words(
    "grupa przestrzeń ciąg okres zespół kolekcja suma kwota wysokość długość odległość szybkość prędkość poziom próg "
    "limit kara zbiór skład większość połowa śmierć obecność udział lista seria cykl para wiek upływ reprezentacja "
    "rodzina delegacja załoga oddział armia tłum liczba dystans głębokość szerokość powierzchnia"
)
"""Measure nouns, after which a counted noun stands in the genitive: grupa 14 osób, na przestrzeni 7 lat."""
GENITIVE_VERBS = words(
    "brakować zabraknąć potrzebować wymagać sięgać sięgnąć dotyczyć pilnować szukać używać użyć pozbyć pozbawić "
    "uniknąć udzielić dokonać doczekać dożyć żądać zażądać oczekiwać domagać spodziewać obawiać bać unikać udzielać "
    "dokonywać doszukać doszukiwać doliczyć słuchać wysłuchać strzec dosięgnąć dosięgać"
)
NEGATED = words("mam masz ma mamy macie mają miał miała mieli miały było będzie widać brak")
"""After nie these take the genitive."""
DURATIONS = words("rok lato godzina minuta dzień tydzień miesiąc sekunda noc raz kilometr metr")
"""Nouns that a negated verb does not govern: nie spał 5 godzin."""
NOT_TAKING = words("zostać pozostać zostawać pozostawać być brakować")
"""Verbs after which a fraction is the subject: została 1/3."""
INTO = words("skręcić skręcać wjechać wjeżdżać wejść wchodzić skręć")
"""Verbs of motion, after which w takes the accusative."""
PASSING = words("wybiła minęła dochodzi dochodziła")
"""After these a number is an hour."""
SECRETS = words("pin pinem pinu hasło hasła hasłem kod kodu kodem szyfr szyfru")
"""Near one of these four digits and more are said one by one."""
FIRSTS = words(
    "piętro klasa rozdział etap tura liga miejsce odcinek sezon akt tom rząd peron tor edycja kadencja instancja"
)
"""Of these nouns `na 1`, `w 1` mean the first."""
ANIMALS = words(
    "metr kot pies koń baran osioł byk wół lew orzeł jeleń tygrys wilk lis zając królik kogut indyk bocian niedźwiedź "
    "słoń ptak szczur rak pająk komar wąż smok robak pingwin bóbr dzik żubr kozioł cielak źrebak szczeniak kociak "
    "kotek piesek konik gołąb kruk sęp sokół kret jeż borsuk ryś łoś dzięcioł karp szczupak"
)
"""Nouns that the dictionary also reads as persons, and that numbers count as animals or things."""

NUMBERED = words(
    "strona tor peron rozdział artykuł klasa tom część odcinek paragraf ustęp rząd piętro godzina dzień etap sezon akt "
    "scena zwrotka"
)
"""A number after one of these nouns is an ordinal that agrees with it."""
ROMAN_HEADS = words(
    "wiek wojna liga rzesza rzeczpospolita etap liceum kongres międzynarodówka zjazd edycja tom rozdział część klasa "
    "akt dywizja armia pułk korpus krucjata rozbiór powstanie komunia program kadencja tura nagroda miejsce instancja "
    "połowa grupa stopień symfonia koncert republika piętro kwartał"
)
"""Nouns beside which I, V and X are Roman numerals."""
ROMAN_ADJECTIVES = words(
    "wieczny wieczna wieczne wiecznego wiecznej wiecznych wiecznym wieczną wiecznymi wiecznemu ligowy ligowa ligowiec"
)
ORDINAL_ENDINGS = words(
    "szy gi ci ty sty ny my wszy go ego ga sza ta cia na ma te ste ne me cie szej giej tej ciej nej mej tego ciego "
    "nego mego tym cim nym mym szym gim tych nych mych cich mu temu szą gą tą cią ną mą ej em"
)
"""What people write after a hyphen to say that a number is an ordinal: 7-ego, 90-tych."""

HOUR_WORDS = frozenset(("rano", "wieczorem"))
HOUR_PHRASES = frozenset((("w", "nocy"), ("po", "południu"), ("nad", "ranem")))
OPENING = words("czynny nieczynny otwarty otworzyć godzina godz. czynne otwarte przyjmować dyżur pracować")
"""Near one of these, od 8 do 16 are hours."""
CALLING = ("numer", "telefon", "tel.", "dzwo", "pod", "komórk")
"""Beginnings of words that nine digits in threes after them are a phone number."""
TODAY = frozenset(("dziś", "dzisiaj", "jutro", "wczoraj", "pojutrze", "to", ""))

ABBREVIATED_NOUNS = {
    **{"ul.": "ulica", "al.": "aleja", "pl.": "plac", "os.": "osiedle", "gab.": "gabinet", "pok.": "pokój"},
    **{"m.": "mieszkanie", "nr": "numer", "nr.": "numer", "str.": "strona", "godz.": "godzina", "woj.": "województwo"},
    **{"tel.": "telefon", "dr": "doktor", "dr.": "doktor", "prof.": "profesor", "mgr": "magister", "inż.": "inżynier"},
    **{"ks.": "ksiądz", "red.": "redaktor", "r.": "rok", "w.": "wiek", "św.": "święty", "rozdz.": "rozdział"},
    **{"art.": "artykuł", "ust.": "ustęp", "pkt": "punkt", "tys.": "tysiąc", "mln": "milion", "mld": "miliard"},
}
PLACES = frozenset(("ul.", "al.", "pl.", "os."))
ABBREVIATED_PHRASES = {
    "np.": ("na przykład",),
    "itd.": ("i tak dalej",),
    "itp.": ("i tym podobne",),
    "tj.": ("to jest",),
    "tzn.": ("to znaczy",),
    "m.in.": ("między innymi",),
    "ok.": ("około",),
    "im.": ("imienia",),
    "p.n.e.": ("przed naszą erą",),
    "n.e.": ("naszej ery",),
    "br.": ("bieżącego roku",),
    "ds.": ("do spraw",),
    "pt.": ("pod tytułem",),
    "wg": ("według",),
}
ABBREVIATED_ADJECTIVES = {"tzw.": ("tak ", "zwany"), "ww.": ("wyżej ", "wymieniony"), "św.": ("", "święty")}
WITHOUT_DOT = frozenset(("dr", "mgr", "nr", "wg"))
"""Abbreviations that have no dot, in any case."""
UNDOTTED_SCALES = frozenset(("mln", "mld", "pkt"))
"""Abbreviations that have no dot, in lower case only."""
AMBIGUOUS = words("w m s g r l t os pl al im")
"""With a dot after them these also end a sentence: as abbreviations they stand beside a number or before a name."""
BEFORE_NAMES = frozenset(("pl", "al", "os", "im"))

SCALES = {
    **dict.fromkeys(("tys.", "tys"), "tysiąc"),
    **dict.fromkeys(("mln", "mln."), "milion"),
    **dict.fromkeys(("mld", "mld."), "miliard"),
}
UNITS = {
    **dict.fromkeys(("zł", "pln"), "złoty"),
    **{
        "gr": "grosz",
        "$": "dolar",
        "usd": "dolar",
        "£": "funt",
        "gbp": "funt",
        "chf": "frank",
        "€": "euro",
        "eur": "euro",
    },
    **{
        "km": "kilometr",
        "m": "metr",
        "cm": "centymetr",
        "mm": "milimetr",
        "ha": "hektar",
        "l": "litr",
        "ml": "mililitr",
    },
    **{"kg": "kilogram", "g": "gram", "dag": "dekagram", "dkg": "dekagram", "mg": "miligram", "t": "tona"},
    **{"l": "litr", "ml": "mililitr"},
    **dict.fromkeys(("h", "godz.", "godz"), "godzina"),
    **dict.fromkeys(("min", "min."), "minuta"),
    **dict.fromkeys(("s", "sek.", "sek"), "sekunda"),
    **{"v": "wolt", "w": "wat", "kw": "kilowat", "mw": "megawat", "kwh": "kilowatogodzina", "mah": "miliamperogodzina"},
    **{"gb": "gigabajt", "mb": "megabajt", "tb": "terabajt", "kb": "kilobajt"},
    **{"hz": "herc", "khz": "kiloherc", "mhz": "megaherc", "ghz": "gigaherc", "kcal": "kilokaloria"},
    **dict.fromkeys(("%", "proc.", "proc"), "procent"),
    **{"‰": "promil", "szt.": "sztuka", "pkt": "punkt", "pkt.": "punkt", "°": "stopień"},
}
LETTER_UNITS = frozenset("mgtlhsVW")
"""Units of one letter, which count only in this case."""
CAPITAL_UNITS = frozenset(("mb", "gb", "kb", "tb", "kw", "mw"))
"""Units that count only with a capital."""
DOTTED_LETTERS = frozenset(("m.", "g.", "l.", "t.", "s.", "h."))
COMPOSED_UNITS = {
    **dict.fromkeys(("km/h", "km/godz", "km/godz."), ("kilometr", "na godzinę")),
    "m/s": ("metr", "na sekundę"),
    **dict.fromkeys(("°c", "° c", "°\u00a0c"), ("stopień", "Celsjusza")),
}
POWERS = {"m": "metr", "km": "kilometr", "cm": "centymetr", "mm": "milimetr"}
CENTS = {"złoty": "grosz", "euro": "cent", "dolar": "cent", "funt": "pens", "frank": "centym"}
