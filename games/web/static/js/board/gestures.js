// Input on the board: drag, double tap, pan, pinch, mark, type. Each ends in one of the board's methods.

import * as tiles from "./arrangement.js";

const { alphabet } = tiles;
const SLOP = 8; // pixels a finger may move and still tap
const ABOVE_THE_FINGER = 44;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const ahead = (place, [down, right]) => [place[0] + down, place[1] + right];

export function followGestures(board) {
  const { play, field } = board;
  const acts = actsOf(board);
  const pointers = new Map();
  let gesture = null;
  const isTyping = ({ target }) => target.closest("input, textarea, select");
  const end = (how) => (event) => {
    if (!pointers.delete(event.pointerId) || !gesture) return;
    gesture[how]?.(event);
    gesture.cancel?.(); // after the drop, so that tiles slide from where they were dropped
    gesture = null;
  };
  const on = {
    click({ target }) {
      const button = target.closest("[data-tool]");
      if (button) acts[button.dataset.tool](button);
    },
    pointerdown(event) {
      const tile = event.target.closest(".tile[data-id]");
      const isOnField = field.contains(event.target);
      if (event.button || event.target.closest("button") || !(tile || isOnField)) return;
      pointers.set(event.pointerId, event);
      gesture?.cancel?.();
      if (pointers.size > 1) gesture = ground(board, pointers);
      else if (isOnField && (event.shiftKey || isPressed(board.marking))) gesture = frame(board, event);
      else gesture = tile ? drag(board, tile.dataset.id, event) : ground(board, pointers);
      gesture.start = event;
      play.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      if (!pointers.has(event.pointerId) || !gesture) return;
      pointers.set(event.pointerId, event);
      const { clientX, clientY } = gesture.start;
      gesture.isDrag ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLOP;
      if (gesture.isDrag) gesture.move(event);
    },
    pointerup: (event) => end(gesture?.isDrag ? "drop" : "tap")(event),
    pointercancel: end(),
    keydown(event) {
      const act = !isTyping(event) && actOf(board, acts, event);
      if (!act) return;
      event.preventDefault();
      act();
    },
    copy(event) {
      if (isTyping(event) || document.activeElement !== field) return;
      const rows = board.rows.split("\n").map((row) => `| ${row}`); // as in an email
      event.clipboardData.setData("text/plain", rows.join("\n"));
      event.preventDefault();
      board.say(board.says.copied);
    },
    paste(event) {
      if (document.activeElement !== field) return;
      board.text.value = event.clipboardData.getData("text/plain");
      board.read();
    },
    /** Zoom while the board has the focus or with Ctrl; otherwise the page scrolls. */
    wheel(event) {
      if (!field.contains(event.target) || (!event.ctrlKey && document.activeElement !== field)) return;
      event.preventDefault();
      const notches = Math.min(60, Math.max(-60, event.deltaY)) / (event.ctrlKey ? 100 : 500);
      board.look(tiles.zoomed(board.viewport, Math.exp(-notches), board.pointOf(event)));
    },
  };
  for (const [name, follow] of Object.entries(on)) play.addEventListener(name, follow, { passive: false });
  field.addEventListener("focus", () => {
    if (field.matches(":focus-visible") && !board.cursor.isShown) board.moveCursor(board.cursor.place);
  });
}

// --- pointers: a gesture has `tap`, `move` (during a drag), `drop`, and `cancel` (called in any case) ----------------

/** Drag a tile with the rest of the selection. */
function drag(board, id, { pointerType }) {
  const ids = board.picked.includes(id) ? board.picked : [id];
  const rise = pointerType === "touch" ? ABOVE_THE_FINGER : 0;
  const risen = ({ clientX, clientY }) => ({ clientX, clientY: clientY - rise });
  let ghost;
  return {
    tap: () => layAtCursor(board, id) || tap(board, tiles.tileOf(board.now, id).place, id),
    move(event) {
      const at = risen(event);
      ghost ??= lift(board, ids, id);
      ghost.style.translate = `${at.clientX}px ${at.clientY}px`;
      board.landing.hidden = !tiles.isWithin(board.viewport, board.pointOf(at));
      board.stand(board.landing, board.cellAt(at));
    },
    drop(event) {
      const from = tiles.tileOf(board.now, id).place;
      const to = board.cellAt(risen(event));
      if (!tiles.isWithin(board.viewport, board.pointOf(risen(event)))) intoRack(board, ids, id, risen(event));
      else if (ids.length > 1) board.move(ids, [to[0] - from[0], to[1] - from[1]]);
      else board.put(id, to);
    },
    cancel() {
      ghost?.remove();
      board.landing.hidden = true;
      for (const each of ids) board.elements.get(each)?.classList.remove("lifted");
    },
  };
}

