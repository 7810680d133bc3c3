// Makes every draw of a finished game again, in the reader's own browser, from its record alone.
// How draws follow from the seed and the cuts is told on the rules page.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?";
const SPAN = 2 ** 32;

const utf8 = (text) => new TextEncoder().encode(text);
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The stream of one game: `await below(n)` is its next number under n. */
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

async function shuffled(tiles, below) {
  const pool = [...LETTERS].flatMap((letter) => Array(tiles[letter] ?? 0).fill(letter));
  for (let i = pool.length - 1; i > 0; i--) {
    const j = await below(i + 1);
    [pool[i], pool[j]] = [pool[j], pool[i]];
  }
  return pool;
}

/** `{commitment, draws, agree, lights, held}`: whether the seed fits, draws told and draws that agree, and layouts held. */
export async function check(record) {
  const below = await streamOf(await keyOf(record));
  const pool = await shuffled(record.tiles, below);
  const hands = record.seats.map(() => []);
  const found = { draws: 0, agree: 0, lights: 0, held: true };
  const draw = (seat, told) => {
    found.draws += 1;
    found.agree += pool.pop() === told;
    hands[seat].push(told);
  };
  for (const event of record.events) {
    if (event.verb === "green" || event.verb === "amber") found.lights += 1;
    if (event.verb === "jaywalk") {
      draw(event.seat, event.draws[0]);
      hands[event.seat].splice(hands[event.seat].indexOf(event.returned[0]), 1);
      pool.splice(await below(pool.length + 1), 0, event.returned[0]);
    } else if (event.draws) event.draws.forEach((drawn, seat) => drawn.forEach((tile) => draw(seat, tile)));
    else if (event.verb === "submit") found.held &&= isHeld(event.layout, hands[event.seat]);
  }
  const seal = hexOf(await sha256(joined(utf8("lexicon-bag-v1"), bytesOf(record.seed))));
  return { ...found, commitment: seal === record.commitment };
}

function isHeld(layout, hand) {
  const left = [...hand];
  return [...layout.join("")]
    .filter((sign) => sign !== ".")
    .every((sign) => {
      const at = left.indexOf(sign === sign.toLowerCase() ? "?" : sign);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
}

/** On the result page: the button checks, and the list says what was found. */
function offer(button) {
  const says = JSON.parse(document.getElementById("draws-say").textContent);
  const list = document.getElementById("checked");
  button.hidden = false;
  button.addEventListener("click", async () => {
    const found = await check(await (await fetch(button.dataset.record)).json());
    const told = says.draws.replace("{agree}", found.agree).replace("{draws}", found.draws).replace("{lights}", found.lights);
    const lines = [
      [found.commitment, says.commitment],
      [found.agree === found.draws, told],
      [found.held, says.held],
    ];
    list.replaceChildren(
      ...lines.map(([holds, text]) => {
        const line = document.createElement("li");
        line.className = holds ? "holds" : "bad";
        line.textContent = `${holds ? "✓" : "✕"} ${text}`;
        return line;
      }),
    );
  });
}

const button = globalThis.document?.getElementById("check-draws");
if (button && globalThis.crypto?.subtle) offer(button);
