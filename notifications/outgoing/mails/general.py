"""General emails, which aren't about a game.

Nobody replies to news of a tournament (published rounds only, no addresses), the results of a day's puzzles, the end of
a webhook or moderators' decisions. A daily puzzle is entered by replying to it, and its email shows nothing of other
entries."""

import textwrap
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

import msgspec
from django.db.models import Q
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import queries
from games.models import Puzzle, PuzzleEntry
from games.players.models import Player, Report
from games.queries.puzzles import EntryLine, PuzzleResult, PuzzleView, name_of
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.daily import ends_at
from games.tournaments.models import Entrant, Fixture, News, NewsKind, Round, Sitting, Tournament
from games.tournaments.queries.rulings import correction_in_words, names_at, ruling_in_words
from games.tournaments.queries.wording import called, division_name, one_figure
from games.wording import clock_time, listing, named, ordinal
from notifications.models import Channel, MailKind, Message
from notifications.outgoing.mails.answers import error_parts, held_parts, ignored_parts
from notifications.outgoing.mails.parts import (
    Columns,
    Example,
    Facts,
    Line,
    Link,
    MailContent,
    Part,
    Small,
    parts_of,
    with_written_tiles,
)
from notifications.replies import facts_of
from notifications.tokens import page, signed_page

BY_WEIGHT = (NewsKind.ENDED, NewsKind.RULED, NewsKind.WITHDRAWN, NewsKind.ROUND, NewsKind.MAIL, NewsKind.ENTERED)
WRITTEN_WIDTH = 60  # for a director's own words

ENTERED = {
    Entrant.Standing.ENTERED: gettext_noop("You have entered {tournament}."),
    Entrant.Standing.CONFIRMED: gettext_noop("Your place in {tournament} is confirmed."),
    Entrant.Standing.RESERVE: gettext_noop(
        "You’re on the reserve list of {tournament}. You’ll play if a place becomes free."
    ),
}
WITHDRAWN = {
    "self": gettext_noop("You have withdrawn from {tournament}."),
    "director": gettext_noop("A director has withdrawn you from {tournament}."),
    "no_show": gettext_noop("You didn’t join your table in time, so you’ve been withdrawn from {tournament}."),
}
BYES = {
    "1": gettext_noop("You have a bye in round {n} of {tournament}, worth 1 point."),
    "1/2": gettext_noop("You have a bye in round {n} of {tournament}, worth half a point."),
    "0": gettext_noop("You have a bye in round {n} of {tournament}, worth no points."),
}
MOVES = {
    "up": gettext_noop("You move up to the division above."),
    "down": gettext_noop("You move down to the division below."),
}


@dataclass(frozen=True)
class Told:
    """One item of news in words: its sentence, and the parts below it."""

    kind: str
    says: str
    more: tuple[Part, ...] = ()


def tournament_mail(tournament: Tournament, *, player: Player, news: Iterable[News]) -> MailContent | None:
    """Return the news of one tournament for one player, without repeats; None if there is nothing left to say."""
    if tournament.phase == Tournament.Phase.DRAFT:
        return None
    each_once = {(one.kind, repr(one.facts)): one for one in news}
    told = [words for one in each_once.values() if (words := _told(one, tournament, player))]
    if not told:
        return None
    first = min(told, key=lambda words: BY_WEIGHT.index(NewsKind(words.kind)))
    others = [words for words in told if words is not first]
    return MailContent(
        subject=_("Lexicon tournament: {tournament}").format(tournament=tournament.name),
        headline=first.says,
        under=f"{_(registry.kind(tournament.kind).name)} · {tournament.get_format_display()}",
        parts=(
            *first.more,
            *(part for words in others for part in (Line(words.says), *words.more)),
            Link(_("Open the tournament"), page("tournament", tournament.pk), _("players and standings")),
            Link(_("Choose which emails you get and when"), page("mail_choices"), ""),
            Small(_("We don’t read replies to this email.")),
        ),
        turn=0,
    )


