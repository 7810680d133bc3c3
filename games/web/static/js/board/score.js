// What lies on the grid is worth, given which runs are words. The same sums as the server makes, for the eye while arranging:
// the server's count when a layout is submitted.

const VALUES = new Map(
  Object.entries({ 1: "AEILNORSTU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ" }).flatMap(
    ([value, letters]) => [...letters].map((letter) => [letter, Number(value)]),
  ),
);

/** What a sign is worth: a blank, in lower case, nothing. */
export const valueOf = (sign) => VALUES.get(sign) ?? 0;

/** Every run of two or more: {word, cells: [[row, column], …], across}. `cells` maps "row,column" to a sign. */
export function runsOf(cells) {
  const runs = [];
  for (const [key] of cells) {
    const [row, column] = key.split(",").map(Number);
    for (const [down, right] of [
      [0, 1],
      [1, 0],
    ]) {
      if (cells.has(`${row - down},${column - right}`)) continue;
      const places = [];
      for (let n = 0; cells.has(`${row + n * down},${column + n * right}`); n++)
        places.push([row + n * down, column + n * right]);
      if (places.length < 2) continue;
      const word = places.map((place) => cells.get(String(place))).join("").toUpperCase();
      runs.push({ word, cells: places, across: right === 1 });
    }
  }
  return runs;
}

/**
 * {points, words, leftover, struck, complete, earned, inWord}: `inRack` tiles are left over too. `isWord(word)` is true,
 * false, or undefined while it is not known yet: then the run counts as no word, and `isKnown` is false.
 */
export function scoreOf(cells, inRack, isWord) {
  const runs = runsOf(cells);
  const words = runs.filter((run) => isWord(run.word));
  const inWords = new Map();
  for (const run of words) for (const cell of run.cells) inWords.set(String(cell), (inWords.get(String(cell)) ?? 0) + 1);
  const earned = new Map(
    [...inWords].filter(([, times]) => times === 2).map(([key]) => [key, valueOf(cells.get(key))]),
  );
  const struck = runs.filter((run) => isWord(run.word) === false);
  const leftover = [...cells.keys()].filter((key) => !inWords.has(key)).length + inRack;
  return {
    points: [...earned.values()].reduce((sum, value) => sum + value, 0),
    words: words.length,
    leftover,
    struck,
    earned,
    inWord: new Set(inWords.keys()),
    isKnown: runs.every((run) => isWord(run.word) !== undefined),
    complete: !inRack && words.length === runs.length && isConnected(cells),
  };
}

/** `24/(7+2)=2.67`, rounded half up, as the server shows it. */
export function shown({ points, words, leftover }) {
  const divisor = words + leftover;
  const hundredths = divisor ? Math.floor((200 * points + divisor) / (2 * divisor)) : 0;
  const by = leftover ? `(${words}+${leftover})` : `${words}`;
  return `${points}/${by}=${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
}

export function isConnected(cells) {
  const unreached = new Set(cells.keys());
  const frontier = [...unreached].slice(0, 1);
  frontier.forEach((key) => unreached.delete(key));
  while (frontier.length) {
    const [row, column] = frontier.pop().split(",").map(Number);
    for (const key of [`${row - 1},${column}`, `${row + 1},${column}`, `${row},${column - 1}`, `${row},${column + 1}`])
      if (unreached.delete(key)) frontier.push(key);
  }
  return !unreached.size;
}
