// The pure parts of the board, as node runs them: `node --test tests/js`.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as board from "../../games/web/static/js/board/arrangement.js";
import { ENGLISH, SPANISH } from "./alphabets.mjs";

const ROWS = [".K..", "CAKE", ".Y.."];
const laid = (hand, rows = [], rack = "") => board.arrange(hand, board.written(rows, rack));
const inRack = (tiles) => board.rackOf(tiles).map((tile) => tile.letter).join("");
const idAt = (tiles, place) => board.tileAt(tiles, place).id;
const charactersOf = (tiles, ids) => ids.map((id) => board.characterOf(board.tileOf(tiles, id))).join("");

test("a layout is laid from the hand, and the rest is in the rack", () => {
  const tiles = laid("KKCAEYQX", ROWS);
  assert.deepEqual(board.rowsOf(tiles), ROWS);
  assert.equal(inRack(tiles), "QX");
});

test("a lower-case letter is a blank, and shows as one", () => {
  const tiles = laid("K?AEYC", [".K..", "CAkE", ".Y.."]);
  assert.deepEqual(board.rowsOf(tiles), [".K..", "CAkE", ".Y.."]);
  assert.equal(inRack(tiles), "");
});

test("a letter that is not held is laid from a blank, or left out", () => {
  assert.deepEqual(board.rowsOf(laid("C?", ["CAT"])), ["Ca"]);
});

test("the rack keeps the order its player gave it", () => {
  assert.equal(inRack(laid("ABCDE", [], "DAC")), "DACBE");
});

test("a tile dropped on another swaps with it", () => {
  const tiles = laid("CATQ", ["CAT"]);
  const swapped = board.put(tiles, board.fromRack(tiles, "Q").id, [0, 1]);
  assert.deepEqual(board.rowsOf(swapped), ["CQT"]);
  assert.equal(inRack(swapped), "A");
  assert.deepEqual(board.rowsOf(board.put(tiles, idAt(tiles, [0, 0]), [0, 2])), ["TAC"]);
  assert.deepEqual(board.put(tiles, idAt(tiles, [0, 0]), [0, 0]), tiles);
});

test("a tile that was swapped stands in the rack where the other stood", () => {
  const tiles = laid("CABD", ["C"], "ABD");
  assert.equal(inRack(board.put(tiles, board.fromRack(tiles, "B").id, [0, 0])), "ACD");
});

test("what a move changes, the arrangement before it does not", () => {
  const tiles = laid("CAT", ["CAT"]);
  board.takeBack(tiles);
  assert.deepEqual(board.rowsOf(tiles), ["CAT"]);
});

test("tiles taken back come last in the rack", () => {
  const tiles = laid("CATQX", ["CAT"], "XQ");
  assert.equal(inRack(board.takeBack(tiles, [idAt(tiles, [0, 1])])), "XQA");
  assert.equal(inRack(board.takeBack(tiles)), "XQCAT");
});

test("tiles move together, unless another is in the way", () => {
  const tiles = laid("CATS", ["CAT.", "...S"]);
  const word = board.wordAt(tiles, [0, 1], true);
  assert.equal(word.length, 3);
  assert.deepEqual(board.rowsOf(board.move(tiles, word, [-1, 0])), ["CAT.", "....", "...S"]);
  assert.equal(board.move(tiles, word, [1, 1]), null);
});

test("a word turns about its first tile", () => {
  const tiles = laid("CAT", ["CAT"]);
  assert.deepEqual(board.rowsOf(board.turn(tiles, tiles.map((tile) => tile.id))), ["C", "A", "T"]);
});

test("a taken blank forgets what it stood for", () => {
  assert.ok(board.takeBack(laid("?A", ["zA"])).every((tile) => tile.as === ""));
});

test("typing takes a letter from the rack before a blank", () => {
  const tiles = laid("?AB");
  assert.equal(board.fromRack(tiles, "A").letter, "A");
  assert.equal(board.fromRack(tiles, "Z").letter, "?");
  assert.equal(board.fromRack(tiles).letter, "?");
  assert.equal(board.fromRack(laid("AB"), "Z"), undefined);
  assert.equal(board.fromRack(laid("ÉA"), "E", "É").letter, "É");
  assert.equal(board.fromRack(laid("ÉE"), "E", "É").letter, "E");
});

