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
  const word = board.lineAt(arrangement, [0, 1], true).map((tile) => tile.id);
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
  assert.equal(board.fromRack(board.arrange("AB", []), "Z"), undefined);
});

test("a new tile joins the end of the rack, and a returned one is gone", () => {
  const arrangement = board.withHand(board.arrange("CATQ", ["CAT"], "Q"), "CATXZ");
  assert.equal(rackOf(arrangement), "XZ");
  assert.deepEqual(board.rowsOf(arrangement), ["CAT"]);
});

test("shuffling keeps every tile, sorting puts blanks last", () => {
  const arrangement = board.arrange("?QAB", []);
  assert.equal([...rackOf(board.shuffled(arrangement, () => 0.3))].sort().join(""), "?ABQ");
  assert.equal(rackOf(board.sorted(arrangement)), "ABQ?");
});
