"""Of what a claim speaks: remarks, labels, rows and explanations beside an answer, and what leaves one open."""

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import Task, grade


@pytest.fixture(scope="module")
def tasks() -> dict[str, Task]:
    return {task.id: task for task in read_tasks(SAMPLE, validate=False)[0]}


SOUND = {
    "crosses paint verdicts": ("dq_003", "❌ fałsz\n✅ prawda\n❌ fałsz"),
    "crosses mark the other options": ("sm_004", "❌ Gdańsk\n❌ Sopot\n✅ Gdynia"),
    "commands of LaTeX calculate": ("dq_005", "Pozycja 4: $7 \\cdot 18{,}50$, czyli 129,50 zł. Zaliczka: 216,00 zł."),
    "who, if not": ("hc_001", "Który z wieszczów miał w herbie gwiazdę, jeśli nie Juliusz Słowacki herbu Leliwa?"),
    "a remark in brackets": ("hc_004", "~~Bóg się rodzi~~ → **Dzisiaj w Betlejem** (poprawka po drugim takcie)"),
    "not to be confused": ("sm_003", "Chopin, Marsz żałobny. Motyw nie do pomylenia z żadnym innym."),
    "a long sentence is no item": (
        "sm_005",
        "The DTMF tones decode to 9-9-8, i.e. 998, the Polish fire service (straż pożarna). The general emergency "
        "number 112 would of course reach them as well.",
    ),
    "a table's head": ("sq_004", "| Title | Author |\n|---|---|\n| Rota | Maria Konopnicka |"),
    "a table of one row": ("sq_004", "| Rota | Maria Konopnicka |"),
    "another subject": ("sq_007", "19:15 w Warszawie. Uwaga na pułapkę: „wpół do ósmej” to 19:30."),
    "a subject before an inserted clause": (
        "sq_007",
        "Mają się spotkać o 19:15 w Warszawie. Poczta, do której Marta idzie wcześniej, jest otwarta do 20:00.",
    ),
    "another unit": ("dq_005", "Pozycja 4 to 129,50 zł. Suma powinna więc wynieść 1286,90 zł. Zaliczka: 216,00 zł."),
    "the next thing of a row": (
        "dq_002",
        "Pociąg 3419, przyjazd o 14:52. Na wcześniejszy pasażerka nie zdąży, czyli odpada, a 3421 dociera o 16:40.",
    ),
    "an apposition is no source": ("sm_006", "Skrzypce, Henryk Wieniawski, skrzypek i uczeń Lamberta Massarta."),
    "a contrast within a remark": (
        "sm_006",
        "Skrzypce. Patronem jest Henryk Wieniawski. Konkurs Chopinowski jest starszy, lecz dotyczy fortepianu.",
    ),
    "similar things": ("sm_001", "To „Wlazł kotek na płotek”; podobnie zaczynają się „Sroczka” i „Ence pence”."),
    "other things": ("ge_001", "Województwo podkarpackie, Rzeszów. Inne miasta to Przemyśl, Mielec i Krosno."),
    "a doubt about something else": ("sm_004", "Gdynia. Nie wiem natomiast, kiedy powstał ten materiał."),
    "other answers are wrong": ("sm_004", "Gdynia. Wszystkie inne odpowiedzi byłyby błędne."),
    "a second look finds the same": ("sm_004", "Gdynia. Posłuchałem jeszcze raz i wyszło to samo."),
    "the rest is ruled out": ("sm_004", "Po wykluczeniu pozostałych możliwości zostaje jedno: Gdynia."),
    "politeness": ("hc_004", "Dobre pytanie! Dzisiaj w Betlejem. Miłego dnia!"),
    "certainty in percent": ("cl_001", "Zamość, lubelskie\n\nPewność: 95%"),
    "a source": ("hc_003", "2, 4, 1, 3. Źródło: „Wielka encyklopedia”, Warszawa 2003, t. 12, s. 345."),
    "the wrong one is named to reject it": ("sm_004", "Gdynia. Odpowiedź „Gdańsk” byłaby błędem."),
    "rather than": ("cl_001", "It is Zamość, lubelskie, rather than Chełm, mazowieckie."),
    "a correction with its label": ("hc_004", "Bóg się rodzi. Korekta: Dzisiaj w Betlejem."),
    "the latter": ("sm_004", "Wahałem się między Gdańskiem a Gdynią i wybrałem to drugie."),
    "looks like no look": (
        "sm_001",
        "„Wlazł kotek na płotek”. „Panie Janie” idzie w górę po kolejnych stopniach gamy.",
    ),
    "a label with a full stop": ("cl_001", "Odp.: Zamość, woj. lubelskie."),
    "other parks": (
        "ge_004",
        "Białowieski Park Narodowy, żubr. Inne parki z oczywistym godłem to Tatrzański i Biebrzański.",
    ),
    "too far to be": ("ge_003", "Lublin, Szczecin, Białystok, Łódź. Punkt 2 leży zbyt daleko, by mógł być Gdańskiem."),
    "another language": ("sm_004", "Gdynia (ang. Gdynia, niem. Gdingen)."),
}

