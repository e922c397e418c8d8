"""The words that made pages have in both languages."""

WORDS: dict[str, tuple[str, str]] = {
    "option": ("option", "opcja"),
    "meaning": ("meaning", "znaczenie"),
    "field": ("field", "pole"),
    "type": ("type", "typ"),
    "default": ("default", "domyślnie"),
    "required": ("required", "wymagane"),
    "case": ("case", "przypadek"),
    "rule": ("rule", "reguła"),
    "answer": ("answer", "odpowiedź"),
    "key": ("key", "klucz"),
}


def of(language: str, word: str) -> str:
    """A word in a language."""
    return WORDS[word][language == "pl"]
