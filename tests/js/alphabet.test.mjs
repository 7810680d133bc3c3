// Tiles inside and as players write and type them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CATALAN, ENGLISH, SPANISH, TURKISH } from "./alphabets.mjs";

test("a tile of several letters is written in brackets and drawn without them", () => {
  assert.equal(SPANISH.write("\u2c00ICO"), "[CH]ICO");
  assert.equal(SPANISH.write("\u2c30ico"), "[ch]ico");
  assert.equal(SPANISH.face("\u2c00"), "CH");
  assert.equal(SPANISH.named("\u2c00"), "C H");
  assert.equal(CATALAN.named("\u2c00"), "L L");
});

test("every tile and its blank read back as they were written", () => {
  for (const alphabet of [ENGLISH, SPANISH, CATALAN, TURKISH])
    for (const tile of [...alphabet.order.slice(0, -1)].flatMap((one) => [one, one.toLowerCase()]))
      assert.equal(alphabet.inside(alphabet.write(tile)), tile);
});

test("a row is read with brackets, composed or not, and with any middle dot", () => {
  assert.equal(SPANISH.inside("[CH]N\u0303[ch]."), "\u2c00Ñ\u2c30.");
  assert.equal(CATALAN.inside("[L.L]A[l·l]"), "\u2c00A\u2c30");
  assert.ok(SPANISH.isRow(SPANISH.inside("[CH]Ñ.e")));
  assert.ok(!SPANISH.isRow(SPANISH.inside("[CX]E")));
  assert.ok(!SPANISH.isRow("XE"));
});

test("a key types its letter, or the letter without its marks", () => {
  assert.equal(ENGLISH.typed("e"), "E");
  assert.equal(ENGLISH.typed("é"), "E");
  assert.equal(SPANISH.typed("ñ"), "Ñ");
  assert.equal(SPANISH.typed("n\u0303"), "Ñ");
  assert.equal(ENGLISH.typed("Enter"), "");
  assert.equal(ENGLISH.typed("."), "");
  assert.equal(ENGLISH.typed("1"), "");
});

test("a letter without a tile of its own types the tile that begins with it", () => {
  assert.equal(CATALAN.typed("q"), "\u2c01");
});

test("Turkish keys type the letter that they show", () => {
  assert.equal(TURKISH.typed("i"), "\u2c01");
  assert.equal(TURKISH.typed("ı"), "\u2c00");
  assert.equal(TURKISH.write("\u2c30\u2c31"), "ıi");
});

test("a plain letter stands for those with marks and for the first of several", () => {
  assert.deepEqual(SPANISH.alike("N"), ["Ñ"]);
  assert.deepEqual(SPANISH.alike("C"), ["\u2c00"]);
  assert.deepEqual(SPANISH.beginning("C"), ["\u2c00"]);
  assert.deepEqual(CATALAN.beginning("L."), ["\u2c00"]);
  assert.ok(SPANISH.isWhole("\u2c00", "CH"));
  assert.ok(!CATALAN.isWhole("\u2c00", "LL"));
});

test("values are the alphabet's, and a blank is worth nothing", () => {
  assert.equal(SPANISH.worth("\u2c00"), 5);
  assert.equal(SPANISH.worth("\u2c30"), 0);
  assert.equal(SPANISH.worth("?"), 0);
});