OPEN = {
    "could be wrong": ("hedged", "cl_001", "I think it's Zamość, lubelskie, but could be wrong."),
    "perhaps alone": ("hedged", "sm_007", "Kukułka, pieniądze. Chyba."),
    "a guess": ("hedged", "hc_004", "Nie jestem pewien, ale strzelam: Dzisiaj w Betlejem."),
    "no idea": ("hedged", "sm_004", "Nie mam pojęcia. Niech będzie Gdynia."),
    "not ruled out": ("hedged", "sq_007", "O 19:15 w Warszawie, chociaż nie można wykluczyć 19:45 w Krakowie."),
    "as well": ("listed", "cl_005", "To może być Centrum, a równie dobrze Świętokrzyska."),
    "the other case": (
        "hedged",
        "dq_001",
        "Jeśli ciemne słupki to 2023 rok: 50 mm i sierpień. Jeśli jasne: −50 mm i maj.",
    ),
    "who said it errs": (
        "retracted",
        "sm_006",
        "Mój rozmówca usłyszał skrzypce i wskazał Wieniawskiego. Mylił się: to flet, a patronem jest Karłowicz.",
    ),
    "two sources": (
        "attributed",
        "sq_002",
        "Trzy osoby. Według jednego streszczenia wybrano Bieszczady, według drugiego Roztocze; wolę to pierwsze.",
    ),
    "a label of others": ("listed", "sq_004", '{"tytul": "Katechizm", "inne": ["Rota, Maria Konopnicka"]}'),
    "another possibility": ("listed", "hc_004", "Dzisiaj w Betlejem. Inna możliwość: Bóg się rodzi."),
    "two answers": ("listed", "hc_004", "Dwie odpowiedzi są możliwe: Bóg się rodzi i Dzisiaj w Betlejem."),
    "the former": ("retracted", "sm_004", "Z dwojga Gdańsk i Gdynia wybieram to pierwsze."),
    "that is": ("listed", "cl_005", "The station is directly south of Świętokrzyska, i.e. Centrum."),
    "three bare names": ("listed", "cl_005", "Świętokrzyska, Centrum, Ratusz Arsenał"),
    "the first version": (
        "retracted",
        "hc_004",
        "Dzisiaj w Betlejem – tak napisałem w pierwszej wersji. Wersja poprawiona: Bóg się rodzi.",
    ),
    "may be": ("hedged", "sm_004", "Usłyszałem GDYNIA, choć mogło być GDANSK."),
    "or the other way round": ("hedged", "cl_002", "B-36, B-35. Chociaż właściwie odwrotnie."),
}


@pytest.mark.parametrize("why", SOUND)
def test_what_is_said_beside_the_answer_is_no_rival(why: str, tasks):
    id, answer = SOUND[why]
    score = grade(tasks[id], answer)
    assert (score.strict, list(map(str, score.flagged))) == (1, [])


@pytest.mark.parametrize("why", OPEN)
def test_what_leaves_the_answer_open_is_flagged(why: str, tasks):
    kind, id, answer = OPEN[why]
    score = grade(tasks[id], answer)
    assert (score.strict, kind in score.flags) == (1, True), score.flags
