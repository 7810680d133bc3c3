"""Everything a director does, as one table: what it is called, what it is about, what is asked, and the one command it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.tournaments import commands
from games.tournaments.admin import act_forms as forms
from games.tournaments.admin.act_forms import Subject
from games.tournaments.admin.naming import about_fixture, about_round
from games.tournaments.admin.preview import preview
from games.tournaments.commands import books
from games.tournaments.models import Entrant, Fixture, PairRule, Round, Sitting, Tournament
from games.tournaments.queries.ledger import called
from games.tournaments.queries.terms import PAIR

Phase, Format, Standing = Tournament.Phase, Tournament.Format, Entrant.Standing
BEFORE, TO_BE_PLAYED = (Phase.ENTRIES, Phase.CLOSED), (Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)


def always(subject: Subject) -> bool:
    return True


@dataclass(frozen=True)
class Act:
    """`does` says before it is done what will come of it; `fits` whether it is worth a button now; what is `grave` cannot
    be taken back. `is_one`: it happens whole or not at all."""

    verb: str
    label: str | Promise
    model: type[Any]
    form: type[forms.ActForm]
    run: Callable[..., Any]
    does: str | Promise | Callable[[Subject], str]
    fits: Callable[[Subject], bool] = always
    is_grave: bool = False
    is_one: bool = True
    leads_to_preview: bool = False

    def says(self, subject: Subject) -> str:
        return self.does(subject) if callable(self.does) else str(self.does)

    def about(self, subject: Subject) -> str:
        """What it is about, by name; empty for the tournament."""
        return _NAMES[self.model](subject.of)


_NAMES: Mapping[type[Any], Callable[[Any], str]] = {
    Tournament: lambda tournament: "",
    Entrant: called,
    Round: about_round,
    Fixture: about_fixture,
    PairRule: str,
}

_ROWS: Mapping[type[Any], Callable[[Tournament], Any]] = {
    Entrant: lambda tournament: tournament.entrants.all(),
    Round: lambda tournament: Round.objects.filter(division__tournament=tournament).select_related(
        "division__tournament"
    ),
    Fixture: lambda tournament: (
        Fixture.objects.filter(round__division__tournament=tournament)
        .select_related("round__division__tournament", "game")
        .prefetch_related("sittings__entrant")
    ),
    PairRule: lambda tournament: tournament.pair_rules.select_related("one", "other"),
}


def find(act: Act, tournament: Tournament, pk: int | None) -> Any:
    """What an act is about. Raises Http404 for what does not belong to this tournament."""
    if act.model is Tournament:
        if pk is not None:
            raise Http404
        return tournament
    if pk is None:
        raise Http404
    return get_object_or_404(_ROWS[act.model](tournament), pk=pk)


def offered(model: type[Any], subject: Subject) -> list[Act]:
    """The acts on such a thing that are worth a button now."""
    return [act for act in ACTS.values() if act.model is model and act.fits(subject)]


def _on(command: Callable[..., Any], name: str = "tournament_id", **fixed: Any) -> Callable[..., Any]:
    """The command, given what it is about by this name."""

    def run(subject: Subject, **facts: Any) -> Any:
        return command(**{name: subject.of.pk}, **fixed, **facts)

    return run


def _at(command: Callable[..., Any], name: str, **fixed: Any) -> Callable[..., Any]:
    """The same for one that is told the tournament beside what it is about there."""

    def run(subject: Subject, **facts: Any) -> Any:
        return command(tournament_id=subject.tournament.pk, **{name: subject.of.pk}, **fixed, **facts)

    return run


def _confirm_all(subject: Subject, *, entrants: Any, by: Any, now: Any) -> None:
    for entrant in entrants:
        commands.confirm(entrant_id=entrant.pk, by=by, now=now)


def _end_all(subject: Subject, **facts: Any) -> None:
    for one in forms.being_played(subject.tournament):
        commands.extend_round(round_id=one.pk, **facts)


def _back(subject: Subject, **facts: Any) -> Any:
    return commands.add_late(tournament_id=subject.tournament.pk, **facts)


def _in(*phases: str) -> Callable[[Subject], bool]:
    return lambda subject: subject.tournament.phase in phases


def has_drafts(subject: Subject) -> bool:
    return Round.objects.filter(division__tournament=subject.tournament, phase=Round.Phase.DRAFT).exists()


def _goes_on(subject: Subject) -> bool:
    return subject.of.phase in books.OPEN


def _is_running(subject: Subject) -> bool:
    return subject.tournament.phase == Phase.RUNNING


def _is_ladder(subject: Subject) -> bool:
    return subject.tournament.format == Format.LADDER


def _open_tables(tournament: Tournament) -> QuerySet[Fixture]:
    return Fixture.objects.filter(round__division__tournament=tournament, phase__in=books.OPEN)


def _has_open_tables(subject: Subject) -> bool:
    return _is_running(subject) and _open_tables(subject.tournament).exists()


def _plays(subject: Subject) -> bool:
    return subject.of.standing in books.PLAYS and _is_running(subject)


def _is_being_played(subject: Subject) -> bool:
    """A round that is not a ladder's, which has no end."""
    return _is_running(subject) and subject.of.phase == Round.Phase.PUBLISHED and not _is_ladder(subject)


