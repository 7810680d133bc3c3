// An arrangement of tiles, its score, and the viewport on it. An arrangement is a list of tiles; those without a place
// are the rack, in order. Everything is immutable: every function returns a new arrangement.
//
// [{id: "K1", letter, place: [row, column] | null, as: ""}, …]
// A blank's letter is "?", and `as` is the letter it stands for on the board. Rows and columns may be negative.

const EMPTY = ".";
const BLANK = "?";
const WAYS = [[0, 1], [1, 0]]; // across, down

export const tileOf = (tiles, id) => tiles.find((tile) => tile.id === id);

export const tileAt = (tiles, place) => tiles.find((tile) => tile.place && String(tile.place) === String(place));

export const rackOf = (tiles) => tiles.filter(({ place }) => !place);

/** The laid tiles in reading order. */
export const laidOf = (tiles) =>
  tiles.filter(({ place }) => place).sort(({ place: a }, { place: b }) => a[0] - b[0] || a[1] - b[1]);

const inOrder = (tiles) => [...laidOf(tiles), ...rackOf(tiles)];

export const areAlike = (some, others) => JSON.stringify(inOrder(some)) === JSON.stringify(inOrder(others));

/** A tile's character: its letter, or the letter a blank stands for in lower case. */
export const characterOf = ({ letter, as }) => (letter === BLANK && as ? as.toLowerCase() : letter);

export const lettersOf = (tiles, ids) => ids.map((id) => characterOf(tileOf(tiles, id))).join(" ");

// --- making arrangements ---------------------------------------------------------------------------------------------

/** Tiles for the characters of rows (lower case: a blank) and of a rack in order, for `arrange` to imitate. */
export const written = (rows, rack = "") => [
  ...rows.flatMap((row, r) =>
    [...row].flatMap((character, c) => {
      const as = character.toUpperCase();
      return character === EMPTY ? [] : { letter: character === as ? character : BLANK, place: [r, c], as };
    }),
  ),
  ...[...rack].map((letter) => ({ letter, place: null })),
];

/** Arrange a hand like other tiles as far as it has them, using a blank for a missing letter. The rest come last. */
export function arrange(hand, like) {
  const idOf = (letter, n) => letter + hand.slice(0, n).split(letter).length; // the same for every order of the hand
  const free = [...hand].map((letter, n) => ({ id: idOf(letter, n), letter, place: null, as: "" }));
  const found = inOrder(like).flatMap(({ id, letter, place, as }) => {
    const tile = tileOf(free, id) ?? ofLetter(free, letter) ?? (as && ofLetter(free, BLANK));
    if (!tile) return [];
    free.splice(free.indexOf(tile), 1);
    return { ...tile, place, as: tile.letter === BLANK ? as : "" };
  });
  return [...found, ...free];
}

/** Put a tile on a cell. A tile that was there goes where the first came from. */
export function put(tiles, id, place, as = "") {
  const tile = tileOf(tiles, id);
  const other = tileAt(tiles, place) ?? tile;
  const away = { ...other, place: tile.place, as: tile.place ? other.as : "" };
  const here = { ...tile, place, as: as || tile.as };
  return tiles.map((each) => (each === other ? here : each === tile ? away : each));
}

/** Take tiles back to the end of the rack; all laid tiles, if none are named. */
export function takeBack(tiles, ids = tiles.map(({ id }) => id)) {
  const back = laidOf(tiles).filter(({ id }) => ids.includes(id));
  return [...tiles.filter((tile) => !back.includes(tile)), ...back.map((tile) => ({ ...tile, place: null, as: "" }))];
}

/** Move tiles together; null if another tile is in the way. */
export const move = (tiles, ids, [down, right]) => moved(tiles, ids, ([row, column]) => [row + down, column + right]);

/** Turn tiles about their upper left corner, rows to columns; null if another tile is in the way. */
export function turn(tiles, ids) {
  const { top, left } = boxOf(ids.map((id) => tileOf(tiles, id)));
  return moved(tiles, ids, ([row, column]) => [top + column - left, left + row - top]);
}

function moved(tiles, ids, to) {
  const after = tiles.map((tile) => (ids.includes(tile.id) ? { ...tile, place: to(tile.place) } : tile));
  return new Set(laidOf(after).map(({ place }) => String(place))).size < laidOf(after).length ? null : after;
}

