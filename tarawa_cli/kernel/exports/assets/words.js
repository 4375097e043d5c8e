
// ---- Words. Every unit and hex in them leads to the map.

const DICE = ["", "\u2680", "\u2681", "\u2682", "\u2683", "\u2684", "\u2685"];
let asked = "", known = new Set();
function vocabulary() {
  known = new Set(Object.keys(film.still));
  for (const step of film.steps) for (const name in step.k) if (!/ /.test(name)) known.add(name);
}
// A link is cheaper to lay out than a button, and a page has many.
function reference(name, kind) {
  const link = make("a", name, kind);
  link.href = "#" + now;
  link.dataset.ref = name;
  return link;
}
function linked(text, parent) {
  let last = 0;
  for (const found of text.matchAll(/[A-Za-z0-9](?:[\w\/-]*[A-Za-z0-9])?/g)) {
    if (!known.has(found[0])) continue;
    parent.append(text.slice(last, found.index), reference(found[0], "ref"));
    last = found.index + found[0].length;
  }
  parent.append(text.slice(last));
  return parent;
}
function line(told) {
  const item = make("li");
  if (typeof told === "number") {
    const text = film.texts[told], phase = text.startsWith("\u2500\u2500 ");
    if (phase) item.className = "phase";
    return linked(phase ? text.slice(3) : text, item);
  }
  const [text, dice, why] = told;
  const rolled = make("span", [...dice].map(die => DICE[die]).join(""), "dice");
  rolled.setAttribute("role", "img");
  rolled.setAttribute("aria-label", "dice " + [...dice].join(" "));
  item.append(rolled, " ");
  linked(film.texts[text], item);
  if (why.length) {
    const fold = make("details");
    fold.append(make("summary", "how"), make("pre", why.map(part => film.texts[part]).join("\n")));
    item.append(" ", fold);
  }
  return item;
}
function tell(first, last) {
  const step = film.steps[last], lines = [];
  const side = step.s ? film.texts[step.s] + ": " : "", command = find("command");
  command.textContent = "";
  linked((step.n ? step.n + ". " : "") + side + film.texts[step.c], command);
  for (let n = first; n <= last; n++) {
    if (film.steps[n].m) lines.push(make("li", film.texts[film.steps[n].m], "point"));
    lines.push(...(film.steps[n].l || []).map(line));
  }
  find("lines").replaceChildren(...lines);
  requestAnimationFrame(() => { find("story").scrollTop = 0; });
}
// When it is, and which order of how many.
function moment(number) {
  const when = film.texts[film.steps[number].w];
  if (find("when").textContent !== when) find("when").textContent = when;
  find("count").textContent = number + " of " + (film.steps.length - 1);
  find("slider").value = number;
  find("slider").setAttribute("aria-valuetext", when + ", order " + number);
}
document.addEventListener("pointerover", event => hint(event.target));
document.addEventListener("focusin", event => hint(event.target));
function hint(target) {
  unring("hinted");
  const link = target.closest && target.closest("[data-ref]");
  if (link) ring(link.dataset.ref, "hinted");
}

// ---- The card: what a hex or a unit is, where one looks

function words(piece) {
  return piece.t.map(part => film.texts[part]).join("\n");
}
function look(name, point) {
  const wanted = name.trim().toLowerCase(), found = Object.keys(shown).find(other => other.toLowerCase() === wanted);
  if (found) asked = found;
  const piece = shown[found || asked];
  unring("asked");
  if (!piece) return;
  let text = isHex(asked) ? asked + " \u2014 " + words(piece) : words(piece);
  if (isHex(asked)) for (const other in shown) if (other !== asked && shown[other].l && hexOf(other) === asked) text += "\n\n" + words(shown[other]);
  const told = find("told");
  told.textContent = "";
  linked(text, told);
  ring(asked, "asked");
  find("closer").hidden = false;
  if (point) beside(point);
  if (isLive) compose(asked);
}
// Beside the place that was tapped, within the board; on a phone it is a sheet at the foot.
function beside({clientX, clientY}) {
  const card = find("closer"), box = find("stage").getBoundingClientRect(), gap = 24;
  const left = clientX - box.left + gap + card.offsetWidth < box.width ? clientX - box.left + gap : clientX - box.left - gap - card.offsetWidth;
  card.style.left = Math.max(4, left) + "px";
  card.style.top = Math.max(4, Math.min(box.height - card.offsetHeight - 4, clientY - box.top - 40)) + "px";
}
function closeCard() {
  asked = "";
  unring("asked");
  find("closer").hidden = true;
  if (isLive) uncompose();
}
function centreOn(name) {
  const piece = shown[name] && shown[name].l ? shown[name] : shown[hexOf(name)];
  if (!piece || !piece.l) return;
  lookAt(piece.x, piece.y, Math.max(eye.scale, LEGIBLE / pitch));
  const box = view.getBoundingClientRect();
  if (box.bottom < 60 || box.top > innerHeight - 60) view.scrollIntoView({block: "nearest"});
  return {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
}
document.addEventListener("click", event => {
  const link = event.target.closest("[data-ref]"), it = event.target.closest(".piece");
  if (link) { event.preventDefault(); return look(link.dataset.ref, centreOn(link.dataset.ref) || event); }
  if (dragged) return;
  const name = it ? it.dataset.name : view.contains(event.target) ? hexAt(onSheet(event)) : "";
  if (!name) return;
  if (isLive && chosen(name)) return;
  look(name, event);
});
find("close").addEventListener("click", closeCard);
find("who").addEventListener("change", event => look(event.target.value, centreOn(event.target.value) || {clientX: innerWidth / 2, clientY: 120}));
