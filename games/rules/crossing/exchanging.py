"""What jaywalks and swaps have in common: some tiles of a hand go for others, and a standing request lapses by that."""

from games.rules.crossing.course import Course
from games.rules.grid import missing_tiles, remove_tile
from games.rules.kind import Seat


def exchange(course: Course, seat: Seat, *, given: str, taken: str) -> None:
    """Of the tiles seen, those `given` (all of them held) go, and those `taken` come, seen at once; face-down tiles stay last.

    A given tile is lifted from the submitted layout where that now uses more of its letter than is held: the first such in
    row order. The rest stays as it lies."""
    state = course.state
    held, face_down = state.held(seat), state.hands[seat][len(state.held(seat)) :]
    for tile in given:
        held = held.replace(tile, "", 1)
    held += taken
    course.put("hands", seat, held + face_down)
    for tile in given:
        if tile in missing_tiles(course.state.boards[seat], held):
            course.put("boards", seat, remove_tile(course.state.boards[seat], tile))


def lapse(course: Course, seat: Seat) -> None:
    """Withdraw a standing request, as its layout is no longer complete, or its tiles are others."""
    if course.state.request_of(seat):
        withdraw(course, seat)
        course.happened("lapse", seat)


def withdraw(course: Course, seat: Seat) -> None:
    course.change(requests=tuple(request for request in course.state.requests if request.seat != seat))
