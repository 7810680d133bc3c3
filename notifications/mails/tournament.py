"""The mail of a tournament's news: what happened of its reader's own entry, and what a director wrote. Only published rounds
are in it, and nobody's address; nothing in it can be answered."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.players.models import Player
from games.rules import registry
from games.tournaments.models import Entrant, News, Round, Tournament
from games.tournaments.queries.rulings import ruling_in_words
from games.tournaments.queries.wording import called, division_name, one_figure
from notifications.mails import addresses
from notifications.mails.parts import Example, Facts, Line, Link, MailContent, Part, Small
from notifications.mails.rounds import tables_of_rounds

Kind = News.Kind

BY_WEIGHT = (Kind.ENDED, Kind.RULED, Kind.WITHDRAWN, Kind.ROUND, Kind.LETTER, Kind.ENTERED)
WRITTEN_WIDTH = 60  # of a director's own words

ENTERED = {
    Entrant.Standing.ENTERED: gettext_noop("You have entered {tournament}."),
    Entrant.Standing.CONFIRMED: gettext_noop("Your place in {tournament} is confirmed."),
    Entrant.Standing.RESERVE: gettext_noop("You are a reserve of {tournament}: you play where a place becomes free."),
}
WITHDRAWN = {
    "self": gettext_noop("You have withdrawn from {tournament}."),
    "director": gettext_noop("A director has withdrawn you from {tournament}."),
    "no_show": gettext_noop("You did not join your table in time, and are withdrawn from {tournament}."),
}
BYES = {
    "1": gettext_noop("You have a bye in round {n} of {tournament}: 1 point."),
    "1/2": gettext_noop("You have a bye in round {n} of {tournament}: half a point."),
    "0": gettext_noop("You have a bye in round {n} of {tournament}, without a point."),
}
MOVES = {
    "up": gettext_noop("In the next season you play in the division above."),
    "down": gettext_noop("In the next season you play in the division below."),
}


@dataclass(frozen=True)
class Told:
    """One of the news in words: its sentence, and what stands below it."""

    kind: str
    says: str
    more: tuple[Part, ...] = ()


def tournament_mail(tournament: Tournament, *, player: Player, news: Iterable[News]) -> MailContent | None:
    """The news of one tournament for one player, each once; None where nothing is left to tell."""
    if tournament.phase == Tournament.Phase.DRAFT:
        return None
    each_once = {(one.kind, repr(one.facts)): one for one in news}
    told = [words for one in each_once.values() if (words := _told(one, tournament, player))]
    if not told:
        return None
    first = min(told, key=lambda words: BY_WEIGHT.index(Kind(words.kind)))
    others = [words for words in told if words is not first]
    return MailContent(
        subject=_("Lexicon tournament: {tournament}").format(tournament=tournament.name),
        headline=first.says,
        under=f"{_(registry.kind(tournament.kind).name)} · {tournament.get_format_display()}",
        parts=(
            *first.more,
            *(part for words in others for part in (Line(words.says), *words.more)),
            Link(
                _("Open the tournament"), addresses.tournament_page(tournament.pk), _("who plays, and who stands where")
            ),
            Link(_("Which mails come, and when"), addresses.all_choices_page(), ""),
            Small(_("Answers to this mail are not read.")),
        ),
        turn=0,
    )


def _told(news: News, tournament: Tournament, player: Player) -> Told | None:
    """One of the news in words; None where it is about what is not there any more, or not public."""
    facts = news.facts
    match news.kind:
        case Kind.ENTERED:
            return _entered(news, tournament, player)
        case Kind.WITHDRAWN:
            says = _(WITHDRAWN.get(facts.get("how", ""), WITHDRAWN["director"])).format(tournament=tournament.name)
            return Told(news.kind, says, _reason(facts.get("reason", "")))
        case Kind.ROUND:
            return _round(facts, tournament, player)
        case Kind.RULED:
            return _ruled(facts, tournament)
        case Kind.ENDED:
            return _ended(facts, tournament)
        case Kind.LETTER:
            return _letter(facts, tournament)
    return None


def _entered(news: News, tournament: Tournament, player: Player) -> Told | None:
    """Nothing once a round has been published since in which they sit, or have a bye: that tells them."""
    entrant = tournament.entrants.filter(player=player).first()
    if entrant is None or entrant.standing not in ENTERED:
        return None
    since = Round.objects.filter(division__tournament=tournament, published_at__gte=news.at)
    if since.filter(Q(fixtures__sittings__entrant=entrant) | Q(byes__entrant=entrant)).exists():
        return None
    return Told(Kind.ENTERED, _(ENTERED[Entrant.Standing(entrant.standing)]).format(tournament=tournament.name))


def _round(facts: Mapping[str, Any], tournament: Tournament, player: Player) -> Told | None:
    """A bye, or all the tables of rounds that are played at once; of a single one its own mail tells."""
    if "bye" in facts:
        published = _published(tournament, [facts.get("round", 0)])
        says = _(BYES.get(facts["bye"], BYES["0"]))
        return Told(Kind.ROUND, says.format(n=published[0].number, tournament=tournament.name)) if published else None
    tables = tables_of_rounds(_published(tournament, facts.get("rounds", ())), player)
    if len(tables.pairs) < 2:
        return None
    says = _("You have {n} tables in {tournament}.").format(n=len(tables.pairs), tournament=tournament.name)
    return Told(Kind.ROUND, says, (Facts(tables.facts), tables.shown))


def _published(tournament: Tournament, rounds: Iterable[Any]) -> list[Round]:
    """Those of these rounds that are no drafts."""
    of_it = Round.objects.filter(division__tournament=tournament, pk__in=list(rounds))
    return list(of_it.exclude(phase=Round.Phase.DRAFT).order_by("number"))


def _ruled(facts: Mapping[str, Any], tournament: Tournament) -> Told | None:
    """Nothing of a round that is not published yet."""
    rulings = tournament.rulings.select_related("round", "fixture__round", "entrant")
    ruling = rulings.filter(pk=facts.get("ruling", 0)).first()
    if ruling is None:
        return None
    of = ruling.round or (ruling.fixture.round if ruling.fixture else None)
    if of is not None and of.phase == Round.Phase.DRAFT:
        return None
    says = _("A director of {tournament} has ruled.").format(tournament=tournament.name)
    sittings = ruling.fixture.sittings.select_related("entrant") if ruling.fixture else ()
    seated = {one.entrant_id: called(one.entrant) for one in sittings}
    what = ruling_in_words(ruling, fixture=ruling.fixture, round=of, entrant=ruling.entrant, seated=seated)
    return Told(Kind.RULED, says, (Line(what), *_reason(ruling.reason)))


def _ended(facts: Mapping[str, Any], tournament: Tournament) -> Told:
    """The end of the tournament, or of one round, and where its reader stands."""
    name = tournament.name
    place, entrants = facts.get("place"), facts.get("of")
    rounds = _published(tournament, [facts.get("round", 0)])
    if rounds and place:
        says = _("Round {n} of {tournament} is over: you stand at place {place} of {entrants}.")
        headline = says.format(n=rounds[0].number, tournament=name, place=place, entrants=entrants)
    elif rounds:
        headline = _("Round {n} of {tournament} is over.").format(n=rounds[0].number, tournament=name)
    elif place == 1:
        headline = _("{tournament} is over: you won, place 1 of {entrants}.").format(tournament=name, entrants=entrants)
    elif place:
        says = _("{tournament} is over: you came to place {place} of {entrants}.")
        headline = says.format(tournament=name, place=place, entrants=entrants)
    else:
        headline = _("{tournament} is over.").format(tournament=name)
    return Told(Kind.ENDED, headline, tuple(_standing(facts, tournament)))


def _standing(facts: Mapping[str, Any], tournament: Tournament) -> Iterator[Part]:
    pairs = []
    if name := _division(facts.get("division", 0), tournament):
        pairs.append((_("Division"), name))
    if points := facts.get("points"):
        pairs.append((_("Points"), one_figure(Fraction(points))))
    if moves := MOVES.get(facts.get("moves", "")):
        pairs.append((_("Then"), _(moves)))
    if pairs:
        yield Facts(tuple(pairs))


def _division(pk: int, tournament: Tournament) -> str:
    """As the pages call it; empty where there is but one."""
    division = tournament.divisions.filter(pk=pk).first()
    if division is None:
        return ""
    is_alone = tournament.divisions.filter(stage=division.stage).count() == 1
    return division_name(division, is_alone=is_alone)


def _letter(facts: Mapping[str, Any], tournament: Tournament) -> Told | None:
    """A director's own words."""
    text = facts.get("text", "").strip()
    if not text:
        return None
    name = facts.get("by", "")
    says = _("{name}, a director of {tournament}, writes:") if name else _("A director of {tournament} writes:")
    lines = (line for written in text.splitlines() for line in textwrap.wrap(written, WRITTEN_WIDTH) or [""])
    return Told(Kind.LETTER, says.format(name=name, tournament=tournament.name), (Example("", tuple(lines)),))


def _reason(reason: str) -> tuple[Part, ...]:
    return (Facts(((_("The reason"), reason),)),) if reason else ()
