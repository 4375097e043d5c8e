
// ---- The picture

let elements = {}, drawn = [], cards = [];
const spare = {};
const DEEP = 3, nothing = draw("g");
function drawing(number) {
  if (!drawn[number]) { drawn[number] = draw("g"); drawn[number].innerHTML = film.drawings[number]; }
  return drawn[number];
}
// What is drawn of a counter below others: its card, and nothing if it lies so deep that others hide it.
function carded(number, below) {
  if (below >= DEEP) return nothing;
  if (!cards[number]) {
    cards[number] = drawing(number).cloneNode(true);
    for (const it of cards[number].querySelectorAll("text, path, circle, .shade, g:not(.unit)")) it.remove();
  }
  return cards[number];
}
// Makes an element show what another one does; whatever is the same in both stays.
function become(it, wanted) {
  for (const {name, value} of wanted.attributes) if (it.getAttribute(name) !== value) it.setAttribute(name, value);
  if (it.attributes.length !== wanted.attributes.length) for (const {name} of [...it.attributes]) if (!wanted.hasAttribute(name)) it.removeAttribute(name);
  fill(it, wanted);
}
function fill(it, wanted) {
  const old = [...it.childNodes], made = [...wanted.childNodes];
  let start = 0, end = old.length, last = made.length;
  while (start < end && start < last && old[start].isEqualNode(made[start])) start++;
  while (end > start && last > start && old[end - 1].isEqualNode(made[last - 1])) { end--; last--; }
  const after = old[end] || null;
  for (let k = start; k < Math.max(end, last); k++) {
    if (k >= last) old[k].remove();
    else if (k >= end) it.insertBefore(made[k].cloneNode(true), after);
    else if (old[k].nodeName !== made[k].nodeName) old[k].replaceWith(made[k].cloneNode(true));
    else if (old[k].nodeType === Node.TEXT_NODE) old[k].data = made[k].data;
    else become(old[k], made[k]);
  }
}
function face(it, number, below = 0) {
  if (it.drawn === number && it.below === below) return;
  const full = drawing(number), wanted = below && it.wanted !== full ? carded(number, below) : full;
  if (it.wanted !== wanted) fill(it, wanted);
  it.classList.toggle("under", below > 0 && wanted === full);
  Object.assign(it, {drawn: number, below, wanted});
}
// Whatever is not shown lies far off the sheet with all that it showed: to show it again needs no style and no layout.
function away(it) {
  if (it.isAway) return;
  it.isAway = it.isStill = true;
  it.style.transition = "none";
  it.style.transform = "translate(-99999px,-99999px)";
}
function moveTo(it, x, y) {
  if (!it.isAway && it.x === x && it.y === y) return;
  if (!it.isAway && it.isStill) it.style.transition = it.isStill = "";
  it.isAway = false;
  it.style.transform = `translate(${it.x = x}px,${it.y = y}px)`;
}
// A hex of the sea on which nothing is drawn needs no element: the ground below it can be tapped.
function place(name, piece) {
  const isDrawn = piece && piece.l && film.drawings[piece.d], it = elements[name] || spare[name] || draw("g", {class: "piece", "data-name": name});
  if (!piece || !piece.l || (film.still[name] && !isDrawn)) {
    if (elements[name]) { away(it); spare[name] = it; delete elements[name]; }
    return;
  }
  delete spare[name];
  elements[name] = it;
  if (it.layer !== piece.l) picture.getElementById(it.layer = piece.l).append(it);
  if (!isDrawn) return away(it);
  face(it, piece.d, piece.f.below);
  moveTo(it, piece.x, piece.y);
}
function render(pieces, alone) {
  picture.classList.toggle("smooth", alone);
  unspread();
  for (const name in shown) {
    if (pieces[name] && pieces[name].l) continue;
    if (alone && elements[name]) fade(elements[name]);
    if (elements[name]) place(name, null);
  }
  for (const name in pieces) if (pieces[name] !== shown[name]) place(name, pieces[name]);
  shown = pieces;
  restack();
}
function hexOf(name) {
  const piece = shown[name];
  if (!piece || isHex(name)) return piece && name;
  const at = String(piece.f.at || "").replace(/^.*:/, "");
  return isHex(at) || !shown[at] ? at : hexOf(at);
}

