"""Doubts and votes: what they cost and earn, who may give which, and that nobody learns of another's too early."""

import pytest

from games.rules.handshake.claims import Claim, Shown, Tally, count, judge, points
from tests.rules.handshake.table import handshake, shown, voting
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI

# --- what they cost and earn --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("others", "doubters", "void"),
    [
        (2, 1, False),
        (2, 2, True),
        (3, 1, False),
        (3, 2, True),
        (4, 2, False),
        (4, 3, True),
        (1, 1, True),
        (1, 0, False),
    ],
)
def test_a_claim_is_void_if_more_than_half_of_the_others_doubt_it(others, doubters, void):
    claim = Shown(1, Claim(ANNA, "refused", "Pelé", "", "at home"))
    doubts = dict.fromkeys(range(1, 1 + doubters), (1,))
    (tally,) = judge([claim], doubts, live=range(1 + others))
    assert (tally.doubted_by, tally.void) == (tuple(doubts), void)


def test_players_who_resigned_do_not_count_as_doubters_or_others():
    claim = Shown(1, Claim(ANNA, "refused", "Pelé", "", "at home"))
    (tally,) = judge([claim], {1: (1,), 2: (1,), 3: ()}, live=[0, 2, 3])
    assert (tally.doubted_by, tally.void) == ((2,), False)


def test_votes_are_points_and_a_dismissed_doubt_costs_one():
    tallies = [
        Tally(1, ANNA, doubted_by=(BORIS,), voted_by=(CHLOE,)),
        Tally(2, BORIS, doubted_by=(ANNA, CHLOE), void=True),
    ]
    assert points(tallies, seats=3) == (1, -1, 0)


def test_a_void_claim_gets_no_votes():
    assert count([Tally(1, ANNA, void=True)], {BORIS: 1}) == (Tally(1, ANNA, void=True),)


# --- doubts -------------------------------------------------------------------------------------------------------------


def test_a_majority_voids_a_claim_and_other_doubts_are_dismissed():
    table = shown().doubt(anna="2, 3", boris="1 and 3", chloe="none")
    assert table.state.stage == "votes"
    assert "Claim 3 is void. Doubted by Anna and Boris." in table.panel(DMITRI, "claims")
    assert "Claim 1 still counts. Doubted by Boris." in table.panel(DMITRI, "claims")
    assert "The doubts are judged. Void claims: 3." in table.told_to(DMITRI)
    assert table.refusal(ANNA, "VOTE 3") == "Claim 3 doesn’t count. You can choose from: 2."
    table = table.vote(anna="2", boris="1", chloe="2")
    assert table.points == [1 - 1, 2 - 1, 0]


def test_a_player_who_says_nothing_doubts_nothing_and_loses_nothing():
    table = shown().doubt(anna="3").wait(hours=48)
    assert table.state.stage == "votes"
    assert [tally.void for tally in table.state.tallies] == [False, False, False]
    assert table.vote(anna="2", boris="1", chloe="1").points == [2 - 1, 1, 0]


def test_doubts_are_open_for_48_hours():
    table = shown().doubt(anna="none", boris="none")
    assert table.wait(hours=47, minutes=59).state.stage == "doubts"
    assert table.wait(hours=48).state.stage == "votes"


def test_only_the_latest_doubts_of_a_player_count():
    table = shown().doubt(anna="2, 3", boris="3").doubt(anna="none").doubt(chloe="none")
    assert [tally.doubted_by for tally in table.state.tallies] == [(), (), (BORIS,)]


def test_doubts_are_hidden_until_they_are_judged():
    doubting, believing = shown().doubt(anna="2, 3", boris="1"), shown().doubt(anna="none", boris="none")
    for reader in (CHLOE, DMITRI):
        assert doubting.view(reader) == believing.view(reader)
        assert doubting.told_to(reader) == believing.told_to(reader)
    assert doubting.panel(ANNA, "mine") == ["Claims you doubt: 2, 3."]
    assert believing.panel(ANNA, "mine") == ["You doubt no claims."]
    assert "Anna has sent their doubts." in doubting.told_to(CHLOE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("DOUBT 1", "Claim 1 is your own. You can choose from: 2, 3."),
        ("DOUBT 2, 4", "There is no claim 4. You can choose from: 2, 3."),
        ("DOUBT 0", "There is no claim 0. You can choose from: 2, 3."),
        ("VOTE 2", "The claims are shown, and you can doubt them now. Write, for example, DOUBT 2, 4 or DOUBT NONE."),
        (
            "CLAIM REFUSED Pelé: at home",
            "The claims are shown, and you can doubt them now. Write, for example, DOUBT 2, 4 or DOUBT NONE.",
        ),
    ],
)
def test_impossible_doubts_are_refused(text, why):
    assert shown().refusal(ANNA, text) == why