// --- the rack --------------------------------------------------------------------------------------------------------

/** The tiles in the order of their alphabet, blanks last. */
export function sorted(tiles, { order }) {
  return [...tiles].sort((a, b) => order.indexOf(a.letter) - order.indexOf(b.letter));
}

export function shuffled(tiles, chance = Math.random) {
  const left = [...tiles];
  return tiles.flatMap(() => left.splice(Math.floor(chance() * left.length), 1));
}

/** Move a tile before another, or to the end. */
export function ranked(tiles, id, before) {
  const others = tiles.filter((tile) => tile.id !== id);
  others.splice(before ? others.indexOf(tileOf(others, before)) : others.length, 0, tileOf(tiles, id));
  return others;
}

const ofLetter = (tiles, letter) => tiles.find((tile) => tile.letter === letter);

/** The first tile of the rack that is one of these, in this order, or else a blank. */
export const fromRack = (tiles, ...wanted) =>
  [...wanted, BLANK].map((letter) => ofLetter(rackOf(tiles), letter)).find(Boolean);

// --- laid tiles ------------------------------------------------------------------------------------------------------

/** The layout as rows, cut to its tiles, as in the text box and in emails. */
export function rowsOf(tiles) {
  const laid = laidOf(tiles);
  if (!laid.length) return [];
  const { top, left, bottom, right } = boxOf(laid);
  const rows = Array.from({ length: bottom - top + 1 }, () => Array(right - left + 1).fill(EMPTY));
  for (const tile of laid) rows[tile.place[0] - top][tile.place[1] - left] = characterOf(tile);
  return rows.map((row) => row.join(""));
}

/** The box of cells that laid tiles span; the first cell if none are laid. */
export function boxOf(tiles) {
  const laid = laidOf(tiles);
  const [rows, columns] = [0, 1].map((axis) => (laid.length ? laid.map((tile) => tile.place[axis]) : [0]));
  const [[top, bottom], [left, right]] = [rows, columns].map((all) => [Math.min(...all), Math.max(...all)]);
  return { top, bottom, left, right };
}

/** The ids of the tiles in the rectangle between two cells. */
export function between(tiles, one, other) {
  const isBetween = (at, axis) => (at - one[axis]) * (at - other[axis]) <= 0;
  return laidOf(tiles).filter((tile) => tile.place.every(isBetween)).map((tile) => tile.id);
}

/** The ids of the word through a cell: the one in this direction, else the other, else the tile alone. */
export function wordAt(tiles, place, across) {
  const tile = tileAt(tiles, place);
  const through = runsOf(tiles).filter((run) => run.tiles.includes(tile));
  const run = through.find((each) => each.across === across) ?? through[0];
  return (run?.tiles ?? [tile]).flatMap((each) => each?.id ?? []);
}

/** Every run of two or more tiles, including those of a fixed board: {word, tiles, across}. */
export function runsOf(tiles, fixed = null) {
  const lying = (fixed ?? []).flatMap((row, r) => [...row].map((letter, c) => ({ letter, place: [r, c] })));
  const at = new Map([...laidOf(tiles), ...lying.filter(({ letter }) => letter !== EMPTY)].map((tile) => [String(tile.place), tile]));
  const runFrom = ([row, column], [down, right]) => {
    const nth = (n) => at.get(`${row + n * down},${column + n * right}`);
    const run = [];
    while (!nth(-1) && nth(run.length)) run.push(nth(run.length));
    return run.length < 2 ? [] : { word: run.map(characterOf).join("").toUpperCase(), tiles: run, across: right === 1 };
  };
  return [...at.values()].flatMap(({ place }) => WAYS.flatMap((way) => runFrom(place, way)));
}

export const wordsOf = (tiles) => [...new Set(runsOf(tiles).map((run) => run.word))];

// --- a board with an edge and fixed tiles: `fixed` is its rows, null for an endless grid -----------------------------

export const isOnBoard = (fixed, [row, column]) => fixed[row]?.[column] !== undefined;

/** True if a tile can be laid on a cell. */
export const isFree = (fixed, [row, column]) => !fixed || fixed[row]?.[column] === EMPTY;

