"""One table, as one reader may see it: the view that pages and mails are made from."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext

from games.models import Game, Seat
from games.players.models import Player
from games.queries.clocks import clock_line, known_as
from games.queries.drafts import layouts_of
from games.queries.paces import pace_line
from games.queries.reading import Sitting, called, called_together, sit
from games.queries.robots import is_practice, may_go_on, robots_at, thinking
from games.queries.talk import history
from games.queries.teams import how_teams_win, team_lines
from games.queries.views import Choice, Next, OptionLine, SeatLine, TableView
from games.rules.messages import Text
from games.rules.options import about, read_options
from games.rules.showing import Offer
from games.rules.table.kind import AnyKind
from games.sharing import cut_of, has_room, have_agreed, maker_to_agree, playing
from games.wording import listing, set_length, speak


def table(*, game_id: int, player: Player | None, now: datetime) -> TableView:
    """The table as this reader may see it now. Raises NoSuchGame where they may not know of it."""
    return table_view(sit(game_id=game_id, player=player, now=now))


def table_view(sitting: Sitting) -> TableView:
    game, reader, own, names = sitting.table.game, sitting.seat, sitting.own, sitting.names
    view = sitting.table.view(reader)
    seats = _seat_lines(sitting, view)
    is_finished = view is not None and view.phase == "finished"
    keeps_own = sitting.table.kind.layouts is not None and view is not None and not is_finished
    reasons = why_at_table(sitting, view) if view else ()
    return TableView(
        id=game.pk,
        kind=game.kind,
        kind_name=gettext(sitting.table.kind.name),
        pace=pace_line(sitting.table.kind, game.options),
        title=_title(sitting),
        phase=view.phase if view else game.phase,
        ending=view.ending if view else game.ending,
        turn=view.turn if view else 0,
        round=view.round if view else 0,
        listed=game.listed,
        rated=game.rated,
        made_at=game.made_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        commitment=game.commitment,
        has_draws=sitting.table.kind.has_draws,
        seed=bytes(game.seed).hex() if is_finished else None,
        cuts=tuple(map(cut_of, sitting.places.values())) if view else (),
        you=reader,
        maker=own is not None and game.made_by_id == own.player_id,
        seats=seats,
        seat_count=game.seat_count,
        teams=team_lines(game, seats, view),
        teams_win=how_teams_win(game),
        invited=_invited(sitting),
        options=option_lines(sitting.table.kind, game.options),
        opening=tuple(sitting.table.kind.opening_with(read_options(sitting.table.kind.options_type, game.options))),
        word_list=game.word_list.name if sitting.table.kind.has_words else "",
        next=next_line(sitting, view),
        waiting_for=tuple(_called(seat, sitting) for seat in view.waiting_for) if view else (),
        why=" ".join(reasons) if view else why_in_lobby(sitting),
        reasons=reasons,
        clocks=tuple(
            clock_line(clock, names)
            for clock in view.clocks
            if clock.seat not in robots_at(sitting) and (not clock.at or clock.at > sitting.table.now)
        )
        if view
        else (),
        is_practice=is_practice(sitting),
        may_go_on=may_go_on(sitting, view),
        may=_choices(sitting, view) if view else (),
        note=sitting.kept.note,
        tiles_by_email=own.tiles_by_email if own else False,
        mates=listing(list(map(called, sitting.mates))),
        mates_by_email=any(mate.tiles_by_email for mate in sitting.mates),
        paused=view.paused if view else False,
        names=tuple(names),
        panels=view.panels if view else (),
        notations=tuple(sitting.table.kind.notations) if is_finished else (),
        view=view,
        read_history=lambda: history(sitting),
        read_own=lambda: layouts_of(sitting, view, own) if keeps_own and own else None,
    )


def option_lines(kind: AnyKind, given: dict[str, Any]) -> tuple[OptionLine, ...]:
    """Every option that means something beside the others, with its value, as the kind's options describe themselves."""
    options = read_options(kind.options_type, given)
    usual = read_options(kind.options_type, kind.paces[kind.pace_of(options)])
    return tuple(
        _option_line(option, getattr(options, option.name), usual=getattr(usual, option.name))
        for option in fields(options)
        if _has_meaning(kind, options, option.name)
    )


def _has_meaning(kind: AnyKind, options: Any, name: str) -> bool:
    """Whether the other option that it needs has what it needs, and means something itself."""
    if name not in kind.needs:
        return True
    other, values = kind.needs[name]
    value = getattr(options, other)
    return (value in values if values else bool(value)) and _has_meaning(kind, options, other)


def _option_line(option: Any, value: Any, *, usual: Any) -> OptionLine:
    what = about(option)
    shown: str | Text = str(value)
    if what.choices:
        shown = dict(what.choices)[value]
    elif value in dict(what.also):
        shown = dict(what.also)[value]
    elif what.unit == "seconds":
        shown = set_length(timedelta(seconds=value)) if value else gettext("none")
    elif value is None:
        shown = what.absent
    elif value and what.unit == "seats" and value in dict(what.usual):
        # Translators: a code, and what it stands for
        shown = gettext("{code} ({says})").format(code=value, says=speak(dict(what.usual)[value], ()))
    return OptionLine(
        option.name,
        speak(what.label, ()),
        speak(shown, ()) if isinstance(shown, Text) else shown,
        "" if what.unit in ("tiles", "seats") else speak(what.help, ()),  # how to write such a code is no news here
        is_usual=value == usual,
    )


