"""What of an event a reader may know, and the sentence that says it; history, mails and the record all use it.

When the game is over, everybody may know all of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.crossing import challenges, jaywalks, swaps
from games.rules.crossing.seeing import sees_tiles_of, submits_told
from games.rules.crossing.state import State
from games.rules.kind import Event, Seat
from games.rules.messages import Message, Player, say, template
from games.rules.said import AGREEING, in_words, said

# --- what a reader may know -------------------------------------------------------------------------------------------

ABOUT_REQUESTS = {"ask", "unask", "lapse", "drop"}
ABOUT_SWAPS = {"offer", "unoffer"}
DEALING = {"deal", "green", "amber"}
FOR_THE_RECORD = {"tiles_by_email", "struck"}
"""What tiles are dealt with, so that the record can be played again: told when the game is over, before that to nobody."""


def tell(state: State, event: Event, reader: Seat | None) -> dict[str, Any] | None:
    """The event as JSON, in the record's shape but for its number, or None for who may not know that it happened."""
    facts = dict(event.facts)
    if state.phase != "finished" and not _knows(state, event, reader):
        return None
    if state.phase != "finished":
        facts = _known_facts(state, event, reader)
    facts.pop("round", None)
    turned = facts.pop("red_turns_green_for", [])
    if reader in turned:
        facts["your_red_is_green"] = True
    told: dict[str, Any] = {"verb": event.verb}
    if event.seat is not None:
        told["seat"] = event.seat
    return told | facts


def _knows(state: State, event: Event, reader: Seat | None) -> bool:
    if event.verb == "submit":
        return event.seat is not None and submits_told(state, reader, event.seat)
    if event.verb in ABOUT_SWAPS:
        return reader is not None and reader in _of_the_swap(event) and bool(state.seen_round[reader])
    if event.verb in ABOUT_REQUESTS:
        return state.options.requests_visible or event.seat == reader
    return True


def _known_facts(state: State, event: Event, reader: Seat | None) -> dict[str, Any]:
    if event.verb in DEALING:
        behind = {"behind": [seat for seat in event.facts.get("behind", ()) if seat == reader]}
        return without_what_is_for_the_record(event) | {
            **(behind if "behind" in event.facts else {}),
            "draws": [
                drawn if sees_tiles_of(state, reader, seat) and event.facts["round"] <= state.seen_round[seat] else None
                for seat, drawn in enumerate(event.facts["draws"])
            ],
        }
    if event.verb == "swap" and not _knows_the_tiles(state, event, reader):
        return {"seats": event.facts["seats"]}
    is_own = event.seat == reader
    if event.verb in ("jaywalk", "submit") and is_own and reader is not None and not state.seen_round[reader]:
        # a predecessor's, whose tiles this player has not looked at yet
        return jaywalks.told_to_all(state.options, event.facts) if event.verb == "jaywalk" else {}
    if event.verb == "jaywalk" and event.seat is not None and not sees_tiles_of(state, reader, event.seat):
        return jaywalks.told_to_all(state.options, event.facts)
    return dict(event.facts)


def without_what_is_for_the_record(event: Event) -> dict[str, Any]:
    return {name: fact for name, fact in event.facts.items() if event.verb not in DEALING or name not in FOR_THE_RECORD}


def _of_the_swap(event: Event) -> tuple[Seat, Seat]:
    """Who has offered it, and to whom."""
    facts = event.facts
    return facts.get("of", event.seat), facts["to"]


def _knows_the_tiles(state: State, event: Event, reader: Seat | None) -> bool:
    """Whether a reader took part in this swap, or sees what those hold who did; not what a predecessor swapped, until they
    have looked."""
    if reader is None or not state.seen_round[reader]:
        return False
    seats = event.facts["seats"]
    return reader in seats or any(sees_tiles_of(state, reader, seat) for seat in seats)


# --- as a sentence ----------------------------------------------------------------------------------------------------


def word(facts: Mapping[str, Any], reader: Seat | None) -> Message | None:
    """The sentence for an event as `tell` gave it, with the forfeit it calls for; None for what is not worth a line."""
    message = _word(facts, reader)
    if message is None or facts["verb"] not in ("jaywalk", "green", "score"):
        return message
    return with_invalid_words(with_forfeit(message, facts), facts)