test("a new tile joins the end of the rack, and a returned one is gone, now and in every step before", () => {
  const before = laid("CATQ", [], "Q");
  const now = board.put(before, board.fromRack(before, "C").id, [0, 0]);
  const after = board.arrange("ACTXZ", now);
  assert.deepEqual([board.rowsOf(after), inRack(after)], [["C"], "ATXZ"]);
  assert.equal(inRack(board.arrange("ACTXZ", before)), "CATXZ");
  assert.deepEqual(after.filter(({ id }) => !board.tileOf(now, id)).map((tile) => tile.letter), ["X", "Z"]);
});

test("of two equal tiles the one in the rack goes back, not the one that lies", () => {
  const tiles = laid("AA", ["A"]);
  const after = board.arrange("AB", tiles);
  assert.deepEqual([board.rowsOf(after), inRack(after)], [["A"], "B"]);
  const other = board.put(laid("AA"), "A2", [0, 0]);
  assert.deepEqual(board.rowsOf(board.arrange("AB", other)), ["A"]);
});

test("a word is found along the cursor first, then across it, else it is the tile alone", () => {
  const tiles = laid("CAKEYKX", [".K...", "CAKE.", ".Y..X"]);
  const letters = (place, across) => charactersOf(tiles, board.wordAt(tiles, place, across));
  assert.equal(letters([1, 1], true), "CAKE");
  assert.equal(letters([1, 1], false), "KAY");
  assert.equal(letters([0, 1], true), "KAY");
  assert.equal(letters([2, 4], true), "X");
  assert.equal(letters([5, 5], true), "");
});

test("a rectangle picks the tiles in it, whichever corners are named", () => {
  const tiles = laid("KCAKEY", ROWS);
  const letters = (one, other) => charactersOf(tiles, board.between(tiles, one, other));
  assert.equal(letters([0, 0], [1, 1]), "KCA");
  assert.equal(letters([1, 1], [0, 0]), letters([0, 0], [1, 1]));
  assert.equal(letters([3, 3], [4, 4]), "");
});

test("shuffling keeps every tile, sorting puts blanks last", () => {
  const tiles = laid("?QAB");
  assert.equal([...inRack(board.shuffled(tiles, () => 0.3))].sort().join(""), "?ABQ");
  assert.equal(inRack(board.sorted(tiles, ENGLISH)), "ABQ?");
  assert.equal(inRack(board.sorted(laid("Ñ?O\u2c00NC"), SPANISH)), "C\u2c00NÑO?");
});

test("one tile of the rack goes before another, or to its end", () => {
  const tiles = laid("ABCD", ["B"]);
  assert.equal(inRack(board.ranked(tiles, "D1", "A1")), "DAC");
  assert.equal(inRack(board.ranked(tiles, "A1")), "CDA");
});

test("tiles that lie alike are alike, whichever was laid first, and the order of the rack counts", () => {
  const tiles = laid("CATQX", ["CAT"], "QX");
  assert.ok(board.areAlike(tiles, [...tiles.slice(0, 3).reverse(), ...tiles.slice(3)]));
  assert.ok(!board.areAlike(tiles, board.ranked(tiles, "Q1")));
});

// --- what is in sight

const BUTTONS = 56;
const fitted = (wide, high, tiles) => board.fitted(wide, high, board.boxOf(tiles), BUTTONS);
const small = fitted(600, 456, []);

test("an empty board shows its first cell in the middle, above the buttons", () => {
  assert.deepEqual(small, { cell: 44, x: 278, y: 178, wide: 600, high: 456 });
  assert.deepEqual(board.cellUnder(small, [300, 200]), [0, 0]);
  assert.deepEqual(board.cellUnder(small, [277, 222]), [1, -1]);
});

test("a large layout is fitted into the field as far as cells stay large enough", () => {
  assert.equal(fitted(600, 456, laid("A".repeat(14), ["A".repeat(14)])).cell, 40);
  assert.equal(fitted(600, 456, laid("A".repeat(60), ["A".repeat(60)])).cell, 22);
});

test("a layout that has room only under the buttons lies there rather than out of sight", () => {
  const column = laid("A".repeat(13), Array(13).fill("A"));
  assert.deepEqual(fitted(390, 334, column), { cell: 22, x: 184, y: 24, wide: 390, high: 334 });
});

