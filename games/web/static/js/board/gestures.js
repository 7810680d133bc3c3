// What hands do on the board: drag, tap and tap, pan, pinch, mark, type. Each ends in one of the board's own acts.
// First the sight of the endless grid that they pan and zoom: where its origin lies in the field, how large a cell is.

import * as tiles from "./arrangement.js";

const [LEAST_CELL, LARGEST_CELL] = [24, 64];
const FOR_BUTTONS = 56; // pixels at the field's lower edge, where buttons lie over it
const SLOP = 8; // pixels a finger may stray and still tap
const ABOVE_THE_FINGER = 44;
const EDGE = 28; // pixels from the field's edge where a tile that rests makes the board creep
const [REST, TWICE] = [400, 400]; // milliseconds: before it creeps; between two taps that are one double tap
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const among = (least, most, value) => Math.min(most, Math.max(least, value));
const ahead = (place, [down, right]) => [place[0] + down, place[1] + right];

export class Sight {
  /** `boxOf()` gives the cells that tiles span. A turned phone shows all again; a rack that grows does not move them. */
  constructor(field, boxOf) {
    Object.assign(this, { field, boxOf, seen: field.clientWidth });
    new ResizeObserver(() => {
      if (Math.abs(field.clientWidth - this.seen) > 40) this.fit();
      else this.showBeyond();
      this.seen = field.clientWidth;
    }).observe(field);
  }

  get view() {
    return [this.field.clientWidth, this.field.clientHeight];
  }

  look(cell, x, y) {
    Object.assign(this, { cell: among(LEAST_CELL, LARGEST_CELL, cell), x: Math.round(x), y: Math.round(y) });
    for (const name of ["cell", "x", "y"]) this.field.style.setProperty(`--${name}`, `${this[name]}px`);
    this.showBeyond();
  }

  pan(x, y) {
    this.look(this.cell, this.x + x, this.y + y);
  }

  /** All tiles in sight, in the middle. */
  fit() {
    const { top, left, bottom, right } = this.boxOf();
    const [wide, high] = [this.view[0], this.view[1] - FOR_BUTTONS];
    const fitting = Math.min(wide < 600 ? 38 : 44, wide / (right - left + 2), high / (bottom - top + 2));
    const cell = Math.max(LEAST_CELL, Math.floor(fitting));
    this.look(cell, (wide - (left + right + 1) * cell) / 2, (high - (top + bottom + 1) * cell) / 2);
  }

  /** Zoom so that what is under a point of the field stays there. */
  zoom(factor, [atX, atY] = this.view.map((length) => length / 2)) {
    const scale = among(LEAST_CELL, LARGEST_CELL, this.cell * factor) / this.cell;
    this.look(this.cell * scale, atX - (atX - this.x) * scale, atY - (atY - this.y) * scale);
  }

  keepInSight([row, column]) {
    const into = (at, length) => Math.max(0, -at) + Math.min(0, length - this.cell - at);
    this.pan(into(this.x + column * this.cell, this.view[0]), into(this.y + row * this.cell, this.view[1]));
  }

  /** How many pixels of the tiles lie beyond each side. */
  get beyond() {
    const { top, left, bottom, right } = this.boxOf();
    return {
      left: -this.x - left * this.cell,
      top: -this.y - top * this.cell,
      right: this.x + (right + 1) * this.cell - this.view[0],
      bottom: this.y + (bottom + 1) * this.cell - this.view[1],
    };
  }

  showBeyond() {
    const { beyond } = this;
    for (const button of this.field.querySelectorAll("[data-side]"))
      button.hidden = beyond[button.dataset.side] <= this.cell / 2;
  }

  /** Towards tiles beyond a side, at most a part of the way, so that one sees where one comes from. */
  toward(side) {
    const [x, y] = { left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1] }[side];
    const step = (length) => Math.min(this.beyond[side] + this.cell, length * 0.7);
    this.pan(x * step(this.view[0]), y * step(this.view[1]));
  }

  /** The cell under a point of the window. */
  cellAt(x, y) {
    const box = this.field.getBoundingClientRect();
    return [Math.floor((y - box.top - this.y) / this.cell), Math.floor((x - box.left - this.x) / this.cell)];
  }
}

