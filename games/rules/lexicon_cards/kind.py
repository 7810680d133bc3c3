"""Lexicon, the card game, as the server hosts it: the one object outside rooms know."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from games.rules.chance import Chance
from games.rules.kind import Deadline, Due, Json, Order, OrderRefused, Rank, Seat
from games.rules.lexicon_cards import cards, challenges, leaving, robot, rounds, view, words
from games.rules.lexicon_cards.options import PACES, Options
from games.rules.lexicon_cards.pack import COUNTS
from games.rules.lexicon_cards.rounds import CardCourse
from games.rules.lexicon_cards.state import State
from games.rules.messages import Text, say, template
from games.rules.reading import Grammar
from games.rules.showing import Panel
from games.rules.table.facts import Look
from games.rules.table.turns import COMES, TurnKind, ranks_by
from games.rules.table.verbs import AnyVerb
from games.rules.table.view import TurnView, until_the_hard_end
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList

MOST_WITH_ONE_PACK = 4


class LexiconCards(TurnKind[State, Options]):
    """Players get rid of their cards in words on the table; who holds too many points too often is out."""

    key = "lexicon_cards"
    name = "Lexicon"
    says = template(
        "A card game of 1933: ten letter cards in a hidden hand, and words on the table that anyone may add to or change. First "
        "without cards ends the round; last one in wins. For two to four, or more with two packs."
    )
    seats = (2, 8)
    state_type = State
    options_type = Options
    paces = PACES
    needs: ClassVar[Mapping[str, tuple[str, tuple[Json, ...]]]] = dict.fromkeys(
        ("challenge_within", "upheld"), ("word_check", ("challenge",))
    )
    most_telling = ("packs", "word_check", "move_within")
    comes: ClassVar[Mapping[str, str]] = {
        **COMES,
        "window": template("the word stands"),
        "silence": template("{player} has accepted the word by silence"),
        "your silence": template("you have accepted the word by silence"),
    }
    opening = (
        template(
            "Get rid of your cards. In your turn you lay a word of the list “{words}”, add cards to a word on the table, exchange "
            "a card for a letter of one, take the exposed card for one of yours, or discard one and take a blind one. The first "
            "without cards ends the round; the others count what they hold. Too many points, and you are out; the last one in "
            "wins."
        ),
    )
    practice = robot.PRACTICE
    verbs = (*words.VERBS, *cards.VERBS, *challenges.VERBS)
    happenings = (*rounds.HAPPENINGS, *words.HAPPENINGS, *cards.HAPPENINGS, *challenges.HAPPENINGS, *leaving.HAPPENINGS)
    own_ticks = ("window", "silence", "late")
    late_go_away = False

    def grammar(self, options: Options) -> Grammar:
        return words.CardGrammar(**vars(super().grammar(options)))

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {card: count * options.packs for card, count in COUNTS.items()}

    def set_up(self, seats: int, options: Options) -> Sequence[Text]:
        warnings = super().set_up(seats, options)
        if seats > MOST_WITH_ONE_PACK and options.packs == 1:
            raise OrderRefused(say("One pack serves 4 players: take two packs for {n}.", n=seats))
        return warnings

    # --- play ---------------------------------------------------------------------------------------------------------

    def begin(self, transition: CardCourse) -> None:
        rounds.begin(transition)

    def check(self, verb: AnyVerb, state: State, seat: Seat, words: WordList) -> None:
        """Who is out looks on to the end, and may leave."""
        is_out = state.phase != "finished" and seat in state.out and seat not in state.resigned
        if is_out and verb.is_a_players and verb.facts is not Look:
            raise OrderRefused(say("You are out. You can follow the game to its end."))
        super().check(verb, state, seat, words)

    def run_out(self, transition: CardCourse, seat: Seat) -> None:
        leaving.run_out(transition, seat)

    def left(self, transition: CardCourse, seat: Seat, *, was_awaited: bool) -> None:
        leaving.left(transition, seat, was_awaited=was_awaited)

    def own_due(self, state: State) -> Iterable[Due]:
        """A word stands when its window closes; who has been silent about one that ends the round is not late."""
        if at := state.clocks.ends(challenges.CLOCK):
            yield Due(at, "window", deadline=True)
        if state.is_round_ending:
            for seat in state.awaited:
                if seat not in state.away and (at := state.clocks.ends(f"move {seat}")):
                    yield Due(at, "silence", seat, deadline=True)

    def own_tick(self, transition: CardCourse, due: Due) -> None:
        if due.seat is None:
            challenges.let_stand(transition)
        else:
            challenges.accept(transition, due.seat)

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
        stands, clock = challenges.why(state), challenges.clock(state)
        if state.is_round_ending:
            return replace(made, why=(*stands, *until_the_hard_end(state.clocks)), clocks=clock)
        return replace(made, why=(*made.why, *stands), clocks=(*made.clocks, *clock))

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def awaits(self, state: State, seat: Seat) -> Text:
        if state.window and state.window.ends_round:
            return say("CHALLENGE or ACCEPT of {word}", word=state.window.word.upper())
        return say("a move")

    def own_deadlines(self, state: State, seat: Seat) -> Iterable[Deadline]:
        if state.is_round_ending and seat in state.awaited:
            yield state.clocks.deadline("move", challenges.CLOCK)
        else:
            yield from super().own_deadlines(state, seat)

    def remarks(self, state: State, seat: Seat) -> Iterable[Text]:
        return view.remarks(state, seat)

    def moment(self, state: State, seat: Seat | None) -> Text | None:
        return challenges.moment(state, seat)

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state, seat)

    def pool(self, state: State) -> int:
        return len(state.bags["pack"])