/** Show copies of the tiles under the pointer, above everything; the originals turn pale. */
function lift(board, ids, id) {
  const ghost = document.createElement("div");
  const [row, column] = tiles.tileOf(board.now, id).place ?? [0, 0];
  for (const each of ids) {
    const { place } = tiles.tileOf(board.now, each);
    const copy = ghost.appendChild(board.elements.get(each).cloneNode(true));
    board.stand(copy, ahead(place ?? [0, 0], [-row, -column]));
    board.elements.get(each).classList.add("lifted");
  }
  ghost.className = "ghost";
  ghost.style.setProperty("--cell", `${board.viewport.cell}px`);
  return document.body.appendChild(ghost);
}

function intoRack(board, ids, id, { clientX, clientY }) {
  if (tiles.tileOf(board.now, id).place) return board.takeBack(ids);
  const isBehind = (other) => {
    const box = board.elements.get(other.id).getBoundingClientRect();
    return other.id !== id && clientY < box.bottom && clientX < box.left + box.width / 2;
  };
  return board.rerank(tiles.ranked(board.now, id, tiles.rackOf(board.now).find(isBehind)?.id));
}

/** A tap, or Enter at the cursor: it puts the selected tile there; otherwise it selects the tile, and a second time
 * its word. */
function tap(board, place, id = tiles.tileAt(board.now, place)?.id) {
  const { picked, cursor } = board;
  const isHere = cursor.isShown && String(cursor.place) === String(place);
  const { top, left } = tiles.boxOf(board.now.filter((tile) => picked.includes(tile.id)));
  const { as } = tiles.tileOf(board.now, id) ?? {};
  const word = place ? tiles.wordAt(board.now, place, cursor.across) : [id];
  if (place && id) board.point(place);
  if (place && picked.length === 1 && picked[0] !== id) board.put(picked[0], place);
  else if (picked.length > 1 && !id) board.move(picked, [place[0] - top, place[1] - left]);
  else if (!id) board.moveCursor(place, cursor.across !== isHere);
  else if (!picked.includes(id)) board.pick([id]);
  else if (picked.length === 1 && as) board.askLetter(id, place);
  else board.pick(picked.length < word.length ? word : []);
}

/** A tapped tile of the rack goes to the cursor if its cell is empty, and the cursor moves on to the next cell. */
function layAtCursor(board, id) {
  const { place, across, isShown } = board.cursor;
  const isEmpty = (cell) => !tiles.tileAt(board.now, cell) && tiles.isFree(board.fixed, cell);
  if (!isShown || !isEmpty(place) || board.picked.length || tiles.tileOf(board.now, id).place) return false;
  const way = [+!across, +across];
  let next = ahead(place, way);
  while (board.signAt(next) !== undefined) next = ahead(next, way);
  board.put(id, place);
  if (isEmpty(next)) board.point(next);
  return true;
}

/** The empty ground under a finger: a tap puts a tile or sets the cursor, a drag pans; two fingers also zoom. */
function ground(board, pointers) {
  const measure = () => {
    const [one, other = one] = [...pointers.values()].map((event) => board.pointOf(event));
    const middle = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    return { apart: Math.hypot(one[0] - other[0], one[1] - other[1]) || 1, middle };
  };
  let last = measure();
  return {
    isDrag: pointers.size > 1,
    tap: (event) => tap(board, board.cellAt(event)),
    move() {
      const now = measure();
      const way = [now.middle[0] - last.middle[0], now.middle[1] - last.middle[1]];
      board.look(tiles.panned(tiles.zoomed(board.viewport, now.apart / last.apart, last.middle), way));
      last = now;
    },
  };
}

