// The replay: which tiles fade and which stay.

import assert from "node:assert/strict";
import { test } from "node:test";

const { changed, stepAfter } = await import("../../games/web/static/js/replay.js");

const A = [0, 0, "A", "1", 0];
const B = [44, 0, "B", "3", 0];

test("a tile that stays as it is neither goes nor comes", () => {
  assert.deepEqual(changed([A, B], [[...A], B]), { gone: [], come: [] });
});

test("a tile that moves or becomes a crossing goes and comes", () => {
  const moved = [88, 0, "B", "3", 0];
  const crossing = [0, 0, "A", "1", 1];
  assert.deepEqual(changed([A, B], [crossing, moved]), { gone: [A, B], come: [crossing, moved] });
});

test("an empty board gives up nothing", () => {
  assert.deepEqual(changed([], [A]), { gone: [], come: [A] });
});

test("playing goes on by one, and from the last begins again", () => {
  assert.equal(stepAfter(3, 16), 4);
  assert.equal(stepAfter(16, 16), 0);
});
