"""Following, blocking and notes: their effect for the player, which the other can't notice."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands, queries, store
from games.models import Event
from games.players.models import Invitation, Player, Regard
from games.queries.people import NobodyKnown, known_player
from games.rules.values import OrderRefused
from notifications.models import Message
from notifications.outgoing.announcing import announce
from notifications.outgoing.enqueuing import Latest
from tests.tables import NOON, make_table, parts, start

pytestmark = pytest.mark.django_db


def block(player, other, *, on=True):
    commands.regard(player=player, other=other, blocks=on, now=NOON)


def follow(player, other):
    commands.regard(player=player, other=other, follows=True, now=NOON)


def open_to(player):
    return [game.id for game in queries.open_games(player=player, now=NOON)]


def waiting(player):
    return [line.id for line in queries.my_games(player=player, now=NOON).waiting_for_me]


def test_open_games_of_followed_players_come_first(anna, boris, chloe):
    theirs = make_table(boris, seats=2)
    newer = make_table(chloe, seats=2, now=NOON)
    assert open_to(anna) == [newer, theirs] or open_to(anna) == [theirs, newer]
    follow(anna, boris)
    assert open_to(anna)[0] == theirs
    follow(anna, chloe)
    commands.regard(player=anna, other=boris, follows=False, now=NOON)
    assert open_to(anna)[0] == newer
    assert Regard.objects.count() == 1, "nothing is kept where nothing is left to keep"


def test_only_public_games_of_followed_players_are_listed(anna, boris, chloe):
    shown = start(boris, chloe, listed=True)
    start(boris, chloe, listed=False)
    start(anna, boris, listed=True)
    assert queries.start_page(player=anna, now=NOON).followed == ()
    follow(anna, boris)
    assert queries.start_page(player=anna, now=NOON).followed == (shown,)
    assert [game.id for game in queries.public_games_of((shown,))] == [shown]


def test_a_block_hides_each_players_games_from_the_other(anna, boris, chloe):
    of_anna, of_boris = make_table(anna, seats=2), make_table(boris, seats=2)
    block(anna, boris)
    assert (open_to(anna), open_to(boris), set(open_to(chloe))) == ([], [], {of_anna, of_boris})
    noticed = [queries.start_page(player=one, now=NOON).noticed for one in (anna, boris)]
    assert all(row[0] != 3 for rows in noticed for row in rows)
    block(anna, boris, on=False)
    assert (open_to(anna), open_to(boris)) == ([of_boris], [of_anna])


def test_a_blocked_player_cannot_tell_an_open_game_from_a_missing_one(anna, boris, chloe):
    open_table, private = make_table(anna, seats=3), make_table(anna, seats=3, listed=False)
    block(anna, boris)
    for act in (commands.join, commands.sit_down_and_agree, commands.agree):
        counted = []
        for game_id in (open_table, private):
            with CaptureQueriesContext(connection) as asked, pytest.raises(store.NoSuchGame):
                act(game_id=game_id, player=boris, now=NOON)
            counted.append(len(asked))
        if act is not commands.sit_down_and_agree:
            assert counted[0] == counted[1]
    for game_id in (open_table, private):
        with pytest.raises(store.NoSuchGame):
            queries.table(game_id=game_id, player=boris, now=NOON)
    commands.join(game_id=open_table, player=chloe, now=NOON)


def test_a_blocked_player_can_join_if_the_blocker_invites_them(anna, boris):
    game_id = make_table(anna, seats=2)
    block(anna, boris)
    commands.invite(game_id=game_id, player=anna, email=boris.email, now=NOON)
    assert waiting(boris) == [game_id]
    commands.join(game_id=game_id, player=boris, now=NOON)


def test_a_blocked_players_invitation_looks_normal_but_reaches_nobody(anna, boris, chloe):
    block(anna, boris)
    seen = []
    for email in (anna.email, chloe.email):
        game_id = make_table(boris, seats=3, listed=False)
        with CaptureQueriesContext(connection) as asked:
            commands.invite(game_id=game_id, player=boris, email=email, now=NOON)
        view = queries.table(game_id=game_id, player=boris, now=NOON)
        verbs = list(Event.objects.filter(game=game_id).values_list("verb", "seat"))
        shown = parts(view).replace(email, "X").replace(str(game_id), "N").replace(view.seed or "-", "")
        seen.append((len(asked), verbs, view.invited == (email,), len(shown)))
    assert seen[0] == seen[1]
    assert waiting(anna) == []
    assert waiting(chloe) == [game_id]
    with pytest.raises(store.NoSuchGame):
        queries.table(game_id=Invitation.objects.get(email=anna.email).game_id, player=anna, now=NOON)


def test_no_email_is_sent_for_a_withheld_invitation(anna, boris, chloe):
    block(anna, boris)
    for email in (anna.email, chloe.email):
        commands.invite(game_id=make_table(boris, seats=3), player=boris, email=email, now=NOON)
    for game_id in Event.objects.filter(announced_at=None).values_list("game", flat=True).distinct():
        announce(Latest(game_id, now=NOON))
    assert list(Message.objects.values_list("address", flat=True)) == [chloe.email]


def test_a_second_invitation_reaches_a_player_who_blocked_the_first_sender(anna, boris, chloe):
    game_id = make_table(chloe, boris, seats=4)
    block(anna, boris)
    commands.invite(game_id=game_id, player=boris, email=anna.email, now=NOON)
    assert waiting(anna) == []
    commands.invite(game_id=game_id, player=chloe, email=anna.email, now=NOON)
    assert waiting(anna) == [game_id]


def test_others_cannot_invite_a_player_to_a_game_of_their_blocker(anna, boris, chloe):
    game_id = make_table(anna, chloe, seats=4)
    block(anna, boris)
    commands.invite(game_id=game_id, player=chloe, email=boris.email, now=NOON)
    assert waiting(boris) == []
    assert queries.export(player=boris, now=NOON)["invitations"] == []
    with pytest.raises(store.NoSuchGame):
        commands.join(game_id=game_id, player=boris, now=NOON)


def test_blocking_withdraws_pending_invitations_in_both_directions(anna, boris, chloe):
    by_boris = make_table(boris, seats=3, invite=[anna.email])
    to_boris = make_table(anna, chloe, seats=4)
    commands.invite(game_id=to_boris, player=chloe, email=boris.email, now=NOON)
    assert (waiting(anna), waiting(boris)) == ([by_boris], [to_boris])
    block(anna, boris)
    assert (waiting(anna), waiting(boris)) == ([], [])


def said_to(player, game_id):
    history = queries.table(game_id=game_id, player=player, now=NOON).history
    return [line.said for line in history if line.by is not None]


def test_chat_from_a_blocked_player_is_hidden_in_new_games(anna, boris, chloe):
    older = start(anna, boris, chloe)
    block(anna, boris)
    newer = start(chloe, boris, anna)
    for game_id in (older, newer):
        commands.say(game_id=game_id, player=boris, text="Slow, are we", now=NOON)
    assert (said_to(anna, older), said_to(anna, newer)) == (["Slow, are we"], [])
    assert said_to(boris, newer) == said_to(chloe, newer) == ["Slow, are we"]


def test_a_blocked_player_stays_muted_after_changing_seats(anna, boris, chloe):
    game_id = make_table(chloe, anna, boris, seats=4)
    block(anna, boris)
    commands.take_seat(game_id=game_id, player=boris, number=3, now=NOON)
    commands.say(game_id=game_id, player=boris, text="Here", now=NOON)
    assert (said_to(anna, game_id), said_to(chloe, game_id)) == ([], ["Here"])


def test_blocking_ends_following_and_prevents_it(anna, boris):
    follow(anna, boris)
    block(anna, boris)
    assert not Regard.objects.get().follows
    with pytest.raises(OrderRefused, match="Unblock them before you follow them"):
        follow(anna, boris)
    with pytest.raises(OrderRefused, match="That’s you"):
        follow(anna, anna)
    with pytest.raises(OrderRefused, match="at most 2000"):
        commands.regard(player=anna, other=boris, note="x" * 2001, now=NOON)


def test_only_players_whose_name_is_known_can_be_followed_or_blocked(anna, boris, chloe, dmitri):
    with pytest.raises(NobodyKnown):
        known_player(player=anna, other_id=boris.pk, now=NOON)
    start(boris, chloe, listed=False)
    with pytest.raises(NobodyKnown):
        known_player(player=anna, other_id=boris.pk, now=NOON)
    make_table(boris, seats=2)
    assert known_player(player=anna, other_id=boris.pk, now=NOON) == boris
    block(boris, anna)
    with pytest.raises(NobodyKnown):
        known_player(player=anna, other_id=boris.pk, now=NOON)
    for nobody in (anna.pk, 10**30, 0):
        with pytest.raises(NobodyKnown):
            known_player(player=anna, other_id=nobody, now=NOON)
    start(dmitri, anna, listed=False)
    assert known_player(player=anna, other_id=dmitri.pk, now=NOON) == dmitri


def test_notes_on_others_are_exported_to_their_author_and_deleted_with_either(anna, boris, chloe):
    now = timezone.now()
    commands.regard(player=anna, other=boris, follows=True, note="Plays late", now=now)
    commands.regard(player=boris, other=anna, blocks=True, now=now)
    kept = queries.export(player=anna, now=now)["people"]
    assert [(one["other__name"], one["follows"], one["blocks"], one["note"]) for one in kept] == [
        ("Boris", True, False, "Plays late")
    ]
    commands.regard(player=chloe, other=boris, follows=True, now=now)
    commands.delete_account(player=anna, now=now)
    assert Regard.objects.count() == 1
    commands.delete_account(player=Player.objects.get(pk=boris.pk), now=now)
    assert not Regard.objects.exists()