/** Select tiles by drawing a frame over them. */
function frame(board, start) {
  const from = board.cellAt(start);
  const move = (event) => board.pick(tiles.between(board.now, from, board.cellAt(event)));
  return { move, tap: move, drop: move, cancel: () => (board.marking.ariaPressed = false) };
}

// --- tools and keys --------------------------------------------------------------------------------------------------

/** The actions of tools; keys do some of them, too. */
const actsOf = (board) => ({
  undo: () => board.step(-1, "undone"),
  redo: () => board.step(1, "redone"),
  turn: () => board.turn(chosen(board)),
  shuffle: () => board.rerank(tiles.shuffled(board.now), board.says.shuffled),
  sort: () => board.rerank(tiles.sorted(board.now, alphabet), board.says.sorted),
  recall: () => board.recall(),
  fit: () => board.fit(),
  toward: ({ dataset }) => board.look(tiles.toward(board.viewport, dataset.side, board.box)),
  mark: () => press(board.marking) && board.say(board.says.marking),
  ...board.tools,
});

const isPressed = (button) => button.ariaPressed === "true";

/** Toggle a button; return true if it is pressed now. */
export function press(button) {
  button.ariaPressed = !isPressed(button);
  return isPressed(button);
}

/** The action of a key where it is pressed; letters and undo work also while a button of the board has the focus. */
function actOf(board, acts, event) {
  const { key, target, altKey, shiftKey } = event;
  const letter = !altKey && alphabet.typed(key);
  if (board.letters.open) return letter && (() => board.chooseLetter(letter));
  if (event.ctrlKey || event.metaKey) return withControl(board, acts, shiftKey)[key.toLowerCase()];
  const goesOn = !altKey && goingOn(board, alphabet.letterOf(key));
  if (goesOn) return goesOn;
  if (key === "'" && isTyping(board)) return () => mark(board);
  if (letter) return () => typeLetter(board, letter, { key, asBlank: shiftKey });
  if (key === "Escape") return () => board.pick([]);
  if (target.closest(".rack .tile")) return inRack(board, target.dataset.id, altKey)[key];
  return target === board.field && onField(board, acts, event)[key];
}

const withControl = (board, acts, shiftKey) => ({
  z: shiftKey ? acts.redo : acts.undo,
  y: acts.redo,
  enter: () => board.finish(),
  a: () => board.pick(tiles.laidOf(board.now).map((tile) => tile.id)),
});

function onField(board, acts, { key, altKey, shiftKey }) {
  const { place, across } = board.cursor;
  const arrow = altKey ? carry : shiftKey ? extend : walk;
  return {
    ...(STEPS[key] && { [key]: () => arrow(board, ahead(place, STEPS[key]), STEPS[key]) }),
    " ": shiftKey ? acts.turn : () => board.moveCursor(place, !across),
    Enter: () => board.send() || tap(board, place),
    Backspace: () => (isTyping(board) && board.typing.isJoined ? part(board) : takeBack(board, reached(board))),
    Delete: () => takeBack(board, place),
    "=": acts.sums,
    "+": () => board.look(tiles.zoomed(board.viewport, 1.2)),
    "-": () => board.look(tiles.zoomed(board.viewport, 1 / 1.2)),
    0: acts.fit,
  };
}

/** Arrows move from tile to tile, with Alt they carry the tile along; Enter selects it. */
function inRack(board, id, altKey) {
  const rack = tiles.rackOf(board.now).map((tile) => tile.id);
  const at = rack.indexOf(id);
  const walk = (by) => () => {
    if (altKey) board.rerank(tiles.ranked(board.now, id, rack[by > 0 ? at + 2 : Math.max(0, at - 1)]));
    board.elements.get(altKey ? id : (rack[at + by] ?? id)).focus();
  };
  const pick = () => {
    board.field.focus();
    tap(board, null, id);
  };
  return { ArrowLeft: walk(-1), ArrowRight: walk(1), Enter: pick, " ": pick };
}

/** The cell of the cursor, or the one before it if that is empty; fixed tiles are skipped. */
function reached({ now, fixed, cursor: { place, across } }) {
  const back = [-!across, -across];
  return tiles.tileAt(now, place) ? place : tiles.stepOver(fixed, ahead(place, back), back);
}

