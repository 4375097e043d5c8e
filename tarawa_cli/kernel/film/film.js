// Shows the film that the page holds. Markup comes only from the program itself; every other text is set as text.
"use strict";
const find = id => document.getElementById("f-" + id);
const film = JSON.parse(find("film").textContent);
const picture = find("view").querySelector("svg");
const SVG = "http://www.w3.org/2000/svg";
const DICE = ["", "\u2680", "\u2681", "\u2682", "\u2683", "\u2684", "\u2685"];
const KEY = 64, SCALE = 0.35;
const isLive = "serial" in film;
let keyframes = [], shown = {}, now = -1, asked = "", zoom = 1, timer = 0;
let elements = {};

function make(tag, text, kind) {
  const it = document.createElement(tag);
  if (text) it.textContent = text;
  if (kind) it.className = kind;
  return it;
}
function draw(tag, attributes, parent) {
  const it = document.createElementNS(SVG, tag);
  for (const name in attributes) it.setAttribute(name, attributes[name]);
  if (parent) parent.append(it);
  return it;
}

// ---- Positions, from differences

function changed(old, difference) {
  if (difference === null) return null;
  const piece = Object.assign({}, old, difference);
  piece.f = Object.assign({}, old && old.f, difference.f);
  for (const name in piece.f) if (piece.f[name] === null) delete piece.f[name];
  return piece;
}
function after(frame, step) {
  const pieces = Object.assign({}, frame.pieces);
  for (const name in step.k) {
    const piece = changed(pieces[name], step.k[name]);
    if (piece) pieces[name] = piece; else delete pieces[name];
  }
  return {pieces, figures: Object.assign({}, frame.figures, step.f)};
}
function position(number) {
  const key = Math.floor(number / KEY);
  if (!keyframes[0]) {
    const pieces = {};
    for (const name in film.still) pieces[name] = changed(undefined, film.still[name]);
    keyframes[0] = after({pieces, figures: {}}, film.steps[0]);
  }
  for (let k = 1; k <= key; k++) {
    if (keyframes[k]) continue;
    let frame = keyframes[k - 1];
    for (let n = (k - 1) * KEY + 1; n <= k * KEY; n++) frame = after(frame, film.steps[n]);
    keyframes[k] = frame;
  }
  let frame = keyframes[key];
  for (let n = key * KEY + 1; n <= number; n++) frame = after(frame, film.steps[n]);
  return frame;
}

// ---- The picture

const marks = draw("g", {id: "f-marks", "pointer-events": "none"}, picture);
function place(name, piece) {
  const old = elements[name];
  if (!piece || !piece.l) {
    if (old) { old.remove(); delete elements[name]; }
    return;
  }
  const it = old || draw("g", {class: "piece"});
  if (it.dataset.layer !== piece.l) picture.getElementById(piece.l).append(it);
  for (const fact in it.dataset) delete it.dataset[fact];
  Object.assign(it.dataset, piece.f, {name, layer: piece.l});
  if (it.drawn !== piece.d) { it.innerHTML = film.drawings[piece.d]; it.drawn = piece.d; }
  it.style.transform = `translate(${piece.x}px,${piece.y}px)`;
  elements[name] = it;
}
function render(pieces, alone) {
  marks.replaceChildren();
  picture.classList.toggle("smooth", alone);
  for (const name in shown) if (!pieces[name]) place(name, null);
  for (const name in pieces) {
    const piece = pieces[name], old = shown[name];
    if (piece === old) continue;
    if (!old || differs(piece, old)) {
      place(name, piece);
      if (alone && piece.l) mark(piece, old);
    }
  }
  shown = pieces;
}
function differs(one, other) {
  return ["l", "x", "y", "d", "t"].some(key => one[key] !== other[key]) || JSON.stringify(one.f) !== JSON.stringify(other.f);
}
function mark(piece, old) {
  if (old && old.l && (old.x !== piece.x || old.y !== piece.y))
    draw("line", {x1: old.x, y1: old.y, x2: piece.x, y2: piece.y}, marks);
  else if (!old || old.d !== piece.d) draw("circle", {cx: piece.x, cy: piece.y, r: 34}, marks);
}
function follow() {
  const first = marks.firstChild, view = find("view");
  if (!first) return;
  const box = first.getBoundingClientRect(), frame = view.getBoundingClientRect();
  if (box.left < frame.left || box.right > frame.right) view.scrollLeft += box.left - frame.left - frame.width / 2;
  if (box.top < frame.top || box.bottom > frame.bottom) view.scrollTop += box.top - frame.top - frame.height / 2;
}
function resize(factor) {
  const view = find("view"), x = (view.scrollLeft + view.clientWidth / 2) / zoom, y = (view.scrollTop + view.clientHeight / 2) / zoom;
  zoom = Math.min(8, Math.max(1, zoom * factor));
  picture.style.width = zoom * 100 + "%";
  view.scrollLeft = x * zoom - view.clientWidth / 2;
  view.scrollTop = y * zoom - view.clientHeight / 2;
}

