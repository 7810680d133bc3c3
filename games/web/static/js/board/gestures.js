// What hands do on the board: drag, tap and tap, type; pan, pinch and mark. Each ends in one of the board's own acts.

import * as tiles from "./arrangement.js";

const SLOP = 8; // pixels a finger may stray and still tap
const ABOVE_THE_FINGER = 44;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function followGestures(board) {
  const pointers = new Map();
  let gesture = null;

  function begin(event) {
    if (event.button || event.target.closest("button")) return;
    pointers.set(event.pointerId, event);
    const element = event.target.closest(".tile[data-id]");
    if (pointers.size === 2) {
      gesture?.cancel?.();
      gesture = pinch(board, pointers);
    } else if (element) gesture = drag(board, Number(element.dataset.id), event);
    else if (board.field.contains(event.target))
      gesture = event.shiftKey || board.marking.getAttribute("aria-pressed") === "true" ? mark(board, event) : pan(board, event);
    else return;
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function move(event) {
    if (!pointers.has(event.pointerId) || !gesture) return;
    pointers.set(event.pointerId, event);
    gesture.move(event);
  }

  function end(event) {
    if (!pointers.delete(event.pointerId) || !gesture) return;
    if (event.type === "pointercancel") gesture.cancel?.();
    else gesture.end(event);
    gesture = null;
  }

  for (const place of [board.field, board.rack]) {
    place.addEventListener("pointerdown", begin);
    place.addEventListener("pointermove", move);
    place.addEventListener("pointerup", end);
    place.addEventListener("pointercancel", end);
  }
  board.field.addEventListener("wheel", (event) => wheel(board, event), { passive: false });
  board.field.addEventListener("dblclick", (event) => pickWord(board, event));
  board.field.addEventListener("keydown", (event) => type(board, event));
  board.rack.addEventListener("keydown", (event) => {
    const id = Number(event.target.closest(".tile")?.dataset.id);
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    board.pick(board.picked.has(id) ? [] : [id]);
    board.field.focus();
  });
  board.field.addEventListener("copy", (event) => {
    event.clipboardData.setData("text/plain", tiles.rowsOf(board.now).join("\n"));
    event.preventDefault();
  });
  board.field.addEventListener("paste", (event) => {
    board.text.value = event.clipboardData.getData("text/plain");
    board.text.dispatchEvent(new Event("input"));
  });
  board.field.addEventListener("focus", () => board.cursor.isShown || board.moveCursor(board.cursor.place));
}

const strayed = (start, event) => Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLOP;

/** A tile under the finger: a tap picks it or swaps it with what is picked; a drag carries it, with all that is picked. */
function drag(board, id, start) {
  const ids = board.picked.has(id) ? [...board.picked] : [id];
  const rise = start.pointerType === "touch" ? ABOVE_THE_FINGER : 0;
  let ghost = null;
  const drop = () => {
    ghost?.remove();
    for (const each of ids) board.elements.get(each).classList.remove("lifted");
  };
  return {
    cancel: drop,
    move(event) {
      if (!ghost && !strayed(start, event)) return;
      ghost ??= lift(board, ids, id);
      ghost.style.translate = `${event.clientX}px ${event.clientY - rise}px`;
    },
    end(event) {
      drop();
      if (!ghost) return tapTile(board, id);
      const [x, y] = [event.clientX, event.clientY - rise];
      if (contains(board.field, x, y)) return dropOn(board, ids, id, board.sight.cellAt(x, y));
      if (tiles.tileOf(board.now, id).place) return board.takeBack(ids);
      const before = [...board.rack.children].find((tile) => {
        const box = tile.getBoundingClientRect();
        return y < box.bottom && x < box.left + box.width / 2;
      });
      return board.rerank(tiles.ranked(board.now, id, before && Number(before.dataset.id)));
    },
  };
}

function dropOn(board, ids, id, place) {
  if (ids.length === 1) return board.put(id, place);
  const from = tiles.tileOf(board.now, id).place;
  return board.do(tiles.move(board.now, ids, [place[0] - from[0], place[1] - from[1]]), board.says.moved);
}

/** Copies of the tiles, above everything, under the pointer; what they were is left pale. */
function lift(board, ids, id) {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  const from = tiles.tileOf(board.now, id).place;
  for (const each of ids) {
    const element = board.elements.get(each);
    const copy = element.cloneNode(true);
    const place = tiles.tileOf(board.now, each).place;
    copy.style.setProperty("--row", from && place ? place[0] - from[0] : 0);
    copy.style.setProperty("--column", from && place ? place[1] - from[1] : 0);
    element.classList.add("lifted");
    ghost.append(copy);
  }
  ghost.style.setProperty("--cell", `${board.sight.cell}px`);
  document.body.append(ghost);
  return ghost;
}

function tapTile(board, id) {
  const [picked] = board.picked;
  const place = tiles.tileOf(board.now, id).place;
  if (board.picked.size === 1 && picked !== id && place) board.put(picked, place);
  else board.pick(board.picked.has(id) ? [] : [id]);
  if (place) board.moveCursor(place);
}

function tapCell(board, place) {
  const [id] = board.picked;
  if (board.picked.size > 1) {
    const laid = [...board.picked].map((each) => tiles.tileOf(board.now, each));
    const { top, left } = tiles.boxOf(laid);
    board.do(tiles.move(board.now, [...board.picked], [place[0] - top, place[1] - left]), board.says.moved);
  } else if (id !== undefined) board.put(id, place);
  else {
    const isHere = board.cursor.isShown && String(board.cursor.place) === String(place);
    board.moveCursor(place, isHere ? !board.cursor.across : board.cursor.across);
  }
}

/** The ground under the finger: a tap puts or sets the cursor, a drag moves the whole board. */
function pan(board, start) {
  const from = [board.sight.x, board.sight.y];
  let isPanning = false;
  return {
    move(event) {
      isPanning ||= strayed(start, event);
      if (isPanning) board.sight.look(board.sight.cell, from[0] + event.clientX - start.clientX, from[1] + event.clientY - start.clientY);
    },
    end(event) {
      if (!isPanning) tapCell(board, board.sight.cellAt(event.clientX, event.clientY));
    },
  };
}

/** A frame drawn over tiles picks them. */
function mark(board, start) {
  const from = board.sight.cellAt(start.clientX, start.clientY);
  const within = (event) => {
    const to = board.sight.cellAt(event.clientX, event.clientY);
    const [rows, columns] = [0, 1].map((axis) => [Math.min(from[axis], to[axis]), Math.max(from[axis], to[axis])]);
    return tiles
      .laid(board.now)
      .filter(({ place: [r, c] }) => r >= rows[0] && r <= rows[1] && c >= columns[0] && c <= columns[1])
      .map((tile) => tile.id);
  };
  return {
    move(event) {
      board.picked = new Set(within(event));
      board.show();
    },
    end(event) {
      board.pick(within(event));
      board.setMarking(false);
    },
  };
}

function pinch(board, pointers) {
  const measure = () => {
    const [a, b] = [...pointers.values()];
    const box = board.field.getBoundingClientRect();
    const middle = [(a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top];
    return { apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), middle };
  };
  let last = measure();
  return {
    move() {
      if (pointers.size < 2) return;
      const now = measure();
      board.sight.zoom(now.apart / last.apart, now.middle);
      board.sight.look(board.sight.cell, board.sight.x + now.middle[0] - last.middle[0], board.sight.y + now.middle[1] - last.middle[1]);
      last = now;
    },
    end() {},
  };
}

/** The wheel zooms where the board is being used, or with Ctrl; else the page scrolls as ever. */
function wheel(board, event) {
  if (!event.ctrlKey && document.activeElement !== board.field) return;
  event.preventDefault();
  const box = board.field.getBoundingClientRect();
  board.sight.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1, [event.clientX - box.left, event.clientY - box.top]);
}

