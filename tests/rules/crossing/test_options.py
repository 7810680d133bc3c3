"""Which options of a game go together."""

import pytest

from games.rules.crossing.options import Options, why_unrated
from games.rules.crossing.set_ups import check_set_up
from games.rules.values import OrderRefused


@pytest.mark.parametrize(
    ("options", "would_be_right"),
    [
        (
            Options(jaywalk="nobody", jaywalk_draw=2),
            "jaywalk_draw only works if jaywalk is one of these: not_caller, everyone, behind. Here it is",
        ),
        (
            Options(jaywalk="nobody", face_up=True),
            "face_up only works if jaywalk is one of these: not_caller, everyone, behind. Here it is",
        ),
        (Options(false_challenge=3), "false_challenge only works if word_check is one of these: challenge. Here it is"),
        (
            Options(challenge_lights=True),
            "challenge_lights only works if word_check is one of these: challenge. Here it is",
        ),
        (
            Options(word_check="challenge", challenge_forfeit="Sing."),
            "challenge_forfeit only works if challenge_lights is one of these: true. Here it is false.",
        ),
        (
            Options(grace=60, see_within=86401),
            "With a grace period of less than an hour, everyone plays at the same time. see_within can then be at most a day.",
        ),
        (Options(light_forfeit="x" * 101), "light_forfeit can only be one line of at most 100 characters"),
        (Options(light_forfeit="two\nlines"), "light_forfeit can only be one line of at most 100 characters"),
        (Options(light_forfeit="Sing \u202egnos a"), "light_forfeit can only be one line of at most 100 characters"),
        (
            Options(teams="AB"),
            "teams needs a letter for each of the 4 seats, the same one for players in the same team. For example: ABAB.",
        ),
        (Options(teams="abab"), "teams needs a letter for each of the 4 seats"),
        (
            Options(teams="AAAA"),
            "A team game needs at least two teams. Use two or more different letters, for example ABAB.",
        ),
        (Options(team_wins="sum"), "team_wins only works in a team game. Set teams first, for example to ABAB."),
    ],
)
def test_incompatible_options_are_refused_with_a_suggestion(options, would_be_right):
    with pytest.raises(OrderRefused, match=would_be_right):
        check_set_up(4, options)


@pytest.mark.parametrize(
    "options",
    [
        Options(jaywalk="everyone", jaywalk_times=3, jaywalk_tiles=2, jaywalk_draw=2, face_up=True),
        Options(word_check="challenge", false_challenge=5, challenge_lights=True, challenge_forfeit="Sing."),
        Options(teams="ABAB", team_wins="sum", partners_see=False),
        Options(teams="AAAB", team_wins="lowest"),
    ],
)
def test_compatible_options_are_accepted(options):
    assert check_set_up(4, options).deal == 15


def test_team_games_and_shared_seats_are_not_rated():
    assert why_unrated(Options()) is None
    assert "Team games aren’t rated" in str(why_unrated(Options(teams="ABAB")))
    assert "shared seats" in str(why_unrated(Options(people_a_seat=2)))
