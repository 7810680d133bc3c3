"""Emails of a Lexicon Crossing game: lights, the reader's tiles and board, and how to write a board.

Everything is built from the reader's view, so nothing hidden can leak."""

from collections.abc import Iterator
from dataclasses import replace

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.by_mail import (
    REST,
    ByMail,
    MailWords,
    Paragraph,
    Piece,
    Sample,
    how_tiles_are_written,
    with_left_over,
)
from games.rules.crossing.results import Final
from games.rules.crossing.state import Challenge
from games.rules.crossing.view import CrossingView
from games.rules.crossing.why import COMES
from games.rules.notation import example, example_of_words
from games.rules.panels import Grid, Lines, Offer, Rack
from games.rules.texts import Player, Text, say, template
from games.rules.values import Seat

WORDS = MailWords(
    subject=template("Lexicon game {id}: your board against {names}"),
    invites=template(
        "Everyone builds their own crossword from the tiles they hold. A green light deals everyone a new tile."
    ),
    cuts=template(
        "Your tiles will then come by email. You can change that on the site. To add your own cut to the shuffle, "
        "write up to 40 characters after JOIN, for example {example}."
    ),
    has_begun=template("The game has started and the tiles are dealt."),
    looks=template("see the whole game, look at new tiles"),
    too_late=template(
        "You sent {verbs} in reply to an email from an earlier round. Look at the tiles you hold now, then reply "
        "to this email."
    ),
    read_late=template(
        "If you confirm, it counts as sent now. A request for a light or a jaywalk from an earlier round no longer "
        "counts. The answer goes to your own email address."
    ),
)
NEWS = frozenset({"tile", "asked", "granted", "released", "swap", "challenged", "red"})
TELL_NO_TILES = frozenset({"GRID", "GREEN", "RED", "UNASK", "DONE", "CHALLENGE"})
BOARD = ("GRID", "..K..", ".CAKE", "..Y..", "END")
TOLD_WHY_NOT = ("GREEN", "RED", "DONE")


def help_in(alphabet: Alphabet) -> tuple[Piece, ...]:
    """Return the part of HELP after the list of commands, with words of this alphabet."""
    words = "GRID\n8H KEY\nH8 KITE\nEND" if alphabet is ENGLISH else alphabet.write(example_of_words(alphabet))
    latest = say(
        "Reply to any email from the game. A request for a light or a jaywalk only counts in reply to an email "
        "from the latest round."
    )
    return (
        Sample(_board(alphabet), say("Write a board as rows, with dots for empty cells:")),
        Sample(tuple(words.splitlines()), say("or as words. 8H reads across from row 8, column H, and H8 reads down:")),
        *how_tiles_are_written(alphabet),
        Paragraph(latest, is_quiet=True),
    )


def _board(alphabet: Alphabet) -> tuple[str, ...]:
    """Return an example of a board, as players write it."""
    return BOARD if alphabet is ENGLISH else tuple(alphabet.write(example(None, alphabet)).splitlines())


def by_mail(view: CrossingView, seat: Seat | None) -> ByMail:
    """Return the parts of one seat's email: its board, its tiles and what it may do; also the other boards once
    revealed."""
    if view.phase == "finished":
        return ByMail(shows=tuple(_results(view)), status=tuple(_status(view)))
    lies_open = view.phase == "challenge"
    others = tuple(_others(view))
    jaywalks_concern_others = view.options.jaywalk_forfeit or view.tiles_held or view.face_up is not None
    return ByMail(
        shows=(*_own(view), *((*others, *_challenged(view)) if lies_open else _how_words_are_judged(view))),
        offers=tuple(_named(view)),
        in_a_word=tuple(verb for verb in TOLD_WHY_NOT if _offer(view, verb)),
        how_to_answer=tuple(_how_to_challenge(view) if lies_open else _how_to_answer(view)),
        below=() if lies_open else others,
        status=tuple(_status(view)),
        until=_until(view, seat),
        beside=tuple(_beside(view)),
        warns=dict(_warnings(view, seat)),
        retells=frozenset({"jaywalk"} if jaywalks_concern_others else ()),
    )


def _offer(view: CrossingView, verb: str) -> Offer | None:
    """Return the offer for this verb if it is available now, else None."""
    return next((one for one in view.offers if one.verb == verb and one.refusal is None), None)


def _may_challenge(view: CrossingView) -> bool:
    return bool(view.open_words) and _offer(view, "CHALLENGE") is not None


# --- status -----------------------------------------------------------------------------------------------------------


def _status(view: CrossingView) -> Iterator[Text]:
    yield say("Round {n}", n=view.round)
    if view.phase != "finished":
        yield say("you hold {n} tiles", n=len(view.hand))
    if view.unseen:
        yield say("{n} face down", n=view.unseen)


