// Copies a link or a text, or shares it by the device's own dialog, with its picture if possible.

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
  });
}
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", async () => {
    const { title, text, share: url, picture } = button.dataset;
    const files = picture ? await filesOf(picture) : {};
    navigator.share({ title, ...(text ? { text } : { url }), ...files }).catch(() => {}); // they cancelled
  });
}

// On a phone the dialog also copies and saves, so that one button is enough.
if (navigator.share && matchMedia("(pointer: coarse)").matches)
  for (const other of document.querySelectorAll("[data-instead]")) other.hidden = true;

/** The picture to share; empty if the device doesn't share pictures or it can't be loaded. */
async function filesOf(picture) {
  const answer = await fetch(picture).catch(() => null);
  if (!answer?.ok) return {};
  const files = [new File([await answer.blob()], "lexicon.png", { type: "image/png" })];
  return navigator.canShare?.({ files }) ? { files } : {};
}
