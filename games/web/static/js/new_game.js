// The form of a new game: hides settings that don't apply, and shows a text field for custom values. Without script all
// are shown, each with what it needs.

const form = document.querySelector("form[hx-post]");
let lines = [];
let selects = [];

/** True if the other option has a value that this one needs; a hidden option has none. */
function isMet({ dataset }) {
  const other = form.elements[dataset.needs];
  const values = JSON.parse(dataset.values);
  if (!other || other.disabled) return false;
  const value = other.value === other.dataset.own ? form.elements[`${other.name}_own`].value : other.value;
  return values.length ? values.includes(value) : value !== "";
}

function show(element, isShown) {
  element.hidden = !isShown;
  for (const control of element.querySelectorAll("input, select")) control.disabled = !isShown;
}

function putAway() {
  for (const select of selects) offer(select);
  for (const line of lines) show(line, true);
  for (const _pass of lines.slice(0, 2)) for (const line of lines) show(line, isMet(line)); // one may need another that needs a third
  for (const select of selects) askForOwn(select);
  for (const drawings of form.querySelectorAll(".drawings")) askForDrawing(drawings);
}

/** Offer only teams that fit the number of players. */
function offer(select) {
  if (select.dataset.unit !== "seats") return;
  const seats = Number(form.elements.seats.value);
  for (const option of select.options) {
    const fits = option.value === "" || option.value === select.dataset.own || option.value.length === seats;
    option.hidden = option.disabled = !fits;
    if (!fits && option.selected) select.value = "";
  }
}

function askForOwn(select) {
  const written = form.elements[`${select.name}_own`];
  written.hidden = written.disabled = select.disabled || select.value !== select.dataset.own;
}

/** Let go of a drawing that is no longer offered, and ask for one’s own text only where that is chosen. */
function askForDrawing(drawings) {
  const [first] = drawings.querySelectorAll("[type=radio]");
  if (drawings.querySelector(":checked:disabled")) first.checked = true;
  const written = drawings.querySelector("[type=text]");
  written.hidden = written.disabled = first.disabled || drawings.querySelector(":checked").value !== "own";
}

/** Read the settings again; choosing another preset brings new ones. */
function begin() {
  lines = [...form.querySelectorAll("[data-needs]")];
  selects = [...form.querySelectorAll("select[data-own]")];
  for (const says of form.querySelectorAll(".needs")) says.hidden = true; // what is shown has what it needs
  putAway();
}

let open = [];
let touched = new Map(); // fields changed while the settings of another preset are loading
let isSwapping = false; // then every setting exists twice
form.addEventListener(
  "change",
  (event) => {
    if (isSwapping) event.stopImmediatePropagation();
    else putAway(); // before the form is sent
  },
  true,
);
form.addEventListener("input", ({ target }) => touched.set(target.id, target));
form.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.target.id === "settings") touched = new Map();
});
form.addEventListener("htmx:beforeSwap", ({ detail }) => {
  isSwapping = detail.shouldSwap && detail.target.id === "settings";
  open = [...form.querySelectorAll("details.group[open]")].map((group) => group.id);
});
form.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "settings") return;
  isSwapping = false;
  for (const id of open) document.getElementById(id).open = true;
  for (const [id, { value, checked }] of touched) {
    const control = document.getElementById(id);
    if (control) Object.assign(control, control.matches("[type=checkbox], [type=radio]") ? { checked } : { value });
  }
  begin();
  if (touched.size) form.dispatchEvent(new Event("change"));
});
begin();