// ---- Words

function line(told) {
  const item = make("li");
  if (typeof told === "number") {
    const text = film.texts[told], phase = text.startsWith("\u2500\u2500 ");
    if (phase) item.className = "phase";
    item.textContent = phase ? text.slice(3) : text;
    return item;
  }
  const [text, dice, why] = told;
  const rolled = make("span", [...dice].map(die => DICE[die]).join(""), "dice");
  rolled.setAttribute("role", "img");
  rolled.setAttribute("aria-label", "dice " + [...dice].join(" "));
  if (!why.length) item.append(rolled, " ", film.texts[text]);
  else {
    const fold = make("details"), head = make("summary");
    head.append(rolled, " ", film.texts[text]);
    fold.append(head, make("pre", why.map(part => film.texts[part]).join("\n")));
    fold.open = true;
    item.append(fold);
  }
  return item;
}
function tell(step) {
  find("when").textContent = film.texts[step.w];
  const side = step.s ? film.texts[step.s] + ": " : "";
  find("command").textContent = (step.n ? step.n + ". " : "") + side + film.texts[step.c];
  const lines = (step.l || []).map(line);
  if (lines.filter(item => item.querySelector("details")).length > 3)
    for (const item of lines) for (const fold of item.querySelectorAll("details")) fold.open = false;
  if (step.m) lines.unshift(make("li", film.texts[step.m], "point"));
  find("lines").replaceChildren(...lines);
  find("count").textContent = now + " of " + (film.steps.length - 1);
  find("slider").setAttribute("aria-valuetext", film.texts[step.w] + ", order " + now);
}
function hexOf(name) {
  const piece = shown[name];
  return piece && (/^\d+$/.test(name) ? name : String(piece.f.at || "").replace(/^.*:/, ""));
}
function look(name) {
  const known = Object.keys(shown).find(other => other.toLowerCase() === name.trim().toLowerCase());
  if (known) asked = known;
  const piece = shown[known || asked];
  for (const old of marks.querySelectorAll(".asked")) old.remove();
  if (!piece) return;
  const name_ = known || asked, isHex = /^\d+$/.test(name_);
  let text = isHex ? name_ + " \u2014 " + film.texts[piece.t] : film.texts[piece.t];
  if (isHex) for (const other in shown) if (other !== name_ && shown[other].l && hexOf(other) === name_) text += "\n\n" + film.texts[shown[other].t];
  find("told").textContent = text;
  if (piece.l) draw("circle", {class: "asked", cx: piece.x, cy: piece.y, r: 40}, marks);
}
function figures(values) {
  find("figures").replaceChildren(...Object.keys(values).map(name => {
    const pair = make("div"), value = make("dd", values[name].toLocaleString("en"));
    value.dataset.figure = name; value.dataset.value = values[name];
    pair.append(make("dt", film.names[name] || name), value);
    return pair;
  }));
}
function offMap(pieces) {
  const groups = {};
  for (const name in pieces) if (!pieces[name].l) (groups[pieces[name].f.place || pieces[name].f.at] ||= []).push(name);
  find("off").replaceChildren(...Object.keys(groups).map(where => {
    const row = make("p", (film.names[where] || where) + ": ");
    for (const name of groups[where]) {
      const chip = make("button", name, "chip piece");
      Object.assign(chip.dataset, pieces[name].f, {name, layer: ""});
      row.append(chip);
    }
    return row;
  }));
}

// ---- Charts