export function followGestures(board) {
  const pointers = new Map();
  let gesture = null;
  const on = {
    pointerdown(event) {
      const tile = event.target.closest(".tile[data-id]");
      const isOnField = board.field.contains(event.target);
      if (event.button || event.target.closest("button") || !(tile || isOnField)) return;
      pointers.set(event.pointerId, event);
      gesture?.cancel?.();
      if (pointers.size > 1) gesture = ground(board, pointers, event);
      else if (isOnField && (event.shiftKey || board.isMarking)) gesture = frame(board, event);
      else gesture = tile ? drag(board, Number(tile.dataset.id), event) : ground(board, pointers, event);
      board.play.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      if (!pointers.has(event.pointerId)) return;
      pointers.set(event.pointerId, event);
      gesture?.move(event);
    },
    pointerup(event) {
      if (pointers.delete(event.pointerId)) gesture?.end(event);
      gesture = null;
    },
    pointercancel(event) {
      if (pointers.delete(event.pointerId)) gesture?.cancel?.();
      gesture = null;
    },
    keydown(event) {
      const act = actOf(board, event);
      if (!act) return;
      event.preventDefault();
      act();
    },
    copy(event) {
      if (event.target.closest("input, textarea") || !board.field.contains(document.activeElement)) return;
      event.clipboardData.setData("text/plain", tiles.rowsOf(board.now).join("\n"));
      event.preventDefault();
      board.say(board.says.copied);
    },
    paste(event) {
      if (!board.field.contains(document.activeElement)) return;
      board.text.value = event.clipboardData.getData("text/plain");
      board.read();
    },
  };
  for (const [name, follow] of Object.entries(on)) board.play.addEventListener(name, follow);
  board.field.addEventListener("wheel", (event) => wheel(board, event), { passive: false });
  board.field.addEventListener("focus", () => {
    if (board.field.matches(":focus-visible") && !board.cursor.isShown) board.moveCursor(board.cursor.place);
  });
}

// --- hands -----------------------------------------------------------------------------------------------------------

const strayed = (start, event) => Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLOP;

const contains = (box, x, y) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;

/** A tile under the finger: a tap picks it or swaps it with what is picked; a drag carries it, with all that is picked. */
function drag(board, id, start) {
  const ids = board.picked.has(id) ? [...board.picked] : [id];
  const rise = start.pointerType === "touch" ? ABOVE_THE_FINGER : 0;
  let [ghost, x, y, restsSince] = [null, 0, 0, 0];

  /** Where the tile would lie; where it rests at the field's edge, the board creeps on. */
  function hover(now) {
    if (!ghost) return;
    const box = board.field.getBoundingClientRect();
    const pull = (at, least, most) => (at < least + EDGE ? 5 : at > most - EDGE ? -5 : 0);
    const creep = [pull(x, box.left, box.right), pull(y, box.top, box.bottom)];
    board.landing.hidden = !contains(box, x, y);
    board.stand(board.landing, board.sight.cellAt(x, y));
    if (board.landing.hidden || !creep.some(Boolean)) restsSince = now;
    else if (now - restsSince > REST) board.sight.pan(...creep);
    requestAnimationFrame(hover);
  }

  function cancel() {
    ghost?.remove();
    ghost = null;
    board.landing.hidden = true;
    for (const each of ids) board.elements.get(each)?.classList.remove("lifted");
  }

  return {
    cancel,
    move(event) {
      if (!ghost && !strayed(start, event)) return;
      [x, y] = [event.clientX, event.clientY - rise];
      const isNew = !ghost;
      ghost ??= lift(board, ids, id);
      ghost.style.translate = `${x}px ${y}px`;
      if (isNew) requestAnimationFrame(hover);
    },
    end(event) {
      if (!ghost) return tapTile(board, id, event.timeStamp);
      const from = tiles.tileOf(board.now, id).place;
      const [row, column] = board.sight.cellAt(x, y);
      const isOnField = contains(board.field.getBoundingClientRect(), x, y);
      if (isOnField && ids.length > 1) board.move(ids, [row - from[0], column - from[1]]);
      else if (isOnField) board.put(id, [row, column]);
      else if (from) board.takeBack(ids);
      else board.rerank(tiles.ranked(board.now, id, rackTileAfter(board, id, x, y)));
      return cancel(); // after the drop, so that tiles slide from where the hand let them go
    },
  };
}

