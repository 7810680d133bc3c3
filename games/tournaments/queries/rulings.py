"""Directors' rulings and their reasons, in words. A ruling on an unpublished round is shown once that round is."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, gettext_noop

from games.statements import GIVEN, Compiled
from games.tournaments.models import Entrant, Fixture, Round, Ruling
from games.tournaments.queries.wording import called, move_in_words, one_figure, winner_in_words
from games.tournaments.snapshot import Snapshot
from games.wording import clock_time, length

OF_A_TABLE = {
    "pause": gettext_noop("Table {table} of round {round} was paused."),
    "resume": gettext_noop("Table {table} of round {round} was resumed."),
    "extend": gettext_noop("Table {table} of round {round} was given extra time: {span}."),
    "redraw": gettext_noop("Table {table} of round {round} was paired again."),
    "void": gettext_noop("Table {table} of round {round} was declared void."),
    "award": gettext_noop("Points were awarded at table {table} of round {round}: {points}."),
    "score": gettext_noop("Table {table} of round {round} was scored as it stood."),
    "replace": gettext_noop("Another player took over {name}’s seat at table {table} of round {round}."),
    "correct": gettext_noop("After the end, the points of table {table} of round {round} were corrected: {points}."),
    "correct to void": gettext_noop("After the end, table {table} of round {round} was voided."),
}
OF_A_ROUND = {
    "redraw": gettext_noop("Tables of round {round} were paired again."),
    "hard_end": gettext_noop("The final deadline of round {round} was moved to {until}."),
    "extend": gettext_noop("Round {round} was given extra time: {span}."),
}
OF_AN_ENTRANT = {
    "withdraw": gettext_noop("{name} was withdrawn."),
    "enter": gettext_noop("{name} was added by a director."),
    "late": gettext_noop("{name} was added as a late entry."),
    "replace": gettext_noop("{name}: another player took over this place."),
    "confirm": gettext_noop("{name} was confirmed."),
    "extend": gettext_noop("{name} was given extra time: {span}."),
}
OF_ALL = {
    "pair": gettext_noop("A pairing rule was added."),
    "unpair": gettext_noop("A pairing rule was removed."),
    "pause": gettext_noop("All tables were paused."),
    "resume": gettext_noop("All tables were resumed."),
    "extend": gettext_noop("All tables were given extra time: {span}."),
    "void": gettext_noop("The tournament was cancelled."),
    "finish": gettext_noop("The tournament was ended."),
    "correct": gettext_noop("A result was corrected after the end."),
    "redraw": gettext_noop("Tables were paired again."),
    "hard_end": gettext_noop("The final deadline was moved to {until}."),
}
BYES = {
    "1": gettext_noop("{name} was given a full bye in round {round}."),
    "1/2": gettext_noop("{name} was given a half bye in round {round}."),
    "0": gettext_noop("{name} was given a bye without points in round {round}."),
    None: gettext_noop("{name}’s bye in round {round} was removed."),
}
PAIRS = {
    ("pair", True): gettext_noop("Pairing rule added: {one} and {other} must meet in the next round."),
    ("pair", False): gettext_noop("Pairing rule added: {one} and {other} must never meet."),
    ("unpair", True): gettext_noop("Pairing rule removed: {one} and {other} must meet."),
    ("unpair", False): gettext_noop("Pairing rule removed: {one} and {other} must never meet."),
}
OTHER = gettext_noop("Ruling: {verb}.")
OF_WHAT_COMES = ("pair", "unpair")
RULINGS = Compiled(Ruling.objects.filter(tournament=GIVEN).order_by("pk"), joined=["fixture", "by"])


@dataclass(frozen=True)
class RulingLine:
    at: datetime
    says: str
    reason: str
    by: str


def ruling_lines(whole: Snapshot) -> tuple[RulingLine, ...]:
    """Return the rulings as lines, the latest first."""
    lines = []
    rulings = rulings_of(whole)
    for ruling in public_rulings(whole, rulings):
        fixture, round_, entrant = concerned(whole, ruling)
        sittings = whole.sittings[fixture.pk] if fixture else ()
        names = names_at(ruling, whole.entrants.values(), rulings)
        seated = {one.entrant_id: names[one.entrant_id] for one in sittings}
        says = ruling_in_words(ruling, fixture=fixture, round=round_, entrant=entrant, seated=seated, names=names)
        says = " ".join([says, *correction_in_words(ruling, names)])
        by = ruling.by.name if ruling.by else gettext("a director")
        lines.append(RulingLine(ruling.at, says, ruling.reason, by))
    return tuple(lines[::-1])


def names_at(ruling: Ruling, entrants: Iterable[Entrant], rulings: Iterable[Ruling]) -> dict[int, str]:
    """Return the names of entrants at the time of a ruling, by id; for a place that was taken over later, the earlier
    player. `rulings` are those of the tournament, at least the replacements, in order."""
    names = {entrant.pk: called(entrant) for entrant in entrants}
    of_then: dict[int, str] = {}
    for one in rulings:
        if one.verb == "replace" and one.pk >= ruling.pk and one.entrant_id is not None:
            of_then.setdefault(one.entrant_id, one.facts.get("before") or gettext("somebody"))
    return names | of_then


def correction_in_words(ruling: Ruling, names: Mapping[int, str]) -> list[str]:
    """Return sentences on the winner and the moves that a correction after the end has changed; none for another
    ruling."""
    if ruling.verb != "correct":
        return []
    says = []
    if (winner := ruling.facts.get("winner")) and winner[0] != winner[1]:
        says.append(winner_in_words(names.get(winner[0], ""), names.get(winner[1], "")))
    moves = ruling.facts.get("moves", {})
    return says + [move_in_words(names[int(one)], *both) for one, both in moves.items() if int(one) in names]


def rulings_of(whole: Snapshot) -> list[Ruling]:
    rulings = list(RULINGS(whole.tournament.pk))
    for ruling in rulings:
        ruling.tournament = whole.tournament
    return rulings


def public_rulings(whole: Snapshot, rulings: Iterable[Ruling]) -> Iterator[Ruling]:
    """Yield those of the rulings that are public by now: none on an unpublished round."""
    published = {one.pk: one.published_at for one in whole.all_rounds if one.published_at}
    latest = max(published.values(), default=None)
    for ruling in rulings:
        round_id = ruling.round_id or (ruling.fixture.round_id if ruling.fixture else None)
        # pairing a draft again leaves its rulings without a round
        is_of_a_draft = ruling.verb in OF_WHAT_COMES or (ruling.verb == "bye" and ruling.round_id is None)
        is_told = not is_of_a_draft or (latest is not None and ruling.at <= latest)
        if is_told and (round_id is None or round_id in published):
            yield ruling


def concerned(whole: Snapshot, ruling: Ruling) -> tuple[Fixture | None, Round | None, Entrant | None]:
    """Return the table, round and entrant of a ruling, as far as each is public."""
    fixture = next((one for one in whole.all_fixtures if one.pk == ruling.fixture_id), None)
    of = fixture.round_id if fixture else ruling.round_id
    round_ = next((one for one in whole.all_rounds if one.pk == of), None)
    return fixture, round_, whole.entrants.get(ruling.entrant_id or 0)


def ruling_in_words(
    ruling: Ruling,
    *,
    fixture: Fixture | None,
    round: Round | None,
    entrant: Entrant | None,
    seated: Mapping[int, str],
    names: Mapping[int, str],
) -> str:
    """Return a sentence on what the reader may know of a ruling; `names` are those of all entrants at its time,
    `seated` those of its table."""
    given = ruling.facts
    span, until = given.get("span"), given.get("until")
    at = parse_datetime(until) if isinstance(until, str) else None
    values = {
        "verb": ruling.verb,
        "table": fixture.number if fixture else "",
        "round": round.number if round else given.get("number", ""),
        "name": names[entrant.pk] if entrant else gettext("somebody"),
        "span": length(timedelta(seconds=span)) if isinstance(span, int | float) else gettext("some time"),
        "until": clock_time(at) if at else gettext("another time"),
        "points": _points(given.get("points"), seated),
        "one": given.get("one", ""),
        "other": given.get("other", ""),
    }
    return gettext(_template(ruling, fixture, round, entrant)).format(**values)


def _template(ruling: Ruling, fixture: Fixture | None, round: Round | None, entrant: Entrant | None) -> str:
    """Return the template of a ruling. A pair is no longer named once one of the two has deleted their account."""
    given = ruling.facts
    if ruling.verb == "bye":
        return BYES[given.get("points")]
    if ruling.verb in OF_WHAT_COMES and given.get("one") and given.get("other"):
        return PAIRS[ruling.verb, bool(given.get("must_meet"))]
    tournament = ruling.tournament
    if ruling.verb == "late" and (tournament.started_at is None or ruling.at < tournament.started_at):
        return OF_AN_ENTRANT["enter"] if entrant else OTHER
    verb = "correct to void" if fixture and ruling.verb == "correct" and given.get("how") == "void" else ruling.verb
    for texts, about in ((OF_A_TABLE, fixture), (OF_A_ROUND, round), (OF_AN_ENTRANT, entrant), (OF_ALL, ruling)):
        if about is not None and verb in texts:
            return texts[verb]
    return OTHER


def _points(given: object, seated: Mapping[int, str]) -> str:
    """Return `Anna 1, Boris 0`."""
    if not isinstance(given, dict):
        return gettext("points")
    return ", ".join(
        f"{name} {one_figure(Fraction(given[str(entrant)]))}"
        for entrant, name in seated.items()
        if str(entrant) in given
    )
