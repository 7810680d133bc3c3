"""What a choice of options comes to, for who makes a game: the deal, the pool, the lights, and how long that takes."""

from datetime import timedelta

from games.rules.crossing.deal import check_set_up
from games.rules.crossing.options import Options
from games.rules.kind import OrderRefused, SetUpRow, SetUps
from games.rules.messages import say
from games.rules.tiles import SetUp

USUAL_SEATS = (2, 3, 4, 5)
DAYS_AROUND = (
    2  # for the first looks and the last layouts; together with `see_within` a light as simulated games lasted
)
SITTING = timedelta(hours=1)  # with less grace than this all are at the table at once
LIVE_LIGHTS_AN_HOUR = 6


def set_ups(seats: int, options: Options) -> SetUps:
    """The options for the usual numbers of players and the chosen one. Raises OrderRefused for what cannot be dealt."""
    chosen = check_set_up(seats, options)
    rows = []
    for players in sorted({*USUAL_SEATS, seats}):
        try:
            plan = check_set_up(players, options) if players != seats else chosen
        except OrderRefused:
            continue
        rows.append(_row(players, plan, options))
    return SetUps(
        columns=(say("Each starts with"), say("In the pool"), say("Lights")),
        rows=tuple(rows),
        why=(
            say(
                "Half the set is shared out, and never fewer than 15 tiles each: with fewer there is little to arrange. "
                "Every light takes a tile for each player from the pool; when it cannot serve all, the light is red. "
                "Under 8 lights a game is over before plans ripen."
            ),
            say(
                "The days are an estimate for people who look in twice a day at the daily pace. "
                "Two tiles a light make a game half as long."
            ),
            say("LC120 is made for this game; S98 is the usual set without its blanks, S100 has them."),
        ),
    )


def _row(players: int, plan: SetUp, options: Options) -> SetUpRow:
    lasts = _lasts(plan.rounds, options)
    return SetUpRow(
        seats=players,
        numbers=(plan.deal, plan.pool, plan.rounds),
        lasts=lasts,
        says=say(
            "{players} players with {tiles} start with {deal} tiles each. {pool} are left in the pool, enough for "
            "{lights} lights: a game of about {lasts}.",
            players=players,
            tiles=options.tile_set,
            deal=plan.deal,
            pool=plan.pool,
            lights=plan.rounds,
            lasts=lasts,
        ),
        warnings=plan.warnings,
    )


def _lasts(lights: int, options: Options) -> timedelta:
    """How long so many lights take, roughly: as long as a look may take for each."""
    if options.span("grace") < SITTING:
        return timedelta(hours=max(1, round(lights / LIVE_LIGHTS_AN_HOUR)))
    return timedelta(days=round(lights * options.span("see_within") / timedelta(days=1)) + DAYS_AROUND)
