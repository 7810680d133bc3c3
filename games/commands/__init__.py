"""Every write, as a verb. Each takes `now`, takes the game's lock, and either happens whole or not at all.

No rule of a game stands here, and nobody is told: what happened is an event, announced by others after the commit.
"""

from games.commands.delivery import mail_fails, mail_works
from games.commands.drafts import (
    DraftChanged,
    DraftGone,
    Overtaken,
    change_draft,
    discard_draft,
    discard_submitted,
    rename_draft,
    save_draft,
)
from games.commands.farewell import delete_account
from games.commands.guests import remove_guests, take_over
from games.commands.invitations import accept_invitation, decline, invite, never_invite
from games.commands.links import make_link, take_link_back
from games.commands.lobby import (
    agree,
    cancel,
    cancel_stale_lobbies,
    free_seat,
    join,
    leave,
    make_game,
    rematch,
    seat_robot,
    sit_down_and_agree,
    take_back_agreement,
    take_seat,
)
from games.commands.opening import call_off_at, open_table
from games.commands.presence import note_presence
from games.commands.presets import NoSuchPreset, delete_preset, rename_preset, save_preset, save_preset_of_game
from games.commands.privacy import keep_note, mute_player, unmute_player
from games.commands.puzzles import enter, todays_puzzle
from games.commands.staff import govern, replace_player
from games.commands.table import (
    AlreadyObeyed,
    Stale,
    TooManyOrders,
    look,
    play,
    say,
    see_by_mail,
    set_tiles_by_email,
    would_take,
)
from games.commands.tile_sets import NoSuchSet, change_tile_set, delete_tile_set, save_tile_set
from games.commands.timers import apply_due, due_games, mail_is_waiting, mail_was_read
from games.commands.vacations import NoSuchVacation, declare_vacation, withdraw_vacation

__all__ = [
    "AlreadyObeyed",
    "DraftChanged",
    "DraftGone",
    "NoSuchPreset",
    "NoSuchSet",
    "NoSuchVacation",
    "Overtaken",
    "Stale",
    "TooManyOrders",
    "accept_invitation",
    "agree",
    "apply_due",
    "call_off_at",
    "cancel",
    "cancel_stale_lobbies",
    "change_draft",
    "change_tile_set",
    "declare_vacation",
    "decline",
    "delete_account",
    "delete_preset",
    "delete_tile_set",
    "discard_draft",
    "discard_submitted",
    "due_games",
    "enter",
    "free_seat",
    "govern",
    "invite",
    "join",
    "keep_note",
    "leave",
    "look",
    "mail_fails",
    "mail_is_waiting",
    "mail_was_read",
    "mail_works",
    "make_game",
    "make_link",
    "mute_player",
    "never_invite",
    "note_presence",
    "open_table",
    "play",
    "rematch",
    "remove_guests",
    "rename_draft",
    "rename_preset",
    "replace_player",
    "save_draft",
    "save_preset",
    "save_preset_of_game",
    "save_tile_set",
    "say",
    "seat_robot",
    "see_by_mail",
    "set_tiles_by_email",
    "sit_down_and_agree",
    "take_back_agreement",
    "take_link_back",
    "take_over",
    "take_seat",
    "todays_puzzle",
    "unmute_player",
    "withdraw_vacation",
    "would_take",
]
