// The parts of a sum: what a word earns, in which words a tile stands, and where the arrows lead.

import assert from "node:assert/strict";
import { test } from "node:test";

const { nextTile, partsOf, termsOf } = await import("../../games/web/static/js/parts.js");

// KEY down from the K of CAKE
const CAKE = { text: "cake", places: ["0 0", "44 0", "88 0", "132 0"] };
const KEY = { text: "key", places: ["88 0", "88 44", "88 88"] };
const tile = (place, letter, points) => ({ place, letter, points });
const TILES = [
  ...[tile("0 0", "C", 3), tile("44 0", "A", 1), tile("88 0", "K", 5), tile("132 0", "E", 1)],
  ...[tile("88 44", "E", 1), tile("88 88", "Y", 4), tile("0 176", "Q", 10)],
];
const parts = partsOf([CAKE, KEY], TILES);

test("a word earns what crosses in it", () => {
  assert.deepEqual(termsOf(CAKE, parts), { terms: ["K 5"], points: 5 });
  const alone = partsOf([CAKE], TILES);
  assert.deepEqual(termsOf(CAKE, alone), { terms: [], points: 0 });
});

test("a tile stands in two words, in one, or in none", () => {
  const standsIn = (place) => parts.get(place).words.map((word) => word.text);
  assert.deepEqual(standsIn("88 0"), ["cake", "key"]);
  assert.deepEqual(standsIn("0 0"), ["cake"]);
  assert.deepEqual(standsIn("0 176"), []);
});

test("the arrows lead straight ahead before aside, and nowhere past the last", () => {
  const at = (place) => {
    const [x, y] = place.split(" ").map(Number);
    return { x, y, place };
  };
  const tiles = TILES.map(({ place }) => at(place));
  assert.equal(nextTile(tiles, at("0 0"), [1, 0]).place, "44 0");
  assert.equal(nextTile(tiles, at("88 0"), [0, 1]).place, "88 44");
  assert.equal(nextTile(tiles, at("88 88"), [-1, 0]).place, "44 0");
  assert.equal(nextTile(tiles, at("132 0"), [1, 0]), undefined);
});