/** Copies of the tiles, above everything, under the pointer; what they were is left pale. */
function lift(board, ids, id) {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  const from = tiles.tileOf(board.now, id).place;
  for (const each of ids) {
    const { place } = tiles.tileOf(board.now, each);
    board.stand(ghost.appendChild(board.elements.get(each).cloneNode(true)), from ? ahead(place, [-from[0], -from[1]]) : [0, 0]);
    board.elements.get(each).classList.add("lifted");
  }
  ghost.style.setProperty("--cell", `${board.sight.cell}px`);
  return document.body.appendChild(ghost);
}

function rackTileAfter(board, id, x, y) {
  return board.now.rack.find((each) => {
    const box = board.elements.get(each).getBoundingClientRect();
    return each !== id && y < box.bottom && x < box.left + box.width / 2;
  });
}

let lastTap = { id: null, at: 0 };

/** Once picks, puts or lets go; twice picks the word; a blank that is in the hand asks for another letter. */
function tapTile(board, id, at) {
  const { place, as } = tiles.tileOf(board.now, id);
  const [picked] = board.picked;
  const isTwice = lastTap.id === id && at - lastTap.at < TWICE;
  lastTap = { id, at };
  if (place) board.point(place);
  if (place && isTwice) board.pick(tiles.wordAt(board.now, place, board.cursor.across));
  else if (place && board.picked.size === 1 && picked !== id) board.put(picked, place);
  else if (board.picked.has(id) && as) board.askLetter(id, place);
  else board.pick(board.picked.has(id) ? [] : [id]);
}

function tapCell(board, place) {
  const [id] = board.picked;
  const { top, left } = tiles.boxOf([...board.picked].map((each) => tiles.tileOf(board.now, each)).filter((tile) => tile.place));
  const isHere = board.cursor.isShown && String(board.cursor.place) === String(place);
  if (board.picked.size > 1) board.move([...board.picked], [place[0] - top, place[1] - left]);
  else if (id !== undefined) board.put(id, place);
  else board.moveCursor(place, board.cursor.across !== isHere);
}

/** The ground under one finger: a tap puts or sets the cursor, a drag pans; under two it zooms, too. */
function ground(board, pointers, start) {
  const measure = () => {
    const [one, other = one] = pointers.values();
    const box = board.field.getBoundingClientRect();
    const middle = [(one.clientX + other.clientX) / 2 - box.left, (one.clientY + other.clientY) / 2 - box.top];
    return { apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1, middle };
  };
  let last = measure();
  let isTap = pointers.size === 1;
  return {
    move(event) {
      if (isTap && !strayed(start, event)) return;
      const now = measure();
      board.sight.zoom(now.apart / last.apart, now.middle);
      board.sight.pan(now.middle[0] - last.middle[0], now.middle[1] - last.middle[1]);
      [last, isTap] = [now, false];
    },
    end(event) {
      if (isTap) tapCell(board, board.sight.cellAt(event.clientX, event.clientY));
    },
  };
}

/** A frame drawn over tiles picks them. */
function frame(board, start) {
  const at = (event) => board.sight.cellAt(event.clientX, event.clientY);
  return {
    move: (event) => board.pick(tiles.between(board.now, at(start), at(event))),
    end(event) {
      this.move(event);
      board.mark(false);
    },
  };
}

/** The wheel zooms where the board is being used, or with Ctrl; else the page scrolls as ever. */
function wheel(board, event) {
  if (!event.ctrlKey && document.activeElement !== board.field) return;
  event.preventDefault();
  const box = board.field.getBoundingClientRect();
  const factor = Math.exp(-among(-60, 60, event.deltaY) / (event.ctrlKey ? 100 : 500));
  board.sight.zoom(factor, [event.clientX - box.left, event.clientY - box.top]);
}

// --- keys ------------------------------------------------------------------------------------------------------------

