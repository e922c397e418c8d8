"""Cheap answers by name: what they are made of, and how many of each a sound task may pass."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..task import Task
from . import blind, informed

NEVER, ONCE = 0, 1


@dataclass(frozen=True)
class Attack:
    """A way to make answers without knowing what is right."""

    answers: Callable[[Task], Iterator[str]]
    most: int = NEVER
    """How many of the answers may pass: none, or one where they exclude each other and one of them may be right."""
    is_blind: bool = True
    """Whether the answers need nothing but the question: a model that guesses could send them."""
    asks_a_question: bool = True
    """Whether it is for tasks with a question only, and not for transcripts, pages and forms."""


ATTACKS: dict[str, Attack] = {
    # from the question alone, or from nothing
    "nothing": Attack(blind.nothing, asks_a_question=False),
    "refusal": Attack(blind.refusals, asks_a_question=False),
    "yes and no": Attack(blind.yes_and_no),
    "yes or no": Attack(blind.yes_or_no, ONCE),
    "prompt echoed": Attack(blind.prompt_echoed, asks_a_question=False),
    "prompt's words, each alone": Attack(blind.prompt_words, ONCE),
    "every option": Attack(blind.options_listed),
    "options, each alone": Attack(blind.options_alone, ONCE),
    "options, each after the prompt": Attack(blind.options_after_prompt, ONCE),
    "options in every order": Attack(blind.options_in_every_order, ONCE),
    "numbers 0 to 1000": Attack(blind.numbers),
    "numbers, each alone": Attack(blind.numbers_alone, ONCE),
    "amounts of money": Attack(blind.amounts),
    "years 1 to 2030": Attack(blind.years),
    "every date": Attack(blind.dates),
    "every time of day": Attack(blind.times),
    "the alphabet": Attack(blind.letters),
    "letters, each alone": Attack(blind.letters_alone, ONCE),
    "every name of a kind": Attack(blind.names_listed),
    "names, each alone": Attack(blind.names_alone, ONCE),
    "everything at once": Attack(blind.everything, asks_a_question=False),
    "empty form": Attack(blind.empty_forms, asks_a_question=False),
    # from the rules
    "every phrase": Attack(informed.every_phrase, is_blind=False),
    "order reversed": Attack(informed.order_reversed, is_blind=False),
    "one phrase of several": Attack(informed.one_phrase, is_blind=False),
    # from the reference
    "words shuffled": Attack(informed.words_shuffled, is_blind=False, asks_a_question=False),
    "words reversed": Attack(informed.words_reversed, is_blind=False, asks_a_question=False),
    "cells shuffled": Attack(informed.cells_shuffled, is_blind=False, asks_a_question=False),
    "values shuffled": Attack(informed.values_shuffled, is_blind=False, asks_a_question=False),
    "arrays reversed": Attack(informed.arrays_reversed, is_blind=False, asks_a_question=False),
}
