
// ---- Live: asks the server what has been played since, and shows it. Only the page of `watch` has this part.

function take(more) {
  const at = now, atEnd = now === film.steps.length - 1;
  film.steps = film.steps.slice(0, more.kept).concat(more.steps);
  film.texts = film.texts.concat(more.texts);
  film.drawings = film.drawings.concat(more.drawings);
  film.serial = more.serial;
  film.note = more.note;
  film.turned = more.turned;
  keyframes = keyframes.slice(0, Math.ceil(more.kept / KEY));
  prepare();
  const last = film.steps.length - 1;
  if (more.kept <= at) now = -1;
  show(atEnd ? last : Math.min(at, last), true);
  names();
}
async function ask() {
  const has = {epoch: film.epoch, serial: film.serial, steps: film.steps.length, texts: film.texts.length, drawings: film.drawings.length};
  const answer = await fetch("steps?" + new URLSearchParams(has), {cache: "no-store"});
  const more = await answer.json();
  if (more.epoch !== film.epoch) location.reload();
  else if (more.steps) take(more);
}
async function live() {
  for (;;) {
    try {
      await ask();
      if (document.documentElement.dataset.live === "off") prepare();
      document.documentElement.dataset.live = "on";
    } catch {
      document.documentElement.dataset.live = "off";
      find("note").hidden = false;
      find("note").textContent = "Nobody answers any more: `watch` has ended. The film stays as it is.";
      await new Promise(done => setTimeout(done, 2000));
    }
  }
}
live();
