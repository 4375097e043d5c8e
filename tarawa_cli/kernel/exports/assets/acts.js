
// ---- What is seen of an order: arrows, paths, results, losses

const ghosts = draw("g", {"pointer-events": "none"}, picture), marks = draw("g", {id: "f-marks", "pointer-events": "none"}, picture);
const MOST = 80, CHANGES = 12, MOVES = ["move", "drift"], QUIET = ["move", "drift", "jump", "change"];
let seen = [];
function spot(name, piece) {
  return piece && piece.l ? piece : shown[name];
}
// Every place that the shown acts touch; whoever supports from afar need not be seen.
function acted() {
  const near = seen.filter(act => act.kind !== "support");
  return (near.length ? near : seen).flatMap(act => act.points);
}
function actsOf(step, before) {
  const found = new Map();
  for (const [kind, who, route, words] of (step.a || []).slice(0, MOST)) {
    const key = kind + route + (MOVES.includes(kind) || kind === "loss" ? who : "");
    const act = found.get(key) || {kind, who, route: placesOf(route), words: []};
    if (words) act.words.push(film.texts[words]);
    found.set(key, act);
  }
  return [...found.values()].map(act => pointed(act, before)).filter(act => act.points.length).concat(changes(step, before));
}
// What looks otherwise than before: hexes, and counters of which nothing else is seen.
function changes(step, before) {
  const names = Object.keys(step.k || {}).filter(name => {
    const piece = shown[name], old = before[name];
    return piece && piece.l && !/ /.test(name) && (isHex(name) || !step.a) && (!old || old.d !== piece.d || old.x !== piece.x || old.y !== piece.y);
  });
  return names.length > CHANGES || !now ? [] : names.map(name => ({kind: "change", who: name, points: [{x: shown[name].x, y: shown[name].y}], words: []}));
}
// The places of a route; the name of an area has a blank in it.
function placesOf(route) {
  return shown[route] ? [route] : route.split(" ");
}
function pointed(act, before) {
  const points = act.route.map(name => spot(name, shown[name])).filter(Boolean).map(({x, y}) => ({x, y}));
  const piece = shown[act.who], old = before[act.who];
  if (MOVES.includes(act.kind) && points.length === 1 && old && old.l) points.unshift({x: old.x, y: old.y});
  if (MOVES.includes(act.kind) && piece && piece.l && hexOf(act.who) === act.route[act.route.length - 1]) points[points.length - 1] = {x: piece.x, y: piece.y};
  if (act.kind === "loss") { const at = spot(act.who, piece && piece.l ? piece : old); if (at && at.l) points.splice(0, 1, {x: at.x, y: at.y}); }
  return Object.assign(act, {points});
}
function drawActs(acts) {
  marks.replaceChildren();
  seen = acts;
  const order = ["change", "move", "drift", "jump", "support", "fire", "attack", "strike", "loss"];
  const sorted = [...acts].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  for (const act of sorted) {
    const last = act.points[act.points.length - 1];
    if (act.points.length > 1) arrow(act);
    if (act.kind === "jump") parachute(last);
    else if (act.points.length === 1 && act.kind === "strike" && isHex(act.route[0])) burst(last);
    else if (act.points.length === 1 && QUIET.includes(act.kind)) draw("circle", {class: act.kind, cx: last.x, cy: last.y, r: pitch * 0.46}, marks);
  }
  labels(sorted.filter(act => act.words.length));
}
// An arrow starts beside its counter; fire keeps to the right, so that two who fire at each other are both seen.
function beginning([one, two], kind) {
  const far = Math.hypot(two.x - one.x, two.y - one.y) || 1, right = kind === "fire" ? pitch * 0.12 : 0, on = Math.min(far / 4, pitch * 0.3);
  const moved = (at, along) => ({x: at.x + (two.x - one.x) / far * along - (two.y - one.y) / far * right, y: at.y + (two.y - one.y) / far * along + (two.x - one.x) / far * right});
  return [moved(one, on), moved(two, 0)];
}
function arrow({kind, points: places}) {
  const points = MOVES.includes(kind) ? places : beginning(places, kind);
  const end = points[points.length - 1], from = points[points.length - 2], far = Math.hypot(end.x - from.x, end.y - from.y) || 1;
  const back = length => ({x: end.x - (end.x - from.x) / far * length, y: end.y - (end.y - from.y) / far * length});
  const head = pitch * (kind === "attack" ? 0.3 : 0.2), tip = back(Math.min(far / 3, pitch * (MOVES.includes(kind) ? 0.05 : 0.18))), neck = back(Math.min(far * 0.8, pitch * 0.18 + head));
  const across = {x: (end.y - from.y) / far * head * 0.6, y: -(end.x - from.x) / far * head * 0.6};
  const way = "M" + [...points.slice(0, -1), neck].map(({x, y}) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L");
  const point = `M${tip.x},${tip.y}L${neck.x + across.x},${neck.y + across.y}L${neck.x - across.x},${neck.y - across.y}z`;
  draw("path", {class: "under " + kind, d: way}, marks);
  draw("path", {class: kind, d: way}, marks);
  draw("path", {class: "head " + kind, d: point}, marks);
}
function burst({x, y}) {
  const far = turn => pitch * (turn % 2 ? 0.47 : 0.62), tips = [];
  for (let turn = 0; turn < 16; turn++) tips.push(`${(x + far(turn) * Math.cos(turn * Math.PI / 8)).toFixed(1)},${(y + far(turn) * Math.sin(turn * Math.PI / 8)).toFixed(1)}`);
  draw("path", {class: "strike", d: `M${tips.join("L")}z`}, marks);
}
// Whoever came out of the air there.
function parachute({x, y}) {
  const r = pitch * 0.26, top = y - pitch * 0.42;
  draw("path", {class: "chute", d: `M${x - r},${top}a${r},${r * 0.9} 0 0,1 ${2 * r},0zM${x - r},${top}L${x},${top + r * 1.2}L${x + r},${top}M${x},${top}v${r * 1.2}`}, marks);
}

// ---- Results, in boxes that cover no counter and no other box; words of the map below them are hidden

let printed = null, covered = [], boxes = [];
const pen = document.createElement("canvas").getContext("2d");
pen.font = "bold 13px system-ui, sans-serif";
const overlap = (one, other) => one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
function boxOf(it, x = 0, y = 0) {
  const box = it.getBBox();
  return {x: box.x + x, y: box.y + y, w: box.width, h: box.height};
}
// What must stay readable: the counters on top of stacks, the names of areas, and the words of markers.
function obstacles() {
  const found = [];
  for (const name in elements) {
    const it = elements[name], piece = shown[name];
    if (piece.f.below || !film.drawings[piece.d] || carrier(name)) continue;
    boxes[it.drawn] ||= boxesOf(it, piece.l);
    for (const box of boxes[it.drawn]) found.push({x: box.x + piece.x, y: box.y + piece.y, w: box.w, h: box.h});
  }
  return found;
}
// The box of a counter with its badges is known from its card: to measure it would lay out the page once more.
const BADGE = 9;
function boxesOf(it, layer) {
  const card = it.querySelector(".card"), side = name => +card.getAttribute(name);
  if (card) return [{x: side("x"), y: side("y") - BADGE, w: side("width") + BADGE, h: side("height") + BADGE}];
  return layer === "hexes" ? [...it.querySelectorAll("text")].map(text => boxOf(text)) : [boxOf(it)];
}
function labels(acts) {
  for (const it of covered) it.classList.remove("covered");
  covered = [];
  if (!acts.length || !eye.scale) return;
  const taken = obstacles(), made = acts.map(act => label(act, taken));
  printed ||= [...picture.querySelectorAll("#numbers text, #names .label")].map(it => ({it, isFine: it.matches("text, .fine"), box: null}));
  const small = picture.classList.contains("small"), shows = ({it, isFine}) => !(small && isFine) && !it.classList.contains("hidden");
  covered = printed.filter(one => shows(one) && made.some(other => overlap(one.box ||= boxOf(one.it), other))).map(one => one.it);
  for (const it of covered) it.classList.add("covered");
}
// The words of an act, each as often as it came, at the nearest free place around its last point.
function label(act, taken) {
  const counts = new Map(), at = act.points[act.points.length - 1], one = 1 / eye.scale;
  for (const said of act.words) counts.set(said, (counts.get(said) || 0) + 1);
  const text = [...counts].map(([said, count]) => count > 1 ? `${said} \u00d7${count}` : said).join(", ");
  const group = draw("g", {class: "said"}, marks), field = draw("rect", {rx: 3 * one}, group), words = draw("text", {}, group);
  words.textContent = text;
  const w = (pen.measureText(text).width + 10) * one, h = 20 * one;
  let best = null;
  for (let ring = 0; ring < 6 && !best; ring++) {
    const up = pitch * 0.5 + h / 2 + ring * h, out = pitch * 0.5 + w / 2 + ring * h;
    const spots = [[0, -up], [0, up], [out, 0], [-out, 0], [out * 0.7, -up], [-out * 0.7, -up], [out * 0.7, up], [-out * 0.7, up]];
    best = spots.map(([x, y]) => ({x: at.x + x - w / 2, y: at.y + y - h / 2, w, h})).find(box => !taken.some(other => overlap(box, other)));
  }
  best ||= {x: at.x - w / 2, y: at.y - pitch - h / 2, w, h};
  for (const [side, value] of [["x", best.x], ["y", best.y], ["width", w], ["height", h]]) field.setAttribute(side, value);
  words.setAttribute("x", best.x + w / 2);
  words.setAttribute("y", best.y + h * 0.72);
  taken.push(best);
  return best;
}
// What has gone fades away.
function fade(element) {
  if (!motion()) return;
  const ghost = element.cloneNode(true);
  ghost.removeAttribute("class");
  for (const name in ghost.dataset) delete ghost.dataset[name];
  ghosts.append(ghost);
  ghost.animate([{opacity: 1}, {opacity: 0}], 1500 / speed()).onfinish = () => ghost.remove();
}
function motion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
// Whoever moves goes along the path, not straight ahead.
function travel(acts, milliseconds) {
  if (!motion()) return;
  for (const act of acts) {
    const it = elements[act.who], piece = shown[act.who];
    if (act.kind === "jump" && it && piece) it.animate([{transform: `translate(${piece.x}px,${piece.y - 2 * pitch}px)`, opacity: 0}, {transform: `translate(${piece.x}px,${piece.y}px)`, opacity: 1}], {duration: milliseconds, easing: "ease-in"});
    if (!MOVES.includes(act.kind) || act.points.length < 3 || !it || !piece) continue;
    const ways = act.points.slice(0, -1).concat([piece]).map(({x, y}) => ({transform: `translate(${x}px,${y}px)`}));
    it.animate(ways, {duration: milliseconds, easing: "ease-in-out"});
  }
}
// A ring around a unit or a hex that the text names.
function ring(name, kind) {
  const piece = shown[name] && shown[name].l ? shown[name] : shown[hexOf(name)];
  if (piece && piece.l) draw("circle", {class: kind, cx: piece.x, cy: piece.y, r: pitch * 0.52}, marks);
}
function unring(kind) {
  for (const old of marks.querySelectorAll("." + kind)) old.remove();
}