// ---- Where one looks: the middle of the view on the sheet, and its scale

const sheet = picture.viewBox.baseVal, view = find("view");
// A hex in pixels: from which on all words can be read, large numbers can, and only the names of beaches and areas can.
const LEGIBLE = 52, SMALL = 38, TINY = 22, LARGEST = 6;
const room = {wide: view.clientWidth, high: view.clientHeight};
let eye = {x: sheet.x + sheet.width / 2, y: sheet.y + sheet.height / 2, scale: 0}, pitch = 0, whole = false, labelled = 0;
function lookAt(x, y, scale) {
  const low = Math.min(room.wide / sheet.width, room.high / sheet.height);
  eye.scale = Math.max(Math.min(low, LEGIBLE / pitch), Math.min(LARGEST, scale || eye.scale));
  const within = (value, from, size, space) => size * eye.scale <= space ? from + size / 2
    : Math.max(from + space / eye.scale / 2, Math.min(from + size - space / eye.scale / 2, value));
  eye.x = within(x, sheet.x, sheet.width, room.wide);
  eye.y = within(y, sheet.y, sheet.height, room.high);
  if (labelled !== eye.scale) {
    picture.style.width = sheet.width * eye.scale + "px";
    picture.style.height = sheet.height * eye.scale + "px";
    picture.style.setProperty("--scale", eye.scale);
    picture.classList.toggle("small", pitch * eye.scale < SMALL);
    picture.classList.toggle("tiny", pitch * eye.scale < TINY);
    boxes = [];
  }
  const left = room.wide / 2 - (eye.x - sheet.x) * eye.scale, top = room.high / 2 - (eye.y - sheet.y) * eye.scale;
  picture.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
  if (labelled !== eye.scale) { labelled = eye.scale; drawActs(seen); if (asked) ring(asked, "asked"); if (isLive) rings(); }
  address();
}
function onSheet(event) {
  const box = view.getBoundingClientRect();
  return {x: eye.x + (event.clientX - box.left - room.wide / 2) / eye.scale, y: eye.y + (event.clientY - box.top - room.high / 2) / eye.scale};
}
// The hex at a point of the sheet: the one whose centre is nearest.
function hexAt({x, y}) {
  let nearest = "", far = pitch * 0.62;
  for (const name in shown) {
    if (!isHex(name)) continue;
    const away = Math.hypot(shown[name].x - x, shown[name].y - y);
    if (away < far) [nearest, far] = [name, away];
  }
  return nearest;
}
function zoomAt(point, factor) {
  const before = eye.scale;
  whole = false;
  lookAt(eye.x, eye.y, eye.scale * factor);
  const ratio = before / eye.scale;
  lookAt(point.x + (eye.x - point.x) * ratio, point.y + (eye.y - point.y) * ratio, eye.scale);
}
function resize(factor) {
  zoomAt(eye, factor);
}
function measure() {
  const hexes = Object.keys(film.still).concat(Object.keys(shown)).filter(isHex).map(name => shown[name]), first = hexes[0];
  pitch = Math.min(...hexes.slice(1).map(piece => Math.hypot(piece.x - first.x, piece.y - first.y)).filter(far => far > 1));
  if (!isFinite(pitch)) pitch = LEGIBLE;
}
function around(pieces) {
  const xs = pieces.map(piece => piece.x), ys = pieces.map(piece => piece.y);
  const [left, right, top, low] = [Math.min(...xs) - pitch, Math.max(...xs) + pitch, Math.min(...ys) - pitch, Math.max(...ys) + pitch];
  return {left, right, top, low, x: (left + right) / 2, y: (top + low) / 2, wide: right - left, high: low - top};
}
function units() {
  return Object.keys(shown).filter(name => !isHex(name) && shown[name].l && isHex(hexOf(name) || "")).map(name => shown[name]);
}
function land() {
  return Object.keys(shown).filter(name => isHex(name) && !film.still[name]).map(name => shown[name]);
}
// Land and units as large as fits; again, or if that is too small to read: around what is going on.
function fit(all) {
  const things = land().concat(units());
  if (!things.length) return lookAt(eye.x, eye.y, room.wide / sheet.width);
  const box = around(things), scale = Math.min(room.wide / box.wide, room.high / box.high);
  whole = all || scale * pitch >= LEGIBLE;
  if (whole) return lookAt(box.x, box.y, scale);
  const going = acted(), middle = around(units().length ? units() : things);
  lookAt(middle.x, middle.y, LEGIBLE / pitch);
  if (going.length) follow();
}
function follow() {
  const going = acted();
  if (!going.length) return;
  const box = around(going), wide = room.wide / eye.scale / 2, high = room.high / eye.scale / 2;
  const inside = box.left > eye.x - wide && box.right < eye.x + wide && box.top > eye.y - high && box.low < eye.y + high;
  if (inside) return;
  const last = going[going.length - 1], fits = box.wide < 2 * wide && box.high < 2 * high;
  lookAt(fits ? box.x : last.x, fits ? box.y : last.y);
}

