// An arrangement of one's tiles, and what it is worth: which lie on the grid and where, the others in the order of the rack.
// Pure values: every function gives a new arrangement and leaves the old one as it was, so that undo is a list of them.
//
// {tiles: [{id, letter, place: [row, column] | null, as: ""}], rack: [id, …]}
// A blank's letter is "?"; `as` is what it stands for where it lies. Rows and columns may be negative: the grid has no end.

const EMPTY = ".";
const WAYS = [[0, 1], [1, 0]]; // across, down

export const tileOf = (arrangement, id) => arrangement.tiles.find((tile) => tile.id === id);

export const tileAt = (arrangement, place) =>
  arrangement.tiles.find((tile) => tile.place && String(tile.place) === String(place));

/** The tiles on the grid, as one reads them. */
export const laid = ({ tiles }) =>
  tiles.filter((tile) => tile.place).sort(({ place: a }, { place: b }) => a[0] - b[0] || a[1] - b[1]);

/** What a tile shows: its letter, or the letter a blank stands for in lower case. */
export const signOf = (tile) => (tile.letter === "?" ? tile.as.toLowerCase() || "?" : tile.letter);

/** The letters of some tiles, such as those of the rack. */
export const lettersOf = (arrangement, ids, between = " ") =>
  ids.map((id) => signOf(tileOf(arrangement, id))).join(between);

// --- how tiles come to lie -------------------------------------------------------------------------------------------

/** The tiles of a hand, laid as the rows say (lower case: a blank), the others in the rack. Tiles not held are left out. */
export function arrange(hand, rows, rackOrder = "") {
  const tiles = [...hand].map((letter, id) => ({ id, letter, place: null, as: "" }));
  const free = (letter) => tiles.find((tile) => tile.letter === letter && !tile.place);
  rows.forEach((row, r) =>
    [...row].forEach((sign, c) => {
      const tile = sign !== EMPTY && ((sign === sign.toUpperCase() && free(sign)) || free("?"));
      if (tile) Object.assign(tile, { place: [r, c], as: tile.letter === "?" ? sign.toUpperCase() : "" });
    }),
  );
  const inRack = tiles.filter((tile) => !tile.place);
  const first = [...rackOrder].map((letter) => {
    const at = inRack.findIndex((tile) => tile.letter === letter);
    return at < 0 ? [] : inRack.splice(at, 1);
  });
  return { tiles, rack: [...first.flat(), ...inRack].map((tile) => tile.id) };
}

/** What it takes from an arrangement to a hand that has changed: what is still held keeps its place, and laid tiles stay first. */
export function exchangeFor(arrangement, hand) {
  const left = [...hand];
  const gone = new Set();
  for (const tile of [...laid(arrangement), ...arrangement.rack.map((id) => tileOf(arrangement, id))]) {
    const at = left.indexOf(tile.letter);
    if (at < 0) gone.add(tile.id);
    else left.splice(at, 1);
  }
  const next = 1 + Math.max(-1, ...arrangement.tiles.map((tile) => tile.id));
  return { gone, come: left.map((letter, n) => ({ id: next + n, letter, place: null, as: "" })) };
}

/** An arrangement, or an earlier one of the same tiles, after an exchange. */
export const exchanged = ({ tiles, rack }, { gone, come }) => ({
  tiles: [...tiles.filter((tile) => !gone.has(tile.id)), ...come],
  rack: [...rack.filter((id) => !gone.has(id)), ...come.map((tile) => tile.id)],
});

/** One tile put on a cell. What lay there goes where the tile came from. */
export function put(arrangement, id, place, as = "") {
  const [tile, other] = [tileOf(arrangement, id), tileAt(arrangement, place)];
  const changes = new Map([[id, { place, as: as || tile.as }]]);
  if (!other || other === tile) return changed(arrangement, changes);
  changes.set(other.id, { place: tile.place, as: tile.place ? other.as : "" });
  return changed({ ...arrangement, rack: arrangement.rack.map((each) => (each === id ? other.id : each)) }, changes);
}

/** Tiles taken back to the end of the rack; all that lie, if none are named. */
export const takeBack = (arrangement, ids = laid(arrangement).map((tile) => tile.id)) =>
  changed(arrangement, new Map(ids.map((id) => [id, { place: null, as: "" }])));

/** Tiles moved together; null where another tile is in the way. */
export const move = (arrangement, ids, [down, right]) =>
  moved(arrangement, ids, ([row, column]) => [row + down, column + right]);

/** Tiles turned about their upper left corner, rows for columns; null where another tile is in the way. */
export function turn(arrangement, ids) {
  const { top, left } = boxOf(ids.map((id) => tileOf(arrangement, id)));
  return moved(arrangement, ids, ([row, column]) => [top + column - left, left + row - top]);
}

function changed({ tiles, rack }, changes) {
  const after = tiles.map((tile) => ({ ...tile, ...changes.get(tile.id) }));
  const inRack = new Set(after.filter((tile) => !tile.place).map((tile) => tile.id));
  return { tiles: after, rack: [...new Set([...rack, ...changes.keys()])].filter((id) => inRack.has(id)) };
}

function moved(arrangement, ids, to) {
  const changes = new Map(ids.map((id) => [id, { place: to(tileOf(arrangement, id).place) }]));
  const isTaken = ({ place }) => ![undefined, ...ids].includes(tileAt(arrangement, place)?.id);
  return [...changes.values()].some(isTaken) ? null : changed(arrangement, changes);
}

// --- the rack --------------------------------------------------------------------------------------------------------

export function sorted(arrangement) {
  const rank = (id) => tileOf(arrangement, id).letter.replace("?", "~"); // blanks last
  return { ...arrangement, rack: [...arrangement.rack].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)) };
}

