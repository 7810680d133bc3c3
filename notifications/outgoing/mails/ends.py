"""The parts of a game's emails at its two ends: before the deal, with the first tiles, and after the end."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import queries
from games.queries import TableToMail, TableView
from games.rules.by_mail import how_tiles_are_written, letters_of_ones_own
from games.rules.options import alphabet_in
from games.wording import listing, named, series
from notifications.outgoing.enqueuing import Latest
from notifications.outgoing.mails.parts import Example, Facts, Line, Link, Part, Small, in_groups, parts_of, to_the_game
from notifications.tokens import page

ENDED_OTHERWISE = ("adjudicated", "hard_end", "void")  # the email names such an ending, with its reason


def lobby_parts(table: TableView) -> tuple[Part, ...]:
    """Return who has joined, and what is missing for the deal."""
    own = next((seat for seat in table.seats if seat.you), None)
    seats = series([named(seat.name, seat.says) for seat in table.seats if not seat.free])
    pairs = [(_("Players"), f"{seats}."), (_("Next"), table.why)]
    if table.phase == "lobby" and own is not None and not own.agreed:
        pairs.insert(
            0,
            (_("You can"), _("reply with `JOIN`, which accepts the settings. What you write after it cuts the deck.")),
        )
    return (Facts(tuple(pairs)), to_the_game(table.id))


def rated_fact(table: TableView) -> tuple[str, str]:
    """Return a fact on whether the result counts for ratings."""
    return (_("Rated"), _("yes, the result counts towards everyone’s rating.") if table.rated else _("no."))


def opening_parts(table: TableView) -> tuple[Part, ...]:
    """Return the opening of a game's first email: how it is played, in the kind's own sentences, and who shares the seat."""
    says = [_(text).format(words=table.word_list) for text in table.opening]
    if table.mates:
        shared = _(
            "You share your seat with {names}. Each of you can look, lay tiles and make requests on behalf "
            "of all of you."
        )
        says.append(shared.format(names=table.mates))
    return (*map(Line, says), to_the_game(table.id))


def tiles_parts(table: TableView) -> tuple[Part, ...]:
    """Return the tiles that English doesn't have, for a reader in another language than the game's."""
    alphabet = alphabet_in(table.game.options)
    tiles = letters_of_ones_own(alphabet)
    if not tiles or (get_language() or "").partition("-")[0] == alphabet.code:
        return ()
    says = _("Language of this game: {language}. It has these tiles of its own: {tiles}.")
    shown = says.format(language=alphabet.own_name, tiles=", ".join(tiles))
    return (Line(shown), *parts_of(how_tiles_are_written(alphabet), (), alphabet))


def proof_parts(table: TableView) -> tuple[Part, ...]:
    """Return the end of a game's first email: the commitment to the draws, and a link to the rules."""
    rules = Link(_("Read the rules"), page("rules_of", table.kind), "")
    if not table.has_draws:
        return (rules,)
    said = _("The draws were fixed before anyone accepted the settings. This number will prove it at the end:")
    return (Example(said, in_groups(table.commitment)), rules)


def result_headline(table: TableView) -> str:
    if table.teams:
        return _headline_of_teams(table)
    winners = [seat.name for seat in table.seats if seat.rank == 1]
    if not winners:
        return _("The game is over without a result.")
    if table.you is not None and table.seats[table.you].rank == 1:
        if len(winners) == 1:
            return _("The game is over. You won.")
        return _("The game is over. {names} share the win.").format(names=listing(winners))
    return _("The game is over. {names} won.").format(names=listing(winners))


def _headline_of_teams(table: TableView) -> str:
    winners = [team for team in table.teams if team.rank == 1 and team.result]
    if not winners:
        return _("The game is over without a result.")
    names = listing([team.name for team in winners])
    if len(winners) > 1:
        return _("The game is over. {names} share the win.").format(names=names)
    if winners[0].is_yours:
        return _("The game is over. Your team won.")
    players = listing([seat.name for seat in winners[0].seats])
    return _("The game is over. {team} won: {players}.").format(team=names, players=players)


def result_parts(mail: TableToMail, latest: Latest) -> tuple[Part, ...]:
    """Return the ranks, everything on the table, and the seed, with how to verify the draws."""
    table = mail.view
    in_rank_order = sorted(table.seats, key=lambda seat: (seat.rank or len(table.seats), seat.number))
    ranks = [named(f"{seat.rank}. {seat.name}", seat.result or _("resigned")) for seat in in_rank_order]
    teams = [named(f"{team.rank}. {team.name}", team.result or _("resigned")) for team in table.teams if team.rank]
    places = [(_("Teams"), f"{series(teams)}. {table.teams_win}")] if teams else []
    draws = (
        Example(_("The seed of all draws:"), in_groups(table.seed or "")),
        Example(_("Its commitment, published before anyone accepted the settings:"), in_groups(table.commitment)),
        Example(
            _(
                "Every draw can be repeated from the game record. With just that file and the server’s own "
                "software, anyone can verify the draws on any computer:"
            ),
            (f"python manage.py verify_game game-{table.id}.json",),
        ),
    )
    story = latest.story(table.loaded) if table.ending in ENDED_OTHERWISE else ()
    lines = (queries.line_of(table.loaded, n, one) for n, one in story if one.verb == "end")
    ended = next((line.says for line in lines if line), "")
    return (
        *([Line(ended)] if ended else []),
        *([Facts((*places, (_("Result"), series(ranks))))] if any(seat.rank for seat in table.seats) else []),
        *parts_of(mail.shown.shows, table.names, alphabet_in(table.game.options)),
        *([Line(found.most_lost(table.names))] if (found := queries.analysis(table)) and found.worst else []),
        *(draws if table.has_draws else ()),
        Link(_("Game record"), page("record", table.id), _("save it as game-{id}.json").format(id=table.id)),
        Link(_("See the result"), page("game", table.id), ""),
        Small(_("For 30 more days, you can message everyone in the game. Send a line with `SAY` and your message.")),
    )