function pickWord(board, event) {
  const place = board.sight.cellAt(event.clientX, event.clientY);
  if (!tiles.tileAt(board.now, place)) return;
  board.cursor = { ...board.cursor, place };
  board.pick(board.wordAtCursor());
}

// --- keys ------------------------------------------------------------------------------------------------------------

function type(board, event) {
  if (event.target !== board.field || event.metaKey) return;
  const act = event.ctrlKey ? withControl(board, event) : plain(board, event);
  if (!act) return;
  event.preventDefault();
  act();
}

function withControl(board, event) {
  if (event.key.toLowerCase() === "z") return () => (event.shiftKey ? board.redo() : board.undo());
  if (event.key.toLowerCase() === "y") return () => board.redo();
  if (event.key.toLowerCase() === "a") return () => board.pick(tiles.laid(board.now).map((tile) => tile.id));
  return null;
}

function plain(board, event) {
  const { place, across } = board.cursor;
  const step = STEPS[event.key];
  if (step && event.altKey) return () => moveWord(board, step);
  if (step) return () => board.moveCursor([place[0] + step[0], place[1] + step[1]]);
  if (/^[a-z]$/i.test(event.key) && !event.altKey) return () => typeLetter(board, event.key.toUpperCase());
  const acts = {
    " ": () => (event.shiftKey ? board.turnPicked() : board.moveCursor(place, !across)),
    Enter: () => (board.picked.size ? tapCell(board, place) : pickHere(board, place)),
    Backspace: () => takeBackBefore(board),
    Delete: () => takeBackAt(board, place),
    Escape: () => board.pick([]),
    "+": () => board.sight.zoom(1.2),
    "-": () => board.sight.zoom(1 / 1.2),
    0: () => board.sight.fit(),
  };
  return acts[event.key];
}

