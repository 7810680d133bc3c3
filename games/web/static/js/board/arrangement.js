// An arrangement of one's tiles: which lie on the grid and where, and the others in the order of the rack.
// Pure values: every function gives a new arrangement and leaves the old one as it was, so that undo is a list of them.
//
// {tiles: [{id, letter, place: [row, column] | null, as: ""}], rack: [id, …]}
// A blank's letter is "?"; `as` is what it stands for where it lies. Rows and columns may be negative: the grid has no end.

const EMPTY = ".";

/** The tiles of a hand, laid as the rows say (lower case: a blank), the others in the rack. Tiles not held are left out. */
export function arrange(hand, rows, rackOrder = "") {
  const tiles = [...hand].map((letter, id) => ({ id, letter, place: null, as: "" }));
  const free = (letter) => tiles.find((tile) => tile.letter === letter && !tile.place);
  rows.forEach((row, r) =>
    [...row].forEach((sign, c) => {
      if (sign === EMPTY) return;
      const tile = (sign === sign.toUpperCase() && free(sign)) || free("?");
      if (!tile) return;
      tile.place = [r, c];
      if (tile.letter === "?") tile.as = sign.toUpperCase();
    }),
  );
  const inRack = tiles.filter((tile) => !tile.place).map((tile) => tile.id);
  return { tiles, rack: orderedLike(tiles, inRack, rackOrder) };
}

/** The same arrangement of a hand that has changed: what is still held stays where it lies. */
export function withHand(arrangement, hand) {
  const left = [...hand];
  const kept = arrangement.tiles.filter((tile) => {
    const at = left.indexOf(tile.letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  const next = 1 + Math.max(-1, ...arrangement.tiles.map((tile) => tile.id));
  const come = left.map((letter, n) => ({ id: next + n, letter, place: null, as: "" }));
  const rack = arrangement.rack.filter((id) => kept.some((tile) => tile.id === id));
  return { tiles: [...kept, ...come], rack: [...rack, ...come.map((tile) => tile.id)] };
}

export const tileOf = (arrangement, id) => arrangement.tiles.find((tile) => tile.id === id);

export const tileAt = (arrangement, [row, column]) =>
  arrangement.tiles.find((tile) => tile.place && tile.place[0] === row && tile.place[1] === column);

/** What a tile shows: its letter, or the letter a blank stands for in lower case. */
export const signOf = (tile) => (tile.letter === "?" ? tile.as.toLowerCase() || "?" : tile.letter);

/** One tile put on a cell. What lay there goes where the tile came from. */
export function put(arrangement, id, place, as = "") {
  const moved = tileOf(arrangement, id);
  const other = tileAt(arrangement, place);
  if (other === moved) return changed(arrangement, new Map([[id, { place, as: as || moved.as }]]));
  const changes = new Map([[id, { place, as: as || moved.as }]]);
  if (other) changes.set(other.id, { place: moved.place, as: moved.place ? other.as : "" });
  return changed(arrangement, changes, moved.place ? [] : [[id, other?.id]]);
}

/** Tiles taken back to the end of the rack; all that lie, if none are named. */
export function takeBack(arrangement, ids = laid(arrangement).map((tile) => tile.id)) {
  return changed(arrangement, new Map(ids.map((id) => [id, { place: null, as: "" }])));
}

/** Tiles moved together; null where another tile is in the way. */
export function move(arrangement, ids, [down, right]) {
  return moved(arrangement, ids, ([row, column]) => [row + down, column + right]);
}

/** Tiles turned about the first of them, rows for columns; null where another tile is in the way. */
export function turn(arrangement, ids) {
  const [row, column] = corner(ids.map((id) => tileOf(arrangement, id).place));
  return moved(arrangement, ids, ([r, c]) => [row + c - column, column + r - row]);
}

/** The rack in another order: alphabetical, or by chance. */
export const sorted = (arrangement) => ({
  ...arrangement,
  rack: [...arrangement.rack].sort((a, b) => letterOrder(tileOf(arrangement, a)) - letterOrder(tileOf(arrangement, b))),
});

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

export const laid = (arrangement) => arrangement.tiles.filter((tile) => tile.place);

/** The layout as rows, cut to its tiles, as the text box and mail write it. */
export function rowsOf(arrangement) {
  const tiles = laid(arrangement);
  if (!tiles.length) return [];
  const { top, left, bottom, right } = boxOf(tiles);
  const rows = Array.from({ length: bottom - top + 1 }, () => Array(right - left + 1).fill(EMPTY));
  for (const tile of tiles) rows[tile.place[0] - top][tile.place[1] - left] = signOf(tile);
  return rows.map((row) => row.join(""));
}

/** The cells that tiles span. */
export function boxOf(tiles) {
  const rows = tiles.map((tile) => tile.place[0]);
  const columns = tiles.map((tile) => tile.place[1]);
  return {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

/** The tiles of the unbroken line through a cell. */
export function lineAt(arrangement, place, across) {
  const step = across ? [0, 1] : [1, 0];
  const found = [];
  const walk = (sign) => {
    for (let n = sign > 0 ? 0 : 1; ; n++) {
      const tile = tileAt(arrangement, [place[0] + sign * n * step[0], place[1] + sign * n * step[1]]);
      if (!tile) return;
      if (sign > 0) found.push(tile);
      else found.unshift(tile);
    }
  };
  walk(-1);
  if (tileAt(arrangement, place)) walk(1);
  return found;
}

/** The first tile of the rack that can be this letter: itself before a blank. */
export function fromRack(arrangement, letter) {
  const tiles = arrangement.rack.map((id) => tileOf(arrangement, id));
  return tiles.find((tile) => tile.letter === letter) ?? tiles.find((tile) => tile.letter === "?");
}

function changed(arrangement, changes, swaps = []) {
  const tiles = arrangement.tiles.map((tile) => (changes.has(tile.id) ? { ...tile, ...changes.get(tile.id) } : tile));
  let rack = [...arrangement.rack];
  for (const [out, back] of swaps) rack = rack.flatMap((id) => (id === out ? (back === undefined ? [] : [back]) : [id]));
  const lies = new Set(tiles.filter((tile) => tile.place).map((tile) => tile.id));
  rack = rack.filter((id) => !lies.has(id));
  const missing = tiles.filter((tile) => !tile.place && !rack.includes(tile.id)).map((tile) => tile.id);
  return { tiles, rack: [...rack, ...missing] };
}

function moved(arrangement, ids, to) {
  const places = new Map(ids.map((id) => [id, to(tileOf(arrangement, id).place)]));
  const taken = new Set(laid(arrangement).filter((tile) => !places.has(tile.id)).map((tile) => String(tile.place)));
  if ([...places.values()].some((place) => taken.has(String(place)))) return null;
  return changed(arrangement, new Map([...places].map(([id, place]) => [id, { place }])));
}

function corner(places) {
  return [Math.min(...places.map(([row]) => row)), Math.min(...places.map(([, column]) => column))];
}

const letterOrder = (tile) => (tile.letter === "?" ? 200 : tile.letter.charCodeAt(0));

function orderedLike(tiles, ids, order) {
  const wanted = [...order];
  const rank = new Map();
  for (const id of ids) {
    const at = wanted.indexOf(tiles.find((tile) => tile.id === id).letter);
    rank.set(id, at < 0 ? Infinity : at);
    if (at >= 0) wanted[at] = "";
  }
  return [...ids].sort((a, b) => rank.get(a) - rank.get(b) || a - b);
}
