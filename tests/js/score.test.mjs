// The page's sums are the server's: the same cases for both.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { scoreOf, shown } from "../../games/web/static/js/board/arrangement.js";

const { cases, word_list: list } = JSON.parse(readFileSync(new URL("../cases/scoring.json", import.meta.url)));
const words = new Set(list.map((word) => word.toUpperCase()));

const cellsOf = (rows) =>
  new Map(rows.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "." ? [] : [[`${r},${c}`, sign]]))));

test("every case of the server's scores the same in the page", () => {
  assert.ok(cases.length > 100);
  for (const { layout, hand, ...expected } of cases) {
    const cells = cellsOf(layout);
    const score = scoreOf(cells, hand.length - cells.size, (word) => words.has(word));
    const struck = score.struck.map((run) => run.word).sort();
    const { points, words: n, leftover } = score;
    assert.deepEqual({ points, words: n, leftover, struck }, {
      points: expected.points,
      words: expected.words,
      leftover: expected.leftover,
      struck: expected.struck,
    });
  }
});

test("scores are shown as the server shows them", () => {
  assert.equal(shown({ points: 9, words: 4, leftover: 0 }), "9/4=2.25");
  assert.equal(shown({ points: 24, words: 7, leftover: 2 }), "24/(7+2)=2.67");
  assert.equal(shown({ points: 0, words: 0, leftover: 0 }), "0/0=0.00");
  assert.equal(shown({ points: 1, words: 8, leftover: 0 }), "1/8=0.13");
});

test("a run that is not looked up yet counts for nothing and says so", () => {
  const score = scoreOf(cellsOf(["CAT"]), 0, () => undefined);
  assert.equal(score.isKnown, false);
  assert.equal(score.words, 0);
  assert.deepEqual(score.struck, []);
});

test("a tile in two words is told with both, the dearest first", () => {
  const score = scoreOf(cellsOf([".K..", "CAKE", ".Y.."]), 0, () => true);
  assert.deepEqual(score.crossings, [{ key: "1,1", sign: "A", value: 1, words: ["KAY", "CAKE"] }]);
  const several = scoreOf(cellsOf(["CAKE", "A..A", "BARS"]), 0, () => true).crossings;
  assert.deepEqual(several.map(({ sign, value }) => `${sign} ${value}`), ["B 3", "C 3", "E 1", "S 1"]);
});

test("a blank in two words is told too, and earns nothing", () => {
  const [crossing] = scoreOf(cellsOf([".K..", "CaKE", ".Y.."]), 0, () => true).crossings;
  assert.deepEqual([crossing.sign, crossing.value], ["a", 0]);
});

test("tiles in no word are left over, and earn nothing", () => {
  const score = scoreOf(cellsOf(["CAT.X"]), 2, () => true);
  assert.deepEqual([score.points, score.leftover, score.crossings], [0, 3, []]);
});