def _until(view: CrossingView, reader: Seat | None) -> Text:
    if view.challenge_ends:
        return say("{at}. Then the layouts are scored.", at=view.challenge_ends)
    if view.phase == "grace" and view.grace_ends:
        if view.options.words_are_challenged:
            return say("{at}. Then all layouts are revealed and words can be challenged.", at=view.grace_ends)
        return say("{at}. Then the layouts are scored as they stand.", at=view.grace_ends)
    if view.look_by and view.unseen:
        return say("{at}. After that, the game no longer waits for you.", at=view.look_by)
    if view.next:
        next_ = say("{what} ({at})", what=_coming(view, reader), at=view.next.at)
        return say("none. Next: {what}.", what=next_)
    return say("none.")


def _coming(view: CrossingView, reader: Seat | None) -> Text:
    """Return a sentence on the next thing that happens by itself."""
    due = view.next
    assert due is not None, "asked only where something comes"
    own = f"your {due.what}"
    what = own if due.seat is not None and due.seat == reader and own in COMES else due.what
    return say(COMES[what], **({"player": Player(due.seat)} if due.seat is not None else {}))


def _beside(view: CrossingView) -> Iterator[tuple[Text, Text]]:
    """Yield the open tiles, and how many tiles each player holds where hands can differ in size."""
    if view.phase == "playing" and view.face_up is not None:
        says = say("{tiles}.", tiles=" ".join(view.face_up)) if view.face_up else say("none yet.")
        yield say("Open tiles"), says
    if view.phase == "playing" and view.tiles_held:
        each = tuple(say("{name} {n}", name=Player(seat), n=n) for seat, n in view.tiles_held.items())
        yield say("Tiles held"), say("{each}.", each=each)


def _warnings(view: CrossingView, reader: Seat | None) -> Iterator[tuple[str, Text]]:
    """Yield the text of each last warning that still applies, with its kind."""
    if view.unseen and view.look_by:
        yield "look", say("Last day to look. From {at}, the game no longer waits for you.", at=view.look_by)
    if view.next and view.next.what in ("amber", "red", "abandon") and not any(one.asked_at for one in view.seats):
        coming = _coming(view, reader)
        yield "call", say("Nobody has asked for the light. Next, on {at}: {what}.", at=view.next.at, what=coming)
    if view.grace_ends and view.options.words_are_challenged:
        yield "grace", say("Last chance to change your layout. On {at} all layouts are revealed.", at=view.grace_ends)
    elif view.grace_ends:
        yield (
            "grace",
            say("Last chance to change your layout. On {at} all layouts are scored as they stand.", at=view.grace_ends),
        )
    if view.challenge_ends:
        yield (
            "challenge",
            say("Last chance to challenge words. On {at} all layouts are scored.", at=view.challenge_ends),
        )


def _named(view: CrossingView) -> Iterator[Offer]:
    """Yield the offers that an email lists: the available ones, and those whose refusal is worth explaining."""
    idle = {*(() if view.unseen else ("LOOK",)), *(() if _may_challenge(view) else ("CHALLENGE",))}
    for one in view.offers:
        if one.refusal is None and one.verb == "JAYWALK" and one.does and _offer(view, "UNASK"):
            yield replace(one, does=say("{may}, and your request lapses", may=one.does))
        elif one.verb not in idle if one.refusal is None else one.verb in TOLD_WHY_NOT:
            yield one


# --- boards and tiles -------------------------------------------------------------------------------------------------


def _own(view: CrossingView) -> Iterator[Piece]:
    """Yield the reader's submitted layout and tiles."""
    has_laid = view.score is not None and bool(view.layout)
    note = with_left_over(view.score.shown(), view.rack) if view.score and has_laid else say("nothing yet")
    yield Grid("layout", say("Your submitted layout"), view.layout, note=note)
    if any(character.islower() for row in view.layout for character in row):
        yield Paragraph(say("Lower-case letters are blanks."), is_quiet=True)
    if view.hand:
        yield Rack("hand", say("All your tiles"), view.hand, is_grouped=True)
    if view.withheld_says:
        says = say("Your draw from the last light is withheld. {when}.", when=view.withheld_says)
        yield Paragraph(says, is_quiet=True)


def _others(view: CrossingView) -> Iterator[Piece]:
    """Yield the other players' layouts, where the reader may see them."""
    for seat, other in view.others.items():
        player = Player(seat)
        note = say("{score}", score=other.score.shown()) if other.layout else say("nothing yet")
        title = say("{name}’s submitted layout", name=player)
        yield Grid(f"layout {seat}", title, other.layout, note=note, is_to_copy=False)
        if other.hand:
            yield Rack(f"hand {seat}", say("All of {name}’s tiles", name=player), other.hand, is_grouped=True)


