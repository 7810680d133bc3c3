"""Play one seat of Lexicon Crossing to the end. `client.py SITE TOKEN` creates a game, `client.py SITE TOKEN GAME` joins one."""

import sys
import time

import httpx

SITE, TOKEN, *JOINED = sys.argv[1:]
ANY_ROW = {"tile_set": "LC62", "word_check": "challenge", "reveal_after": "nobody", "leeway": 0}
api = httpx.Client(base_url=f"{SITE}/api/v1", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30)


def ask(method, path, **body):
    answer = api.request(method, path, json=body or None)
    if answer.is_error and answer.status_code != 409:  # 409: refused, usually because the game has moved on
        sys.exit(answer.json()["detail"])
    return answer.json()


def order_for(view):
    if view.get("unseen"):
        return {"verb": "LOOK"}
    if view.get("score", {}).get("leftover"):  # all tiles in one row: a bluff, as words are only challenged
        return {"verb": "GRID", "layout": [view["hand"]]}
    return next(({"verb": verb} for verb in ("GREEN", "RED", "DONE") if verb in view["may"]), None)


game = f"/games/{JOINED[0] if JOINED else ask('POST', '/games', seats=2, listed=True, options=ANY_ROW)['id']}"
print(f"{SITE}{game}/", flush=True)
for step in ("join", "agree") if JOINED else ():  # creating a game accepts its settings
    ask("POST", f"{game}/{step}")
while (view := ask("GET", game))["phase"] not in ("finished", "cancelled"):
    if order := order_for(view):
        ask("POST", f"{game}/commands", commands=[order], turn=view["turn"])
    else:
        time.sleep(1)
print(*(f"seat {result['seat']}: {result['shown']}" for result in view.get("results", ())))