export function shuffled(arrangement, chance = Math.random) {
  const rack = [...arrangement.rack];
  for (let i = rack.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1));
    [rack[i], rack[j]] = [rack[j], rack[i]];
  }
  return { ...arrangement, rack };
}

/** One rack tile moved before another, or to the end. */
export function ranked(arrangement, id, before) {
  const rack = arrangement.rack.filter((other) => other !== id);
  rack.splice(before === undefined ? rack.length : rack.indexOf(before), 0, id);
  return { ...arrangement, rack };
}

/** The first tile of the rack that can be this letter: itself before a blank, unless a blank is wanted. */
export function fromRack(arrangement, letter, wanted = letter) {
  const tiles = arrangement.rack.map((id) => tileOf(arrangement, id));
  return tiles.find((tile) => tile.letter === wanted) ?? tiles.find((tile) => tile.letter === "?");
}

// --- what lies -------------------------------------------------------------------------------------------------------

/** The layout as rows, cut to its tiles, as the text box and mail write it. */
export function rowsOf(arrangement) {
  const tiles = laid(arrangement);
  if (!tiles.length) return [];
  const { top, left, bottom, right } = boxOf(tiles);
  const rows = Array.from({ length: bottom - top + 1 }, () => Array(right - left + 1).fill(EMPTY));
  for (const tile of tiles) rows[tile.place[0] - top][tile.place[1] - left] = signOf(tile);
  return rows.map((row) => row.join(""));
}

/** The cells that tiles span; the first cell, where there are none. */
export function boxOf(tiles) {
  const [rows, columns] = [0, 1].map((axis) => tiles.map((tile) => tile.place[axis]));
  const [least, most] = tiles.length ? [Math.min, Math.max] : [() => 0, () => 0];
  return { top: least(...rows), bottom: most(...rows), left: least(...columns), right: most(...columns) };
}

/** The ids of the tiles that lie in the rectangle between two cells. */
export function between(arrangement, one, other) {
  const isWithin = (at, axis) => (at - one[axis]) * (at - other[axis]) <= 0;
  return laid(arrangement).filter((tile) => tile.place.every(isWithin)).map((tile) => tile.id);
}

/** The ids of the word through a cell: the one along this way, else the other, else the tile alone. */
export function wordAt(arrangement, place, across) {
  const through = runsOf(cellsOf(arrangement)).filter((run) => run.cells.some((cell) => String(cell) === String(place)));
  const run = through.find((each) => each.across === across) ?? through[0] ?? { cells: [place] };
  return run.cells.flatMap((cell) => tileAt(arrangement, cell)?.id ?? []);
}

// --- what it is worth: the same sums as the server makes, for the eye while arranging; the server's count when it is submitted

const VALUES = new Map(
  Object.entries({ 1: "AEILNORSTU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ" }).flatMap(
    ([value, letters]) => [...letters].map((letter) => [letter, Number(value)]),
  ),
);

/** What a sign is worth: a blank, in lower case, nothing. */
export const valueOf = (sign) => VALUES.get(sign) ?? 0;

/** "row,column" to sign. */
export const cellsOf = (arrangement) => new Map(laid(arrangement).map((tile) => [String(tile.place), signOf(tile)]));

/** Every run of two or more: {word, cells: [[row, column], …], across}. `cells` maps "row,column" to a sign. */
export function runsOf(cells) {
  return [...cells.keys()].flatMap((key) => {
    const [row, column] = key.split(",").map(Number);
    return WAYS.flatMap(([down, right]) => {
      if (cells.has(`${row - down},${column - right}`)) return []; // not where a run begins
      const places = [];
      for (let place = [row, column]; cells.has(String(place)); place = [place[0] + down, place[1] + right])
        places.push(place);
      if (places.length < 2) return [];
      const word = places.map((place) => cells.get(String(place))).join("").toUpperCase();
      return [{ word, cells: places, across: right === 1 }];
    });
  });
}

/**
 * {points, words, leftover, struck, crossings, inWord, isKnown}. `inRack` tiles are left over too. `isWord(word)`
 * is true, false, or undefined while it is not known yet: then the run counts as no word, and `isKnown` is false.
 * `crossings` are {key, sign, value, words} of the tiles in two words, in falling order of what they earn.
 */
export function scoreOf(cells, inRack, isWord) {
  const runs = runsOf(cells);
  const words = runs.filter((run) => isWord(run.word));
  const inWord = new Map();
  for (const { word, cells: places } of words)
    for (const key of places.map(String)) inWord.set(key, [...(inWord.get(key) ?? []), word]);
  const crossings = [...inWord]
    .filter(([, through]) => through.length === 2)
    .map(([key, through]) => ({ key, sign: cells.get(key), value: valueOf(cells.get(key)), words: through }))
    .sort((a, b) => b.value - a.value || (a.sign < b.sign ? -1 : 1));
  return {
    points: crossings.reduce((sum, { value }) => sum + value, 0),
    words: words.length,
    leftover: cells.size - inWord.size + inRack,
    struck: runs.filter((run) => isWord(run.word) === false),
    crossings,
    inWord,
    isKnown: runs.every((run) => isWord(run.word) !== undefined),
  };
}

/** `24/(7+2)=2.67`, rounded half up, as the server shows it. */
export function shown({ points, words, leftover }) {
  const divisor = words + leftover;
  const hundredths = divisor ? Math.floor((200 * points + divisor) / (2 * divisor)) : 0;
  return `${points}/${leftover ? `(${words}+${leftover})` : words}=${(hundredths / 100).toFixed(2)}`;
}
