// Repeats every draw of a finished game in the reader's browser, from its record alone. The rules page explains how
// draws follow from the seed and the cuts.

import { alphabet } from "./board/arrangement.js";

const SPAN = 2 ** 32;

const utf8 = (text) => new TextEncoder().encode(text);
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The random stream of one game: `await below(n)` is its next number below n. */
async function streamOf(key) {
  const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let words = [];
  let block = 0n;
  const nextWord = async () => {
    if (!words.length) {
      const number = new DataView(new ArrayBuffer(8));
      number.setBigUint64(0, block++);
      const bytes = new DataView(await crypto.subtle.sign("HMAC", hmac, number.buffer));
      words = Array.from({ length: 8 }, (_, i) => bytes.getUint32(4 * i));
    }
    return words.shift();
  };
  return async function below(n) {
    const fair = SPAN - (SPAN % n);
    let word = await nextWord();
    while (word >= fair) word = await nextWord();
    return word % n;
  };
}

async function keyOf({ seed, cuts }) {
  if (!cuts.some(Boolean)) return bytesOf(seed);
  return sha256(joined(bytesOf(seed), ...cuts.map((cut) => joined([0], utf8(cut)))));
}

/** Every tile in a value of the record, as it is inside. */
const inside = (value, of) => (Array.isArray(value) ? value.map((each) => inside(each, of)) : of.inside(value));

/** An event with the tiles in it as they are inside. */
function read(event, of) {
  const tiles = ["draws", "taken", "returned", "tiles", "layout"].filter((name) => event[name]);
  return { ...event, ...Object.fromEntries(tiles.map((name) => [name, inside(event[name], of)])) };
}

async function shuffled(tiles, below, of) {
  const pool = [...of.order].flatMap((letter) => Array(tiles[of.write(letter)] ?? 0).fill(letter));
  for (let i = pool.length - 1; i > 0; i--) {
    const j = await below(i + 1);
    [pool[i], pool[j]] = [pool[j], pool[i]];
  }
  return pool;
}

/** Verify a record of a game with this alphabet: `{commitment, dealt, draws, agree, lights, held, cuts}`: whether the seed matches, the tiles
 * dealt at the start, the number of recorded draws and of those that match, whether every layout used only held
 * tiles, and the cuts as [name, cut]. */
export async function check(record, of) {
  const below = await streamOf(await keyOf(record));
  const pool = await shuffled(record.tiles, below, of);
  const open = []; // face-up tiles that were returned
  const hands = record.seats.map(() => []);
  const found = { dealt: 0, draws: 0, agree: 0, lights: 0, held: true };
  const draw = async (seat, told) => {
    const drawn = pool.length || !open.length ? pool.pop() : open.splice(await below(open.length), 1)[0];
    found.draws += 1;
    found.agree += drawn === told;
    hands[seat].push(told);
  };
  const take = (seat, told) => {
    found.draws += 1;
    found.agree += without(open, told);
    hands[seat].push(told);
  };
  for (const event of record.events.map((one) => read(one, of))) {
    if (event.verb === "green" || event.verb === "amber") found.lights += 1;
    if (event.verb === "jaywalk") {
      for (const tile of event.taken ?? []) take(event.seat, tile);
      for (const tile of event.draws) await draw(event.seat, tile);
      for (const tile of event.returned) {
        found.held &&= without(hands[event.seat], tile);
        if (record.options?.face_up) open.push(tile);
        else pool.splice(await below(pool.length + 1), 0, tile);
      }
    } else if (event.draws) {
      for (const [seat, drawn] of event.draws.entries()) for (const tile of drawn) await draw(seat, tile);
    } else if (event.verb === "swap") {
      event.tiles.forEach((tile, i) => {
        found.held &&= without(hands[event.seats[i]], tile);
        hands[event.seats[1 - i]].push(tile);
      });
    } else if (event.verb === "submit") found.held &&= isHeld(event.layout, hands[event.seat]);
    if (event.verb === "deal") found.dealt = found.draws;
  }
  const seal = hexOf(await sha256(joined(utf8("lexicon-bag-v1"), bytesOf(record.seed))));
  const cuts = record.cuts.map((cut, seat) => [record.seats[seat], cut]).filter(([, cut]) => cut);
  return { ...found, cuts, commitment: seal === record.commitment };
}

/** Remove one such tile from a list; true if there was one. */
function without(tiles, tile) {
  const at = tiles.indexOf(tile);
  if (at >= 0) tiles.splice(at, 1);
  return at >= 0;
}

function isHeld(layout, hand) {
  const left = [...hand];
  return [...layout.join("")]
    .filter((character) => character !== ".")
    .every((character) => without(left, character === character.toLowerCase() ? "?" : character));
}

/** The results as [passes, text, code below it]; `says` are the page's texts. */
export function linesOf(found, record, says) {
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const agrees = found.agree === found.draws;
  return [
    [found.commitment, says.commitment, record.commitment],
    ...found.cuts.map(([name, cut]) => [agrees, filled(says.cut, { name, cut })]),
    [agrees, filled(says.draws, found)],
    [found.held, says.held],
  ];
}

/** Verifies on the result page once the panel is in view, and again by its button. */
class Checking {
  constructor(panel) {
    this.panel = panel;
    this.says = JSON.parse(document.getElementById("result-says").textContent);
    this.list = document.getElementById("checked");
    this.button = document.getElementById("check-draws");
    this.button.addEventListener("click", () => this.run());
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen.isIntersecting) return;
      watch.disconnect();
      this.run();
    });
    watch.observe(panel);
  }

  async run() {
    if (this.isRunning) return;
    this.busy(true);
    try {
      const record = await (await fetch(this.panel.dataset.record)).json();
      const lines = linesOf(await check(record, alphabet), record, this.says);
      this.list.replaceChildren(...lines.map(lineOf));
      this.panel.querySelector(".redrawn").hidden = false;
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error; // no answer, or no record in it
      this.list.replaceChildren(lineOf([false, this.says.failed]));
    }
    this.busy(false);
  }

  busy(isRunning) {
    this.isRunning = isRunning;
    this.button.setAttribute("aria-disabled", isRunning);
    if (isRunning) this.list.replaceChildren(Object.assign(document.createElement("li"), { textContent: this.says.checking }));
  }
}

function lineOf([holds, text, code]) {
  const line = document.createElement("li");
  line.className = holds ? "holds" : "bad";
  const mark = Object.assign(document.createElement("b"), { textContent: holds ? "✓" : "✕" });
  const said = Object.assign(document.createElement("span"), { textContent: text });
  if (code) said.append(Object.assign(document.createElement("code"), { textContent: code }));
  line.append(mark, said);
  return line;
}

const panel = globalThis.document?.getElementById("draws");
if (panel && globalThis.crypto?.subtle) new Checking(panel);