def _word(facts: Mapping[str, Any], reader: Seat | None) -> Message | None:
    verb = facts["verb"]
    seat = facts.get("seat")
    who = {"player": Player(seat)} if seat is not None else {}
    mine = seat is not None and seat == reader
    own = _own_draw(facts, reader)
    match verb:
        case "deal" if own:
            return say("The tiles were dealt. Yours: {tiles}.", tiles=own)
        case "deal":
            return say("The tiles were dealt.")
        case "green" if mine:
            return say("Your light was granted: {tiles}.", tiles=own) if own else say("Your light was granted.")
        case "green":
            return (
                say("Green for {player}: you drew {tiles}.", tiles=own, **who)
                if own
                else say("Green for {player}.", **who)
            )
        case "amber" if facts.get("staff"):
            return _amber_by_staff(facts.get("reason", ""), own)
        case "amber":
            return (
                say("Nobody asked: an amber. You drew {tiles}.", tiles=own) if own else say("Nobody asked: an amber.")
            )
        case "jaywalk":
            return jaywalks.word(facts, reader)
        case "lapse" if "short_by" in facts:
            return jaywalks.word_lapsed_as_short(facts, reader)
        case "offer" | "unoffer" | "swap":
            return swaps.word(facts, reader)
        case "drop" if mine and facts.get("staff"):
            return say("Your request was dropped: the staff dealt an amber, and you have a new tile.")
        case "red" if seat is None:
            return say("Nobody asked, and the pool is short: the red light is on.")
        case "resign" if facts.get("your_red_is_green"):
            return say("{player} resigned. The pool is long again: your request is now for a green light.", **who)
        case "challenge":
            return challenges.word(facts, reader)
        case "score":
            return say("The layouts were scored.")
        case "end" if facts["ending"] in ENDINGS:
            return say(ENDINGS[facts["ending"]])
        case _:
            return said(facts, reader) or in_words(verb, MINE if mine else {}, OTHERS, who)


def _amber_by_staff(reason: str, own: tuple[str, ...]) -> Message:
    if reason:
        return (
            say("The staff dealt an amber, and you drew {tiles}: {reason}", tiles=own, reason=reason)
            if own
            else say("The staff dealt an amber: {reason}", reason=reason)
        )
    return say("The staff dealt an amber: you drew {tiles}.", tiles=own) if own else say("The staff dealt an amber.")


def _own_draw(facts: Mapping[str, Any], reader: Seat | None) -> tuple[str, ...]:
    draws = facts.get("draws")
    if reader is None or facts["verb"] == "jaywalk" or not draws or not draws[reader]:
        return ()
    return tuple(draws[reader])


def with_invalid_words(message: Message, facts: Mapping[str, Any]) -> Message:
    """What happened, and behind it the forfeit for struck words, for each player who owes it."""
    for seat, words in facts.get("invalid_words", ()):
        line = {"forfeit": facts["invalid_forfeit"], "player": Player(seat)}
        if words == 1:
            message = say("{what} Forfeit for {player}, for a struck word: “{forfeit}”", what=message, **line)
        else:
            message = say(
                "{what} Forfeit for {player}, for each of {n} struck words: “{forfeit}”", what=message, n=words, **line
            )
    return message


def with_forfeit(message: Message, facts: Mapping[str, Any]) -> Message:
    """What happened, and behind it the forfeit that it calls for."""
    line, owed_by = facts.get("forfeit"), facts.get("owed_by")
    if not line or owed_by == []:
        return message
    if owed_by is None:
        return say("{what} Forfeit: “{forfeit}”", what=message, forfeit=line)
    players = tuple(map(Player, owed_by))
    return say("{what} Forfeit for {players}: “{forfeit}”", what=message, forfeit=line, players=players)


MINE = {
    "seen": template("You looked."),
    "submit": template("You submitted a layout."),
    "ask": template("You asked for the light."),
    "unask": template("You took your request back."),
    "lapse": template("Your request lapsed: the submitted layout is no longer the complete one you asked with."),
    "drop": template("Your request was dropped: another one came first, and you have a new tile."),
    "release": template("Your withheld tile is yours to see."),
    "red": template("You called the red light."),
    "done": template("You are done."),
    "extend": template("You have 24 hours more to look, as mail to you comes back."),
}
OTHERS = {
    "seen": template("{player} looked."),
    "submit": template("{player} submitted a layout."),
    "ask": template("{player} asked for the light."),
    "unask": template("{player} took the request back."),
    "lapse": template("{player}’s request lapsed: the layout is no longer complete."),
    "drop": template("{player}’s request was dropped."),
    "release": template("{player}’s withheld tile was released."),
    "red": template("{player} called the red light."),
    "done": template("{player} is done."),
    "extend": template("{player} has 24 hours more to look, as mail to them comes back."),
}
ENDINGS = {
    "abandoned": template("Everyone was away for too long: the game was scored as it lay."),
    "resigned": template("Nobody was left to play against: the game was scored as it lay."),
}

