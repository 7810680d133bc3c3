// The form of a new game: options that mean nothing as the others stand are put away, and a text of one's own is asked for where
// somebody wants one. Without this all of them are there, each with what it needs.

const form = document.querySelector("form[hx-post]");
const lines = [...form.querySelectorAll("[data-needs]")];
const selects = [...form.querySelectorAll("select[data-own]")];

/** Whether the other option has what this one needs; an option that is put away itself has nothing. */
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
}

/** Of teams only those for as many as play. */
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

/** A clock that was filled in for one pace gives way to another, and comes back with its own. */
function followPace({ target }) {
  if (target.name !== "preset") return;
  for (const clock of form.querySelectorAll("[data-pace]")) {
    if (clock.dataset.pace === target.value) clock.value ||= clock.defaultValue;
    else if (clock.value === clock.defaultValue) clock.value = "";
  }
}

for (const says of form.querySelectorAll(".needs")) says.hidden = true; // what is there has what it needs
form.addEventListener("change", followPace, true);
form.addEventListener("change", putAway, true); // before the form is sent to be weighed
putAway();