function pickHere(board, place) {
  const tile = tiles.tileAt(board.now, place);
  if (tile) board.pick([tile.id]);
}

/** Alt and an arrow move what is picked, else the word at the cursor. */
function moveWord(board, step) {
  const ids = board.picked.size ? [...board.picked] : board.wordAtCursor();
  if (!ids.length) return;
  const next = tiles.move(board.now, ids, step);
  board.do(next, board.says.moved);
  if (next) board.cursor.place = [board.cursor.place[0] + step[0], board.cursor.place[1] + step[1]];
  board.showCaret();
}

/** A letter from the rack on the cursor's cell, and on to the next free one. */
function typeLetter(board, letter) {
  const { place, across } = board.cursor;
  const there = tiles.tileAt(board.now, place);
  const ahead = [place[0] + (across ? 0 : 1), place[1] + (across ? 1 : 0)];
  if (there && tiles.signOf(there).toUpperCase() === letter) return board.moveCursor(ahead);
  const tile = tiles.fromRack(board.now, letter);
  if (!tile) return board.say(board.says.notInRack.replace("{letter}", letter));
  board.put(tile.id, place, tile.letter === "?" ? letter : "");
  board.cursor.place = ahead;
  board.showCaret();
  return board.sight.keepInSight(ahead);
}

function takeBackBefore(board) {
  const { place, across } = board.cursor;
  const behind = [place[0] - (across ? 0 : 1), place[1] - (across ? 1 : 0)];
  const here = tiles.tileAt(board.now, place) ? place : behind;
  takeBackAt(board, here);
  board.cursor.place = here;
  board.showCaret();
}

function takeBackAt(board, place) {
  const ids = board.picked.size ? [...board.picked] : [tiles.tileAt(board.now, place)?.id];
  if (ids[0] !== undefined) board.takeBack(ids);
}

function contains(element, x, y) {
  const box = element.getBoundingClientRect();
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}