/** What a key does where it is pressed; letters and undo also while a button of the board has the focus. */
function actOf(board, event) {
  const { key, target } = event;
  const isLetter = /^[a-z]$/i.test(key) && !event.altKey;
  if (target.closest("input, textarea, select")) return null;
  if (event.ctrlKey || event.metaKey) return withControl(board, event)[key.toLowerCase()];
  if (!board.letters.hidden && key === "Escape") return () => board.chooseLetter("");
  if (!board.letters.hidden) return isLetter ? () => board.chooseLetter(key.toUpperCase()) : null;
  if (isLetter) return () => typeLetter(board, key.toUpperCase(), event.shiftKey);
  if (key === "Escape") return () => board.pick([]);
  if (target.closest(".rack .tile")) return inRack(board, event)[key];
  return target === board.field ? onField(board, event)[key] : null;
}

const withControl = (board, event) => ({
  z: board.tools[event.shiftKey ? "redo" : "undo"],
  y: board.tools.redo,
  a: () => board.pick(tiles.laid(board.now).map((tile) => tile.id)),
});

function onField(board, { key, altKey, shiftKey }) {
  const { place, across } = board.cursor;
  const next = STEPS[key] && ahead(place, STEPS[key]);
  const walk = () => (shiftKey ? extend(board, next) : board.moveCursor(next));
  return {
    [next && key]: altKey ? () => moveChosen(board, STEPS[key]) : walk,
    " ": shiftKey ? board.tools.turn : () => board.moveCursor(place, !across),
    Enter: () => enter(board, place),
    Backspace: () => takeBackAt(board, board.reached),
    Delete: () => takeBackAt(board, place),
    "=": board.tools.sums,
    "+": () => board.sight.zoom(1.2),
    "-": () => board.sight.zoom(1 / 1.2),
    0: board.tools.fit,
  };
}

/** Arrows go from tile to tile, with Alt they carry it along; Enter picks it. */
function inRack(board, { altKey, target }) {
  const id = Number(target.closest(".tile").dataset.id);
  const { rack } = board.now;
  const at = rack.indexOf(id);
  const walk = (by) => () => {
    if (altKey) board.rerank(tiles.ranked(board.now, id, rack[by > 0 ? at + 2 : Math.max(0, at - 1)]));
    board.elements.get(altKey ? id : rack[among(0, rack.length - 1, at + by)]).focus();
  };
  const pick = () => {
    board.field.focus();
    board.pick(board.picked.has(id) ? [] : [id]);
  };
  return { ArrowLeft: walk(-1), ArrowRight: walk(1), Enter: pick, " ": pick };
}

function enter(board, place) {
  const tile = tiles.tileAt(board.now, place);
  if (tile && board.picked.size < 2) tapTile(board, tile.id, Infinity);
  else tapCell(board, place);
}

/** What lies between where Shift was first held and the cursor is picked. */
function extend(board, place) {
  const from = board.cursor.from ?? board.cursor.place;
  board.point(place);
  board.cursor.from = from;
  board.sight.keepInSight(place);
  board.pick(tiles.between(board.now, from, place));
}

function moveChosen(board, step) {
  const before = board.now;
  board.move(board.chosen, step);
  if (board.now !== before) board.point(ahead(board.cursor.place, step));
}

/** A letter from the rack, or a blank with Shift, on the cursor's cell; the cursor goes on. */
function typeLetter(board, letter, asBlank) {
  const { place, across } = board.cursor;
  const there = tiles.tileAt(board.now, place);
  const next = ahead(place, [!across, across]);
  const tile = tiles.fromRack(board.now, letter, asBlank ? "?" : letter);
  board.field.focus();
  if (there && tiles.signOf(there).toUpperCase() === letter) return board.moveCursor(next);
  if (!tile) return board.say(board.fill("notInRack", { letter }));
  board.point(next);
  board.sight.keepInSight(next);
  return board.put(tile.id, place, tile.letter === "?" ? letter : "");
}

function takeBackAt(board, place) {
  const tile = tiles.tileAt(board.now, place);
  board.point(place);
  if (board.picked.size) board.takeBack([...board.picked]);
  else if (tile) board.takeBack([tile.id]);
}
