import assert from "node:assert/strict";
import { test } from "node:test";

import * as making from "../../games/web/static/js/making.js";

const own = (character, at, letter) => ({ ...making.cardOf(character, at), ...(letter && { letter }) });

test("a word of one's own cards is written with a mark behind a wild one", () => {
  const cards = [own("C", 0), own("?", 2, "A"), own("T", 1)];
  assert.equal(making.written(cards), "CA?T");
});

test("a word of the table is named with its marks and made longer without them", () => {
  assert.equal(making.named("LaRCH"), "LA?RCH");
  const cards = making.insert(making.cardsOf("aRE"), own("C", 0), 0);
  assert.equal(making.written(cards), "CARE");
});

test("one card is exchanged at a time, and the first goes back", () => {
  const once = making.exchange(making.cardsOf("ARE"), own("C", 0), 0, 1);
  const twice = making.exchange(once, own("T", 1), 1, 1);
  assert.deepEqual([making.written(once), making.written(twice)], ["CRE", "ATE"]);
  assert.equal(making.written(making.exchange(once, own("T", 1), 1, 0)), "CTE");
  assert.equal(making.written(making.takeBack(twice, 1)), "ARE");
});

test("a hand keeps the order in which its player has put it", () => {
  assert.equal(making.asTheyLay("TAC?A", "?AACT"), "TAC?A");
  assert.equal(making.asTheyLay("TACA", "AEQT"), "TAEQ");
});

test("a typed letter is the card itself before a wild one", () => {
  assert.equal(making.heldFor("A", "?A", []), 1);
  assert.equal(making.heldFor("A", "?A", [1]), 0);
  assert.equal(making.heldFor("A", "?aB", []), 1);
  assert.equal(making.heldFor("Z", "AB", []), -1);
});

test("cards that the hand no longer has go out of the word", () => {
  const cards = [own("C", 1), own("A", 0), own("T", 2)];
  assert.equal(making.written(making.stillHeld(cards, "ACT", "ATT")), "AT");
  assert.deepEqual(making.stillHeld(cards, "ACT", "TCA").map(({ at }) => at), [1, 2, 0]);
});
