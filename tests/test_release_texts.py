"""Private texts that somebody has shortened, retyped, split or encoded before they stood in a public file."""

import base64
import json
from urllib.parse import quote

import planting
import pytest
from planting import canary_of, plain, reference, say, told

from puma_dataset.release.checking import leaks
from puma_dataset.release.letters import folded
from puma_dataset.release.passages import Index, text_of
from puma_dataset.release.traces import Known, distinctive, strings, traces

whole, records, selection, subset = planting.whole, planting.records, planting.selection, planting.subset
tree, private, percent = planting.tree, planting.private, planting.percent


def plant_prompt_without_its_end(tree, private):
    record = private("include")
    say(tree, " ".join(record["prompt"].split()[:-5]))
    return told("its prompt", record)


def plant_prompt_without_diacritics(tree, private):
    record = private("include")
    say(tree, plain(record["prompt"]).upper())
    return told("its prompt", record)


def plant_prompt_with_other_words(tree, private):
    record = private("include")
    words = record["prompt"].split()
    say(tree, " ".join([*words[:6], "proszę", *words[7:]]))
    return told("its prompt", record)


def plant_prompt_in_a_tag(tree, private):
    record = private("include")
    say(tree, f'<img alt="{record["prompt"]}">')
    return told("its prompt", record)


def plant_prompt_in_an_address(tree, private):
    record = private("include")
    say(tree, f"https://example.org/?q={quote(record['prompt'])}")
    return told("its prompt", record)


def plant_example_answer_in_prose(tree, private):
    record = private("include")
    answer = max([*record["answers_ok"], *record["answers_bad"]], key=len)
    say(tree, f"Na przykład model napisał wtedy, że {answer.lower()} I to było dobrze.")
    return told("an example answer", record)


def plant_notes_in_prose(tree, private):
    record = private("include")
    say(tree, f"Uwaga: {record['notes'].lower()}.")
    return told("its notes", record)


def plant_passage_of_a_transcript(tree, private):
    record = private("asr")
    say(tree, "Nagranie zaczyna się tak: " + " ".join(reference(record).split()[10:19]))
    return told("its reference", record)


def plant_passages_of_a_transcript(tree, private):
    record = private("asr")
    words = reference(record).split()
    say(tree, f"„{' '.join(words[2:8])}” (…) „{' '.join(words[20:26])}”")
    return told("its reference", record)


def plant_passage_of_a_page(tree, private):
    record = private("ocr")
    words = " ".join(next(rule["blocks"] for rule in record["rules"] if rule["type"] == "ocr")).split()
    say(tree, " ".join(words[4:16]))
    return told("its reference", record)


def plant_reference_one_word_a_line(tree, private):
    record = private("asr")
    say(tree, "\n".join(reference(record).split()[:20]))
    return told("its reference", record)


def plant_reference_one_word_a_value(tree, private):
    record = private("asr")
    words = dict(enumerate(reference(record).split()))
    (tree / "x.json").write_text(json.dumps({"c": canary_of(tree), "w": words}), "utf-8")
    return told("its reference", record)


def plant_reference_in_names_of_fields(tree, private):
    record = private("asr")
    words = dict.fromkeys(reference(record).split())
    (tree / "x.json").write_text(json.dumps({"c": canary_of(tree), "w": words}), "utf-8")
    return told("its reference", record)


def plant_extraction_as_an_object(tree, private):
    record = private("extraction")
    value = next(rule["reference"] for rule in record["rules"] if rule["type"] == "extraction")
    (tree / "x.json").write_text(json.dumps({"c": canary_of(tree), "w": value}), "utf-8")
    return told("a list of its phrases", record)


