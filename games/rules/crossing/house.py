"""Which options of a table go together. What cannot be played is refused with the reason when the game is made."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from games.rules.crossing.forfeits import has_address
from games.rules.crossing.options import Options
from games.rules.kind import OrderRefused
from games.rules.lines import has_control_signs
from games.rules.messages import Message, say

LONGEST_FORFEIT = 100
LONGEST_LOOK_TOGETHER = timedelta(hours=24)
FORFEITS = ("jaywalk_forfeit", "light_forfeit", "incomplete_forfeit", "invalid_forfeit", "challenge_forfeit")
JAYWALKERS = ("not_caller", "everyone", "behind")
Needs = Mapping[str, tuple[str, tuple[str | bool, ...]]]
"""By option the other one that it needs, and which values of that; none stand for any but its default."""
NEEDS: Needs = {
    "jaywalk_times": ("jaywalk", JAYWALKERS),
    "jaywalk_tiles": ("jaywalk", JAYWALKERS),
    "jaywalk_draw": ("jaywalk", JAYWALKERS),
    "face_up": ("jaywalk", JAYWALKERS),
    "jaywalk_forfeit": ("jaywalk", JAYWALKERS),
    "false_challenge": ("word_check", ("challenge",)),
    "challenge_lights": ("word_check", ("challenge",)),
    "challenge_forfeit": ("challenge_lights", (True,)),
}
"""What is refused: an option that differs from its default, without what it needs."""
MEANT_FOR: Needs = {
    **NEEDS,
    "challenge_window": ("word_check", ("challenge",)),
    "team_wins": ("teams", ()),
    "partners_see": ("teams", ()),
}
"""The same for whoever chooses, with what is without effect, or refused for a reason of its own."""


def check(seats: int, options: Options) -> None:
    """Raise OrderRefused for the first thing about these options that cannot be played by so many seats."""
    for why in _wrong(seats, options):
        raise OrderRefused(why)


def _wrong(seats: int, options: Options) -> Iterator[Message]:
    plain = Options()
    for name, (other, values) in NEEDS.items():
        if getattr(options, name) != getattr(plain, name) and getattr(options, other) not in values:
            yield say(
                "{name} is for a game whose {other} is {values}; here it is {value}.",
                name=name,
                other=other,
                values=tuple(map(str, values)),
                value=str(getattr(options, other)),
            )
    if options.all_sit_together and options.span("see_within") > LONGEST_LOOK_TOGETHER:
        yield say(
            "{name} is a day at most where all sit down together, with less than an hour of grace.", name="see_within"
        )
    for name in FORFEITS:
        line = getattr(options, name)
        if len(line) > LONGEST_FORFEIT or has_control_signs(line):
            yield say(
                "{name} is a line of at most {most} signs, without control characters.", name=name, most=LONGEST_FORFEIT
            )
        if has_address(line):
            yield say("{name} is a line without addresses of the web or of mail.", name=name)
    yield from _wrong_teams(seats, options)


def _wrong_teams(seats: int, options: Options) -> Iterator[Message]:
    if not options.teams:
        if options.team_wins != "best" or not options.partners_see:
            yield say(
                "{name} is for a game in teams: name those in {teams}, such as ABAB.",
                name="partners_see" if options.team_wins == "best" else "team_wins",
                teams="teams",
            )
        return
    letters = options.teams
    if not (letters.isascii() and letters.isalpha() and letters.isupper()) or len(letters) != seats:
        yield say(
            "{name} has a letter for each of the {seats} seats, the same for those of a team, such as {example}.",
            name="teams",
            seats=seats,
            example="".join("AB"[seat % 2] for seat in range(seats)),
        )
    elif len(set(letters)) < 2:
        yield say("A game in teams has at least two of them: write two letters or more, such as ABAB.")


def why_unrated(options: Options) -> Message | None:
    """Why the result of such a game would say nothing of one player's strength; None where it does."""
    if options.teams:
        return say("A game in teams is not rated: a rating is one player’s.")
    if options.people_a_seat > 1:
        return say("A game with shared seats is not rated: a rating is one player’s.")
    return None