/** The tiles to turn or move: those selected together, else the word at the cursor. */
const chosen = (board) =>
  board.picked.length > 1 ? board.picked : tiles.wordAt(board.now, reached(board), board.cursor.across);

const walk = (board, place) => board.moveCursor(place);

/** Move the selection and the cursor together. */
const carry = (board, place, step) => board.move(chosen(board), step) && board.point(place);

function takeBack(board, place) {
  board.point(place);
  board.takeBack(board.picked.length ? board.picked : tiles.between(board.now, place, place));
}

/** Select everything between the cell where Shift was first held and the cursor. */
function extend(board, place) {
  const from = board.cursor.from ?? board.cursor.place;
  board.point(place);
  board.cursor.from = from;
  board.pick(tiles.between(board.now, from, place));
}

/** Lay a letter from the rack, or a blank with Shift, on the cursor's cell, and move the cursor on past fixed tiles. A
 * letter that isn't held can be one with marks, or the first of a tile of several. */
function typeLetter(board, letter, { key, asBlank }) {
  const { across } = board.cursor;
  const way = [+!across, +across];
  const next = (place) => tiles.stepOver(board.fixed, ahead(place, way), way);
  board.field.focus();
  if (board.signAt(board.cursor.place)?.toUpperCase() === letter) return board.moveCursor(next(board.cursor.place));
  const place = tiles.stepOver(board.fixed, board.cursor.place, way);
  const tile = tiles.fromRack(board.now, ...(asBlank ? [] : [letter, ...alphabet.alike(letter)]));
  if (!tile) return board.say(board.fill("notInRack", { letter }));
  if (tiles.isFree(board.fixed, place)) board.point(next(place));
  board.put(tile.id, place, tile.letter === "?" ? letter : "");
  board.typing = { id: tile.id, letters: alphabet.letterOf(key), place, next: board.cursor.place };
}

/** True while the cursor stands behind the tile that was typed last. */
function isTyping({ typing, now, cursor }) {
  const tile = typing && tiles.tileOf(now, typing.id);
  return String(tile?.place) === String(typing?.place) && String(cursor.place) === String(typing?.next);
}

/** What a letter does that goes on with a tile of several letters: H after C. It takes the place of the letter just
 * laid, if it is in the rack or that letter is a blank; null if there is no such tile. */
function goingOn(board, letter) {
  if (!letter || !isTyping(board)) return null;
  const { typing } = board;
  const before = tiles.tileOf(board.now, typing.id);
  const lies = tiles.characterOf(before).toUpperCase();
  const held = (tile) => tiles.rackOf(board.now).find((one) => one.letter === tile);
  const letters = typing.letters + letter;
  const could = alphabet.beginning(letters).filter((tile) => tile === lies || before.letter === "?" || held(tile));
  if (!could.length) return null;
  const whole = could.find((tile) => alphabet.isWhole(tile, letters));
  return () => {
    const isJoined = Boolean(whole) && whole !== lies;
    const id = isJoined && before.letter !== "?" ? held(whole).id : typing.id;
    if (isJoined) board.put(id, typing.place, id === typing.id ? whole : "");
    board.typing = { ...typing, id, letters, isJoined };
  };
}

/** Lay the next tile that the same plain key stands for in place of the one just typed: Ż and then Ź for Z. */
function mark(board) {
  const { typing } = board;
  const before = tiles.tileOf(board.now, typing.id);
  const lies = tiles.characterOf(before).toUpperCase();
  const plain = alphabet.instead.get(lies) ?? lies;
  const alike = [plain, ...alphabet.alike(plain)];
  const at = alike.indexOf(lies);
  const rack = tiles.rackOf(board.now);
  const heldAs = (letter) => (before.letter === "?" ? before : rack.find((one) => one.letter === letter));
  const next = [...alike.slice(at + 1), ...alike.slice(0, at)].find((letter) => alphabet.faces.has(letter) && heldAs(letter));
  if (!next) return board.say(board.says.noMarks);
  const { id } = heldAs(next);
  board.put(id, typing.place, id === before.id ? next : "");
  board.typing = { ...typing, id, isJoined: false };
}

/** Lay the single letter again that became a tile of several, and keep it. */
function part(board) {
  board.typing = null;
  board.step(-1, "undone");
}