/** The character of a fixed tile, or undefined. */
export const fixedAt = (fixed, place) =>
  fixed && isOnBoard(fixed, place) && !isFree(fixed, place) ? fixed[place[0]][place[1]] : undefined;

/** The first cell from this one on, moving by [down, right], without a fixed tile. It may be off the board. */
export function stepOver(fixed, [row, column], [down, right]) {
  return fixedAt(fixed, [row, column]) ? stepOver(fixed, [row + down, column + right], [down, right]) : [row, column];
}

export const boxOfBoard = (fixed) => ({ top: 0, left: 0, bottom: fixed.length - 1, right: fixed[0].length - 1 });

export const middleOf = (fixed) => [fixed.length >> 1, fixed[0].length >> 1];

/** The whole board as rows, with the laid tiles on it. */
export const wholeRows = (fixed, tiles) =>
  fixed.map((row, r) => [...row].map((character, c) => characterOf(tileAt(tiles, [r, c]) ?? { letter: character })).join(""));

/** The tiles laid on a whole board, from its rows; null if they have another size or change fixed tiles. */
export function laidOver(fixed, rows) {
  const isAlike = (row, r) => row.length === fixed[r]?.length && [...fixed[r]].every((character, c) => [EMPTY, row[c]].includes(character));
  if (rows.length !== fixed.length || !rows.every(isAlike)) return null;
  return rows.map((row, r) => [...row].map((character, c) => (fixed[r][c] === EMPTY ? character : EMPTY)).join(""));
}

/** Those tiles in rows of an earlier board whose cells are still free. */
export const stillFree = (fixed, rows) =>
  rows.map((row, r) => [...row].map((character, c) => (isFree(fixed, [r, c]) ? character : EMPTY)).join(""));

// --- score: the server's sums again, for display only; the server scores what is submitted itself --------------------

/** Score laid tiles of an alphabet: {points, words, leftover, struck, crossings, inWord, isKnown}. `isWord(word)` is true, false,
 * or undefined while unknown: then the run doesn't count, and `isKnown` is false. `inWord` holds tiles; `crossings`
 * are {tile, letter, value, words} of tiles in two words, highest value first. */
export function scoreOf(tiles, isWord, alphabet) {
  const runs = runsOf(tiles);
  const words = runs.filter((run) => isWord(run.word));
  const inWord = new Set(words.flatMap((run) => run.tiles));
  const crossings = [...inWord]
    .map((tile) => ({ tile, words: words.filter((run) => run.tiles.includes(tile)).map((run) => run.word) }))
    .filter((each) => each.words.length === 2)
    .map((each) => ({ ...each, letter: characterOf(each.tile).toUpperCase(), value: alphabet.worth(characterOf(each.tile)) }))
    .sort((a, b) => b.value - a.value || alphabet.order.indexOf(a.letter) - alphabet.order.indexOf(b.letter));
  return {
    points: crossings.reduce((sum, { value }) => sum + value, 0),
    words: words.length,
    leftover: tiles.length - inWord.size,
    struck: runs.filter((run) => isWord(run.word) === false),
    isKnown: runs.every((run) => isWord(run.word) !== undefined),
    ...{ crossings, inWord, runs },
  };
}

/** A score as the server shows it, rounded half up: `24/(7+2)=2.67`. */
export function shown({ points, words, leftover }) {
  const divisor = words + leftover;
  const hundredths = divisor ? Math.floor((200 * points + divisor) / (2 * divisor)) : 0;
  return `${points}/${leftover ? `(${words}+${leftover})` : words}=${(hundredths / 100).toFixed(2)}`;
}

/** The texts about a score, compared with the submitted one, such as `24/9`; `fill(what, values)` provides the
 * words. */
