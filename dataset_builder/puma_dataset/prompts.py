"""What a model is asked: the paper's default prompts, and a task's request as messages (RUN, section 1)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from puma_metrics.task import Task, parse_task

SPEECH = (
    "Dokonaj transkrypcji pliku audio w języku polskim. Wszystkie wartości liczbowe powinny być zapisywane pełnymi "
    'słowami i bez stosowania skrótów np. "sto dwadzieścia pięć złotych" zamiast "125 zł". Zwróć tylko zawartość '
    "nagrania, bez dodatkowych komentarzy."
)
"""Appendix A.1."""
DOCUMENTS = (
    "Przekonwertuj poniższy dokument w języku polskim do formatu markdown. Zwróć tylko markdown bez dodatkowych "
    "komentarzy. ZASADY: - Zwróć tekst zgodnie z kierunkiem jego czytania: od góry do dołu i od lewej do prawej. "
    "- Słowa przeniesione z myślnikiem do nowej linii połącz w całość. - Musisz uwzględnić wszystkie tekstowe "
    "informacje znajdujące się na stronie. Nie pomijaj nagłówków, stopek, tabel, podpisów pod ilustracjami, przypisów. "
    "- Pomiń numerację stron. - Pomiń zdjęcia, ilustracje, znaki wodne, pieczątki i inne elementy graficzne. Nie "
    "dodawaj żadnych komentarzy dotyczących elementów graficznych. - Tabele zapisz w formacie HTML. - Preferuj "
    "używanie znaków □ i ☑ do prezentacji check boxów."
)
"""Appendix A.2; the two characters for check boxes are ours, since the paper prints them as formulas."""
EXTRACTION = (
    "Wyodrębnij informacje z załączonego dokumentu i zwróć odpowiedź w formacie JSON zgodnym z nastepującym "
    "JSON schema: {JSON_SCHEMA}"
)
"""Appendix A.3, for a server that takes no `response_format`."""
DEFAULTS = {"asr": SPEECH, "ocr": DOCUMENTS}


def prompt_of(task: Mapping[str, Any] | Task) -> str:
    """The task's own prompt, else its category's.

    >>> rules = [{"type": "asr", "reference": "dzień dobry"}]
    >>> prompt_of({"id": "t", "category": "asr", "prompt": None, "rules": rules}) == SPEECH
    True
    """
    parsed = parse_task(task)
    return parsed.prompt or DEFAULTS.get(parsed.category, "")


def with_schema(prompt: str, schema: Mapping[str, Any]) -> str:
    """A prompt with the universal one of extraction after it, the schema in it as JSON."""
    written = json.dumps(schema, ensure_ascii=False)
    return f"{prompt}\n\n{EXTRACTION.replace('{JSON_SCHEMA}', written)}"


def schema_of(task: Mapping[str, Any] | Task) -> Mapping[str, Any] | None:
    """The schema that an answer to an extraction task has, None of every other task."""
    parsed = parse_task(task)
    if parsed.category != "structured_extraction":
        return None
    return next((rule["schema"] for rule in parsed.record["rules"] if rule.get("schema")), None)


def messages(task: Mapping[str, Any] | Task, parts: Sequence[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
    """The one message of a request: the media's parts as an OpenAI-compatible server takes them, then the prompt."""
    return [{"role": "user", "content": [*parts, {"type": "text", "text": prompt_of(task)}]}]
