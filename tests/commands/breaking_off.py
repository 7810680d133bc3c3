"""A room that was told of games, and breaks off as they are packed: for `settings.TOLD_OF_GAMES`."""


def is_settled(game_id):
    return True


def forget(game_id):
    raise ConnectionAbortedError