// ---- Drag, wheel, pinch

const fingers = new Map();
let dragged = false;
view.addEventListener("wheel", event => {
  event.preventDefault();
  zoomAt(onSheet(event), Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : event.ctrlKey ? 0.01 : 0.002)));
}, {passive: false});
view.addEventListener("pointerdown", event => {
  if (event.button) return;
  if (!fingers.size) dragged = false;
  fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
});
function spreadOf(points) {
  return points.length < 2 ? 0 : Math.hypot(points[0].x - points[1].x, points[0].y - points[1].y);
}
view.addEventListener("pointermove", event => {
  const old = fingers.get(event.pointerId);
  if (!old) return;
  const x = event.clientX - old.x, y = event.clientY - old.y;
  if (!dragged && fingers.size < 2 && Math.hypot(x, y) < 5) return;
  if (!dragged) { dragged = true; view.setPointerCapture(event.pointerId); view.classList.add("held"); }
  const before = spreadOf([...fingers.values()]);
  fingers.set(event.pointerId, {x: event.clientX, y: event.clientY});
  const points = [...fingers.values()], after = spreadOf(points);
  whole = false;
  lookAt(eye.x - x / eye.scale / points.length, eye.y - y / eye.scale / points.length);
  if (before && after) zoomAt(onSheet({clientX: (points[0].x + points[1].x) / 2, clientY: (points[0].y + points[1].y) / 2}), after / before);
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, event => { fingers.delete(event.pointerId); view.classList.remove("held"); });
view.addEventListener("dragstart", event => event.preventDefault());
addEventListener("resize", () => { room.wide = view.clientWidth; room.high = view.clientHeight; if (whole) fit(true); else lookAt(eye.x, eye.y); });

// ---- The address: the step, and where one looks

let writing = 0;
function address() {
  if (writing || now < 0) return;
  writing = setTimeout(() => {
    writing = 0;
    history.replaceState(null, "", `#${now}@${eye.x.toFixed(0)},${eye.y.toFixed(0)},${+eye.scale.toFixed(3)}`);
  }, 250);
}
function addressed() {
  const found = /^#(\d+)(?:@(-?\d+),(-?\d+),([\d.]+))?$/.exec(location.hash);
  return found && {step: +found[1], eye: found[2] ? [+found[2], +found[3], +found[4]] : null};
}
