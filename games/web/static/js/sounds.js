// Optional sounds of a game: a light, a new tile, one's own move. They are synthesised here, and follow only from what
// the page shows its reader, so nothing hidden makes a sound.

const MUTED = "sounds are muted";
const CALM = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Each cue as notes of [hertz, start in seconds, length in seconds], and a vibration pattern in milliseconds on and
 * off. */
const CUES = {
  light: { notes: [[659, 0, 0.35], [988, 0.09, 0.45]], shakes: [30] },
  tile: { notes: [[294, 0, 0.07], [440, 0.05, 0.09]], shakes: [15] },
  move: { notes: [[523, 0, 0.16], [659, 0.12, 0.16], [784, 0.24, 0.3]], shakes: [20, 60, 20] },
};

/** What the page shows: the stage and tone of the light, the face-down tiles, and the number of tiles on shared
 * grids. */
export function shown(page) {
  const { dataset, classList } = page.querySelector("#live .disc");
  const tone = ["green", "amber", "red"].find((one) => classList.contains(one)) ?? "";
  const laid = page.querySelectorAll("#first [data-grid] .tile-on").length;
  return { stage: dataset.stage, tone, laid, fresh: page.querySelector("#hand[data-new]")?.dataset.new ?? "" };
}

/** The one cue for a change of what is shown; "" for a change that needs none. */
export function cueOf(before, now) {
  if (now.fresh && now.fresh !== before.fresh) return "tile";
  if (now.stage === "move" && before.stage !== "move") return "move";
  if (now.laid !== before.laid) return "tile";
  const isSame = now.stage === before.stage && now.tone === before.tone;
  return !isSame && now.tone && now.stage !== "move" ? "light" : "";
}

/** Play notes with soft starts and ends. */
function play(context, notes) {
  for (const [hertz, after, lasts] of notes) {
    const [begins, ends] = [context.currentTime + after, context.currentTime + after + lasts];
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(0.12, begins + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, ends);
    const wave = new OscillatorNode(context, { frequency: hertz, type: "triangle" });
    wave.connect(volume).connect(context.destination);
    wave.start(begins);
    wave.stop(ends);
  }
}

/** Play sounds for changes on the page, and let a key and a button mute them. */
class Sounds {
  constructor(page) {
    Object.assign(this, { page, button: page.getElementById("mute"), shown: shown(page) });
    page.body.addEventListener("htmx:afterSettle", () => this.follow());
    page.addEventListener("keydown", (event) => this.hear(event));
    this.button.addEventListener("click", () => this.toggle());
    this.button.hidden = false;
    this.label();
  }

  get isMuted() {
    return Boolean(localStorage.getItem(MUTED));
  }

  label() {
    this.button.textContent = this.isMuted ? this.button.dataset.unmutes : this.button.dataset.mutes;
  }

  follow() {
    const before = this.shown;
    this.shown = shown(this.page);
    const cue = cueOf(before, this.shown);
    if (cue && !this.isMuted) this.sound(CUES[cue]);
  }

  /** Play a cue, if the browser allows it: only after the page was touched or a key pressed. */
  sound({ notes, shakes }) {
    if (!navigator.userActivation?.hasBeenActive) return;
    this.context ??= new AudioContext();
    this.context.resume().then(() => play(this.context, notes));
    if (!CALM.matches) navigator.vibrate?.(shakes);
  }

  /** Mute by M, except on a board and in text fields, where it is a letter. */
  hear(event) {
    const isWritten = event.target.closest("input, textarea, select, dialog") || event.defaultPrevented;
    if (event.key.toLowerCase() === "m" && !isWritten && !event.ctrlKey && !event.metaKey && !event.altKey) this.toggle();
  }

  toggle() {
    if (this.isMuted) localStorage.removeItem(MUTED);
    else localStorage.setItem(MUTED, "yes");
    this.label();
    const says = Object.assign(this.page.createElement("p"), { className: "note done" });
    says.textContent = this.isMuted ? this.button.dataset.muted : this.button.dataset.unmuted;
    this.page.getElementById("notes").replaceChildren(says);
    if (!this.isMuted) this.sound(CUES.tile);
  }
}

if (globalThis.document?.getElementById("mute")) new Sounds(document);