LABELS = {
    "LOOK": template("Look"),
    "GRID": template("Submit"),
    "GREEN": template("Green"),
    "RED": template("Red"),
    "UNASK": template("Unask"),
    "DONE": template("Done"),
    **AGREEING,
    "RESIGN": template("Resign"),
}
COMES = {
    "green": template("{player}’s green light"),
    "your green": template("your green light"),
    "red": template("the red light"),
    "amber": template("an amber, new tiles for all"),
    "away": template("{player} is no longer waited for"),
    "your away": template("your time to look ends"),
    "abandon": template("the game is scored as it lies"),
    "grace": template("grace ends and the layouts are scored"),
    "open": template("grace ends and all layouts lie open"),
    "challenge": template("the time to challenge ends and the layouts are scored"),
    "leeway": template("the leeway is over"),
    "resume": template("the pause ends by itself"),
    "hard end": template("the game ends and is scored as it lies"),
}
SAYS = template(
    "Everyone builds a crossword of their own, all at the same time; a green light deals a new tile to all. "
    "It is never anybody’s turn."
)
PACE_SAYS = {
    "daily": template(
        "Look in once or twice a day: about a day a light. Who vanishes costs the others a few days, once."
    ),
    "leisurely": template("Look in every other day or so: about two days a light, and a week to spare."),
    "live": template(
        "For people who sit down together: all at one table, at the same time. A light comes as soon as it is asked for "
        "and all have looked, nobody is waited for longer than ten minutes, the last layouts have one minute, and an "
        "hour is often enough."
    ),
}
OPENING = (
    template(
        "Lay your tiles as a crossword: every run of letters a word of the list “{words}”, all in one group. "
        "A tile that stands in two words earns its value; the sum is divided by the number of words and tiles left "
        "over. When all your tiles lie, ask for the next light: it deals a tile to everyone."
    ),
)
OPENING_WITH_CHALLENGES = (
    template(
        "Lay your tiles as a crossword, all in one group. Words are not looked up until the end: then all layouts lie open, "
        "and a challenged word that is not in the list “{words}” is struck. A tile that stands in two words earns its "
        "value; the sum is divided by the number of words and tiles left over. When all your tiles lie, ask for the next "
        "light: it deals a tile to everyone."
    ),
)
COMMANDS = {
    "GRID": template("your board below, END"),
    "GREEN, RED": template("ask for the next light"),
    "UNASK": template("take that back"),
    "JAYWALK X": template("give X for another"),
    "JAYWALK X FOR Y": template("take Y for it, where tiles lie open"),
    "OFFER Q FOR E": template("a swap of tiles with a partner, in a game in teams"),
    "ACCEPT, DECLINE SWAP": template("the answer to that"),
    "UNOFFER": template("take an offer back"),
    "SAVE": template("GRID as a draft only"),
    "DONE": template("final, after a red light"),
    "CHALLENGE X": template("say that X is no word, where words are challenged"),
}


DONE = {
    "GREEN": template("You have asked for the green light."),
    "RED": template("You have asked for the red light."),
    "UNASK": template("Your request is taken back."),
    "DONE": template("You are done."),
    "RESIGN": template("You have resigned."),
}
GRANTED = {
    "GREEN": template("Your light was granted: new tiles for all."),
    "RED": template("The red light is on: your layout is final."),
}


def came_of(verb: str, told: Sequence[Mapping[str, Any]]) -> Sequence[Message]:
    """What came of a button, which may be more than was asked for: a light can come at once."""
    by_verb = {facts["verb"]: facts for facts in told}
    if verb == "JAYWALK":
        return [_swapped(by_verb["jaywalk"])]
    asked, light = by_verb.get("ask"), by_verb.get(verb.lower())
    if verb in GRANTED and asked and light and light.get("seat") == asked.get("seat"):
        return [say(GRANTED[verb])]
    return [say(DONE[verb])] if verb in DONE else []


def _swapped(facts: Mapping[str, Any]) -> Message:
    """What went and what came by a jaywalk of one's own."""
    returned, came = tuple(facts["returned"]), (*facts.get("taken", ()), *facts["draws"])
    if len(came) == 1:
        return say("{returned} swapped for {drawn}: it lies in your rack.", returned=returned, drawn=came)
    return say("{returned} swapped for {drawn}: they lie in your rack.", returned=returned, drawn=came)
