"""What players of Lexicon Crossing may write: its verbs, and which contradict each other. Nothing is played here."""

import re
from dataclasses import replace
from typing import Any

from games.rules.crossing import jaywalk_lines
from games.rules.crossing.swap_lines import in_teams
from games.rules.kind import Order, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, bare

VERBS = ("GREEN", "RED", "UNASK", "JAYWALK", "GRID", "DONE", *TABLE_VERBS)
_WORD = re.compile(r"[A-Z]{2,}")
_AROUND = " \"'“”„«»‘’"
_APART = {"UNASK": ("GREEN", "RED", "JAYWALK"), "JAYWALK": ("GREEN", "RED"), "SAVE": ("GREEN", "RED")}


def grammar(options: Any) -> Grammar:
    """The grammar of web and API, where a lower-case letter is a blank; mail reads its `ignoring_case()`."""
    spoken = _jaywalking(options.jaywalk_tiles, face_up=options.face_up)
    spoken = _with_challenges(spoken) if options.words_are_challenged else spoken
    return in_teams(spoken) if options.teams else spoken


def _jaywalking(most: int, *, face_up: bool) -> Grammar:
    return replace(
        _GRAMMAR,
        verbs={**_GRAMMAR.verbs, "JAYWALK": jaywalk_lines.reader(most=most, face_up=face_up)},
        examples=jaywalk_lines.examples(most=most, face_up=face_up),
    )


def _with_challenges(grammar: Grammar) -> Grammar:
    return replace(
        grammar,
        verbs={**grammar.verbs, "CHALLENGE": _read_challenge},
        examples=(*grammar.examples, "CHALLENGE QI"),
        severally=frozenset({"CHALLENGE"}),
    )


def _read_challenge(line: Line, phrase: Phrase) -> Order | None:
    """One word; more is talk about challenges."""
    word = phrase.argument.strip(_AROUND).upper()
    if not word:
        raise Unreadable(line=line.raw, why=say("CHALLENGE needs the word that is none."), correct="CHALLENGE QI")
    return Order("CHALLENGE", {"word": word}) if word.isascii() and _WORD.fullmatch(word) else None


_GRAMMAR = Grammar(
    verbs={
        **TABLE_VERBS,
        "GREEN": bare("GREEN", "LIGHT"),
        "RED": bare("RED", "LIGHT"),
        "UNASK": bare("UNASK"),
        "DONE": bare("DONE"),
        "JAYWALK": jaywalk_lines.reader(most=1, face_up=False),
    },
    contradictions=TABLE_CONTRADICTIONS
    | {frozenset({verb, other}) for verb, others in _APART.items() for other in others},
    has_layouts=True,
    write=jaywalk_lines.write,
    examples=jaywalk_lines.examples(most=1, face_up=False),
)