def channel_mail(channel: Channel) -> MailContent:
    """Return the email about a webhook that has ended, as its address no longer accepts anything."""
    return MailContent(
        subject=_("Your Lexicon webhook has been switched off"),
        headline=_("Your webhook at {host} has been switched off.").format(host=channel.host),
        under=_("It refused our notifications, or failed to accept them for a whole day."),
        parts=(
            Line(_("From now on, you’ll get emails as before. You can set the webhook up again once it works.")),
            Link(_("Devices, webhook and calendar"), page("channels"), ""),
            Small(_("We don’t read replies to this email.")),
        ),
        turn=0,
    )


def decision_mail(report: Report) -> MailContent:
    """Return the email about a moderators' decision on a player's messages or name. It never says who reported them."""
    if report.silenced_until is None:
        headline = _("Your name has been replaced.")
        under = _("The moderators decided that it shouldn’t be used in games.")
        then = _("You can choose another name on your account page.")
    elif report.is_granted is not None:
        headline = _("Your appeal was granted.") if report.is_granted else _("Your appeal was rejected.")
        under = _("A moderator has read your appeal.")
        then = (
            _("You can write messages again.")
            if report.is_granted
            else _("You stay muted until {until}.").format(until=clock_time(report.silenced_until))
        )
    else:
        headline = _("The moderators have muted you until {until}.").format(until=clock_time(report.silenced_until))
        under = _(
            "You can keep playing. Until then, you can’t write in chats, game comments or clubs, or change your name."
        )
        then = _("You can appeal once, on the page linked below.")
    return MailContent(
        subject=_("A decision by the Lexicon moderators"),
        headline=headline,
        under=under,
        parts=(
            Line(_("This is about: {words}").format(words=report.words)),
            Line(then),
            Link(_("Moderators’ decisions"), page("decisions"), ""),
            Small(_("We don’t read replies to this email.")),
        ),
        turn=0,
    )


class NewsFacts(msgspec.Struct, frozen=True, rename={"entrants": "of"}):
    """The facts of an item of news, as the tournament stores them. `by` is the director who wrote, by number; earlier
    releases stored their name."""

    how: str = ""
    reason: str = ""
    bye: str | None = None
    round: int = 0
    rounds: tuple[int, ...] = ()
    ruling: int = 0
    place: int | None = None
    entrants: int | None = None
    division: int = 0
    points: str | int | float = ""
    moves: str = ""
    text: str = ""
    by: int | str = ""


def _told(news: News, tournament: Tournament, player: Player) -> Told | None:
    """Return an item of news in words; None if it is about something that no longer exists or isn't public."""
    facts, name = msgspec.convert(news.facts, NewsFacts), tournament.name
    match news.kind:
        case NewsKind.ENTERED:
            return _entered(news, tournament, player)
        case NewsKind.WITHDRAWN:
            says = _(WITHDRAWN.get(facts.how, WITHDRAWN["director"])).format(tournament=name)
            return Told(news.kind, says, _reason(facts.reason))
        case NewsKind.ROUND if facts.bye is not None:
            published = _published(tournament, [facts.round])
            says = _(BYES.get(facts.bye, BYES["0"]))
            return Told(NewsKind.ROUND, says.format(n=published[0].number, tournament=name)) if published else None
        case NewsKind.ROUND:
            tables = tables_of_rounds(_published(tournament, facts.rounds), player)
            if len(tables.pairs) < 2:  # the table's own email says so
                return None
            says = _("You have {n} tables in {tournament}.").format(n=len(tables.pairs), tournament=name)
            return Told(NewsKind.ROUND, says, (Facts(tables.facts), Columns(_("Your tables"), tables.pairs)))
        case NewsKind.RULED:
            return _ruled(facts.ruling, tournament, player)
        case NewsKind.ENDED:
            return Told(NewsKind.ENDED, _ended(facts, tournament), _place_parts(facts, tournament))
        case NewsKind.MAIL if text := facts.text.strip():
            by = facts.by if isinstance(facts.by, str) else _name_of(facts.by)
            says = _("{name}, a director of {tournament}, writes:") if by else _("A director of {tournament} writes:")
            lines = (line for written in text.splitlines() for line in textwrap.wrap(written, WRITTEN_WIDTH) or [""])
            return Told(NewsKind.MAIL, says.format(name=by, tournament=name), (Example("", tuple(lines)),))
    return None


