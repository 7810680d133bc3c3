"""What jaywalks and swaps have in common: some tiles of a hand go for others, and a standing request lapses by that."""

from games.rules.crossing.course import Course
from games.rules.grid import lift
from games.rules.kind import Seat
from games.rules.tiles import without


def exchange(course: Course, seat: Seat, *, given: str, taken: str) -> None:
    """Of the tiles seen, those `given` (all of them held) go, and those `taken` come, seen at once; face-down tiles stay last.

    A given tile is lifted from the submitted layout where that now uses more of its letter than is held: the first such in
    row order. The rest stays as it lies."""
    state = course.state
    face_down = state.hands[seat][len(state.held(seat)) :]
    held = without(state.held(seat), given) + taken
    course.put("hands", seat, held + face_down)
    course.put("boards", seat, lift(state.boards[seat], given, held=held))


def lapse(course: Course, seat: Seat) -> None:
    """Withdraw a standing request, as its layout is no longer complete, or its tiles are others."""
    if course.state.request_of(seat):
        withdraw(course, seat)
        course.happened("lapse", seat)


def withdraw(course: Course, seat: Seat) -> None:
    course.change(requests=tuple(request for request in course.state.requests if request.seat != seat))