def plant_half_of_an_extraction(tree, private):
    record = private("extraction")
    value = next(rule["reference"] for rule in record["rules"] if rule["type"] == "extraction")
    texts = [text for text in strings(value) if " " in text or sum(map(str.isdigit, text)) > 2]
    say(tree, ";".join(texts[: (len(texts) + 1) // 2]))
    return told("values of its reference", record)


def plant_base64_of_a_reference(tree, private):
    record = private("asr")
    say(tree, base64.encodebytes(reference(record).encode()).decode())
    return told("its reference", record)


def plant_base64_of_a_prompt(tree, private):
    record = private("include")
    say(tree, base64.urlsafe_b64encode(record["prompt"].encode()).decode())
    return told("its prompt", record)


def plant_hexadecimal_of_a_reference(tree, private):
    record = private("asr")
    say(tree, reference(record).encode().hex(" "))
    return told("its reference", record)


def plant_base64_of_base64(tree, private):
    record = private("asr")
    once = base64.encodebytes(reference(record).encode()).decode()
    say(tree, base64.b64encode(base64.b64encode(f"Źródło:\n{once}".encode())).decode())
    return told("its reference", record)


def plant_letters_apart(tree, private):
    record = private("include")
    say(tree, " ".join(record["prompt"].replace(" ", "")))
    return told("its prompt", record)


def plant_words_of_letters_apart(tree, private):
    record = private("asr")
    say(tree, "  ".join(" ".join(word) for word in reference(record).split()[:12]).upper())
    return told("its reference", record)


def plant_backwards(tree, private):
    record = private("include")
    say(tree, plain(record["prompt"])[::-1])
    return told("its prompt", record)


def plant_id_in_capitals(tree, private):
    record = private("asr")
    say(tree, f"Zob. {record['id'].upper().replace('_', '-')}.")
    return f"its text has the private id '{record['id']}'"


PLANTS = [value for name, value in list(globals().items()) if name.startswith("plant_")]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__.removeprefix("plant_"))
def test_a_disguised_leak_is_found(plant, tree, whole, private, selection):
    expected = plant(tree, private)
    assert expected in "\n".join(map(str, leaks(tree, whole, selection)))


def test_a_subset_leaks_nothing(subset, whole, selection):
    assert leaks(subset, whole, selection) == []


HARMLESS = [
    "Zamość, województwo lubelskie. Odpowiedź: kotwica, 14:52, tak, prawda, fałsz, fałsz.",
    "Podaj datę w formacie RRRR-MM-DD, a kwoty jako liczby. Jeśli czegoś brak, wpisz null.",
    "Odpowiedz jednym zdaniem. Podaj numer pociągu i godzinę przyjazdu na stację.",
    "Chleb żytni i 2024-05-18; „FV/2024/07/113” i 1440,00 zł to dwa i dwa zapisy.",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20, 2, 4, 1, 3",
    "Słowacki i Mickiewicz to wieszczowie, a Przemyśl, Rzeszów i Kraków to miasta, przez które jedzie pociąg.",
]
"""What a card may well say: answers of a word or two, and what stands in the prompts of several tasks."""


@pytest.mark.parametrize("text", HARMLESS)
def test_short_answers_and_common_instructions_are_no_leak(text, tree, whole, selection):
    say(tree, text)
    assert leaks(tree, whole, selection) == []


# --- prompts from one mould


CORES = [
    "Odczytaj nazwę polskiego miasta nadaną w sygnale dźwiękowym.",
    "Policz wszystkie kominy widoczne za murem starej cegielni.",
    "Który z trzech mówców wspomina o powodzi tysiąclecia?",
]


@pytest.fixture(scope="module")
def moulded():
    prompts = [
        f"Przyjrzyj się uważnie załączonemu plikowi i wykonaj polecenie. {c} Odpowiadaj po polsku." for c in CORES
    ]
    return Index(text_of(str(n), "its prompt", prompt, True) for n, prompt in enumerate(prompts))


@pytest.mark.parametrize("task", range(len(CORES)))
def test_what_a_prompt_has_to_itself_is_known_without_the_rest(task, moulded):
    words = CORES[task].split()
    for said in (CORES[task], " ".join(words[:6]), " ".join(["Proszę:", *words[1:]])):
        assert {text.task for text in moulded.told(folded(said))} == {str(task)}


def test_what_prompts_share_is_no_ones(moulded):
    mould = "Przyjrzyj się uważnie załączonemu plikowi i wykonaj polecenie. Odpowiadaj po polsku."
    assert list(moulded.told(folded(f"{mould} Policz kominy w sygnale dźwiękowym."))) == []


# --- parts of what an extraction expects


PARTS = {
    "Chleb żytni;Twaróg 250g;Szczypiorek;Kawa mielona;45.67;5.65;2024-05-18": True,
    "Kupiono: kawa mielona, twaróg 250g, chleb żytni.": True,
    "Razem 45,67 zł, w tym VAT 5,65 zł, dnia 2024-05-18, NIP 123-456-78-90.": True,
    "Chleb żytni i twaróg 250g, razem 45.66": False,
    "Agnieszka Wrona, 1440, 1764, 324, Chleb żytni": False,
}


@pytest.mark.parametrize("text", PARTS)
def test_half_the_values_of_an_object_or_a_list_tell_it(text, whole, records):
    known = distinctive([traces(record, whole) for record in records if record["id"] == "ex_001"], records)
    found = list(Known(known, Index([])).told(text))
    assert found == [("ex_001", "values of its reference")] * PARTS[text]


def test_values_that_another_task_has_tell_nothing(whole, records):
    twin = [record for record in records if record["id"] == "ex_001"]
    known = distinctive([traces(record, whole) for record in twin], [*twin, {**twin[0], "id": "ex_009"}])
    assert known[0].values == ()
