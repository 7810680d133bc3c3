// Keys beside a text box for the tiles that a keyboard may lack. They write where the cursor is.

const keyAt = ({ target }) => target.closest(".letter-keys button");

addEventListener("mousedown", (event) => keyAt(event) && event.preventDefault()); // so a phone keeps its keyboard open

addEventListener("click", (event) => {
  const key = keyAt(event);
  if (!key) return;
  const box = document.getElementById(key.parentElement.dataset.into);
  if (document.activeElement !== box) box.focus();
  box.setRangeText(key.value, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
});
