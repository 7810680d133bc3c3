// Which changes of a table are heard: those that its page shows.

import assert from "node:assert/strict";
import { test } from "node:test";

const { cueOf } = await import("../../games/web/static/js/sounds.js");

const DARK = { stage: "", tone: "", laid: 0, fresh: "" };
const ASKED = { ...DARK, stage: "asked", tone: "green" };

test("a page that shows the same is silent", () => {
  for (const one of [DARK, ASKED, { ...DARK, fresh: "2 new tiles" }]) assert.equal(cueOf(one, { ...one }), "");
});

test("a light is heard when it is asked, granted or red, and not when it goes out", () => {
  assert.equal(cueOf(DARK, ASKED), "light");
  assert.equal(cueOf({ ...ASKED, stage: "waits" }, ASKED), "light");
  assert.equal(cueOf(ASKED, { ...DARK, stage: "granted", tone: "green" }), "light");
  assert.equal(cueOf(ASKED, { ...DARK, tone: "red" }), "light");
  assert.equal(cueOf(ASKED, DARK), "");
});

test("a new tile is heard before the light that brought it, once", () => {
  const fresh = { ...DARK, stage: "granted", tone: "green", fresh: "1 new tile" };
  assert.equal(cueOf(ASKED, fresh), "tile");
  assert.equal(cueOf(fresh, { ...fresh, fresh: "" }), "");
  assert.equal(cueOf(fresh, { ...fresh, fresh: "2 new tiles" }), "tile");
});

test("one's own move is heard, and the others' is not", () => {
  const [mine, others] = [{ ...DARK, stage: "move", tone: "green" }, { ...DARK, stage: "waits" }];
  assert.equal(cueOf(others, mine), "move");
  assert.equal(cueOf(mine, others), "");
  assert.equal(cueOf(mine, { ...mine }), "");
});

test("tiles laid on a grid that all share are heard, unless one's own move begins with them", () => {
  const [mine, others] = [{ ...DARK, stage: "move" }, { ...DARK, stage: "waits", laid: 5 }];
  assert.equal(cueOf(mine, others), "tile");
  assert.equal(cueOf(others, { ...others, laid: 9 }), "tile");
  assert.equal(cueOf(others, { ...mine, laid: 9 }), "move");
});
