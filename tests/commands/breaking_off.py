"""A package with a hook on games, for `settings.TOLD_OF_GAMES`, that fails while they are packed."""


def is_settled(game_id):
    return True


def forget(game_id):
    raise ConnectionAbortedError
