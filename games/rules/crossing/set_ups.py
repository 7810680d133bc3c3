"""Forecasts for people who create a game: the deal, the pool, the number of lights, and how long such a game takes."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import alphabet_of
from games.rules.crossing.options import Options, check_options
from games.rules.grid import MOST_TILES
from games.rules.options import HOUR
from games.rules.texts import Text, say
from games.rules.tiles import SetUp, parse_tile_set, set_up
from games.rules.values import OrderRefused, SetUpRow, SetUps


def check_set_up(seats: int, options: Options) -> SetUp:
    """Return the deal for this many seats.

    Raises OrderRefused if it is impossible or the settings don't go together."""
    check_options(seats, options)
    return set_up(
        parse_tile_set(options.tile_set, alphabet_of(options.alphabet)),
        players=seats,
        starting_tiles=options.starting_tiles,
        tiles_per_light=options.tiles_per_light,
    )


USUAL_SEATS = (2, 3, 4, 5)
DAYS_AROUND = 2  # for first looks and last layouts; together with `see_within` a light, this matches simulated games
LIVE_LIGHT = timedelta(hours=1) / 36
LIVE_STEP = timedelta(minutes=10)  # times of live games are rounded to this
OTHER_LOOKS = (12 * HOUR, 24 * HOUR, 48 * HOUR)


def set_ups(seats: int, options: Options) -> SetUps:
    """Return the forecast for the usual numbers of players and the chosen one. Raises OrderRefused if the chosen one
    can't be dealt."""
    chosen = check_set_up(seats, options)
    # a team setting fits only one number of players
    for_anybody = replace(options, teams="", team_wins="best", partners_see=True)
    rows = []
    for players in sorted({*USUAL_SEATS, seats}):
        try:
            plan = check_set_up(players, for_anybody) if players != seats else chosen
        except OrderRefused:
            continue
        rows.append(_row(players, plan, options))
    return SetUps(
        columns=(say("Each starts with"), say("In the pool"), say("Lights")),
        rows=tuple(rows),
        why=(
            say(
                "Half the set is shared out, but never fewer than 15 tiles each, because fewer leave little to "
                "arrange. Every light takes a tile for each player from the pool. When the pool can’t serve "
                "everyone, the light is red. With fewer than 8 lights, a game ends too soon for plans to work out."
            ),
            say(
                "The days are an estimate for players who check in twice a day at the daily pace. With two tiles "
                "per light, a game is half as long."
            ),
            *_about_sets(alphabet_of(options.alphabet)),
        ),
        by_option=_by_option(seats, options, chosen),
    )


def _about_sets(alphabet: Alphabet) -> Iterator[Text]:
    """Yield what the sets of an alphabet are for, as far as it has them."""
    names, full = alphabet.sets, alphabet.standard
    if "LC120" in names:
        yield say("LC120 is made for this game.")
    if plain := next((name for name in ("S98", "PLAIN") if name in names), ""):
        yield say("{full} is the standard set with its blanks, and {plain} has none.", full=full, plain=plain)


LONGEST_SHOWN = 40  # counts of all letters would be most of the sentence


def _row(players: int, plan: SetUp, options: Options) -> SetUpRow:
    lasts = _lasts(plan.rounds, options)
    return SetUpRow(
        seats=players,
        numbers=(plan.deal, plan.pool, plan.rounds),
        lasts=lasts,
        says=say(
            "With {tiles}, {players} players start with {deal} tiles each. That leaves {pool} in the pool, enough "
            "for {lights} lights: a game of about {lasts}.",
            players=players,
            tiles=options.tile_set
            if len(options.tile_set) <= LONGEST_SHOWN
            else say("{n} tiles", n=players * plan.deal + plan.pool),
            deal=plan.deal,
            pool=plan.pool,
            lights=plan.rounds,
            lasts=lasts,
        ),
        warnings=(*plan.warnings, *_sooner(players, plan, options)),
    )


def _sooner(seats: int, plan: SetUp, options: Options) -> Iterator[Text]:
    """Yield the remarks on drawing two tiles for one: the pool empties sooner, and open tiles are recommended."""
    if options.jaywalk_draw == 2 and plan.rounds:
        lights = _lights_at_least(seats, plan, options)
        yield say(
            "Two for one empties the pool sooner. If every jaywalk is used, there are {lights} lights, about {lasts}.",
            lights=lights,
            lasts=_lasts(lights, options),
        )
    if options.jaywalk_draw == 2 and not options.face_up:
        yield say("With two for one, we recommend that returned tiles lie face up.")