def _publishing(subject: Subject) -> str:
    """How many games and mails it comes to."""
    drafted = preview(subject.tournament)
    games = ngettext("{n} game is opened.", "{n} games are opened.", drafted.tables).format(n=drafted.tables)
    mails = ngettext("{n} player is told by mail.", "{n} players are told by mail.", drafted.told).format(
        n=drafted.told
    )
    repeats = ngettext("At {n} table players meet again.", "At {n} tables players meet again.", drafted.repeats).format(
        n=drafted.repeats
    )
    then = gettext("From then on the round can only be changed at tables that have not begun.")
    return " ".join([games, mails, *([repeats] if drafted.repeats else []), then])


def _letting_in(subject: Subject) -> str:
    """From when they play, and who cannot be let in yet."""
    when = (
        gettext(
            "They are put in whether entries are open or not; on a ladder that has begun they stand on the lowest rung."
        )
        if _is_ladder(subject)
        else gettext("They are put in whether entries are open or not, and play from the next round drawn up.")
    )
    banned = gettext(
        "Players who may not enter for a while, since they did not join a table or left one, can be let in once that is "
        "lifted."
    )
    return f"{when} {banned}"


def _giving_a_bye(subject: Subject) -> str:
    """What it does to the round, and to somebody else where tables are of two."""
    does = gettext(
        "A draft is drawn up anew without them. In a published round only who does not sit in it can have one."
    )
    one: Round = subject.of
    if one.phase != Round.Phase.DRAFT or subject.tournament.table_size != PAIR:
        return does
    left = Sitting.objects.filter(fixture__round=one).count() + one.byes.filter(reason="").count()
    odd = gettext("With an odd number left, one more player gets a full bye.")
    return does if left % 2 else f"{does} {odd}"


def _opening(subject: Subject) -> str:
    tournament = subject.tournament
    return (
        gettext(
            "Players can enter from now on. What game it is can no longer be changed then, the rest until the start."
        )
        if tournament.phase == Phase.DRAFT
        else gettext("Players can enter again.")
    )


