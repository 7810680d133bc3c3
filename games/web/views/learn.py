"""A first lesson in Lexicon Crossing for newcomers, in six steps: a small board each, and one thing to do.

Nothing is saved: the address holds the step and scene to show, and the tiles laid there."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from games.queries.layouts import layout_in
from games.robots.levels import FIRST
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import Layout, check_held, missing_tiles, remove_tile
from games.rules.layouts import Score, beside
from games.rules.values import OrderRefused, Unreadable
from games.web.layouts import Example, draw_example
from games.word_lists import shelf
from games.wording import speak

KIND = registry.kind("crossing")
LONGEST_LAYOUT = 3000
ANNAS = ("HOMES", "..I..", "..N..", "..T..", "..Y..")
"""The layout of the imaginary opponent at the end."""


@dataclass(frozen=True)
class Scene:
    """A part of a step: the tiles held, the layout at the start, the text, the task, and the test for it.

    `hint` helps until the task is done. `goes_on` labels the button to the next scene; the last scene of a step has
    none. `gives` is the tile that was given back before it."""

    hand: str
    start: Layout
    says: tuple[str, ...]
    task: str
    done: str
    is_done: Callable[[Score], bool]
    hint: str = ""
    goes_on: str = ""
    gives: str = ""


@dataclass(frozen=True)
class Step:
    """A step of the lesson: its title and scenes."""

    title: str
    scenes: tuple[Scene, ...]


def _always(made: Score) -> bool:
    return True


def _all_laid(made: Score) -> bool:
    return made.complete


SIX = "CAKEEY"  # laid as CAKE and KEY, they share a high-value letter
BOARD = ("CAKE", "..E.", "..Y.")
STEPS = (
    Step(
        gettext_noop("Lay a word"),
        (
            Scene(
                hand=SIX,
                start=(),
                says=(
                    gettext_noop(
                        "Each player has their own tiles and board, and builds a crossword. You can rearrange "
                        "everything as often as you like. Nobody else sees it before the end."
                    ),
                ),
                task=gettext_noop("Here are 6 tiles. Lay any word with them, such as CAKE."),
                done=gettext_noop("That’s a word. On its own, it earns nothing yet."),
                is_done=lambda made: made.words > 0 and not made.struck,
                hint=gettext_noop(
                    "Lay two or more tiles side by side, or one below the other, so that they form a word: C, A, K, E."
                ),
            ),
        ),
    ),
    Step(
        gettext_noop("Add a crossing word"),
        (
            Scene(
                hand=SIX,
                start=("CAKE",),
                says=(
                    gettext_noop(
                        "A tile earns its value where two words cross on it. The value is the small number on the tile."
                    ),
                ),
                task=gettext_noop("Lay a second word through a letter of the first. KEY can go down from the K."),
                done=gettext_noop("The words cross, and the tile they share earns its value."),
                is_done=lambda made: made.points > 0 and not made.struck,
                hint=gettext_noop("Lay the E and the Y below the K. Then CAKE and KEY share the K."),
            ),
        ),
    ),
    Step(
        gettext_noop("How scoring works"),
        (
            Scene(
                hand=SIX,
                start=("CAKE", "...Y", "...E"),
                says=(
                    gettext_noop(
                        "Your score is the points of all crossings, divided by the number of words plus leftover "
                        "tiles. Here, two words cross on an E, which is worth 1, so the score is 1 ÷ 2."
                    ),
                    gettext_noop("So it matters which letter is at the crossing."),
                ),
                task=gettext_noop("The K is worth 5. Use the same 6 tiles to score 2.50."),
                done=gettext_noop(
                    "The same tiles score five times as much, because a high-value letter is at the crossing."
                ),
                is_done=lambda made: made.complete and 2 * made.value >= 5,
                hint=gettext_noop("Break up EYE. Lay the E and the Y below the K, so that CAKE and KEY cross there."),
            ),
        ),
    ),
    Step(
        gettext_noop("A green light"),
        (
            Scene(
                hand=SIX,
                start=BOARD,
                says=(
                    gettext_noop(
                        "Every tile is laid in words that form one connected group. Only then can you ask for a "
                        "light. There are no turns. Anyone who is ready can ask."
                    ),
                ),
                task=gettext_noop("Ask for the green light. It deals everyone one more tile."),
                done="",
                is_done=_all_laid,
                hint=gettext_noop(
                    "Every tile must be in a word, and all the words must be connected. Lay CAKE "
                    "across, and KEY down from its K."
                ),
                goes_on=gettext_noop("Ask for the green light"),
            ),
            Scene(
                hand=SIX + "S",
                start=BOARD,
                says=(
                    gettext_noop(
                        "The light is green, and you drew an S. A tile that you don’t lay is left over. It counts "
                        "as a word, so you divide by a larger number, and it earns nothing."
                    ),
                ),
                task=gettext_noop("Lay the S and see how your score changes."),
                done=gettext_noop(
                    "Every tile is laid again. A tile at the end of a word costs nothing. You could ask for the "
                    "next light now."
                ),
                is_done=_all_laid,
                hint=gettext_noop("Put the S at the end of CAKE or KEY. CAKES and KEYS are words too."),
            ),
        ),
    ),
    Step(
        gettext_noop("A tile that doesn’t fit"),
        (
            Scene(
                hand=SIX + "SQ",
                start=("CAKESQ", "..E...", "..Y..."),
                says=(
                    gettext_noop(
                        "The next light brought you a Q. CAKESQ isn’t a valid word, so it is struck. No words "
                        "cross any more, and the tiles of CAKESQ are left over."
                    ),
                    gettext_noop(
                        "You could take the Q off the board and keep it. Or you could jaywalk. Once a round, you "
                        "can give back one tile and draw another, unless you called the last light."
                    ),
                ),
                task=gettext_noop("Somebody else called this light, so you can jaywalk. Give back the Q."),
                done="",
                is_done=_always,
                goes_on=gettext_noop("Jaywalk with the Q"),
            ),
            Scene(
                hand=SIX + "SD",
                start=("CAKES", "..E..", "..Y.."),
                gives="Q",
                says=(
                    gettext_noop(
                        "You gave back the Q and drew a D. The Q is back in the pool with the other undealt tiles."
                    ),
                ),
                task=gettext_noop("Lay all 8 tiles. The S can go on another word to make room for the D."),
                done=gettext_noop(
                    "Every tile is laid. You can rearrange your whole board whenever you like, and you’ll often "
                    "have to."
                ),
                is_done=_all_laid,
                hint=gettext_noop("Put the D at the end of CAKE and the S at the end of KEY, to make CAKED and KEYS."),
            ),
        ),
    ),
    Step(
        gettext_noop("Ask, wait and finish"),
        (
            Scene(
                hand=SIX + "SD",
                start=("CAKED", "..E..", "..Y..", "..S.."),
                says=(
                    gettext_noop(
                        "A game lasts several days, and everyone plays when they have time. So a light that you "
                        "ask for waits until everyone has looked at their last tile, and then a little longer, "
                        "usually 5 minutes. This is the leeway. It gives players who looked last a chance to ask "
                        "too. The light goes to the player who asked first."
                    ),
                ),
                task=gettext_noop("Your board is complete. Ask for the light."),
                done="",
                is_done=_all_laid,
                hint=gettext_noop(
                    "Every tile must be in a word, and all the words must be connected. Lay CAKED across, and KEYS "
                    "down from its K."
                ),
                goes_on=gettext_noop("Ask for the light"),
            ),
            Scene(
                hand=SIX + "SD",
                start=("CAKED", "..E..", "..Y..", "..S.."),
                says=(
                    gettext_noop(
                        "Anna has looked, the leeway is over, and you get the light. Everyone has a new tile. "
                        "Yours is face down. It is withheld until one of the others has looked at theirs, so "
                        "calling the light gives you no head start."
                    ),
                ),
                task=gettext_noop("For now, you can only wait. An hour later, Anna looks at her tile."),
                done="",
                is_done=_always,
                goes_on=gettext_noop("Turn your tile over"),
            ),
            Scene(
                hand=SIX + "SDR",
                start=("CAKED", "..E..", "..Y..", "..S.."),
                says=(
                    gettext_noop(
                        "It’s an R. The pool has too few tiles for another light, so the next light is red and "
                        "ends the game. The player who calls it can’t change anything after that. The others have "
                        "1 day for their last layouts."
                    ),
                ),
                task=gettext_noop(
                    "Lay the R with the other 8 tiles. Can you find a longer word with the A, the C and the K?"
                ),
                done=gettext_noop("Every tile is laid. Ask for the red light."),
                is_done=_all_laid,
                hint=gettext_noop("RACKED uses them all. Lay it across, and KEYS down from its K."),
                goes_on=gettext_noop("Ask for the red light"),
            ),
            Scene(
                hand=SIX + "SDR",
                start=("RACKED", "...E..", "...Y..", "...S.."),
                says=(gettext_noop("The day is over, and all layouts are revealed. The highest score wins."),),
                task="",
                done="",
                is_done=_always,
            ),
        ),
    ),
)


@dataclass(frozen=True)
class Place:
    """A scene with its position in the lesson, and the layout there; `wrong` says why it can't be scored."""

    number: int
    at: int
    text: str
    laid: Layout = ()
    example: Example | None = None
    is_done: bool = False
    wrong: str = ""

    @property
    def scene(self) -> Scene:
        return STEPS[self.number - 1].scenes[self.at - 1]

    @property
    def next(self) -> str:
        """The address of the scene that follows."""
        if self.at < len(STEPS[self.number - 1].scenes):
            return reverse("learn_scene", args=(self.number, self.at + 1))
        return reverse("learn_step", args=(self.number + 1,)) if self.number < len(STEPS) else ""

    @property
    def is_end(self) -> bool:
        return self.number == len(STEPS) and self.at == len(STEPS[-1].scenes)


