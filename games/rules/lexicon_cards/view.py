"""What a reader sees of a game of Lexicon, in the pieces that pages, mails and the API draw.

Hidden are the hands, until they are counted or the game is over, and the pack.
"""

from collections.abc import Iterable

from games.rules.kind import Json, Seat
from games.rules.lexicon_cards.making import shown
from games.rules.lexicon_cards.pack import VALUES, as_dealt, in_order, value
from games.rules.lexicon_cards.state import State
from games.rules.messages import Player, Text, say
from games.rules.showing import Lines, Pairs, Panel, Rack
from games.rules.table.turns import points


def panels(state: State, reader: Seat | None) -> tuple[Panel, ...]:
    """The reader’s hand, the table’s words and the piles; what everyone holds and has stands in `remarks`."""
    pieces: list[Panel] = []
    if state.phase == "finished":
        pieces += [_hand(state, seat, say("{player}’s hand", player=Player(seat))) for seat in _holding(state)]
    elif reader is not None and reader in state.live:
        pieces.append(_hand(state, reader, say("Your hand")))
    pieces.append(_table(state))
    pieces.append(Pairs("piles", say("Piles"), tuple(_piles(state))))
    return tuple(pieces)


def _holding(state: State) -> Iterable[Seat]:
    return (seat for seat in range(state.seats) if state.hands[seat])


def _hand(state: State, seat: Seat, title: Text) -> Rack:
    hand = in_order(state.hands[seat])
    values = {card: VALUES[as_dealt(card)] for card in hand}
    return Rack(f"hand {seat}", title, hand, values, note=points(value(hand)))


def _table(state: State) -> Lines:
    if not state.table:
        return Lines("table", say("On the table"), (say("No word yet."),))
    lines = [say("{word}", word=shown(word)) for word in state.table]
    if any(not word.isupper() for word in state.table):
        lines.append(say("The ? stands behind a letter that is a Master."))
    return Lines("table", say("On the table"), tuple(lines))


def _piles(state: State) -> Iterable[tuple[Text, Text]]:
    exposed = shown(state.exposed)
    yield say("Exposed card"), say("{card}, {n} points", card=exposed, n=value(state.exposed))
    yield say("Cards in the pack"), say("{n}", n=len(state.bags["pack"]))
    yield say("Times the pack was used up"), say("{n}", n=state.turned)


def remarks(state: State, seat: Seat) -> tuple[Text, ...]:
    """What is said of a seat beside its name: its points, and how many cards it holds."""
    counted = points(state.points[seat])
    if seat in state.resigned:
        return ()
    if seat in state.out:
        return (counted, say("out"))
    return (counted, say("cards: {n}", n=len(state.hands[seat])))


def facts(state: State, reader: Seat | None) -> dict[str, Json]:
    """The kind’s own part of what the API says: every hand only when the game is over, before that one’s own."""
    seats = range(state.seats)
    knows = set(seats) if state.phase == "finished" else {reader}
    window = state.window
    return {
        "table": list(state.table),
        "exposed": state.exposed,
        "turned": state.turned,
        "cards": [len(state.hands[seat]) for seat in seats],
        "points": [state.points[seat] for seat in seats],
        "out": sorted(state.out, key=lambda seat: state.out[seat]),
        "dealer": state.dealer,
        "hands": [in_order(state.hands[seat]) if seat in knows else None for seat in seats],
        "challenge": {"seat": window.seat, "word": window.word, "accepted": list(window.accepted)} if window else None,
    } | ({"hand": in_order(state.hands[reader])} if reader is not None else {})