def _name_of(player_id: int) -> str:
    """Return the name of a player; "" if their account is deleted."""
    return Player.objects.filter(pk=player_id).values_list("name", flat=True).first() or ""


def _entered(news: News, tournament: Tournament, player: Player) -> Told | None:
    """Return the news of an entry; None once a published round gives the player a table or a bye, as that is news
    enough."""
    entrant = tournament.entrants.filter(player=player).first()
    if entrant is None or entrant.standing not in ENTERED:
        return None
    since = Round.objects.filter(division__tournament=tournament, published_at__gte=news.at)
    if since.filter(Q(fixtures__sittings__entrant=entrant) | Q(byes__entrant=entrant)).exists():
        return None
    return Told(NewsKind.ENTERED, _(ENTERED[Entrant.Standing(entrant.standing)]).format(tournament=tournament.name))


def _published(tournament: Tournament, rounds: Iterable[int]) -> list[Round]:
    """Return those of the given rounds that aren't drafts."""
    of_it = Round.objects.filter(division__tournament=tournament, pk__in=list(rounds))
    return list(of_it.exclude(phase=Round.Phase.DRAFT).order_by("number"))


def _ruled(ruling_id: int, tournament: Tournament, player: Player) -> Told | None:
    """Return the news of a ruling; None if it is about an unpublished round."""
    rulings = tournament.rulings.select_related("round", "fixture__round", "entrant")
    ruling = rulings.filter(pk=ruling_id).first()
    if ruling is None:
        return None
    of = ruling.round or (ruling.fixture.round if ruling.fixture else None)
    if of is not None and of.phase == Round.Phase.DRAFT:
        return None
    is_correction = ruling.verb == "correct"
    says = (
        _("A result of {tournament} was corrected.")
        if is_correction
        else _("A director of {tournament} has made a ruling.")
    )
    entrants = list(tournament.entrants.all())
    names = names_at(ruling, entrants, tournament.rulings.filter(verb="replace"))
    sittings = ruling.fixture.sittings.all() if ruling.fixture else ()
    seated = {one.entrant_id: names[one.entrant_id] for one in sittings}
    what = ruling_in_words(ruling, fixture=ruling.fixture, round=of, entrant=ruling.entrant, seated=seated, names=names)
    lines = [what, *correction_in_words(ruling, names)]
    own = next((one.pk for one in entrants if one.player_id == player.pk), 0)
    if places := ruling.facts.get("places", {}).get(str(own)):
        before, after = map(ordinal, places)
        lines.append(_("Your place is now {place} instead of {before}.").format(place=after, before=before))
    return Told(NewsKind.RULED, says.format(tournament=tournament.name), (*map(Line, lines), *_reason(ruling.reason)))


def _ended(facts: NewsFacts, tournament: Tournament) -> str:
    """Return the sentence about the end of the tournament or of a round, with the reader's place."""
    place = {
        "tournament": tournament.name,
        "place": ordinal(facts.place) if facts.place else "",
        "entrants": facts.entrants,
    }
    rounds = _published(tournament, [facts.round])
    if rounds and facts.place:
        says = _("Round {n} of {tournament} is over. You’re currently {place} of {entrants}.")
        return says.format(n=rounds[0].number, **place)
    if rounds:
        return _("Round {n} of {tournament} is over.").format(n=rounds[0].number, **place)
    if facts.place == 1:
        return _("{tournament} is over. You won, finishing 1st out of {entrants}.").format(**place)
    if facts.place:
        return _("{tournament} is over. You finished {place} of {entrants}.").format(**place)
    return _("{tournament} is over.").format(**place)