export function sumsOf(score, submitted, fill) {
  const { points, words, leftover, struck, crossings } = score;
  const [above, below] = submitted.split("/").map(Number);
  const hundredths = below ? Math.round((points / (words + leftover || 1) - above / below) * 100) : 0;
  const n = (Math.abs(hundredths) / 100).toFixed(2);
  const difference = hundredths < 0 ? `▼ ${fill("below", { n })}` : hundredths && `▲ ${fill("above", { n })}`;
  const wrong = [...new Set(struck.map((run) => run.word))].join(", ");
  const terms = crossings.map(({ letter, value }) => `${letter} ${value}`).join(" + ");
  return {
    worth: shown(score),
    difference: difference || "",
    verdict: wrong ? `✕ ${fill("notWords", { words: wrong })}` : words ? fill("words", { n: words }) : "",
    counts: `${fill("points", { n: points })}; ${fill("left", { n: leftover })}`,
    terms: terms ? `${terms} = ${points}` : fill("noCrossing"),
    each: earnedBy(crossings.map(({ tile }) => tile.id), score, fill),
    reason: wrong && fill("struck", { words: wrong }),
    brief: wrong ? fill("strikes", { n: struck.length }) : difference,
    why: hundredths < 0 && !wrong ? fill("allowed", { n }) : "",
  };
}

/** What the tiles with these ids earn: `K 5 in CAKE and KEY; …`. */
export function earnedBy(ids, { crossings }, fill) {
  const earns = ({ letter, value, words: [one, other] }) => fill("earns", { letter, value, one, other });
  return crossings.filter(({ tile }) => ids.includes(tile.id)).map(earns).join("; ");
}

// --- viewport: {cell, x, y, wide, high}: cell size, position of the origin in the field, field size, all in pixels ---

const [LEAST_CELL, LARGEST_CELL] = [22, 64];
const LEAST_OF_A_BOARD = 18; // a board with an edge is always shown whole

const sized = (size, least = LEAST_CELL) => Math.min(LARGEST_CELL, Math.max(least, size));

/** A viewport that centres a box of cells in the part of the field that nothing covers: `below` and `above` are the
 * heights of covers at its lower and upper edge. */
export function fitted(wide, high, { top, left, bottom, right }, below, above = 0, margin = 1) {
  const free = high - below - above;
  const fitting = Math.min(wide < 600 ? 42 : 44, wide / (right - left + 1 + margin), free / (bottom - top + 1 + margin));
  const cell = sized(Math.floor(fitting), margin ? LEAST_CELL : LEAST_OF_A_BOARD);
  const room = (bottom - top + 1) * cell > free ? high - above : free;
  return { cell, x: (wide - (left + right + 1) * cell) / 2, y: above + (room - (top + bottom + 1) * cell) / 2, wide, high };
}

export const panned = (viewport, [x, y]) => ({ ...viewport, x: viewport.x + x, y: viewport.y + y });

/** Zoom around a point of the field. */
export function zoomed(viewport, factor, [x, y] = [viewport.wide / 2, viewport.high / 2]) {
  const cell = sized(viewport.cell * factor);
  const scale = cell / viewport.cell;
  return { ...viewport, cell, x: x - (x - viewport.x) * scale, y: y - (y - viewport.y) * scale };
}

/** By how many pixels a box of cells extends beyond each side of the field. */
export function beyond({ cell, x, y, wide, high }, { top, left, bottom, right }) {
  return {
    ...{ left: -x - left * cell, right: x + (right + 1) * cell - wide },
    ...{ top: -y - top * cell, bottom: y + (bottom + 1) * cell - high },
  };
}

/** Pan back until a box of cells is in sight, with half a cell around it; centred if it is smaller than the field. */
export function kept(viewport, { top, left, bottom, right }) {
  const { cell, wide, high } = viewport;
  const along = (origin, first, last, room) => {
    const [least, most] = [room - (last + 1.5) * cell, (0.5 - first) * cell];
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, origin));
  };
  return { ...viewport, x: along(viewport.x, left, right, wide), y: along(viewport.y, top, bottom, high) };
}

/** Pan just enough to show a cell. */
export function showing(viewport, [row, column]) {
  const out = beyond(viewport, { top: row, bottom: row, left: column, right: column });
  const into = (first, last) => Math.max(0, out[first]) - Math.max(0, out[last]);
  return panned(viewport, [into("left", "right"), into("top", "bottom")]);
}

/** Pan towards the part of a box beyond a side, at most 70% of the field, so that one keeps one's bearings. */
export function toward(viewport, side, box) {
  const way = { left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1] }[side];
  const out = beyond(viewport, box)[side] + viewport.cell;
  return panned(viewport, [way[0] * Math.min(out, viewport.wide * 0.7), way[1] * Math.min(out, viewport.high * 0.7)]);
}

export const cellUnder = (viewport, [x, y]) => [y - viewport.y, x - viewport.x].map((pixels) => Math.floor(pixels / viewport.cell));

