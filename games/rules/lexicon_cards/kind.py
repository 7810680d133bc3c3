"""Lexicon, the card game, as one object for the rest of the site.

Hands are hidden until they are counted or the game is over. The order of the pack is always hidden."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from games.rules.facts import JsonObject
from games.rules.lexicon_cards import challenges, laying, levels, piles, robot, rounds
from games.rules.lexicon_cards.cards import COUNTS, THE_MASTER, VALUES, as_dealt, dearest, in_order, shown, value
from games.rules.lexicon_cards.rounds import CardTransition
from games.rules.lexicon_cards.state import EXPOSED, PACK, TABLE, Options, State, hand_of
from games.rules.panels import ClockView, Panel, Pile, Piles, Rack, Words
from games.rules.reading import Grammar
from games.rules.robots import Mind
from games.rules.small_board import NOTHING_LAID, SmallBoard
from games.rules.table.facts import Look
from games.rules.table.turn_kind import TurnKind, TurnView
from games.rules.table.turns import COMES, PACES, due_of_silence, ranks_by
from games.rules.table.verbs import AnyVerb
from games.rules.table.view import until_the_hard_end
from games.rules.texts import Player, Text, points, say, template
from games.rules.values import Deadline, Due, Order, OrderRefused, Rank, Seat
from games.rules.words import WordList

MOST_WITH_ONE_PACK = 4
LATE_UNTIL_DROPPED = 3


class CardView(TurnView):
    """A view of the card game. While a word can be challenged, that is added to `why` and `clocks`; if the word ends
    the round, it replaces them."""

    _state: State

    @cached_property
    def why(self) -> tuple[Text, ...]:
        if self._state.window is None or self.paused:
            return super().why
        stands = challenges.why(self._state)
        if self._state.is_round_ending:
            return (*stands, *until_the_hard_end(self._state.clocks))
        return (*super().why, *stands)

    @cached_property
    def clocks(self) -> tuple[ClockView, ...]:
        if self._state.window is None or self.paused:
            return super().clocks
        clock = challenges.clock(self._state)
        return clock if self._state.is_round_ending else (*super().clocks, *clock)


class LexiconCards(TurnKind[State, Options]):
    """Lexicon, the card game: players get rid of their cards in words on the table, and a player with too many
    points is out."""

    key = "lexicon_cards"
    name = "Lexicon"
    brief = template("The card game of 1933. Get rid of your hand in words.")
    says = template(
        "A card game from 1933. Everyone has ten letter cards in a hidden hand, and anyone can add to or change "
        "the words on the table. The first player without cards ends the round. The last player still in wins. For "
        "two to four players, or more with two packs."
    )
    sample = SmallBoard.of_words("THOUSAND", "WHISKER", "PIANOS", "JOLLY", "CAVE")
    seats = (2, 8)
    fewest_points_win = True
    state_type = State
    options_type = Options
    view_type = CardView
    paces = {**PACES, "live": PACES["live"] | {"challenge_within": 300}}
    needs = dict.fromkeys(("challenge_within", "upheld"), ("word_check", ("challenge",)))
    most_telling = ("packs", "word_check", "move_within")
    comes = {
        **COMES,
        "window": template("the time to challenge the word ends"),
        "silence": template("{player} accepts the word by not answering"),
        "your silence": template("you accept the word by not answering"),
    }
    opening = (
        template(
            "Get rid of your cards. On your turn you can lay a word from the “{words}” list, add cards to a word "
            "on the table, or exchange a card for a letter in one. You can also take the exposed card in return "
            "for one of yours, or discard a card and draw one from the pack. The first player without cards ends "
            "the round, and the others count the cards they hold. With too many points, you are out. The last "
            "player still in wins."
        ),
    )
    verbs = (*laying.VERBS, *piles.VERBS, laying.IF_LATE, *challenges.VERBS)
    happenings = (*rounds.HAPPENINGS, *laying.HAPPENINGS, *piles.HAPPENINGS, *challenges.HAPPENINGS)
    own_ticks = ("window", "silence", "late")
    late_go_away = False
    stands_if_late = laying.Exchange.verb
    levels = levels.LEVELS
    begin = staticmethod(rounds.begin)

    def grammar(self, options: Options) -> Grammar:
        return laying.CardGrammar(**vars(super().grammar(options)))

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {card: count * options.packs for card, count in COUNTS.items()}

    def set_up(self, seats: int, options: Options) -> Sequence[Text]:
        warnings = super().set_up(seats, options)
        if seats > MOST_WITH_ONE_PACK and options.packs == 1:
            raise OrderRefused("One pack is enough for 4 players. Choose two packs for {n}.", n=seats)
        return warnings

    def check(self, verb: AnyVerb, state: State, seat: Seat, words: WordList) -> None:
        """Refuse everything but watching and leaving to a seat that is out."""
        is_out = state.phase != "finished" and seat in state.out and seat not in state.resigned
        if is_out and verb.is_a_players and verb.facts is not Look:
            raise OrderRefused("You are out. You can still watch the game.")
        super().check(verb, state, seat, words)

    def run_out(self, transition: CardTransition, seat: Seat) -> None:
        """Act for a player who is late.

        While a word ends the round, accept it. In a turn, exchange the most valuable card for one from the pack; the
        third time in a row, put the seat out of the game."""
        state = transition.state
        if state.is_round_ending:
            challenges.accept(transition, seat)
        elif state.late.get(seat, 0) >= LATE_UNTIL_DROPPED:
            transition.answered(seat)
            rounds.drop(transition, seat)
            if len(transition.state.live) == 1:
                transition.finish()
            else:
                self._go_on_without(transition, seat, was_awaited=True)
        else:
            hand = state.hands[seat]
            card = dearest(hand)
            piles.draw(transition, seat, card, hand.replace(card, "", 1))

    def has_left(self, transition: CardTransition, seat: Seat) -> None:
        """Take the cards of a seat that resigned out of the round, without counting them."""
        was_awaited = seat in transition.state.awaited
        transition.answered(seat)
        rounds.lay_aside(transition, seat)
        self._go_on_without(transition, seat, was_awaited=was_awaited)

    def _go_on_without(self, transition: CardTransition, seat: Seat, *, was_awaited: bool) -> None:
        """Go on without a seat: accept its own word, or one that only it could still challenge, and pass its turn
        on."""
        number, window = transition.state.round, transition.state.window
        if window and window.seat == seat:
            challenges.let_stand(transition)
        elif window:
            challenges.stand_if_nobody_is_left(transition)
        is_same_round = transition.state.round == number and transition.state.phase != "finished"
        if was_awaited and is_same_round and not transition.state.is_round_ending:
            rounds.next_turn(transition, seat)

    def own_due(self, state: State) -> Iterable[Due]:
        """Yield the end of the time to challenge, when the word is accepted. Silence about a word that ends the
        round isn't late."""
        if at := state.clocks.ends(challenges.CLOCK):
            yield Due(at, "window", deadline=True)
        if state.is_round_ending:
            yield from due_of_silence(state)

    def own_tick(self, transition: CardTransition, due: Due) -> None:
        if due.seat is None:
            challenges.let_stand(transition)
        else:
            challenges.accept(transition, due.seat)

    def own_deadlines(self, state: State, seat: Seat) -> Iterable[Deadline]:
        if state.is_round_ending and seat in state.awaited:
            yield state.clocks.deadline("move", challenges.CLOCK)
        else:
            yield from super().own_deadlines(state, seat)

    def ranks(self, state: State) -> Sequence[Rank]:
        """Rank the seats by how long they stayed in; those that went out together by fewer points."""
        stayed, lost = rounds.next_place(state), {seat: -points for seat, points in state.points.items()}
        seats = (seat for seat in range(state.seats) if seat not in state.resigned)
        return ranks_by(state, ((seat, (state.out.get(seat, stayed), lost[seat]), lost[seat]) for seat in seats))

    def next_orders(self, view: TurnView, seat: Seat, mind: Mind) -> Sequence[Order]:
        """Return the robot's orders, which may be a challenge out of turn."""
        return (Order("LOOK"),) if view.seats[seat].away else robot.move(view, seat, mind)

    def pool(self, state: State) -> int:
        return len(state.bags["pack"])

    # --- views --------------------------------------------------------------------------------------------------------

    def awaits(self, state: State, seat: Seat) -> Text:
        if state.window and state.window.ends_round:
            return say("CHALLENGE or ACCEPT {word}", word=state.window.word.upper())
        return say("make a move")

    def moment(self, state: State, seat: Seat | None) -> Text | None:
        """Return the line above the game while everyone may challenge a word that ends the round."""
        if state.window is None or not state.window.ends_round:
            return None
        if seat in state.awaited:
            return say("Challenge or accept the word")
        return say("{word} can be challenged", word=state.window.word.upper())

    def remarks(self, state: State, seat: Seat) -> Iterable[Text]:
        """Return a seat's points and number of cards."""
        if seat in state.resigned:
            return ()
        counted, n = points(state.points[seat]), len(state.hands[seat])
        return (counted, say("out") if seat in state.out else say("1 card") if n == 1 else say("{n} cards", n=n))

    def cards(self, state: State, seat: Seat) -> int | None:
        return None if seat in state.out or seat in state.resigned else len(state.hands[seat])

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        """Return the panels: the reader's hand, the words on the table and the piles. Points are in `remarks`."""
        shown_hands: list[Panel] = []
        if state.phase == "finished":
            held = (each for each in range(state.seats) if state.hands[each])
            shown_hands = [_hand(state, each, say("{player}’s hand", player=Player(each))) for each in held]
        elif seat is not None and seat in state.live:
            shown_hands = [_hand(state, seat, say("Your hand"))]
        lines = [say("{word}", word=shown(word)) for word in state.table] or [say("No words yet.")]
        if any(not word.isupper() for word in state.table):
            lines.append(say("A ? after a letter shows that it is a Master."))
        exposed = say("{card}, {n} points", card=shown(state.exposed), n=value(state.exposed))
        piles = (
            (say("Exposed card"), exposed),
            (say("Cards in the pack"), say("{n}", n=len(state.bags["pack"]))),
            (say("Times the pack was used up"), say("{n}", n=state.turned)),
        )
        return (
            *shown_hands,
            Words(
                TABLE,
                say("On the table"),
                tuple(lines),
                ("CHALLENGE", "ACCEPT"),
                rows=state.table,
                marked=(state.window.word, say("can be challenged")) if state.window else None,
                values=_values("".join(state.table)),
                wild=THE_MASTER,
            ),
            Piles(
                "piles",
                say("Piles"),
                piles,
                piles=(
                    Pile(EXPOSED, say("Exposed card"), state.exposed, value(state.exposed)),
                    Pile(PACK, say("Pack"), count=len(state.bags["pack"])),
                ),
                note=say("Times the pack was used up: {n}", n=state.turned) if state.turned else None,
                wild=THE_MASTER,
            ),
        )

    def small_board(self, state: State, seat: Seat | None) -> SmallBoard:
        return SmallBoard.of_words(*state.table) if state.table else SmallBoard(NOTHING_LAID)

    def words_laid(self, state: State) -> frozenset[str]:
        return frozenset(word.upper() for word in state.table)

    def own_facts(self, state: State, seat: Seat | None) -> JsonObject:
        """Return the facts of the game for the API. Before its end, only the reader's own hand is included."""
        seats, window = range(state.seats), state.window
        knows = set(seats) if state.phase == "finished" else {seat}
        return {
            "table": list(state.table),
            "exposed": state.exposed,
            "turned": state.turned,
            "cards": [len(state.hands[each]) for each in seats],
            "points": [state.points[each] for each in seats],
            "out": sorted(state.out, key=lambda each: state.out[each]),
            "dealer": state.dealer,
            "hands": [in_order(state.hands[each]) if each in knows else None for each in seats],
            "challenge": {"seat": window.seat, "word": window.word, "accepted": list(window.accepted)}
            if window
            else None,
        } | ({} if seat is None else {"hand": in_order(state.hands[seat])})


def _hand(state: State, seat: Seat, title: Text) -> Rack:
    hand = in_order(state.hands[seat])
    return Rack(hand_of(seat), title, hand, _values(hand), note=points(value(hand)), are_cards=True, wild=THE_MASTER)


def _values(cards: str) -> Mapping[str, int]:
    return {card: VALUES[as_dealt(card)] for card in cards}