def _place_parts(facts: NewsFacts, tournament: Tournament) -> tuple[Part, ...]:
    pairs = []
    division = tournament.divisions.filter(pk=facts.division).first()
    is_alone = division is not None and tournament.divisions.filter(stage=division.stage).count() == 1
    if division is not None and (name := division_name(division, is_alone=is_alone)):
        pairs.append((_("Division"), name))
    if facts.points:
        pairs.append((_("Points"), one_figure(Fraction(facts.points))))
    if moves := MOVES.get(facts.moves):
        pairs.append((_("Next season"), _(moves)))
    return (Facts(tuple(pairs)),) if pairs else ()


def _reason(reason: str) -> tuple[Part, ...]:
    return (Facts(((_("Reason"), reason),)),) if reason else ()


@dataclass(frozen=True)
class Tables:
    """A player's tables in some rounds. `pairs` name the players at each table; `facts` say by when they can be
    joined."""

    pairs: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]


def tables_of_rounds(rounds: Collection[Round], player: Player) -> Tables:
    """Return a player's tables in these rounds, which must be published."""
    own = Sitting.objects.filter(fixture__round__in=[one.pk for one in rounds], entrant__player=player)
    fixtures = Fixture.objects.filter(pk__in=own.values("fixture")).order_by("round__number", "number")
    seen = list(fixtures.select_related("round").prefetch_related("sittings__entrant"))
    ends = {fixture.round.ends_at for fixture in seen} - {None}
    join_by = {fixture.join_by for fixture in seen if fixture.phase == Fixture.Phase.JOINING} - {None}
    facts = []
    if join_by:
        says = _("{at}. You’ll get a separate email for each table. Reply to each one with `JOIN`.")
        facts.append((_("Join by"), says.format(at=clock_time(min(filter(None, join_by))))))
    if ends:
        says = _("{at} at the latest. A game that isn’t finished by then is scored as it stands.")
        facts.append((_("Games end"), says.format(at=clock_time(max(filter(None, ends))))))
    tables = []
    for fixture in seen:
        of_table = _("Round {n}, table {table}").format(n=fixture.round.number, table=fixture.number)
        entrants = [sitting.entrant for sitting in fixture.sittings.all()]
        tables.append((of_table, listing([called(one) for one in entrants if one.player_id != player.pk])))
    return Tables(tuple(tables), tuple(facts))


def puzzle_mail(message: Message, puzzle: Puzzle, *, player: Player, now: datetime) -> MailContent | None:
    """Return the email with a daily puzzle, or an answer to a reply to it. None if the puzzle is entered already or its
    day is over."""
    open_now = queries.puzzle(kind=puzzle.kind, player=player, now=now)
    view = open_now if open_now is not None and open_now.day == puzzle.day else None
    shown = view or queries.puzzle_result(kind=puzzle.kind, day=puzzle.day, player=player, now=now, most=0)
    own, facts = shown.own if shown is not None else None, facts_of(message)
    until, of = clock_time(ends_at(puzzle.day)), registry.daily(puzzle.kind)
    match message.kind:
        case MailKind.HELD:  # say as little as possible, as somebody else has had this email
            headline, parts = _("A reply is on hold."), held_parts(message)
        case MailKind.ERROR:
            headline, parts = (
                _("Nothing was changed."),
                (*error_parts(facts), *_entry_parts(own, of.alphabet), *_puzzle_parts(view)),
            )
        case MailKind.RECEIPT if own is not None:
            headline, parts = _("You have entered."), (*_entry_parts(own, of.alphabet), *ignored_parts(facts))
        case _ if view is None or own is not None:
            return None
        case _:
            headline = _("Here is today’s puzzle. Send your entry by {at}.").format(at=until)
            parts = (*map(Line, facts.notes), *_puzzle_parts(view))
    kind, dated = name_of(of), formats.date_format(puzzle.day, _("j F"))
    content = MailContent(
        subject=_("Lexicon daily puzzle, {day}: {kind}").format(kind=kind, day=dated),
        headline=headline,
        under=_("The results will be available after {at}.").format(at=until) if view and own else kind,
        parts=(
            *parts,
            Link(_("Open the puzzle"), page("daily_result", puzzle.kind, puzzle.day.isoformat()), ""),
            Link(_("Stop these emails"), signed_page("no_mail_of_todays", player.pk), _("just press the button there")),
            Link(
                _("Has somebody else seen this email?"),
                signed_page("leaked", message.link),
                _("disable its reply address"),
            ),
        ),
        turn=0,
    )
    return with_written_tiles(content, of.alphabet)


