// Copies a link or a text, or hands it to the device's own sharing where there is one, with its picture where that takes pictures.

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
    navigator.share({ title, ...(text ? { text } : { url }), ...files }).catch(() => {}); // they thought better of it
  });
}

/** The picture for the device's own sharing; nothing where that takes no pictures, or it cannot be had. */
async function filesOf(picture) {
  const answer = await fetch(picture).catch(() => null);
  if (!answer?.ok) return {};
  const files = [new File([await answer.blob()], "lexicon.png", { type: "image/png" })];
  return navigator.canShare?.({ files }) ? { files } : {};
}