def _lasts(lights: int, options: Options) -> timedelta:
    """Return the rough duration of a game with this many lights: the time to look for each, and the time for
    challenges."""
    challenges = options.span("challenge_window") if options.words_are_challenged else timedelta(0)
    if options.all_sit_together:
        return max(1, round(lights * LIVE_LIGHT / LIVE_STEP)) * LIVE_STEP + challenges
    return timedelta(days=round(lights * options.span("see_within") / timedelta(days=1)) + DAYS_AROUND) + challenges


def _by_option(seats: int, options: Options, plan: SetUp) -> Mapping[str, tuple[Text, ...]]:
    """Return sentences on each setting that affects length: the result as chosen, and with other values."""
    lines = {
        "starting_tiles": tuple(_deals(seats, options, plan)),
        "tiles_per_light": tuple(_lights(seats, options, plan)),
        "word_check": (
            say(
                "Challenges add {window} at the end, so about {lasts} in all.",
                window=options.span("challenge_window"),
                lasts=_lasts(plan.rounds, replace(options, word_check="challenge")),
            ),
        ),
        "see_within": tuple(_looks(options, plan)),
        "jaywalk_draw": tuple(_two_for_one(seats, options, plan)),
    }
    return {name: says for name, says in lines.items() if says}


def _lights(seats: int, options: Options, plan: SetUp) -> Iterator[Text]:
    yield say("As chosen: {lights} lights, about {lasts}.", lights=plan.rounds, lasts=_lasts(plan.rounds, options))
    other = replace(options, tiles_per_light=3 - options.tiles_per_light)
    lights = check_set_up(seats, other).rounds
    if other.tiles_per_light == 2:
        yield say("Two tiles each: {lights} lights, about {lasts}.", lights=lights, lasts=_lasts(lights, other))
    else:
        yield say("One tile each: {lights} lights, about {lasts}.", lights=lights, lasts=_lasts(lights, other))


def _deals(seats: int, options: Options, plan: SetUp) -> Iterator[Text]:
    """Yield the forecast for the chosen deal and for the largest, which often leaves only the red light."""
    yield say(
        "As chosen: {deal} tiles each, {lights} lights, about {lasts}.",
        deal=plan.deal,
        lights=plan.rounds,
        lasts=_lasts(plan.rounds, options),
    )
    all_shared = (plan.deal * seats + plan.pool) // seats
    most = check_set_up(seats, replace(options, starting_tiles=min(all_shared, MOST_TILES)))
    if most.deal == plan.deal:
        return
    if most.rounds:
        yield say(
            "Largest deal: {deal} tiles each, {lights} lights, about {lasts}.",
            deal=most.deal,
            lights=most.rounds,
            lasts=_lasts(most.rounds, options),
        )
    else:
        yield say(
            "All shared out: {deal} tiles each, the first light is red, about {lasts}.",
            deal=most.deal,
            lasts=_lasts(0, options),
        )


def _looks(options: Options, plan: SetUp) -> Iterator[Text]:
    """Yield a forecast for several times to look; none if everyone plays at the same time."""
    if options.all_sit_together:
        return
    for seconds in sorted({*OTHER_LOOKS, options.see_within}):
        other = replace(options, see_within=seconds)
        yield say("{time}: about {lasts}.", time=other.span("see_within"), lasts=_lasts(plan.rounds, other))


def _two_for_one(seats: int, options: Options, plan: SetUp) -> Iterator[Text]:
    """Yield the number of lights with one for one, and with two for one if every jaywalk is used."""
    if options.jaywalk == "nobody" or not plan.rounds:
        return
    lights = _lights_at_least(seats, plan, options)
    yield say("One for one: {lights} lights, about {lasts}.", lights=plan.rounds, lasts=_lasts(plan.rounds, options))
    yield say(
        "Two for one, if every jaywalk is used: {lights} lights, about {lasts}.",
        lights=lights,
        lasts=_lasts(lights, options),
    )


def _lights_at_least(seats: int, plan: SetUp, options: Options) -> int:
    """Return the number of lights if every jaywalk is used and takes one more tile than it returns."""
    jaywalkers = seats if options.jaywalk == "everyone" else seats - 1
    taken = jaywalkers * options.jaywalk_tiles
    match options.jaywalk_times:
        case "unlimited":
            return 0
        case "once a game":
            return max(0, plan.pool - taken) // (seats * options.tiles_per_light)
        case "every second round":
            return 2 * plan.pool // (2 * seats * options.tiles_per_light + taken)
        case times:
            assert isinstance(times, int)
            return plan.pool // (seats * options.tiles_per_light + taken * times)
