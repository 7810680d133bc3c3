// The page's sums are the server's: the same cases for both.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { arrange, laidOf, scoreOf, shown, sumsOf, written } from "../../games/web/static/js/board/arrangement.js";
import { ENGLISH, SPANISH } from "./alphabets.mjs";

const { cases, word_list: list } = JSON.parse(readFileSync(new URL("../cases/scoring.json", import.meta.url)));
const words = new Set(list.map((word) => word.toUpperCase()));

const laid = (rows, more = "") => {
  const like = written(rows);
  return arrange(like.map((tile) => tile.letter).join("") + more, like);
};

test("every case of the server's scores the same in the page", () => {
  assert.ok(cases.length > 100);
  for (const { layout, hand, ...expected } of cases) {
    const tiles = arrange(hand, written(layout));
    assert.equal(laidOf(tiles).length, [...layout.join("")].filter((character) => character !== ".").length);
    const score = scoreOf(tiles, (word) => words.has(word), ENGLISH);
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
  const score = scoreOf(laid(["CAT"]), () => undefined, ENGLISH);
  assert.equal(score.isKnown, false);
  assert.equal(score.words, 0);
  assert.deepEqual(score.struck, []);
});

test("a tile in two words is told with both, the dearest first", () => {
  const [{ tile, ...crossing }, ...others] = scoreOf(laid([".K..", "CAKE", ".Y.."]), () => true, ENGLISH).crossings;
  assert.deepEqual([tile.place, crossing, others], [[1, 1], { letter: "A", value: 1, words: ["KAY", "CAKE"] }, []]);
  const several = scoreOf(laid(["CAKE", "A..A", "BARS"]), () => true, ENGLISH).crossings;
  assert.deepEqual(several.map(({ letter, value }) => `${letter} ${value}`), ["B 3", "C 3", "E 1", "S 1"]);
});

test("a blank in two words is told too, and earns nothing", () => {
  const [crossing] = scoreOf(laid([".K..", "CaKE", ".Y.."]), () => true, ENGLISH).crossings;
  assert.deepEqual([crossing.letter, crossing.value], ["A", 0]);
});

test("tiles in no word are left over, and earn nothing", () => {
  const score = scoreOf(laid(["CAT.X"], "QZ"), () => true, ENGLISH);
  assert.deepEqual([score.points, score.leftover, score.crossings], [0, 3, []]);
});

const fill = (what, values = {}) => `${what} ${Object.values(values).join(" ")}`.trim();
const sums = (rows, submitted, isWord = () => true) => sumsOf(scoreOf(laid(rows), isWord, ENGLISH), submitted, fill);

test("a score is told beside the one that counts, and what stands against submitting it", () => {
  const cross = [".K..", "CAKE", ".Y.."]; // 1/2
  assert.equal(sums(cross, "").difference, "");
  assert.equal(sums(cross, "2/4").difference, "");
  assert.equal(sums(cross, "1/4").brief, "▲ above 0.25");
  assert.deepEqual([sums(cross, "3/4").brief, sums(cross, "3/4").why], ["▼ below 0.25", "allowed 0.25"]);
  const struck = sums(cross, "3/4", (word) => word === "CAKE");
  assert.deepEqual([struck.verdict, struck.reason], ["✕ notWords KAY", "struck KAY"]);
  assert.deepEqual([struck.brief, struck.why], ["strikes 1", ""]);
});

test("the sums name what each crossing earns", () => {
  assert.deepEqual([sums(["CAKE", "..E.", "..Y."], "").terms, sums(["CAKE", "..E.", "..Y."], "").each], ["K 5 = 5", "earns K 5 CAKE KEY"]);
  assert.equal(sums(["CAKE"], "").terms, "noCrossing");
});

test("a tile of several letters is one tile, with the value of its alphabet", () => {
  const score = scoreOf(laid(["\u2c00ICO", "E...", "\u2c30..."]), () => true, SPANISH);
  assert.deepEqual([score.points, score.words], [5, 2]);
  assert.equal(scoreOf(laid(["\u2c30I", "E."]), () => true, SPANISH).points, 0);
});
