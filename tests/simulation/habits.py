"""How often people do each thing on a visit. Each decision is drawn separately."""

from collections.abc import Callable, Mapping
from random import Random

from tests.simulation import cheating, daily, gathering, letters, meeting, notices, playing
from tests.simulation.people import Person

Act = Callable[[Person, Random], object]
MIX: Mapping[Act, float] = {
    daily.settle_in: 1,
    letters.read_letters: 1,
    meeting.follow_links: 1,
    meeting.agree: 1,
    playing.play_everywhere: 1,
    meeting.find_a_game: 0.6,
    gathering.direct: 0.6,
    gathering.take_part: 0.3,
    daily.look_around: 0.1,
    daily.solve_a_puzzle: 0.1,
    cheating.cheat: 0.1,
    playing.talk: 0.1,
    meeting.play_again: 0.1,
    meeting.change_a_lobby: 0.08,
    gathering.visit_a_club: 0.08,
    meeting.answer_substitutes: 0.5,
    meeting.ask_a_substitute: 0.03,
    meeting.end_a_substitution: 0.02,
    playing.mute_or_report: 0.02,
    playing.practise: 0.02,
    playing.resign: 0.01,
    daily.choose_emails: 0.03,
    daily.keep_hours: 0.02,
    daily.take_a_vacation: 0.02,
    notices.choose_notices: 0.25,
    notices.sign_out: 0.01,
}
"""How often each of these is done in a visit, in this order. Its name is part of the key of its chance, so renaming a function changes
what every seed draws."""


def spend_time(person: Person) -> None:
    """Do what this person does in one visit."""
    stays = person.habits.stays
    if not person.has_account:
        _arrive(person)
    elif stays and person.now > person.site.clock.start + person.habits.first + stays:
        person.leave()
    else:
        for act, share in MIX.items():
            drawn = person.draws(act.__name__)
            if drawn.random() < share:
                act(person, drawn)


def _arrive(person: Person) -> None:
    """Sign up, or sign in if that was done before; some first play as a guest, or accept an invitation."""
    drawn = person.draws("arrive")
    invitation = next(filter(letters.is_invitation, person.unread), None)
    if person.guest_game:
        playing.play_as_guest(person)
    if invitation is not None and drawn.random() < 0.5:
        person.unread.remove(invitation)
        letters.answer_invitation(person, drawn, invitation)
    elif not person.has_asked and drawn.random() < 0.4:
        drawn.choice((playing.practise, playing.pass_and_play))(person, drawn)
        playing.play_as_guest(person)
    else:
        person.sign_up()