@require_safe
def learn(request: HttpRequest, number: int = 1, at: int = 1) -> HttpResponse:
    """Show a scene of the lesson with the layout in the address, or with its own."""
    if not (1 <= number <= len(STEPS) and 1 <= at <= len(STEPS[number - 1].scenes)):
        raise Http404
    place = _looked_at(number, at, request.GET.get("layout"))
    scene = place.scene
    context: dict[str, object] = {
        "place": place,
        "title": gettext(STEPS[number - 1].title),
        "steps": [(n, gettext(step.title)) for n, step in enumerate(STEPS, start=1)],
        "hand": scene.hand,
        "says": [gettext(said) for said in scene.says],
        "task": gettext(scene.task) if scene.task else "",
        "hint": gettext(scene.hint) if scene.hint and request.GET.get("layout") else "",
        "done": gettext(scene.done) if scene.done else "",
        "next": place.next,
        "goes_on": gettext(scene.goes_on) if scene.goes_on else "",
        "rows": "/".join(place.laid),
        "kind": KIND.key,
        "level": FIRST,
    }
    if place.is_end:
        context["annas"] = draw_example(ANNAS)
    return render(request, "games/learn.html", context)


def _looked_at(number: int, at: int, given: str | None) -> Place:
    """Return the scene with the layout `given`, as rows or a list of words; None for the scene's own."""
    scene = STEPS[number - 1].scenes[at - 1]
    words = shelf.words_of(shelf.named(KIND.word_list).pk)
    text = "\n".join(scene.start) if given is None else given[:LONGEST_LAYOUT]
    try:
        laid = layout_in(text, KIND, KIND.options_type())
        for tile in missing_tiles(laid, scene.hand) & Counter(scene.gives):
            laid = remove_tile(laid, tile)
        check_held(laid, scene.hand, ENGLISH)
    except (OrderRefused, Unreadable) as fault:
        return Place(number, at, text, wrong=speak(fault.why, ()))
    example = draw_example(laid, words=words, beside=beside(laid, scene.hand, ENGLISH))
    assert KIND.layouts is not None
    made = KIND.layouts.score(laid, scene.hand, words, ENGLISH)
    return Place(number, at, "\n".join(laid), laid, example, scene.is_done(made))
