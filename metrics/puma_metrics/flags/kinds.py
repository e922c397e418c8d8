"""Of which kind a word is as an answer: a number, a time, a place, a person, a common noun, an adjective, a verb."""

import functools

from .. import polish
from .cues import words

NUMBER, TIME, PLACE, PERSON, NAME, NOUN, ADJECTIVE, TITLE, VERB, CODE, LETTER = (
    *("number", "time", "place", "person", "name", "noun", "adjective", "title", "verb", "code", "letter"),
)
ONE_LETTER_WORDS = frozenset("aiouwze")
LABELS = {"nazwa_geograficzna": PLACE, "imię": PERSON, "nazwisko": PERSON, "etnonim": PLACE}
"""What the dictionary's labels of names stand for."""
NO_ANSWER = words(
    "odpowiedź pytanie nazwa litera zdanie numer miasto ulica rok wiek słowo przykład część strona raz sposób "
    "osoba rzecz tytuł autor zdjęcie obraz nagranie pytający państwo pan pani dzień"
)


NO_NAME = words(
    "ci ciebie cię tobie wam was ty wy państwo państwa państwu pan pana panu pani panią pań its it it’s this that "
    "the these those he she they we you my both his her their our i in on at by for from with and or but so if as "
    "let to a an is are were yes no not there here what which who where when how first second third then thus "
    "hence also note answer final"
)


@functools.lru_cache(50_000)
def kinds_of(token: str, begins: bool) -> frozenset[str]:
    """The kinds of a word; `begins` says that a sentence begins with it, where any word has a capital letter.

    >>> sorted(kinds_of("Lublinem", False)), sorted(kinds_of("14:30", False)), sorted(kinds_of("żubr", False))
    (['name', 'place'], ['time'], ['noun'])
    """
    if token[0].isdecimal():
        return frozenset({TIME if ":" in token else NUMBER})
    readings = polish.readings(token.lower())
    if not token.isalpha():
        return frozenset({CODE})
    if token.lower() in NO_NAME:
        return frozenset()
    is_short = len(token) <= 3 and token.isupper() and not token.istitle()  # an abbreviation or a numeral
    if token[0].isupper() and len(token) > 1 and not is_short:
        names = {LABELS.get(label) for reading in readings for label in reading.labels} - {None}
        common = any(not reading.is_name for reading in readings)
        if PLACE in names and len(names) > 1 and not any("imię" in reading.labels for reading in readings):
            names = {PLACE}
        if names and (not common or not begins):
            return frozenset({NAME, *(name for name in names if name)})
        if not readings or not begins:
            return frozenset({NAME})
    if len(token) == 1 and token.islower() and token not in ONE_LETTER_WORDS:
        return frozenset({LETTER})
    tags = {reading.tag.partition(":")[0] for reading in readings}
    if "subst" in tags and len(token) > 2:
        return frozenset({NOUN})
    if tags & {"adj"}:
        return frozenset({ADJECTIVE})
    return frozenset({VERB}) if tags & {"fin", "praet"} else frozenset()


def is_alike(one: frozenset[str], other: frozenset[str], loose: bool = False) -> bool:
    """Whether words of these kinds would answer the same question; of a name that is no more than one, any name.

    Where the place says that they do, as on either side of an *or*, any two names are: `loose`.
    """
    if NAME in one and NAME in other:
        one, other = one - {TITLE}, other - {TITLE}
        return loose or len(one) == 1 or len(other) == 1 or len(one & other) > 1
    if loose and ((NAME in one and ADJECTIVE in other) or (ADJECTIVE in one and NAME in other)):
        return True
    return not one.isdisjoint(other)


CALLED_STRUCK = words(
    "skreślać skreślić skreślony przekreślać przekreślić przekreślony wykreślać wykreślić wykreślony usunięty struck "
    "crossed strikethrough deleted removed"
)

BOUNDS = words(
    "próg limit minimum maksimum granica wymóg wymagany wymagać kryterium norma warunek przekroczyć przekraczać "
    "powyżej poniżej ponad najmniej najwyżej threshold cutoff limit minimum maximum least most above below over "
    "required requirement exceeds exceed"
)
"""Words of a number that something is measured by, which answers nothing itself."""

UNITS = words(
    "zł gr pln eur usd mm cm dm m km ha mg dag kg g t ml l s h min godz pkt proc st os szt mln mld tys hz khz kw "
    "złoty złotych złote grosz groszy procent metrów milimetrów godzina minut osób osoby people"
)

VERBAL = frozenset(("fin", "praet", "bedzie", "impt", "imps", "inf", "pred", "winien", "cond"))
ENGLISH_VERBS = words("is was are were be has had means shows plays uses calls names says comes lies stands")


@functools.lru_cache(20_000)
def begins_a_clause(word: str) -> bool:
    """Whether a word in lower case is a participle or a relative, which begin what is said of something else.

    >>> begins_a_clause("używany"), begins_a_clause("która"), begins_a_clause("kot")
    (True, True, False)
    """
    tags = {reading.tag.partition(":")[0] for reading in polish.readings(word)}
    relative = any(reading.base in ("który", "gdzie") for reading in polish.readings(word))
    return (
        relative or bool(tags & {"ppas", "pact", "pcon", "pant"}) or word in ("which", "who", "where", "whose", "known")
    )


@functools.lru_cache(20_000)
def is_first_person(word: str) -> bool:
    """Whether a word in lower case is a verb of the one who speaks, or a pronoun for them.

    >>> is_first_person("słyszę"), is_first_person("słyszy")
    (True, False)
    """
    return word in ("ja", "mnie", "moim", "mój", "moja", "moje", "i", "my", "i’m", "i’d", "i’ll") or any(
        ":pri" in reading.tag and reading.tag[:3] in ("fin", "pra", "agl", "con", "bed")
        for reading in polish.readings(word)
    )


@functools.lru_cache(20_000)
def is_verb(word: str) -> bool:
    """Whether a word in lower case is read as a finite verb or infinitive and as nothing else.

    >>> is_verb("jest"), is_verb("psy"), is_verb("pali")
    (True, False, False)
    """
    tags = {reading.tag.partition(":")[0] for reading in polish.readings(word)}
    return (bool(tags) and tags <= VERBAL) or word in ENGLISH_VERBS


POLITE = words(
    "hello hi hey thanks thank you please hope help welcome sure certainly cheers regards here’s let know great "
    "glad yes witam witaj cześć hej pozdrowienia proszę dziękuję jasne oczywiście tak powodzenia podziękowanie "
    "źródło wyjaśnienie uzasadnienie odpowiedź"
)


@functools.lru_cache(20_000)
def is_address(word: str) -> bool:
    """Whether a word in lower case greets, thanks or speaks of who speaks or is spoken to.

    >>> is_address("pozdrawiam"), is_address("pytaj"), is_address("rodzi")
    (True, True, False)
    """
    tags = [reading.tag for reading in polish.readings(word)]
    return word in POLITE or (bool(tags) and all(":pri" in tag or tag.startswith("impt") for tag in tags))


@functools.lru_cache(2_000)
def is_preposition(word: str) -> bool:
    """Whether a word in lower case is read as a preposition.

    >>> is_preposition("pod"), is_preposition("psy")
    (True, False)
    """
    return word in ("in", "at", "by", "near", "from", "under", "with") or any(
        reading.tag.startswith("prep") for reading in polish.readings(word)
    )
