"""What a reader sees of a game of Lexicon, in the pieces that pages, mails and the API draw.

Hidden are the hands, until they are counted or the game is over, and the pack.
"""

from collections.abc import Callable, Iterable

from games.rules.kind import Json, Seat
from games.rules.lexicon_cards.making import shown
from games.rules.lexicon_cards.pack import MASTER, VALUES, as_dealt, in_order, is_master, value
from games.rules.lexicon_cards.state import State
from games.rules.messages import Message, Player, say
from games.rules.showing import Asking, ClockView, Field, Lines, Offer, Pairs, Panel, Rack
from games.rules.table.wording import points

Refusal = Callable[[str], Message | None]
"""Why a seat may not give the order of this verb now."""


# --- what lies there ------------------------------------------------------------------------------------------------------


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


def _hand(state: State, seat: Seat, title: Message) -> Rack:
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


def _piles(state: State) -> Iterable[tuple[Message, Message]]:
    exposed = shown(state.exposed)
    yield say("Exposed card"), say("{card}, {n} points", card=exposed, n=value(state.exposed))
    yield say("Cards in the pack"), say("{n}", n=len(state.bags["pack"]))
    yield say("Times the pack was used up"), say("{n}", n=state.turned)


def remarks(state: State, seat: Seat) -> tuple[Message, ...]:
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


# --- what stands over the table ---------------------------------------------------------------------------------------------


def moment(state: State, reader: Seat | None) -> Message | None:
    """A word that ends the round has its players judge it."""
    if state.window is None or not state.window.ends_round:
        return None
    if reader in state.awaited:
        return say("Yours to challenge or accept")
    return say("{word} may be challenged", word=state.window.word.upper())


def why(state: State, ends: Message | None) -> tuple[Message, ...]:
    """What a word that may be challenged holds back."""
    if state.window is None or ends is None:
        return ()
    word, player = state.window.word.upper(), Player(state.window.seat)
    if state.window.ends_round:
        return (say("{player} has no card left: the round is over when {word} stands.", player=player, word=word), ends)
    return (ends,)


def window_ends(state: State) -> Message | None:
    """Until when the last word may be challenged."""
    at = state.clocks.ends("window")
    if state.window is None or at is None:
        return None
    word = state.window.word.upper()
    if state.window.ends_round:
        return say("{word} may be challenged until {at}.", word=word, at=at)
    return say("{word} may be challenged until the next player has moved, or {at}.", word=word, at=at)


def window_clock(state: State) -> tuple[ClockView, ...]:
    at = state.clocks.ends("window")
    return (ClockView(say("To challenge"), at, say("until {at}", at=at)),) if at else ()


# --- what can be done -------------------------------------------------------------------------------------------------------


def offers(state: State, seat: Seat, refusal: Refusal) -> tuple[Offer, ...]:
    """The buttons of this seat: the five things one can do in a turn, and what can be done about the last word."""
    judging = _judging(state, refusal) if state.window and state.window.seat != seat else ()
    if state.is_round_ending:
        return judging
    return (*_turn(state, seat, refusal), *judging)


def _turn(state: State, seat: Seat, refusal: Refusal) -> tuple[Offer, ...]:
    hand = in_order(state.hands[seat])
    own = Field(say("Your card"), "choice", choices=tuple(_card(card) for card in dict.fromkeys(map(as_dealt, hand))))
    word = Field(say("The word"), "word", help=say("Write ? behind a letter that a Master is to stand for."))
    lies = Field(say("On the table"), "choice", choices=tuple(_word(one) for one in dict.fromkeys(state.table)))
    makes = Field(say("Makes"), "word", help=say("Write ? behind a letter that a Master is to stand for."))
    last, first = (hand.rstrip(MASTER)[-1:] or MASTER).upper(), state.table[0].upper() if state.table else "ARE"
    return (
        Offer("LAY", say("Lay"), refusal("LAY"), does=say("`LAY` lays a word"), fields=(word,), example="LAY …"),
        Offer(
            "ADD",
            say("Add"),
            refusal("ADD"),
            does=say("`ADD` adds cards to a word on the table"),
            fields=(lies, makes),
            example=f"ADD {first} …",
        ),
        Offer(
            "EXCHANGE",
            say("Exchange"),
            refusal("EXCHANGE"),
            does=say("`EXCHANGE` exchanges a card for a letter of a word on the table"),
            fields=(lies, makes),
            example=f"EXCHANGE {first} …",
        ),
        Offer(
            "TAKE",
            say("Take {card}", card=shown(state.exposed)),
            refusal("TAKE"),
            does=say("`TAKE` takes the exposed card and puts yours in its place"),
            fields=(own,),
            example=f"TAKE {last}",
        ),
        Offer(
            "DRAW",
            say("Take blind"),
            refusal("DRAW"),
            does=say("`DRAW` discards your card and takes a blind one"),
            fields=(own,),
            example=f"DRAW {last}",
        ),
    )


def _card(card: str) -> tuple[str, Message]:
    if is_master(card):
        return MASTER, say("Master, {n} points", n=VALUES[MASTER])
    return card, say("{card}, {n} points", card=card, n=VALUES[card])


def _word(word: str) -> tuple[str, Message]:
    return shown(word), say("{word}", word=shown(word))


def _judging(state: State, refusal: Refusal) -> tuple[Offer, ...]:
    assert state.window is not None
    word = state.window.word.upper()
    upheld = (
        say("{word} is looked up. If it is no word, its player has 10 points more; if it is one, you have.", word=word)
        if state.options.upheld == "offender"
        else say("{word} is looked up. If it is no word, you have 10 points less; if it is one, 10 more.", word=word)
    )
    return (
        Offer(
            "CHALLENGE",
            say("Challenge"),
            refusal("CHALLENGE"),
            does=say("`CHALLENGE` has {word} looked up", word=word),
            asks=Asking((upheld,)),
            example="CHALLENGE",
        ),
        Offer("ACCEPT", say("Accept"), refusal("ACCEPT"), does=say("`ACCEPT` lets {word} stand", word=word)),
    )
