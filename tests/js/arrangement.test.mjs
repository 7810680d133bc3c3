// The pure parts of the board, as node runs them: `node --test tests/js`.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as board from "../../games/web/static/js/board/arrangement.js";

const ROWS = [".K..", "CAKE", ".Y.."];
const rackOf = (arrangement) => arrangement.rack.map((id) => board.tileOf(arrangement, id).letter).join("");
const idOf = (arrangement, place) => board.tileAt(arrangement, place).id;

test("a layout is laid from the hand, and the rest is in the rack", () => {
  const arrangement = board.arrange("KKCAEYQX", ROWS);
  assert.deepEqual(board.rowsOf(arrangement), ROWS);
  assert.equal(rackOf(arrangement), "QX");
});

test("a lower-case letter is a blank, and shows as one", () => {
  const arrangement = board.arrange("K?AEYC", [".K..", "CAkE", ".Y.."]);
  assert.deepEqual(board.rowsOf(arrangement), [".K..", "CAkE", ".Y.."]);
  assert.equal(rackOf(arrangement), "");
});

test("the rack keeps the order its player gave it", () => {
  assert.equal(rackOf(board.arrange("ABCDE", [], "DAC")), "DACBE");
});

test("a tile dropped on another swaps with it", () => {
  const arrangement = board.arrange("CATQ", ["CAT"]);
  const swapped = board.put(arrangement, arrangement.rack[0], [0, 1]);
  assert.deepEqual(board.rowsOf(swapped), ["CQT"]);
  assert.equal(rackOf(swapped), "A");
  const turned = board.put(arrangement, idOf(arrangement, [0, 0]), [0, 2]);
  assert.deepEqual(board.rowsOf(turned), ["TAC"]);
});

test("what a move changes, the arrangement before it does not", () => {
  const arrangement = board.arrange("CAT", ["CAT"]);
  board.takeBack(arrangement);
  assert.deepEqual(board.rowsOf(arrangement), ["CAT"]);
});

test("tiles move together, unless another is in the way", () => {
  const arrangement = board.arrange("CATS", ["CAT.", "...S"]);
  const word = board.wordAt(arrangement, [0, 1], true);
  assert.equal(word.length, 3);
  assert.deepEqual(board.rowsOf(board.move(arrangement, word, [-1, 0])), ["CAT.", "....", "...S"]);
  assert.equal(board.move(arrangement, word, [1, 1]), null);
});

test("a word turns about its first tile", () => {
  const arrangement = board.arrange("CAT", ["CAT"]);
  const turned = board.turn(arrangement, arrangement.tiles.map((tile) => tile.id));
  assert.deepEqual(board.rowsOf(turned), ["C", "A", "T"]);
});

test("a taken blank forgets what it stood for", () => {
  const arrangement = board.takeBack(board.arrange("?A", ["zA"]));
  assert.ok(arrangement.tiles.every((tile) => tile.as === ""));
});

test("typing takes a letter from the rack before a blank", () => {
  const arrangement = board.arrange("?AB", []);
  assert.equal(board.fromRack(arrangement, "A").letter, "A");
  assert.equal(board.fromRack(arrangement, "Z").letter, "?");
  assert.equal(board.fromRack(arrangement, "A", "?").letter, "?");
  assert.equal(board.fromRack(board.arrange("AB", []), "Z"), undefined);
});

test("a new tile joins the end of the rack, and a returned one is gone, now and in every step before", () => {
  const before = board.arrange("CATQ", [], "Q");
  const now = board.put(before, board.fromRack(before, "C").id, [0, 0]);
  const exchange = board.exchangeFor(now, "CATXZ");
  assert.equal(rackOf(board.exchanged(now, exchange)), "ATXZ");
  assert.deepEqual(board.rowsOf(board.exchanged(now, exchange)), ["C"]);
  assert.equal(rackOf(board.exchanged(before, exchange)), "CATXZ");
});

test("of two equal tiles the one in the rack goes back, not the one that lies", () => {
  const arrangement = board.arrange("AA", ["A"]);
  const after = board.exchanged(arrangement, board.exchangeFor(arrangement, "AB"));
  assert.deepEqual([board.rowsOf(after), rackOf(after)], [["A"], "B"]);
});

test("a word is found along the cursor first, then across it, else it is the tile alone", () => {
  const arrangement = board.arrange("CAKEYKX", [".K...", "CAKE.", ".Y..."].slice(0, 2).concat([".Y..X"]));
  const letters = (place, across) => board.lettersOf(arrangement, board.wordAt(arrangement, place, across), "");
  assert.equal(letters([1, 1], true), "CAKE");
  assert.equal(letters([1, 1], false), "KAY");
  assert.equal(letters([0, 1], true), "KAY");
  assert.equal(letters([2, 4], true), "X");
  assert.equal(letters([5, 5], true), "");
});

test("a rectangle picks the tiles in it, whichever corners are named", () => {
  const arrangement = board.arrange("KCAKEY", ROWS);
  const letters = (one, other) => board.lettersOf(arrangement, board.between(arrangement, one, other), "");
  assert.equal(letters([0, 0], [1, 1]), "KCA");
  assert.equal(letters([1, 1], [0, 0]), letters([0, 0], [1, 1]));
  assert.equal(letters([3, 3], [4, 4]), "");
});

test("shuffling keeps every tile, sorting puts blanks last", () => {
  const arrangement = board.arrange("?QAB", []);
  assert.equal([...rackOf(board.shuffled(arrangement, () => 0.3))].sort().join(""), "?ABQ");
  assert.equal(rackOf(board.sorted(arrangement)), "ABQ?");
});
