"""Lexicon, the card game, as the server hosts it: the one object outside rooms know."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from games.rules.chance import Chance
from games.rules.kind import Deadline, Due, Json, Order, OrderRefused, Rank, Resources, Seat, Step
from games.rules.lexicon_cards import challenges, play, robot, rounds, view, wording
from games.rules.lexicon_cards.options import PACES, Options
from games.rules.lexicon_cards.orders import grammar
from games.rules.lexicon_cards.pack import COUNTS
from games.rules.lexicon_cards.state import State
from games.rules.messages import Message, say
from games.rules.reading import Grammar
from games.rules.said import until_the_hard_end
from games.rules.showing import Offer, Panel
from games.rules.table.turns import TurnCourse, TurnKind, ranks_by
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList

MOST_WITH_ONE_PACK = 4
REFUSED_TO_WHO_IS_OUT = {*play.ORDERS, "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN"}


class LexiconCards(TurnKind):
    """Players get rid of their cards in words on the table; who holds too many points too often is out."""

    key = "lexicon_cards"
    name = "Lexicon"
    says = wording.SAYS
    seats = (2, 8)
    state_type = State
    options_type = Options
    paces = PACES
    needs: ClassVar[Mapping[str, tuple[str, tuple[Json, ...]]]] = dict.fromkeys(
        ("challenge_within", "upheld"), ("word_check", ("challenge",))
    )
    most_telling = ("packs", "word_check", "move_within")
    comes = wording.COMES
    commands = wording.COMMANDS
    opening = wording.OPENING
    practice = robot.PRACTICE
    orders = play.ORDERS
    own_ticks = ("window", "silence", "late")
    late_go_away = False

    def grammar(self, options: Options) -> Grammar:
        return grammar()

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {card: count * options.packs for card, count in COUNTS.items()}

    def set_up(self, seats: int, options: Options) -> Sequence[Message]:
        warnings = super().set_up(seats, options)
        if seats > MOST_WITH_ONE_PACK and options.packs == 1:
            raise OrderRefused(say("One pack serves 4 players: take two packs for {n}.", n=seats))
        return warnings

    # --- play ---------------------------------------------------------------------------------------------------------

    def begin(self, course: TurnCourse[State]) -> None:
        rounds.begin(course)

    def check_own(self, verb: str, state: State, seat: Seat) -> None:
        play.check(verb, state, seat)

    def play(self, state: State, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step:
        is_running = state.phase != "finished"
        if is_running and seat in state.out and seat not in state.resigned and order.verb in REFUSED_TO_WHO_IS_OUT:
            raise OrderRefused(say("You are out. You can follow the game to its end."))
        return super().play(state, seat, order, resources, now)

    def run_out(self, course: TurnCourse[State], seat: Seat) -> None:
        play.run_out(course, seat)

    def left(self, course: TurnCourse[State], seat: Seat, *, was_awaited: bool) -> None:
        play.left(course, seat, was_awaited=was_awaited)

    def own_due(self, state: State) -> Iterable[Due]:
        """A word stands when its window closes; who has been silent about one that ends the round is not late."""
        if at := state.clocks.ends(challenges.CLOCK):
            yield Due(at, "window", deadline=True)
        if state.is_round_ending:
            for seat in state.awaited:
                if seat not in state.away and (at := state.clocks.ends(f"move {seat}")):
                    yield Due(at, "silence", seat, deadline=True)

    def own_tick(self, course: TurnCourse[State], due: Due) -> None:
        if due.seat is None:
            challenges.let_stand(course)
        else:
            challenges.accept(course, due.seat)

    def ranks(self, state: State) -> Sequence[Rank]:
        """The last one in wins; the longer in, the better, and of those who went together the fewer points."""
        stayed = 1 + max(state.out.values(), default=0)
        seats = (seat for seat in range(state.seats) if seat not in state.resigned)
        return ranks_by(
            state,
            ((seat, (state.out.get(seat, stayed), -state.points[seat]), -state.points[seat]) for seat in seats),
        )

    def next_orders(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.next_orders(view, seat, vocabulary, chance)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None, words: WordList) -> TurnView:
        made = super().view(state, seat, words)
        if state.window is None or made.paused:
            return made
        ends = view.window_ends(state)
        clocks = () if state.is_round_ending else made.clocks
        stands = view.why(state, ends)
        return replace(
            made,
            why=(*stands, *until_the_hard_end(state.clocks)) if state.is_round_ending else (*made.why, *stands),
            clocks=(*clocks, *view.window_clock(state)),
        )

    def panels(self, state: State, seat: Seat | None, words: WordList) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        def refusal(verb: str) -> Message | None:
            try:
                self.check_own(verb, state, seat)
            except OrderRefused as refused:
                return refused.why
            return None

        return view.offers(state, seat, refusal)

    def awaits(self, state: State, seat: Seat) -> Message:
        if state.window and state.window.ends_round:
            return say("CHALLENGE or ACCEPT of {word}", word=state.window.word.upper())
        return say("a move")

    def own_deadlines(self, state: State, seat: Seat) -> Iterable[Deadline]:
        if state.is_round_ending and seat in state.awaited:
            yield state.clocks.deadline("move", challenges.CLOCK)
        else:
            yield from super().own_deadlines(state, seat)

    def remarks(self, state: State, seat: Seat) -> Iterable[Message]:
        return view.remarks(state, seat)

    def moment(self, state: State, seat: Seat | None) -> Message | None:
        return view.moment(state, seat)

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state, seat)

    def pool(self, state: State) -> int:
        return len(state.bags["pack"])

    # --- what happened --------------------------------------------------------------------------------------------------

    def hide(self, state: State, facts: dict[str, Json], reader: Seat | None) -> dict[str, Json] | None:
        """What others were dealt and drew blind."""
        if facts["verb"] == "deal":
            return facts | {"draws": [drawn if seat == reader else None for seat, drawn in enumerate(facts["draws"])]}
        if facts["verb"] == "draw" and facts["seat"] != reader:
            return {name: value for name, value in facts.items() if name != "drew"}
        return facts

    def own_word(self, facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
        return wording.own_word(facts, reader)

    def order_of(self, facts: Mapping[str, Json]) -> Order | None:
        match facts["verb"]:
            case "lay":
                return Order("LAY", {"word": facts["word"]})
            case "take" | "draw" as verb:
                return Order(verb.upper(), {"card": facts["card"]})
            case "add" | "exchange" as verb:
                return Order(verb.upper(), {"word": facts["word"], "makes": facts["makes"]})
            case "challenge" | "accept" as verb:
                return Order(verb.upper())
            case _:
                return None