test("what is under a finger stays there while one zooms, as far as one can", () => {
  const near = board.zoomed(small, 1.25, [300, 200]);
  assert.deepEqual([near.cell, board.cellUnder(near, [300, 200])], [55, [0, 0]]);
  assert.equal(board.zoomed(small, 9).cell, 64);
  assert.equal(board.zoomed(small, 1 / 9).cell, 22);
});

test("the field goes just so far that a cell is seen, and not at all where it is", () => {
  assert.deepEqual(board.showing(small, [0, 0]), small);
  const right = board.showing(small, [0, 20]);
  assert.equal(right.x + 21 * right.cell, 600);
  const above = board.showing(small, [-30, 0]);
  assert.equal(above.y - 30 * above.cell, 0);
});

test("an arrow goes towards tiles out of sight", () => {
  const tiles = laid("AA", ["A" + ".".repeat(30) + "A"]);
  assert.ok(board.beyond(small, board.boxOf(tiles)).right > 0);
  assert.ok(board.beyond(small, board.boxOf(tiles)).left < 0);
  assert.equal(board.toward(small, "right", board.boxOf(tiles)).x, small.x - 420);
});

// --- a board with an edge, on which tiles lie for good ---------------------------------------------------------------------

const FIXED = [".....", ".CAT.", "....."];
const onFixed = (hand, rows) => board.arrange(hand, board.written(board.laidOver(FIXED, rows)));

test("on a board only free cells take tiles, and its edge ends it", () => {
  assert.ok(board.isFree(FIXED, [0, 0]));
  for (const place of [[1, 1], [-1, 0], [0, 5], [3, 0]]) assert.ok(!board.isFree(FIXED, place), place);
  assert.ok(board.isFree(null, [-9, 99]));
});

test("what lies for good is read as it is, and is no tile to move", () => {
  assert.equal(board.fixedAt(FIXED, [1, 3]), "T");
  for (const place of [[0, 0], [9, 9]]) assert.equal(board.fixedAt(FIXED, place), undefined);
  assert.equal(onFixed("SX", ["....S", ".CAT.", "....."]).filter((tile) => tile.place).length, 1);
});

test("typing steps over what lies for good, in either way, and off the board where it ends", () => {
  assert.deepEqual(board.stepOver(FIXED, [1, 1], [0, 1]), [1, 4]);
  assert.deepEqual(board.stepOver(FIXED, [1, 3], [0, -1]), [1, 0]);
  assert.deepEqual(board.stepOver(FIXED, [1, 2], [1, 0]), [2, 2]);
  assert.deepEqual(board.stepOver([".CAT"], [0, 1], [0, 1]), [0, 4]);
  assert.deepEqual(board.stepOver(null, [1, 1], [0, 1]), [1, 1]);
});

test("a whole board is written with what is laid on it, a blank in lower case", () => {
  const rows = ["....S", ".CATs", "....."];
  assert.deepEqual(board.wholeRows(FIXED, onFixed("S?", rows)), rows);
  assert.deepEqual(board.wholeRows(FIXED, onFixed("S?", FIXED)), FIXED);
});

test("rows that are no such board, or move what lies for good, lay nothing", () => {
  for (const rows of [[], ["CATS"], FIXED.slice(1), [".....", "CAT..", "....."], [".....", ".CAT..", "....."]])
    assert.equal(board.laidOver(FIXED, rows), null);
});

const BOX = board.boxOfBoard(Array(15).fill(".".repeat(15)));
const whole = board.fitted(390, 390, BOX, 0);

test("a board is fitted as a whole, whatever lies on it", () => {
  assert.deepEqual(whole, { cell: 24, x: 15, y: 15, wide: 390, high: 390 });
});

test("a board that is wholly in sight stays in the middle, and a larger one goes no further than its edge", () => {
  assert.deepEqual(board.kept(board.panned(whole, [200, -70]), BOX), whole);
  const near = board.zoomed(whole, 2, [0, 0]);
  assert.deepEqual(board.kept(board.panned(near, [999, -999]), BOX), { ...near, x: 24, y: 390 - 15.5 * 48 });
});
