
// ---- Stacks: who lies on whom, which words a counter hides, and a stack spread out while one points at it

let stacks = new Map(), hiders = null, hidden = new Map();
function restack() {
  const found = new Map();
  for (const name in shown) {
    const piece = shown[name];
    if (piece.f.covers && !found.has(name)) found.set(name, []);
    if (piece.l !== "units") continue;
    const at = hexOf(name);
    if (!isHex(at || "")) continue;
    if (found.has(at)) found.get(at).push(name); else found.set(at, [name]);
  }
  for (const [at, names] of found) {
    const sign = names.map(name => name + (shown[name].f.below || 0)).join();
    names.sign = sign;
    if (names.length > 1 && (!stacks.has(at) || stacks.get(at).sign !== sign)) inOrder(names);
  }
  for (const at of stacks.keys()) if (!found.has(at)) reveal(at, -1);
  for (const at of found.keys()) if (!stacks.has(at)) reveal(at, 1);
  stacks = found;
}
// The lowest first; whoever is aboard after the craft. Only what is out of order is moved.
function inOrder(names) {
  const depth = name => 2 * (shown[name].f.below || 0) - !isHex(shown[name].f.at);
  [...names].sort((a, b) => depth(b) - depth(a)).map(name => elements[name]).reduce((lower, it) => {
    if (!(lower.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING)) lower.after(it);
    return it;
  });
}
// The words and numbers that counters on a hex would hide, by hex.
function printedOver() {
  hiders = new Map();
  const add = (at, it) => { if (hiders.has(at)) hiders.get(at).push(it); else hiders.set(at, [it]); };
  for (const it of picture.querySelectorAll("[data-over]")) for (const at of it.dataset.over.split(" ")) add(at, it);
  for (const it of picture.querySelectorAll("#numbers text")) add(it.textContent, it);
}
function reveal(at, by) {
  if (!hiders) printedOver();
  for (const it of hiders.get(at) || []) {
    const count = (hidden.get(it) || 0) + by;
    hidden.set(it, count);
    it.classList.toggle("hidden", count > 0);
  }
}

// ---- A stack is spread while one points at it, or after a tap

const tray = draw("rect", {class: "tray", rx: 6});
let apart = [], apartAt = "";
function carrier(name) {
  const at = String(shown[name].f.at || "").replace(/^.*:/, "");
  return isHex(at) || !shown[at] ? "" : at;
}
function spread(name) {
  const at = name && !isHex(name) && shown[name] ? hexOf(name) : "";
  if (at === apartAt) return;
  unspread();
  const names = (stacks.get(at) || []).filter(other => !carrier(other) && elements[other]);
  if (names.length < 2) return;
  apart = stacks.get(at);
  apartAt = at;
  counted(at, true);
  names.sort((a, b) => (shown[a].f.below || 0) - (shown[b].f.below || 0));
  lay(names, shown[names[0]]);
}
// In rows from the top counter on, which stays where it is, towards the middle of the view.
function lay(names, top) {
  const size = elements[names[0]].querySelector(".card").getBBox(), wide = size.width + 5, high = size.height + 5;
  const most = Math.max(2, Math.floor((room.wide / eye.scale / 2 + Math.abs(top.x - eye.x)) / wide));
  const columns = Math.min(names.length, most, Math.ceil(Math.sqrt(names.length * 1.6))), rows = Math.ceil(names.length / columns);
  const right = top.x + (columns - 0.5) * wide < eye.x + room.wide / eye.scale / 2 ? 1 : -1, down = top.y + (rows - 0.5) * high < eye.y + room.high / eye.scale / 2 ? 1 : -1;
  const box = {width: columns * wide + 8, height: rows * high + 8};
  box.x = (right > 0 ? top.x - wide / 2 : top.x + wide / 2 - columns * wide) - 4;
  box.y = (down > 0 ? top.y - high / 2 : top.y + high / 2 - rows * high) - 4;
  for (const side in box) tray.setAttribute(side, box[side]);
  tray.box = box;
  elements[names[0]].parentNode.append(tray);
  names.forEach((name, k) => {
    const to = {x: top.x + right * (k % columns) * wide, y: top.y + down * Math.floor(k / columns) * high};
    for (const other of [name, ...apart.filter(other => carrier(other) === name)]) {
      const it = elements[other];
      face(it, shown[other].d, 0);
      it.parentNode.append(it);
      it.style.transform = `translate(${to.x + shown[other].x - shown[name].x}px,${to.y + shown[other].y - shown[name].y}px)`;
    }
  });
}
function counted(at, isHidden) {
  for (const name in elements) if (name.startsWith("stack " + at)) elements[name].classList.toggle("hidden", isHidden);
}
function unspread() {
  if (!apartAt) return;
  tray.remove();
  counted(apartAt, false);
  const was = apart.filter(name => elements[name]);
  for (const name of was) {
    face(elements[name], shown[name].d, shown[name].f.below);
    elements[name].style.transform = `translate(${shown[name].x}px,${shown[name].y}px)`;
  }
  if (was.length) inOrder(was);
  apart = [];
  apartAt = "";
}
view.addEventListener("pointerover", event => {
  if (fingers.size && event.pointerType === "mouse") return;
  const at = onSheet(event), box = tray.box;
  if (apartAt && at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height) return;
  const it = event.target.closest(".piece");
  spread(it && it.dataset.name);
});
view.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") unspread(); });
