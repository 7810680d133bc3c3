// The page makes the same draws as the server: the known answer, and what does not agree is seen.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";

import { ENGLISH, SPANISH } from "./alphabets.mjs";

globalThis.crypto ??= webcrypto;
const { check, linesOf } = await import("../../games/web/static/js/draws.js");

const LC120 = [11, 2, 3, 5, 14, 3, 3, 4, 9, 2, 2, 4, 3, 7, 9, 3, 2, 6, 4, 7, 5, 2, 3, 2, 3, 2, 0];
const DEALT = ["EPIIFELEUIWEHEOTDWDCERPGDGEAAT", "JTOECKFAATZMFRNEHEHARQDUYOIIXJ"];

const known = () => ({
  tiles: Object.fromEntries([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ?"].map((letter, i) => [letter, LC120[i]])),
  seats: ["Anna", "Boris"],
  cuts: ["", ""],
  seed: Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, "0")).join(""),
  commitment: "560fe55bb6c0feb43c20e46b27d1264234a15043478d3f72a1c9d2bd5861520b",
  events: [
    { verb: "deal", draws: DEALT.map((tiles) => [...tiles]) },
    { verb: "submit", seat: 0, layout: ["PIE", "..W"] },
    { verb: "green", seat: 0, draws: [["Y"], ["U"]] },
    { verb: "jaywalk", seat: 1, returned: ["Q"], draws: ["D"] },
  ],
});

test("the known answer agrees, draw by draw", async () => {
  assert.deepEqual(await check(known(), ENGLISH), {
    ...{ dealt: 60, draws: 63, agree: 63, lights: 1, held: true },
    ...{ commitment: true, cuts: [] },
  });
});

test("another draw, another seed and a layout of tiles not held are seen", async () => {
  const draw = known();
  draw.events[2].draws[0][0] = "Z";
  assert.equal((await check(draw, ENGLISH)).agree, 62);
  const seed = known();
  seed.seed = seed.seed.replace(/^00/, "01");
  assert.equal((await check(seed, ENGLISH)).commitment, false);
  const layout = known();
  layout.events[1].layout = ["ZZZ"];
  assert.equal((await check(layout, ENGLISH)).held, false);
});

test("a cut changes every draw", async () => {
  const cut = known();
  cut.cuts[1] = "my lucky 7";
  const found = await check(cut, ENGLISH);
  assert.equal(found.commitment, true);
  assert.ok(found.agree < 20);
});

const SAYS = {
  commitment: "seed",
  cut: "{name}: {cut}",
  draws: "{dealt} dealt, {lights} light, {agree} of {draws}",
  held: "held",
};

test("a line is told for the seed, for each cut, for the draws and for the layouts", async () => {
  const record = known();
  record.cuts[1] = "my lucky 7";
  const lines = linesOf({ ...(await check(record, ENGLISH)), agree: 63 }, record, SAYS);
  assert.deepEqual(
    lines.map(([holds, text]) => [holds, text]),
    [
      [true, "seed"],
      [true, "Boris: my lucky 7"],
      [true, "60 dealt, 1 light, 63 of 63"],
      [true, "held"],
    ],
  );
});

test("a cut that is not in the key is told so", async () => {
  const record = known();
  record.cuts[1] = "my lucky 7"; // the draws were made without it
  const [, cut, draws] = linesOf(await check(record, ENGLISH), record, SAYS);
  assert.equal(cut[0], false);
  assert.equal(draws[0], false);
});

/** Eight tiles of which each gives back two, face up; the light is then drawn from what lies open. */
const faceUp = () => ({
  ...known(),
  tiles: Object.fromEntries([..."ABCDEFGH"].map((letter) => [letter, 1])),
  options: { face_up: true },
  events: [
    { verb: "deal", draws: [["B", "G"], ["H", "A"]] },
    { verb: "jaywalk", seat: 0, returned: ["B", "G"], draws: ["F", "D"] },
    { verb: "jaywalk", seat: 1, returned: ["H", "A"], draws: ["C", "E"] },
    { verb: "submit", seat: 0, layout: ["FD"] },
    { verb: "green", seat: 0, draws: [["G"], ["H"]] },
    { verb: "jaywalk", seat: 1, returned: ["C"], taken: ["B"], draws: [] },
    { verb: "submit", seat: 1, layout: ["BE"] },
  ],
});

test("open tiles lie beside the pool, are taken, and are drawn once it is empty", async () => {
  const { draws, agree, held } = await check(faceUp(), ENGLISH);
  assert.deepEqual({ draws, agree, held }, { draws: 11, agree: 11, held: true });
});

test("an open tile that was not there, and one given back that was not held, are seen", async () => {
  const taken = faceUp();
  taken.events[5].taken = ["G"]; // the light had it
  assert.equal((await check(taken, ENGLISH)).agree, 10);
  const returned = faceUp();
  returned.events[1].returned = ["B", "E"];
  assert.equal((await check(returned, ENGLISH)).held, false);
});

test("two drawn for one leave the stream to the one that goes back", async () => {
  const record = known();
  record.events[3] = { verb: "jaywalk", seat: 1, returned: ["Q"], draws: ["D", "N"] };
  record.events.push({ verb: "submit", seat: 1, layout: ["DN"] });
  const { draws, agree, held } = await check(record, ENGLISH);
  assert.deepEqual({ draws, agree, held }, { draws: 64, agree: 64, held: true });
});

test("a swap moves a tile of each to the other", async () => {
  const record = known();
  record.events.push({ verb: "swap", seats: [0, 1], tiles: ["W", "Z"] });
  record.events.push({ verb: "submit", seat: 0, layout: ["ZEE"] }, { verb: "submit", seat: 1, layout: ["WO"] });
  assert.equal((await check(record, ENGLISH)).held, true);
  record.events.push({ verb: "swap", seats: [0, 1], tiles: ["J", "U"] });
  assert.equal((await check(record, ENGLISH)).held, false);
});

test("tiles of several letters are read as they are written", async () => {
  const record = {
    ...known(),
    tiles: { A: 1, "[CH]": 1, "?": 1 },
    events: [
      { verb: "deal", draws: [["A", "[CH]", "?"], []] },
      { verb: "submit", seat: 0, layout: ["[CH]A[ch]"] },
      { verb: "swap", seats: [0, 1], tiles: ["[CH]", "A"] },
    ],
  };
  const found = await check(record, SPANISH);
  assert.equal(found.dealt, 3);
  assert.equal(found.held, false); // the other holds no A
  record.events.pop();
  assert.equal((await check(record, SPANISH)).held, true);
});