def _puzzle_parts(view: PuzzleView | None) -> tuple[Part, ...]:
    """Return the open puzzle and how to enter it; empty once it is entered or its day is over."""
    if view is None or view.own is not None:
        return ()
    says = _(
        "To enter, reply with a line `GRID`, the rows of your grid with a dot for each empty cell, and a line "
        "`END`. If your grid isn’t a solution, we’ll tell you, and you can send another one."
    )
    return (
        *map(Line, view.how),
        *parts_of(view.panels, view.names, view.alphabet),
        Line(says),
        Example(_("A reply looks like this:"), tuple(view.choice.offer.example.splitlines())),
        Facts(((_("Word list"), view.word_list),)),
    )


def _entry_parts(own: EntryLine | None, alphabet: Alphabet) -> tuple[Part, ...]:
    """Return the reader's own entry; empty before there is one."""
    return (Line(named(_("Your entry"), own.says)), *parts_of(own.panels, (), alphabet)) if own is not None else ()


def results_mail(*, player: Player, day: date, now: datetime) -> MailContent | None:
    """Return the results of a day's puzzles that this player entered; None without an entry, or if the day isn't
    over."""
    kinds = (
        PuzzleEntry.objects.filter(player=player, puzzle__day=day).order_by("pk").values_list("puzzle__kind", flat=True)
    )
    found = (queries.puzzle_result(kind=kind, day=day, player=player, now=now, most=1) for kind in kinds)
    results = [result for result in found if result is not None and result.own is not None]
    if not results:
        return None
    dated, first = formats.date_format(day, _("j F")), results[0]
    headline = (
        _("You won the daily puzzle, finishing 1st out of {n}.").format(n=first.entered)
        if first.lines[0].is_mine
        else _("The daily puzzle is over. You finished {place} of {n}.").format(**_place(first))
    )
    return MailContent(
        subject=_("Daily puzzle, {day}: {place} of {n}").format(day=dated, **_place(first)),
        headline=headline,
        under=_("{kind}, daily puzzle for {day}").format(kind=first.kind_name, day=dated),
        parts=(
            *(part for result in results for part in _parts(result, is_one_of_several=len(results) > 1)),
            Link(_("Today’s puzzle"), page("daily"), ""),
            Link(_("Choose which emails you get and when"), page("mail_choices"), ""),
        ),
        turn=0,
    )


def _parts(result: PuzzleResult, *, is_one_of_several: bool) -> Iterator[Part]:
    """Yield the reader's entry, and the best one if it is somebody else's."""
    best, own = result.lines[0], result.own
    assert own is not None, "results are mailed to those who entered"
    if is_one_of_several:
        yield Line(named(result.kind_name, _("{place} of {n}").format(**_place(result))))
    if not best.is_mine:
        yield Line(named(_("You"), own.says))
    yield Line(named(_("Best entry, by {name}").format(name=best.name), best.says))
    yield from parts_of(best.panels, result.names, result.alphabet)
    yield Link(_("See all places and grids"), page("daily_result", result.kind, result.day.isoformat()), "")


def _place(result: PuzzleResult) -> dict[str, object]:
    assert result.own is not None, "results are mailed to those who entered"
    return {"place": ordinal(result.own.place), "n": result.entered}