const WIDE = 300, HIGH = 110, LEFT = 34, FOOT = 16;
let cursors = [];
function charts() {
  cursors = [];
  find("charts").replaceChildren(...film.charts.map(chart));
}
function chart({title, figures}) {
  const names = Object.keys(figures), rows = [], values = {};
  for (const step of film.steps) { Object.assign(values, step.f); rows.push(names.map(name => values[name] || 0)); }
  const all = rows.flat(), top = Math.max(1, ...all), low = Math.min(0, ...all), last = Math.max(1, rows.length - 1);
  const x = n => LEFT + n / last * (WIDE - LEFT - 4), y = v => HIGH - FOOT - (v - low) / (top - low) * (HIGH - FOOT - 8);
  const box = make("figure"), head = make("figcaption"), svg = draw("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img"});
  head.append(make("b", title + ": "));
  names.forEach((name, k) => { const key = make("span", (k ? ", " : "") + figures[name] + " ", "key c" + k), value = make("strong"); value.dataset.chart = name; key.append(value); head.append(key); });
  svg.setAttribute("aria-label", `${title} over the game, from ${rows[0].join(" and ")} to ${rows[last < rows.length ? last : 0].join(" and ")}`);
  for (const v of [low, top]) { draw("line", {class: "axis", x1: LEFT, x2: WIDE - 4, y1: y(v), y2: y(v)}, svg); draw("text", {x: 2, y: y(v) + 4}, svg).textContent = v.toLocaleString("en"); }
  let seen = -9;
  film.steps.forEach((step, n) => {
    if (n && step.t !== film.steps[n - 1].t && x(n) - seen > 24) { draw("text", {x: x(n) - 3, y: HIGH - 3}, svg).textContent = step.t; seen = x(n); }
  });
  names.forEach((name, k) => {
    let path = "", old;
    rows.forEach((row, n) => { if (row[k] !== old || n === last) { path += n ? `H${x(n).toFixed(1)}V${y(row[k]).toFixed(1)}` : `M${x(0)},${y(row[k]).toFixed(1)}`; old = row[k]; } });
    draw("path", {class: "curve c" + k, d: path}, svg);
  });
  const cursor = draw("line", {class: "cursor", y1: 4, y2: HIGH - FOOT}, svg);
  cursors.push(n => { cursor.setAttribute("x1", x(n)); cursor.setAttribute("x2", x(n)); });
  svg.addEventListener("click", event => {
    const frame = svg.getBoundingClientRect(), at = (event.clientX - frame.left) / frame.width * WIDE;
    show(Math.round((at - LEFT) / (WIDE - LEFT - 4) * last));
  });
  box.append(head, svg);
  return box;
}

// ---- The journal, turn by turn; a turn is written out when it is opened

function turnName(step) {
  const parts = film.texts[step.w].split(" \u00b7 ");
  return parts.length > 1 ? parts.slice(0, -1).join(" \u00b7 ") : parts[0];
}
function starts() {
  return film.steps.map((step, n) => n).filter(n => !n || film.steps[n].t !== film.steps[n - 1].t);
}
function journal() {
  const begins = starts();
  for (const old of find("journal").querySelectorAll("details")) old.remove();
  begins.forEach((first, place) => {
    const fold = make("details"), end = begins[place + 1] || film.steps.length;
    fold.append(make("summary", turnName(film.steps[first])));
    fold.dataset.first = first;
    fold.addEventListener("toggle", () => { if (fold.open && !fold.querySelector("ol")) fold.append(orders(first, end)); });
    find("journal").append(fold);
  });
}
function orders(first, end) {
  const list = make("ol");
  for (let n = first; n < end; n++) {
    const item = make("li"), step = film.steps[n], jump = make("button", (step.n ? step.n + ". " : "") + film.texts[step.c]);
    jump.addEventListener("click", () => show(n));
    item.append(jump);
    list.append(item);
  }
  return list;
}

// ---- The player