export const isWithin = ({ wide, high }, [x, y]) => x >= 0 && y >= 0 && x < wide && y < high;

// --- the alphabet: inside, one tile is one character whose lower case is a blank laid as that tile. The page and its text
// box have tiles as players write them, such as [CH] for a tile of two letters. -----------------------------------------

const IN_BRACKETS = /\[[^[\]\s]{1,8}\]/g;
const DOTS = /[·•∙⋅‧・]/g;
const STAND_INS = /[\u2c00-\u2c5f]/gu; // the only characters inside that are never shown

const dotted = (written) => written.replace(DOTS, ".");

export class Alphabet {
  /** `tiles` are in order: by the tile as it is inside, its letters, those of a blank laid as it, its value, and the
   * letter of a plain keyboard that stands for it, if any does. */
  constructor(tiles) {
    this.order = `${Object.keys(tiles).join("")}?`;
    this.values = Object.fromEntries(Object.entries(tiles).map(([tile, [, , value]]) => [tile, value]));
    this.faces = new Map(Object.entries(tiles).flatMap(([tile, [letters, blank]]) => [[tile, letters], [tile.toLowerCase(), blank]]));
    this.stands = new Map([...this.faces].map(([tile]) => [dotted(this.write(tile)), tile]));
    this.instead = new Map(Object.entries(tiles).map(([tile, [, , , letter]]) => [tile, letter]));
  }

  /** The value of a character; 0 for a blank, in hand or laid. */
  worth(character) {
    return this.values[character] ?? 0;
  }

  /** The letters on a tile. */
  face(character) {
    return this.faces.get(character) ?? character;
  }

  /** A tile as it is named, letter by letter: `C H`. */
  named(character) {
    return [...this.face(character)].filter((letter) => !letter.match(DOTS)).join(" ");
  }

  /** Tiles, or a text with tiles in it, as players write them. */
  write(text) {
    return String(text).replace(STAND_INS, (tile) => {
      const letters = this.face(tile);
      return letters.length > 1 ? `[${letters}]` : letters;
    });
  }

  /** A written text with every tile as one character. */
  inside(text) {
    const known = text.normalize("NFC").replace(IN_BRACKETS, (written) => this.stands.get(dotted(written)) ?? written);
    return [...known].map((character) => this.stands.get(character) ?? character).join("");
  }

  /** True if a row that is inside has only tiles and dots. */
  isRow(row) {
    return [...row].every((character) => character === "." || this.faces.has(character));
  }

  /** The tile that a key types: the letter itself, or without its marks, or one that begins with it; empty for other
   * keys. */
  typed(key) {
    const letter = this.letterOf(key);
    const [bare = ""] = letter.normalize("NFD");
    return this.tileOf(letter) || this.tileOf(bare) || (this.alike(bare)[0] ?? "");
  }

  /** The letter in upper case that a key types; empty for other keys. Only a dot can be inside a tile, too. */
  letterOf(key) {
    const letter = key.normalize("NFC").replace(DOTS, ".");
    if (!/^(?:\.|\p{L})$/u.test(letter)) return "";
    return this.face(this.tileOf(letter) || letter.toUpperCase());
  }

  /** The tile of a single letter, large or small; an empty text if no tile has it. */
  tileOf(letter) {
    return letter === "." ? "" : (this.stands.get(letter) ?? this.stands.get(letter.toUpperCase()) ?? "").toUpperCase();
  }

  /** The tiles that a letter stands for where it isn't held itself: É for E, and CH for C. */
  alike(letter) {
    return [...this.instead].filter(([, plainly]) => plainly === letter).map(([tile]) => tile);
  }

  /** The tiles of several letters that begin with these: [CH] with C. */
  beginning(letters) {
    return [...this.instead.keys()].filter((tile) => this.face(tile).length > 1 && dotted(this.face(tile)).startsWith(letters));
  }

  /** True if these are all letters of a tile. */
  isWhole(tile, letters) {
    return dotted(this.face(tile)) === letters;
  }
}

const given = globalThis.document?.getElementById("alphabet");

/** The alphabet that the page has; of no letters, if it has none. */
export const alphabet = new Alphabet(given ? JSON.parse(given.textContent) : {});