def _title(sitting: Sitting) -> str:
    names = list(map(called_together, sitting.places.values()))
    return listing(names) if names else gettext("Empty table")


def _called(seat: int, sitting: Sitting) -> str:
    """A player by name, but the reader."""
    return gettext("you") if seat == sitting.seat else sitting.names[seat]


def _seat_lines(sitting: Sitting, view: Any) -> tuple[SeatLine, ...]:
    game = sitting.table.game
    return tuple(_seat_line(number, sitting.places.get(number, ()), sitting, view) for number in range(game.seat_count))


def _seat_line(number: int, rows: Sequence[Seat], sitting: Sitting, view: Any) -> SeatLine:
    there, game = view.seats[number] if view else None, sitting.table.game
    people = playing(rows)
    return SeatLine(
        number=number,
        name=called_together(rows),
        people=tuple(map(called, people)),
        has_room=game.phase == Game.Phase.LOBBY and bool(rows) and has_room(rows, game),
        you=number == sitting.seat,
        free=not rows,
        agreed=have_agreed(rows),
        seen=there.seen if there else False,
        away=there.away if there else False,
        resigned=there.resigned if there else False,
        asked_at=there.asked_at if there else None,
        done=there.done if there else False,
        says=", ".join(speak(remark, sitting.names) for remark in there.says) if there else _lobby_says(rows),
        muted=number in sitting.kept.unheard,
        mail_fails=bool(people) and all(row.player and row.player.mail_fails_since for row in people),
        rank=rows[0].rank if rows else None,
        result=rows[0].result if rows else "",
    )


def _lobby_says(rows: Sequence[Seat]) -> str:
    if not rows:
        return gettext("free")
    return gettext("has agreed to start") if have_agreed(rows) else gettext("has not agreed yet")


def _invited(sitting: Sitting) -> tuple[str, ...]:
    """Who has still to answer, for whoever asked them, as they were asked: nobody else learns an address."""
    game, own = sitting.table.game, sitting.own
    if game.phase != Game.Phase.LOBBY or own is None:
        return ()
    waiting = game.invitations.filter(invited_by=own.player, joined_at__isnull=True, declined_at__isnull=True)
    return tuple(name or email for name, email in waiting.order_by("pk").values_list("name", "email"))


def why_in_lobby(sitting: Sitting) -> str:
    game = sitting.table.game
    if game.phase == Game.Phase.CANCELLED:
        return gettext("This game was called off.")
    free = game.seat_count - len(sitting.places)
    if free:
        return gettext("The game begins when every seat is filled and all have agreed. Free seats: {n}.").format(n=free)
    not_agreed = {number: rows for number, rows in sitting.places.items() if not have_agreed(rows)}
    missing = [called_together(rows) for number, rows in not_agreed.items() if number != sitting.seat]
    maker = maker_to_agree(game.seats.all(), game)
    if maker and maker.number not in not_agreed and maker is not sitting.own:
        missing.append(called(maker))
    if sitting.seat in not_agreed or (maker and maker is sitting.own):
        missing.append(gettext("you"))
    return gettext("The game begins as soon as all have agreed. Waiting for {names}.").format(names=listing(missing))


def why_at_table(sitting: Sitting, view: Any) -> tuple[str, ...]:
    """Why nothing is happening, in sentences; a robot that alone is waited for is thinking, and that is all."""
    thinks = thinking(sitting, view)
    if thinks and robots_at(sitting) == sorted(view.waiting_for):
        return (thinks,)
    return (*(speak(message, sitting.names) for message in view.why), *filter(None, [thinks]))


def next_line(sitting: Sitting, view: Any) -> Next | None:
    due = view.next if view else None
    if due is None or (due.what in ("away", "late") and due.seat in robots_at(sitting)):
        return None
    what = known_as(due, sitting.seat, sitting.table.kind.comes)
    player = sitting.names[due.seat] if due.seat is not None else ""
    return Next(due.what, due.at, gettext(sitting.table.kind.comes[what]).format(player=player))


def _choices(sitting: Sitting, view: Any) -> tuple[Choice, ...]:
    """What is on offer: GREEN or RED by what the next light is, UNASK for who has asked, DONE in grace, and so on."""
    return tuple(in_words(offer, sitting.names) for offer in view.offers)


def _asked(offer: Offer, names: Sequence[str]) -> dict[str, Any]:
    """The question that a choice asks first, in words, with how often the order is left; no question where it asks none."""
    if offer.asks is None:
        return {"left": offer.left}
    label, asks = speak(offer.label, names), offer.asks
    usual = gettext("{order}: are you sure?").format(order=label)
    return {
        "question": speak(asks.question, names) if asks.question else usual,
        "warns": tuple(speak(message, names) for message in asks.says),
        "button": speak(asks.button, names) if asks.button else label,
        "is_grave": asks.is_grave,
        "left": offer.left,
    }


def in_words(offer: Offer, names: Sequence[str]) -> Choice:
    """An offer as pages and mails print it."""

    def words(message: Text | None) -> str:
        return speak(message, names) if message else ""

    return Choice(
        verb=offer.verb,
        label=words(offer.label),
        allowed=offer.refusal is None,
        reason=words(offer.refusal),
        brief=words(offer.brief),
        does=words(offer.does),
        **_asked(offer, names),
        fields=offer.fields,
        example=offer.example,
        at=offer.at,
        says=words(offer.says),
        takes_back=offer.takes_back,
        with_layout=offer.with_layout,
        doubts=offer.doubts,
    )
