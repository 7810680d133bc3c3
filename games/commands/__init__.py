"""Every write to a game or a player, one function each. Each takes `now`, locks what it changes, and is atomic.

No game rules are here, and nobody is notified here: commands write events, which `notifications` announces after the
commit."""

from games.commands.archiving import LEAST_AGE, pack_games, unpack_games
from games.commands.figures import count_finished as count_finished
from games.commands.forgetting import (
    forget_answers,
    forget_decided_suspicions,
    forget_invitations,
    forget_reports,
    forget_sightings,
    forget_suspicions,
    forget_unconfirmed,
)
from games.commands.invitations import accept_invitation, decline, invite, is_never_invited, never_invite
from games.commands.lobby import (
    accept,
    agree,
    cancel,
    cancel_at,
    free_seat,
    join,
    leave,
    make_game,
    make_link,
    open_table,
    rematch,
    seat_robot,
    sit_down_and_agree,
    take_back_agreement,
    take_link_back,
    take_seat,
)
from games.commands.lobby import open_pass_and_play as open_pass_and_play
from games.commands.moderation import (
    NoSuchReport,
    appeal,
    decide,
    decide_appeal,
    report_name,
    report_place,
    report_words,
    undecided_since,
)
from games.commands.people import regard as regard
from games.commands.players import (
    NoSuchVacation,
    address_has_changed,
    announce_clocks_anew,
    ask_for_address,
    come_back,
    declare_vacation,
    delete_account,
    keep_address,
    keep_hours,
    mail_fails,
    mail_works,
    remove_guests,
    set_address,
    suppose_zone,
    take_over,
    withdraw_vacation,
)
from games.commands.private import (
    DraftChanged,
    DraftGone,
    Overtaken,
    change_draft,
    discard_draft,
    discard_submitted,
    keep_note,
    mute_player,
    note_presence,
    rename_draft,
    save_draft,
    unmute_player,
)
from games.commands.puzzles import choose_puzzle_languages, enter, todays_puzzle, try_entry
from games.commands.restoring import go_on_after_restore as go_on_after_restore
from games.commands.saved import (
    NoSuchPreset,
    NoSuchSet,
    change_tile_set,
    delete_preset,
    delete_tile_set,
    rename_preset,
    save_preset,
    save_preset_of_game,
    save_tile_set,
)
from games.commands.staff import govern, replace_player
from games.commands.statistics import tally_finished as tally_finished
from games.commands.substitutes import NoSuchSubstitution as NoSuchSubstitution
from games.commands.substitutes import accept as accept_substitution
from games.commands.substitutes import ask_substitute, ask_substitute_everywhere
from games.commands.substitutes import decline as decline_substitution
from games.commands.substitutes import end as end_substitution
from games.commands.suspicions import decide_suspicion, suspect
from games.commands.table import (
    AlreadyObeyed,
    Stale,
    TooManyOrders,
    apply_due,
    apply_due_in_each,
    cancel_stale_lobbies,
    due_games,
    due_since,
    look,
    mail_is_waiting,
    mail_was_read,
    play,
    say,
    see_by_mail,
    set_tiles_by_email,
    would_take,
)
