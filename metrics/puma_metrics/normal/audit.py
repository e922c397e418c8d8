"""The paper's normaliser, any language model, and what keeps it honest (NORMALISE, 12.5).

A model may rewrite numbers or tidy a document, and nothing else: every word of what it returns is held against the
readings of the raw answer, or against the words of the tidied document.
"""

from collections import Counter
from dataclasses import dataclass

from ..shapes import document_text
from ..text import words1
from .alignment import Alignment
from .lattice import slots
from .speller import read_numbers, spoken
from .structure import structure1

MOST_CHANGED = 0.02
"""The share of an answer's words up to which a rewriting is used."""

SPEECH = (
    "Zmodyfikuj poniższy tekst, zamieniając w nim wszystkie liczby na pełny zapis słowny (np. '125 zł' -> 'sto "
    "dwadzieścia pięć złotych', '12:39' -> 'dwunasta trzydzieści dziewięć', '2004 r.' -> 'dwa tysiące czwarty rok'). "
    "Zwróć tylko poprawiony tekst, nie dodawaj żadnych komentarzy:"
)
"""The paper's A.1."""

DOCUMENTS = (
    "Twoim zadaniem jest wykonanie WYŁĄCZNIE operacji normalizacji strukturalnej tekstu OCR. ZASADY OGÓLNE: - NIE "
    "poprawiaj literówek. - NIE zmieniaj słów, nawet jeśli są błędne. - NIE zmieniaj interpunkcji. - NIE zmieniaj "
    "wielkości liter. - NIE parafrazuj tekstu. - NIE zmieniaj polskich słów na angielskie. - NIE zmieniaj ostatniego "
    "słowa w tekście, nawet jeśli jest to niepełny wyraz z myślnikiem. - NIE dodawaj ani nie usuwaj treści poza "
    "przypadkami opisanymi poniżej. - Traktuj tekst jako surowe dane, nie jako język naturalny do poprawy. - WAŻNE: "
    "Jeśli nie masz pewności czy coś należy zmienić – NIE zmieniaj tego. DOZWOLONE OPERACJE (i tylko te): 1. Jeśli "
    "koniec tekstu składa się z wielokrotnych powtórzeń jednego wyrazu lub frazy, a tych powtórzeń jest co najmniej "
    "trzy – usuń powtórzenia zostawiając tylko jedno wystąpienie tego wyrazu / frazy. 2. Jeśli słowo jest rozdzielone "
    "myślnikiem na końcu linii – zapisz je jako jeden wyraz. 3. Usuń opisy elementów graficznych (np. Obraz:, "
    "Rysunek:, Zdjęcie:, Pieczątka:, Watermark:, a także tagi, np. [image], <image>). 4. Połącz sekwencje pojedynczych "
    "liter w wyrazy oddzielone spacją. WAŻNE: Każda zmiana musi wynikać BEZPOŚREDNIO z powyższych reguł. W przeciwnym "
    "razie tekst musi pozostać identyczny znak po znaku. Zwróć wyłącznie przetworzony tekst, bez komentarzy."
)
"""The paper's A.2, without the examples that it leaves out."""


@dataclass(frozen=True)
class Audit:
    """How many words of a rewriting no reading of the raw answer has, or of the answer no word of the rewriting."""

    errors: int
    words: int
    """Of the raw answer, as our own normaliser has it."""

    @property
    def is_refused(self) -> bool:
        """Whether so much was changed that the raw answer is used."""
        return self.errors > MOST_CHANGED * self.words


def audit_speech(raw: str, returned: str) -> Audit:
    """What a model changed of a transcript beside its numbers: the least word errors over all their readings.

    >>> audit_speech("Kupił 2 psy za 5 zł.", "Kupił dwa psy za pięć złotych.").errors
    0
    >>> audit_speech("Kupił 2 psy za 5 zł.", "Kupił trzy psy.").errors
    4
    """
    numbers = read_numbers(raw)
    words, found = words1(returned), slots(numbers)
    alignment = Alignment(words, len(raw) + 1)
    most = max(len(words), alignment.shortest(found))  # every word another one, and the rest dropped or added
    errors = alignment.errors(found, most)
    return Audit(errors, len(words1(spoken(raw, numbers))))


def audit_document(raw: str, returned: str, format: str | None = None, order: str = "given") -> Audit:
    """What a model changed of a document beside its structure: the words that it added, and those that it dropped.

    >>> audit_document("Remi-\\nza OSP", "Remiza OSP").errors, audit_document("Remiza OSP", "Remiza PSP").errors
    (0, 2)
    """
    expected = Counter(words1(structure1(document_text(raw, format, order)[1])))
    found = Counter(words1(returned))
    return Audit((found - expected).total() + (expected - found).total(), expected.total())