_ALL: tuple[Act, ...] = (
    # --- the tournament ---------------------------------------------------------------------------------------------
    Act("open_entries", _("Open entries"), Tournament, forms.ActForm, _on(commands.open_entries), _opening,
        _in(Phase.DRAFT, Phase.CLOSED)),
    Act("close_entries", _("Close entries"), Tournament, forms.ActForm, _on(commands.close_entries),
        _("Nobody enters by themselves any more, and the players are numbered by their strength."), _in(Phase.ENTRIES)),
    Act("confirm", _("Confirm players"), Tournament, forms.ConfirmForm, _confirm_all,
        _("Who is confirmed is told by mail that they take part."), _in(*BEFORE), is_one=False),
    Act("start", _("Start, and draw up the first round"), Tournament, forms.ActForm, _on(commands.start),
        _("The settings stand from here on. The draft is yours to look at; nobody is told before you publish it."),
        lambda subject: subject.tournament.phase == Phase.CLOSED and not _is_ladder(subject), leads_to_preview=True),
    Act("start_ladder", _("Start the ladder"), Tournament, forms.ActForm, _on(commands.start),
        _("The settings stand from here on. The strongest player stands on the highest rung, and all may challenge at once."),
        lambda subject: subject.tournament.phase == Phase.CLOSED and _is_ladder(subject)),
    Act("draw_up", _("Draw up what is next"), Tournament, forms.ActForm, _on(commands.draw_up),
        _("Everything that can be drawn up now is drawn up, by the rules for pairs and the byes as they are. A draft is "
          "yours to look at; nobody is told before you publish it."), _is_running, leads_to_preview=True),
    Act("publish", _("Publish"), Tournament, forms.PublishForm, _on(commands.publish), _publishing, has_drafts),
    Act("draw_final", _("Draw up the final"), Tournament, forms.ActForm, _on(commands.draw_final),
        _("The best of each pool meet in a final. It is a draft until you publish it."),
        lambda subject: _is_running(subject) and subject.tournament.format == Format.POOLS, leads_to_preview=True),
    Act("late", _("Let somebody in"), Tournament, forms.LateEntryForm, _on(commands.add_late),
        _letting_in, _in(*TO_BE_PLAYED)),
    Act("pair", _("Add a rule for a pair"), Tournament, forms.PairForm, _on(commands.add_pair_rule),
        _("It counts from the next time a round is drawn up."),
        lambda subject: subject.tournament.format == Format.SWISS
        and subject.tournament.phase in (Phase.CLOSED, Phase.RUNNING), leads_to_preview=True),
    Act("write", _("Write to players"), Tournament, forms.LetterForm, _on(commands.write_to),
        _("It goes out by mail, under your name; nobody sees whom else it went to."),
        _in(*TO_BE_PLAYED, Phase.FINISHED)),
    Act("extend", _("More time for all"), Tournament, forms.ExtendForm, _on(commands.extend),
        _("At all tables that are going on. Tables not begun may be joined for so much longer."), _has_open_tables),
    Act("hard_ends", _("Move the hard end"), Tournament, forms.HardEndsForm, _end_all,
        _("For all rounds that are being played, later or earlier."),
        lambda subject: _is_running(subject) and subject.tournament.format in books.CONCURRENT, is_one=False),
    Act("pause", _("Pause all games"), Tournament, forms.ReasonForm, _on(commands.pause),
        _("All clocks stand still until you end the pause; the hard ends then move by as long as it lasted."),
        lambda subject: _has_open_tables(subject) and subject.tournament.paused_at is None),
    Act("resume", _("End the pause"), Tournament, forms.ReasonForm, _on(commands.resume),
        _("All clocks go on, and the hard ends move by as long as the pause lasted."),
        lambda subject: subject.tournament.paused_at is not None),
    Act("next_season", _("Begin the next season"), Tournament, forms.ActForm, _on(commands.next_season),
        _("A new tournament with the same settings and directors: the best of each division go up, the last go down. "
          "It is open for entries at once."),
        lambda subject: subject.tournament.format == Format.LEAGUE and subject.tournament.phase == Phase.FINISHED
        and not hasattr(subject.tournament, "next_season")),
    Act("finish", _("End the tournament now"), Tournament, forms.ReasonForm, _on(commands.finish),
        _("No table may be open any more. The standings as they are become final. A tournament whose rounds have all been "
          "played ends by itself."),
        _is_running, is_grave=True),
    Act("void", _("Make the tournament void"), Tournament, forms.ReasonForm, _on(commands.void),
        _("It is called off for good, and nothing in it counts. Its games and rulings stay to be read."),
        _in(*TO_BE_PLAYED), is_grave=True),
    # --- a player ---------------------------------------------------------------------------------------------------
    Act("withdraw", _("Withdraw"), Entrant, forms.WithdrawForm, _on(commands.withdraw, "entrant_id"),
        _("They are in no further round, and tables not begun are dealt again without them. To let somebody take over, "
          "replace them instead."),
        lambda subject: subject.of.standing != Standing.WITHDRAWN and subject.tournament.phase in TO_BE_PLAYED),
    Act("replace", _("Replace"), Entrant, forms.ReplaceForm, _on(commands.replace, "entrant_id"),
        _("Who leaves sees their running games as an onlooker from then on."),
        _plays),
    Act("substitute", _("Put in a reserve"), Entrant, forms.ReasonForm, _on(commands.substitute, "entrant_id"),
        _("The first reserve who may play takes over the place, its results and running games."),
        _plays),
    Act("back", _("Bring back"), Entrant, forms.BackForm, _back,
        _("They play again from the next round drawn up."),
        lambda subject: subject.of.standing == Standing.WITHDRAWN and subject.of.player_id is not None
        and subject.tournament.phase in TO_BE_PLAYED),
    Act("extend_player", _("More time"), Entrant, forms.ExtendForm, _at(commands.extend, "entrant_id"),
        _("At all tables at which they play."),
        _plays),
    # --- a round ----------------------------------------------------------------------------------------------------
    Act("bye", _("Give or take back a bye"), Round, forms.ByeForm, _on(commands.set_bye, "round_id"),
        _giving_a_bye,
        lambda subject: subject.of.phase != Round.Phase.FINISHED and _is_running(subject)
        and not _is_ladder(subject), leads_to_preview=True),
    Act("redraw", _("Draw tables anew"), Round, forms.RedrawForm, _on(commands.redraw, "round_id"),
        _("Only tables that have not begun. Their games are called off and others opened; the players are told by mail."),
        _is_being_played),
    Act("hard_end", _("Move the hard end"), Round, forms.HardEndForm, _on(commands.extend_round, "round_id"),
        _("For all tables of this round, later or earlier."),
        _is_being_played),
    # --- a table ----------------------------------------------------------------------------------------------------
    Act("extend_table", _("More time"), Fixture, forms.ExtendTableForm, _at(commands.extend, "fixture_id"),
        _("At a table that has not begun, the time to join."), _goes_on),
    Act("pause_table", _("Pause"), Fixture, forms.ReasonForm, _at(commands.pause, "fixture_id"),
        _("Its clocks stand still until you end the pause. The hard end stays where it is."),
        lambda subject: subject.of.phase == Fixture.Phase.PLAYING and not subject.of.game.paused_by_staff),
    Act("resume_table", _("End the pause"), Fixture, forms.ReasonForm, _at(commands.resume, "fixture_id"),
        _("Its clocks go on."),
        lambda subject: _goes_on(subject) and subject.of.game.paused_by_staff),
    Act("score", _("Score as it lies"), Fixture, forms.ReasonForm, _on(commands.adjudicate, "fixture_id", how="score"),
        _("The game ends now and is scored as it lies; its ranks count."),
        lambda subject: subject.of.phase == Fixture.Phase.PLAYING, is_grave=True),
    Act("award", _("Award points"), Fixture, forms.AwardForm, _on(commands.adjudicate, "fixture_id", how="award"),
        _("These points count instead of what was played; a game that is going on ends."),
        lambda subject: subject.of.phase != Fixture.Phase.PLANNED, is_grave=True),
    Act("void_table", _("Make void"), Fixture, forms.ReasonForm, _on(commands.adjudicate, "fixture_id", how="void"),
        _("The table counts as if they had never met; a game that is going on ends without a result."),
        lambda subject: subject.of.phase not in (Fixture.Phase.PLANNED, Fixture.Phase.VOID), is_grave=True),
    # --- a rule for a pair ------------------------------------------------------------------------------------------
    Act("unpair", _("Drop the rule"), PairRule, forms.ReasonForm, _on(commands.drop_pair_rule, "rule_id"),
        _("It no longer counts when a round is drawn up."), leads_to_preview=True),
)  # fmt: skip

ACTS: Mapping[str, Act] = {act.verb: act for act in _ALL}
