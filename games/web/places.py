"""The five sections of the navigation, and the pages that belong to each."""

PAGES = {
    "play": (
        "home",
        "new_game",
        "preset",
        "finished_games",
        "game",
        "result",
        "analysis",
        "substitute",
        "substitutes",
        "substitution",
    ),
    "today": ("daily", "daily_of", "daily_result", "past_days", "puzzle_languages"),
    "explore": (
        *("all_games", "play", "learn", "learn_step", "learn_scene", "rules", "rules_of", "tactics", "records"),
        *("statistics", "ratings", "watch", "tile_sets", "tile_set"),
    ),
    "together": (
        *("together", "people", "player", "clubs", "club", "games_of_club", "join_club", "pass_and_play"),
        *("calculator", "score_sheet", "printed_tiles", "tournaments", "tournament", "withdraw", "take_part"),
        *("run_tournament", "run_preview", "run_settings", "run_events", "run_act", "run_act_on"),
        "new_tournament_of_club",
    ),
    "you": (
        *("profile", "account", "decisions", "delete_account", "account_email", "appearance", "vacation"),
        *("api_and_devices", "mail_choices", "game_mail_choices", "channels", "account_login", "account_signup"),
    ),
}
PLACES = {page: place for place, pages in PAGES.items() for page in pages}


def place_of(page: str | None) -> str:
    """Return the section that the page with this URL name belongs to; empty for other pages."""
    return PLACES.get(page or "", "")
