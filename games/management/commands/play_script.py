"""`manage.py play_script [--language CODE] < case.json`: play one case of the protocol by the real rules."""

import json
import sys
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser
from pydantic import NonNegativeInt, TypeAdapter, ValidationError

from games.management.languages import add_language, alphabet_named
from games.management.script import play_script
from games.rules.values import OrderRefused

Verb = Literal["see", "ask", "unask", "jaywalk", "done", "resign", "wait"]


class Move(NamedTuple):
    """One line of a script; `seat` is None to wait, and `refused` says that the case expects a refusal."""

    verb: Verb
    seat: int | None
    minute: int
    refused: bool = False


@dataclass(frozen=True)
class CaseOptions:
    """The number of tiles left after the deal, and game options under the cases' own names; durations in minutes."""

    pool: NonNegativeInt
    per_light: Literal[1, 2] = 1
    reveal: Literal["one", "all", "nobody"] = "one"
    leeway: NonNegativeInt = 5
    see_within: NonNegativeInt = 1440
    bank: NonNegativeInt = 5760
    call_within: NonNegativeInt | Literal["never"] = 4320
    grace: NonNegativeInt = 1440
    abandon: NonNegativeInt = 43200


@dataclass(frozen=True)
class Case:
    """A game and its script."""

    seats: int
    options: CaseOptions
    script: list[Move]


class Command(BaseCommand):
    help = "Play one case of cases/protocol.json from standard input and print its log, phase and refusals."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_language(parser)

    def handle(self, *args: object, language: str, **options: object) -> None:
        alphabet = alphabet_named(language)
        try:
            case = TypeAdapter(Case).validate_json(sys.stdin.read())
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the document"
            raise CommandError(f"{place}: {first['msg']}") from error
        for number, (verb, seat, *_) in enumerate(case.script):
            if verb != "wait" and (seat is None or not 0 <= seat < case.seats):
                raise CommandError(f"script.{number}: there is no seat {seat}; seats are 0 to {case.seats - 1}")
        script = {"seats": case.seats, "options": vars(case.options), "script": case.script}
        try:
            played = play_script(script, alphabet)
        except OrderRefused as refused:
            raise CommandError(alphabet.write(str(refused))) from refused
        self.stdout.write(json.dumps(played))
