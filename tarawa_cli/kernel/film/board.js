
// ---- The picture

let elements = {}, drawn = [];
function drawing(number) {
  if (!drawn[number]) { drawn[number] = draw("g"); drawn[number].innerHTML = film.drawings[number]; }
  return [...drawn[number].cloneNode(true).childNodes];
}
// A hex of the sea on which nothing is drawn needs no element: the ground below it can be tapped.
function place(name, piece) {
  const old = elements[name];
  if (!piece || !piece.l || (film.still[name] && !film.drawings[piece.d])) {
    if (old) { old.remove(); delete elements[name]; }
    return;
  }
  const it = old || draw("g", {class: "piece"}), had = it.facts || {};
  if (it.layer !== piece.l) picture.getElementById(piece.l).append(it);
  for (const fact in had) if (!(fact in piece.f)) delete it.dataset[fact];
  for (const fact in piece.f) if (had[fact] !== piece.f[fact]) it.dataset[fact] = piece.f[fact];
  if (!old) it.dataset.name = name;
  if (it.layer !== piece.l) it.dataset.layer = it.layer = piece.l;
  it.facts = piece.f;
  if (it.drawn !== piece.d) { it.replaceChildren(...drawing(piece.d)); it.drawn = piece.d; }
  if (it.x !== piece.x || it.y !== piece.y) it.style.transform = `translate(${it.x = piece.x}px,${it.y = piece.y}px)`;
  elements[name] = it;
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
const LEGIBLE = 52, SMALL = 38, LARGEST = 6;
const room = {wide: view.clientWidth, high: view.clientHeight};
let eye = {x: sheet.x + sheet.width / 2, y: sheet.y + sheet.height / 2, scale: 0}, pitch = 0, whole = false, labelled = 0;
function lookAt(x, y, scale) {
  const low = Math.min(room.wide / sheet.width, room.high / sheet.height);
  eye.scale = Math.max(Math.min(low, LEGIBLE / pitch), Math.min(LARGEST, scale || eye.scale));
  const within = (value, from, size, space) => size * eye.scale <= space ? from + size / 2
    : Math.max(from + space / eye.scale / 2, Math.min(from + size - space / eye.scale / 2, value));
  eye.x = within(x, sheet.x, sheet.width, room.wide);
  eye.y = within(y, sheet.y, sheet.height, room.high);
  picture.style.width = sheet.width * eye.scale + "px";
  picture.style.height = sheet.height * eye.scale + "px";
  picture.style.setProperty("--scale", eye.scale);
  const left = room.wide / 2 - (eye.x - sheet.x) * eye.scale, top = room.high / 2 - (eye.y - sheet.y) * eye.scale;
  picture.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
  picture.classList.toggle("small", pitch * eye.scale < SMALL);
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