def _results(view: CrossingView) -> Iterator[Piece]:
    """Yield everyone's last layout, best first, and the forfeits owed."""
    for one in view.results:
        title = say("{rank}. {name}", rank=one.rank, name=Player(one.result.seat))
        yield Grid(f"layout {one.result.seat}", title, one.result.layout, note=_with_points_off(one))
    yield from _made(view.challenges)
    if view.options.incomplete_forfeit and view.owing:
        yield Paragraph(
            say(
                "Forfeit for {names} (incomplete layout): “{line}”",
                names=tuple(map(Player, view.owing)),
                line=view.options.incomplete_forfeit,
            )
        )
    for one in view.results if view.options.invalid_forfeit else ():
        name, n, line = Player(one.result.seat), len(one.result.struck), view.options.invalid_forfeit
        if n == 1:
            yield Paragraph(say("Forfeit for {name} ({n} struck word): “{line}”", name=name, n=n, line=line))
        elif n:
            says = say("Forfeit for {name} ({n} struck words, once for each): “{line}”", name=name, n=n, line=line)
            yield Paragraph(says)


def _with_points_off(one: Final) -> Text:
    match one.points_off:
        case 0:
            return say("{score}", score=one.shown)
        case 1:
            return say("{score}, with {n} point off for a wrong challenge", score=one.shown, n=1)
        case off:
            return say("{score}, with {n} points off for wrong challenges", score=one.shown, n=off)


# --- how to reply -----------------------------------------------------------------------------------------------------


def _how_to_answer(view: CrossingView) -> Iterator[Piece]:
    if _offer(view, "GRID") is None:
        yield REST
        return
    ask: Text | str = ""
    if view.phase == "grace":
        ask = say("When your layout is final, add a line with `DONE`.")
    elif not view.withheld_says:
        ask = say("To ask for the next light, add a line with `{light}`.", light="RED" if view.next_is_red else "GREEN")
    yield Paragraph(
        say("To submit a layout, reply with a line `GRID`, your new board below it, then a line `END`. {ask}", ask=ask)
    )
    if view.layout:
        says = say(
            "You can copy the board above and change it. Dots are empty cells. Anything else you write is ignored. "
            "`STATUS` shows where the game stands. `HELP` explains the rest."
        )
    else:
        yield Sample(_board(view.alphabet), say("A board looks like this (with other tiles):"))
        says = say(
            "Dots are empty cells. Anything else you write is ignored. `STATUS` shows where the game stands. "
            "`HELP` explains the rest."
        )
    yield Paragraph(says, is_quiet=True)


def _how_words_are_judged(view: CrossingView) -> Iterator[Piece]:
    """Explain how words are judged in a game with challenges. Shows the layout that got the last light while it can
    be challenged."""
    if not view.options.words_are_challenged:
        return
    if not view.granted or view.caller is None:
        says = say(
            "In this game, words aren’t looked up before the end. Then all layouts are revealed and words "
            "can be challenged."
        )
    else:
        title = say("The layout that got {name} the last light", name=Player(view.caller))
        yield Grid("granted", title, view.granted, is_to_copy=False)
        says = (
            say(
                "Everyone can see it until the leeway ends. To have all its words checked, write a line with "
                "`CHALLENGE` and one of them."
            )
            if _may_challenge(view)
            else say("Everyone can see it until the leeway ends.")
        )
    yield Paragraph(says, is_quiet=True)


def _challenged(view: CrossingView) -> Iterator[Piece]:
    """Yield the challenges made so far, and the words that can still be challenged."""
    yield from _made(view.challenges)
    if view.open_words:
        yield Paragraph(say("Words that can be challenged: {words}.", words=view.open_words))


def _made(challenges: tuple[Challenge, ...]) -> Iterator[Piece]:
    """Yield the challenges made at the end, each with its outcome."""
    if challenges:
        told = (
            say("{word}: struck, challenged by {name}.", word=one.word, name=Player(one.seat))
            if one.upheld
            else say("{word}: in the word list, challenged by {name}.", word=one.word, name=Player(one.seat))
            for one in challenges
        )
        yield Lines("challenges", say("Challenges"), tuple(told))


def _how_to_challenge(view: CrossingView) -> Iterator[Piece]:
    if view.open_words:
        yield Paragraph(
            say(
                "To challenge words, reply with a line for each. When you have no more challenges, add a line with "
                "`DONE`."
            )
        )
        if offer := _offer(view, "CHALLENGE"):
            yield Sample((offer.example, "DONE"))
        yield from (
            Paragraph(says) for one in view.offers if one.verb == "CHALLENGE" and one.asks for says in one.asks.says
        )
    yield REST
