
// ---- Figures, what is off the map, the journal

const told = new Map(), grouping = new Intl.NumberFormat("en");
function figures(values) {
  if (Object.keys(values).length !== told.size) { told.clear(); find("figures").replaceChildren(); }
  for (const name in values) {
    let value = told.get(name);
    if (!value) {
      const pair = make("div");
      told.set(name, value = make("dd"));
      value.dataset.figure = name;
      pair.append(make("dt", film.names[name] || name), value);
      find("figures").append(pair);
    }
    if (value.number === values[name]) continue;
    value.number = values[name];
    value.textContent = grouping.format(values[name]);
  }
}
// What is off the map, in a row for each place.
let rows = new Map();
function offMap(pieces) {
  const groups = new Map(), before = [...rows.keys()].join();
  for (const name in pieces) {
    if (pieces[name].l) continue;
    const where = pieces[name].f.place || pieces[name].f.at;
    if (groups.has(where)) groups.get(where).push(name); else groups.set(where, [name]);
  }
  rows = new Map([...groups].map(([where, names]) => [where, filled(rows.get(where) || make("p", (film.names[where] || where) + ":"), names)]));
  if ([...rows.keys()].join() !== before) find("off").replaceChildren(...rows.values());
}
function filled(row, names) {
  const chips = row.children;
  while (chips.length > names.length) { row.lastChild.remove(); row.lastChild.remove(); }
  while (chips.length < names.length) row.append(" ", reference("-", "chip"));
  names.forEach((name, place) => { if (chips[place].dataset.ref !== name) chips[place].firstChild.data = chips[place].dataset.ref = name; });
  return row;
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
  if (to === now && !again && !later) return;
  const from = first === undefined ? to : first;
  clearTimeout(later);
  later = 0;
  narrate(from, to, board(from, to));
  if (now === last) stop();
  address();
}
// The map of a step, and what is needed to tell of it.
function board(from, to) {
  const alone = now >= 0 && from === now + 1;
  const frame = position(Math.max(0, from - 1)), before = Object.create(frame.pieces);
  for (let n = Math.max(1, from); n <= to; n++) {
    for (const name in film.steps[n].k) if (!Object.hasOwn(before, name)) before[name] = frame.pieces[name];
    apply(frame, film.steps[n]);
  }
  now = to;
  render(frame.pieces, alone);
  const acts = film.steps.slice(from, to + 1).flatMap(step => actsOf(step, before));
  if (pitch) drawActs(acts);
  else seen = acts;
  if (alone) travel(acts, Math.min(900, 700 * pause(film.steps[to]) / speed()));
  if (pitch) follow();
  moment(to);
  return frame;
}
function narrate(from, to, frame) {
  tell(from, to);
  figures(frame.figures);
  offMap(frame.pieces);
  values(frame.figures);
  choose("turns", begins.findLast(n => n <= now));
  choose("points", film.steps[now].m || film.turned[film.steps[now].t] && begins.includes(now) ? now : "");
  if (asked) look(asked);
  if (isLive) behind();
}
// To set a list to what it has already would lay it out again.
function choose(list, value) {
  if (find(list).value !== String(value)) find(list).value = value;
}
// While the slider is drawn along, the map goes with it; the words follow where it rests.
const RESTS = 80;
let later = 0;
function scrub(number) {
  if (number === now) return;
  const frame = board(number, number);
  clearTimeout(later);
  later = setTimeout(() => { later = 0; narrate(now, now, frame); if (now === film.steps.length - 1) stop(); address(); }, RESTS);
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
find("slider").addEventListener("input", event => { stop(); scrub(+event.target.value); });
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