function show(number, again) {
  const last = film.steps.length - 1, to = Math.max(0, Math.min(last, number));
  if (to === now && !again) return;
  const alone = now >= 0 && to === now + 1, frame = position(to);
  now = to;
  render(frame.pieces, alone);
  tell(film.steps[now]);
  figures(frame.figures);
  offMap(frame.pieces);
  for (const value of document.querySelectorAll("[data-chart]")) value.textContent = (frame.figures[value.dataset.chart] || 0).toLocaleString("en");
  for (const move of cursors) move(now);
  find("slider").value = now;
  find("turns").value = starts().filter(n => n <= now).pop();
  find("points").value = film.steps[now].m || film.turned[film.steps[now].t] && starts().includes(now) ? now : "";
  if (asked) look(asked);
  if (alone) follow();
  if (now === last) stop();
}
function turn(by) {
  const begins = starts();
  show(by > 0 ? begins.find(n => n > now) ?? film.steps.length - 1 : begins.filter(n => n < now).pop() ?? 0);
}
function stop() {
  clearInterval(timer);
  timer = 0;
  find("play").textContent = "\u25b6";
  find("play").setAttribute("aria-label", "Play");
}
function play() {
  if (timer) return stop();
  if (now === film.steps.length - 1) show(0);
  timer = setInterval(() => show(now + 1), 700);
  find("play").textContent = "\u23f8";
  find("play").setAttribute("aria-label", "Pause");
}
function dark() {
  const old = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = old === "dark" ? "light" : "dark";
}
const KEYS = {
  ArrowLeft: () => show(now - 1), ArrowRight: () => show(now + 1), PageUp: () => turn(-1), PageDown: () => turn(1),
  Home: () => show(0), End: () => show(film.steps.length - 1), " ": play, "+": () => resize(1.5), "-": () => resize(1 / 1.5), d: dark,
};
addEventListener("keydown", event => {
  const field = event.target.tagName, typing = field === "SELECT" || (field === "INPUT" && event.target.type !== "range");
  if (typing || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  if (event.key === " " && (field === "BUTTON" || field === "SUMMARY")) return;
  event.preventDefault();
  if (event.key !== " ") stop();
  KEYS[event.key]();
});
const CLICKS = {back: () => show(now - 1), on: () => show(now + 1), "turn-back": () => turn(-1), "turn-on": () => turn(1), play, theme: dark, larger: () => resize(1.5), smaller: () => resize(1 / 1.5)};
for (const id in CLICKS) find(id).addEventListener("click", CLICKS[id]);
find("slider").addEventListener("input", event => { stop(); show(+event.target.value); });
find("turns").addEventListener("change", event => show(+event.target.value));
find("points").addEventListener("change", event => { if (event.target.value) show(+event.target.value); });
find("who").addEventListener("change", event => look(event.target.value));
document.addEventListener("click", event => {
  const it = event.target.closest(".piece, [data-hex]");
  if (it) look(it.dataset.name || it.dataset.hex);
});

// ---- What is there to choose from, and the first picture

function option(text, value) {
  const it = make("option", text);
  it.value = value;
  return it;
}
function turned() {
  const list = make("optgroup"), begins = starts();
  list.label = "Where it turned";
  list.append(...begins.filter(n => film.turned[film.steps[n].t]).map(n => option(turnName(film.steps[n]) + ": " + film.turned[film.steps[n].t], n)));
  return list.children.length ? [list] : [];
}
function prepare() {
  find("slider").max = film.steps.length - 1;
  find("turns").replaceChildren(...starts().map(n => option(turnName(film.steps[n]), n)));
  const points = film.steps.map((step, n) => n).filter(n => film.steps[n].m);
  find("points").replaceChildren(option("\u2026", ""), ...turned(), ...points.map(n => option(film.texts[film.steps[n].m], n)));
  find("points-label").hidden = find("points").length < 2;
  find("note").hidden = !film.note;
  find("note").textContent = film.note;
  charts();
  journal();
}
function names() {
  const units = Object.keys(shown).filter(name => !/^\d+$|^area /.test(name));
  find("names").replaceChildren(...units.map(name => option(name, name)));
}
function begin() {
  prepare();
  const wanted = /^#(\d+)$/.exec(location.hash);
  show(wanted ? +wanted[1] : isLive ? film.steps.length - 1 : 0);
  names();
  resize(SCALE * picture.viewBox.baseVal.width / find("view").clientWidth);
  centre();
}
function centre() {
  const view = find("view"), sheet = picture.viewBox.baseVal, scale = picture.clientWidth / sheet.width;
  const land = Object.keys(shown).filter(name => /^\d+$/.test(name) && !film.still[name]).map(name => shown[name]);
  if (!land.length) return;
  const middle = key => (Math.min(...land.map(piece => piece[key])) + Math.max(...land.map(piece => piece[key]))) / 2;
  view.scrollLeft = (middle("x") - sheet.x) * scale - view.clientWidth / 2;
  view.scrollTop = (middle("y") - sheet.y) * scale - view.clientHeight / 2;
}
addEventListener("hashchange", () => { const wanted = /^#(\d+)$/.exec(location.hash); if (wanted) show(+wanted[1]); });
begin();
