
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
  uncompose();
  show(atEnd ? last : Math.min(at, last), true);
  names();
}
async function question(path, asked) {
  const answer = await fetch(path + "?" + new URLSearchParams(asked), {cache: "no-store"});
  return answer.json();
}
async function ask() {
  const has = {epoch: film.epoch, serial: film.serial, steps: film.steps.length, texts: film.texts.length, drawings: film.drawings.length};
  const more = await question("steps", has);
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
      find("note").textContent = "`watch` has ended. The film stays as it is.";
      await new Promise(done => setTimeout(done, 2000));
    }
  }
}

// ---- Back to the present

function behind() {
  find("live").hidden = now === film.steps.length - 1;
}
find("live").addEventListener("click", () => { stop(); show(film.steps.length - 1); });

// ---- Orders, to be copied: what a unit can do now, and what would come of it. The shell gives them.

const MORE = 40;
let offered = {unit: "", orders: []};
function targetOf(order, unit) {
  const words = order.split(" ").slice(1).filter(word => word !== unit && shown[word]), hexes = words.filter(isHex);
  return hexes.length ? hexes[hexes.length - 1] : words.length ? hexOf(words[words.length - 1]) || "" : "";
}
async function compose(name) {
  if (isHex(name) || now !== film.steps.length - 1) return uncompose();
  if (offered.unit === name) return;
  uncompose();
  offered.unit = name;
  let found;
  try { found = await question("legal", {unit: name}); } catch { return; }
  if (offered.unit !== name) return;
  offered.orders = found.orders.map(order => ({order, target: targetOf(order, name)}));
  const box = find("orders");
  box.hidden = false;
  box.replaceChildren(make("p", offered.orders.length ? "It can be ordered. Tap a ringed hex." : found.why || "It has no order now."));
  for (const {order, target} of offered.orders.filter(it => !it.target).slice(0, 12)) box.append(offer(order));
  if (offered.orders.length) aside(name);
  rings();
}
// The card in the corner of the board that is farthest from a unit, so that it hides no target.
function aside(name) {
  const card = find("closer"), at = shown[hexOf(name)] || shown[name];
  card.style.left = at.x > eye.x ? "4px" : room.wide - card.offsetWidth - 60 + "px";
  card.style.top = at.y > eye.y ? "4px" : Math.max(4, room.high - card.offsetHeight - 4) + "px";
}
function rings() {
  unring("reach");
  unring("aim");
  const targets = new Map();
  for (const {order, target} of offered.orders) if (target) targets.set(target, targets.get(target) || /^(attack|fire|demolish|bombard|break-through|shoot)/.test(order));
  for (const [target, fights] of targets) ring(target, fights ? "aim" : "reach");
}
function uncompose() {
  offered = {unit: "", orders: []};
  unring("reach");
  unring("aim");
  find("orders").hidden = true;
}
// A tap while a unit can be ordered: whether it was at one of its targets.
function chosen(name) {
  const at = hexOf(name), fitting = offered.orders.filter(it => it.target && it.target === at);
  if (!fitting.length || name === offered.unit) return false;
  const first = new Map(), others = [];
  for (const {order} of [...fitting].sort((a, b) => a.order.length - b.order.length)) {
    const verb = order.split(" ")[0];
    if (first.has(verb)) others.push(order); else first.set(verb, order);
  }
  find("orders").replaceChildren(make("p", `${offered.unit}, ${at}:`), ...[...first.values()].map(order => offer(order, first.size === 1)));
  if (others.length) {
    const fold = make("details");
    fold.append(make("summary", `${others.length} more`), ...others.slice(0, MORE).map(order => offer(order)));
    find("orders").append(fold);
  }
  find("orders").hidden = false;
  find("closer").hidden = false;
  aside(offered.unit);
  return true;
}
function offer(order, openly) {
  const part = make("div", "", "offer"), copy = make("button", "Copy"), odds = make("button", "Odds"), said = make("pre");
  const code = make("code", film.program + " " + order);
  for (const it of [copy, odds]) it.type = "button";
  copy.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(code.textContent); copy.textContent = "Copied"; } catch { getSelection().selectAllChildren(code); }
  });
  const tell = async isAsked => {
    try {
      const {text, why} = await question("odds", {order});
      said.textContent = text || (isAsked ? why : "");
      odds.hidden = !text && !isAsked;
    } catch { said.textContent = ""; }
  };
  odds.addEventListener("click", () => tell(true));
  if (openly) tell(false);
  part.append(code, copy, " ", odds, said);
  return part;
}
live();
