"""What commands say of tasks and answers, in Polish."""

SENTENCES = {
    "error-line": "błąd  {finding}",
    "warning-line": "uwaga  {finding}",
    "digest": ", skrót {digest}",
    "validated": "{folder}: {tasks:poprawne zadanie|poprawne zadania|poprawnych zadań}{digest}; "
    "{errors:błąd|błędy|błędów}, {warnings:uwaga|uwagi|uwag}",
    "mend-tasks": "{folder}: popraw, co wymieniono wyżej, i sprawdź jeszcze raz",
    "tasks-refused": "{errors:błąd|błędy|błędów} w {folder}:\n{lines:/}{more}\n"
    "Wszystkie pokaże: puma validate {folder}",
    "more-lines": "\ni dalsze: {more}",
    "asked-with-media": "{run}: pytano z materiałami; zapytaj jeszcze raz: puma run --without-media, do nowego folderu",
    "blind-task": "bez materiału {id:n}: zaliczone {passed} z {answers:odpowiedzi|odpowiedzi|odpowiedzi}",
    "blind": "{run}: bez materiałów da się zaliczyć {passed} z {tasks:zadania|zadań|zadań}, na które tam odpowiedziano",
    # puma explain
    "default-prompt": "domyślne polecenie:",
    "no-task": "w tym zbiorze nie ma zadania {id:n}; {expected}",
    "no-answer-to": "{file}: nie ma odpowiedzi na {id:n}; podaj ją przez --answer TEKST",
    "the-answer": "Odpowiedź",
    "the-answer-of": "Odpowiedź modelu {model}{ending}",
    "answer-number-of": "Odpowiedź {number} modelu {model}{ending}",
    "ending-failed": ": zapytanie się nie powiodło{error}; zadanie liczy się jako bez odpowiedzi",
    "ending": ", {ends}",
    "ending-cut": "ucięta limitem modelu",
    "ending-refused": "oznaczona jako odmowa",
    "in-brackets": " ({text})",
    "must-be-right": "Musi być zaliczone",
    "must-be-wrong": "Musi być niezaliczone",
    "rule-verdict": "reguła {number}, {type}: ściśle {strict}, częściowo {soft:.3f}",
    "task-verdict": "zadanie: ściśle {strict}, częściowo {soft:.3f}{flags}",
    "flags": "  do sprawdzenia: {flags}",
    "table-cell": "tabela {table}, {cell}",
    "not-aligned": "(ponad {most:,} słów: bez zestawienia)",
    "row-reference": "wzorzec  ",
    "row-answer": "odpowiedź",
    "more-rows": "... i dalsze wiersze: {more}",
}
