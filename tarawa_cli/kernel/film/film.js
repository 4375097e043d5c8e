
// ---- Figures, what is off the map, the journal

let told = "";
function figures(values) {
  const sign = JSON.stringify(values);
  if (sign === told) return;
  told = sign;
  find("figures").replaceChildren(...Object.keys(values).map(name => {
    const pair = make("div"), value = make("dd", values[name].toLocaleString("en"));
    value.dataset.figure = name; value.dataset.value = values[name];
    pair.append(make("dt", film.names[name] || name), value);
    return pair;
  }));
}
let chips = [];
function offMap(pieces) {
  const off = Object.keys(pieces).filter(name => !pieces[name].l).map(name => [name, pieces[name]]);
  if (off.length === chips.length && off.every(([name, piece], k) => chips[k][0] === name && chips[k][1] === piece)) return;
  chips = off;
  const groups = {};
  for (const [name, piece] of off) (groups[piece.f.place || piece.f.at] ||= []).push(name);
  find("off").replaceChildren(...Object.keys(groups).map(where => {
    const row = make("p", (film.names[where] || where) + ": ");
    for (const name of groups[where]) {
      const chip = make("button", name, "chip piece");
      chip.type = "button";
      Object.assign(chip.dataset, pieces[name].f, {name, layer: ""});
      row.append(chip);
    }
    return row;
  }));
}
function journal() {
  for (const old of find("journal").querySelectorAll("details")) old.remove();
  begins.forEach((first, place) => {
    const fold = make("details"), end = begins[place + 1] || film.steps.length;
    fold.append(make("summary", turnName(film.steps[first])));
    fold.addEventListener("toggle", () => { if (fold.open && !fold.querySelector("ol")) fold.append(orders(first, end)); });
    find("journal").append(fold);
  });
}
function orders(first, end) {
  const list = make("ol");
  for (let n = first; n < end; n++) {
    const item = make("li"), step = film.steps[n], jump = make("button", (step.n ? step.n + ". " : "") + film.texts[step.c]);
    jump.type = "button";
    jump.addEventListener("click", () => show(n));
    item.append(jump);
    list.append(item);
  }
  return list;
}

// ---- A moment

// Shows a step; with `first`, the steps from there on as one, as they are played together.
function show(number, again, first) {
  const last = film.steps.length - 1, to = Math.max(0, Math.min(last, number));
  if (to === now && !again) return;
  const from = first === undefined ? to : first, alone = now >= 0 && from === now + 1;
  const base = position(Math.max(0, from - 1)), frame = from ? copied(base) : base, before = base.pieces;
  for (let n = Math.max(1, from); n <= to; n++) apply(frame, film.steps[n]);
  now = to;
  render(frame.pieces, alone);
  const acts = film.steps.slice(from, to + 1).flatMap(step => actsOf(step, before));
  if (pitch) drawActs(acts);
  else seen = acts;
  if (alone) travel(acts, Math.min(900, 700 * pause(film.steps[to]) / speed()));
  tell(from, to);
  figures(frame.figures);
  offMap(frame.pieces);
  values(frame.figures);
  find("slider").value = now;
  find("turns").value = begins.filter(n => n <= now).pop();
  find("points").value = film.steps[now].m || film.turned[film.steps[now].t] && begins.includes(now) ? now : "";
  if (asked) look(asked);
  if (pitch) follow();
  if (isLive) behind();
  if (now === last) stop();
  address();
}
function turn(by) {
  show(by > 0 ? begins.find(n => n > now) ?? film.steps.length - 1 : begins.filter(n => n < now).pop() ?? 0);
}
function dark() {
  const old = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = old === "dark" ? "light" : "dark";
}

// ---- Keys and buttons

const KEYS = {
  ArrowLeft: () => show(now - 1), ArrowRight: () => show(now + 1), PageUp: () => turn(-1), PageDown: () => turn(1),
  Home: () => show(0), End: () => show(film.steps.length - 1), n: () => fight(1), p: () => fight(-1), " ": play,
  "+": () => resize(1.5), "-": () => resize(1 / 1.5), f: () => fit(!whole), d: dark, "<": () => faster(-1), ">": () => faster(1), Escape: closeCard,
};
const PLAYS_ON = [" ", "+", "-", "f", "d", "<", ">", "Escape"];
addEventListener("keydown", event => {
  const field = event.target.tagName, typing = field === "SELECT" || (field === "INPUT" && event.target.type !== "range");
  if (typing || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  if (event.key === " " && (field === "BUTTON" || field === "SUMMARY")) return;
  event.preventDefault();
  if (!PLAYS_ON.includes(event.key)) stop();
  KEYS[event.key]();
});
const CLICKS = {
  back: KEYS.ArrowLeft, on: KEYS.ArrowRight, "turn-back": KEYS.PageUp, "turn-on": KEYS.PageDown, "fight-back": KEYS.p, "fight-on": KEYS.n,
  play, theme: dark, larger: KEYS["+"], smaller: KEYS["-"], fit: KEYS.f,
};
for (const id in CLICKS) find(id).addEventListener("click", () => { if (/back|on$/.test(id)) stop(); CLICKS[id](); });
find("slider").addEventListener("input", event => { stop(); show(+event.target.value); });
find("turns").addEventListener("change", event => show(+event.target.value));
find("points").addEventListener("change", event => { if (event.target.value) show(+event.target.value); });

// ---- What is there to choose from, and the first picture

function option(text, value) {
  const it = make("option", text);
  it.value = value;
  return it;
}
function turned() {
  const list = make("optgroup");
  list.label = "By turn";
  list.append(...begins.filter(n => film.turned[film.steps[n].t]).map(n => option(turnName(film.steps[n]) + ": " + film.turned[film.steps[n].t], n)));
  return list.children.length ? [list] : [];
}
function prepare() {
  turns();
  vocabulary();
  find("slider").max = film.steps.length - 1;
  find("turns").replaceChildren(...begins.map(n => option(turnName(film.steps[n]), n)));
  const points = film.steps.map((step, n) => n).filter(n => film.steps[n].m);
  find("points").replaceChildren(option("Turning points", ""), ...turned(), ...points.map(n => option(film.texts[film.steps[n].m], n)));
  find("points").hidden = find("points").length < 2;
  find("note").hidden = !film.note;
  find("note").textContent = film.note;
  legend();
  curves();
  moments();
  journal();
}
function names() {
  const units = Object.keys(shown).filter(name => !/^\d+$| /.test(name));
  find("names").replaceChildren(...units.map(name => option(name, name)));
}
// At night the ground is dark; counters and words are not.
function night() {
  picture.insertBefore(draw("rect", {id: "f-night", x: sheet.x, y: sheet.y, width: sheet.width, height: sheet.height, "pointer-events": "none"}), picture.getElementById("numbers"));
}
function begin() {
  const wanted = addressed();
  prepare();
  show(wanted ? wanted.step : isLive ? film.steps.length - 1 : 0);
  names();
  measure();
  night();
  if (wanted && wanted.eye) lookAt(...wanted.eye);
  else fit(false);
}
addEventListener("hashchange", () => {
  const wanted = addressed();
  if (!wanted) return;
  show(wanted.step);
  if (wanted.eye) lookAt(...wanted.eye);
});
begin();