@pytest.mark.parametrize("claims", [None, 2, "2", [True], ["2"], {"2": 1}])
def test_malformed_doubts_are_refused(claims):
    assert shown().refusal_of(ANNA, "DOUBT", claims=claims) == "DOUBT can’t be written like this."


# --- votes --------------------------------------------------------------------------------------------------------------


def test_each_vote_is_a_point_and_the_round_ends_when_all_have_voted():
    table = voting().vote(anna="3", boris="3", chloe="1")
    assert (table.state.round, table.state.stage, table.points) == (2, "claims", [1, 0, 2])
    assert "Votes for claim 3: Anna and Boris." in table.panel(DMITRI, "round_1")
    assert "Claim 2 got no votes." in table.panel(DMITRI, "round_1")
    assert "The votes are counted. Claims with votes: 1, 3." in table.told_to(DMITRI)


def test_votes_are_open_for_48_hours():
    table = voting().vote(anna="3", boris="3")
    assert table.wait(hours=47, minutes=59).state.round == 1
    assert table.wait(hours=48).points == [0, 0, 2]


def test_only_the_latest_vote_of_a_player_counts():
    assert voting().vote(anna="3").vote(anna="2", boris="1", chloe="1").points == [2, 1, 0]


def test_votes_are_hidden_until_they_are_counted():
    one, other = voting().vote(anna="2", boris="1"), voting().vote(anna="3", boris="3")
    for reader in (CHLOE, DMITRI):
        assert one.view(reader) == other.view(reader)
        assert one.told_to(reader) == other.told_to(reader)
    assert one.panel(ANNA, "mine") == ["You voted for claim 2."]
    assert "Anna has voted." in one.told_to(CHLOE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("VOTE 1", "Claim 1 is your own. You can choose from: 2, 3."),
        ("VOTE 9", "There is no claim 9. You can choose from: 2, 3."),
        ("DOUBT 2", "The doubts are judged. Now vote for one claim, for example VOTE 3."),
        ("CLAIM REFUSED Pelé: at home", "The doubts are judged. Now vote for one claim, for example VOTE 3."),
    ],
)
def test_impossible_votes_are_refused(text, why):
    assert voting().refusal(ANNA, text) == why


@pytest.mark.parametrize("claim", [None, "2", True, [2], 2.0])
def test_a_malformed_vote_is_refused(claim):
    assert voting().refusal_of(ANNA, "VOTE", claim=claim) == "VOTE can’t be written like this."


def test_doubts_and_votes_are_refused_before_the_claims_are_shown():
    why = "It’s time to make claims. Send yours with CLAIM. You can doubt and vote once all claims are shown."
    assert handshake().refusal(ANNA, "DOUBT NONE") == handshake().refusal(ANNA, "VOTE 1") == why


def test_the_author_of_the_only_claim_cannot_doubt_or_vote():
    table = handshake().claim(ANNA).wait(days=3)
    assert table.state.awaited == (BORIS, CHLOE)
    why = "Only your own claim is left, so there is nothing for you to do in this part of the round."
    assert table.refusal(ANNA, "DOUBT NONE") == why
    table = table.doubt(boris="none", chloe="1")
    assert table.refusal(ANNA, "VOTE 1") == why
    assert table.vote(boris="1", chloe="1").points == [2, 0, -1]


def test_there_is_no_vote_when_every_claim_is_void():
    table = handshake().claim(ANNA).wait(days=3).doubt(boris="1", chloe="1")
    assert (table.state.round, table.points) == (2, [0, 0, 0])
    assert "Nobody voted." in table.told_to(DMITRI)
