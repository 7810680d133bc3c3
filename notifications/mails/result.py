"""The last mail of a game: how it ended, all that was hidden, and how to check the draws."""

from django.utils.translation import gettext as _

from games.queries import TableToMail, TableView
from games.wording import listing, named, series
from notifications.mails.addresses import game_page, record_page
from notifications.mails.panels import parts_of
from notifications.mails.parts import Example, Facts, Line, Link, Part, Small, in_groups

ENDED_OTHERWISE = ("adjudicated", "hard_end", "void")  # than by being played out: that is said, with the reason


def result_headline(table: TableView) -> str:
    if table.teams:
        return _headline_of_teams(table)
    winners = [seat.name for seat in table.seats if seat.rank == 1]
    if not winners:
        return _("The game is over, without a result.")
    if table.you is not None and table.seats[table.you].rank == 1:
        if len(winners) == 1:
            return _("The game is over: you won.")
        return _("The game is over: {names} share the win.").format(names=listing(winners))
    return _("The game is over: {names} won.").format(names=listing(winners))


def _headline_of_teams(table: TableView) -> str:
    winners = [team for team in table.teams if team.rank == 1 and team.result]
    if not winners:
        return _("The game is over, without a result.")
    names = listing([team.name for team in winners])
    if len(winners) > 1:
        return _("The game is over: {names} share the win.").format(names=names)
    if winners[0].is_yours:
        return _("The game is over: your team won.")
    players = listing([seat.name for seat in winners[0].seats])
    return _("The game is over: {team} won, {players}.").format(team=names, players=players)


def _teams(table: TableView) -> tuple[tuple[str, str], ...]:
    """Who came where as a team, and by which rule."""
    lines = [named(f"{team.rank}. {team.name}", team.result or _("resigned")) for team in table.teams if team.rank]
    return ((_("Teams"), f"{series(lines)}. {table.teams_win}"),) if lines else ()


def result_parts(mail: TableToMail) -> tuple[Part, ...]:
    """Ranks, all that lies on the table, the seed and what to do with it."""
    table = mail.view
    in_rank_order = sorted(table.seats, key=lambda seat: (seat.rank or len(table.seats), seat.number))
    ranks = [named(f"{seat.rank}. {seat.name}", seat.result or _("resigned")) for seat in in_rank_order]
    return (
        *(Line(line.says) for line in table.history if line.verb == "end" and table.ending in ENDED_OTHERWISE),
        *([Facts((*_teams(table), (_("Result"), series(ranks))))] if any(seat.rank for seat in table.seats) else []),
        *parts_of(mail.shown.shows, table.names),
        *(_draws(table) if table.has_draws else ()),
        Link(_("The record"), record_page(table.id), _("save it as game-{id}.json").format(id=table.id)),
        Link(_("Look at the result"), game_page(table.id), ""),
        Small(_("A line `SAY` and your words goes to the table for 30 days more.")),
    )


def _draws(table: TableView) -> tuple[Part, ...]:
    """The seed, and how anyone can check with it that the draws were what they had to be."""
    return (
        Example(_("The seed of all draws:"), in_groups(table.seed or "")),
        Example(_("Its commitment, published before anyone agreed:"), in_groups(table.commitment)),
        Example(
            _(
                "The record of the game replays every draw. Anyone can check it with the server’s own program, "
                "on any machine, from the file alone:"
            ),
            (f"python manage.py verify_game game-{table.id}.json",),
        ),
    )
