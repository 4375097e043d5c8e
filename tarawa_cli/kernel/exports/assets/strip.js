
// ---- The strip of time: a chart to be gone through, with the turns and the moments that weigh most

const MOMENTS = 10, HIGH = 100;
let charted = 0, weighty = [], groups = [];
function rowsOf(names) {
  const values = {};
  return film.steps.map(step => { Object.assign(values, step.f); return names.map(name => values[name] || 0); });
}
function legend() {
  find("legend").replaceChildren(...film.charts.map(({title, figures, colours}, place) => {
    const pick = make("button", "", "chart");
    pick.type = "button";
    pick.setAttribute("aria-pressed", place === charted);
    pick.append(make("b", title + " "));
    Object.keys(figures).forEach((name, k) => {
      const part = make("span", (k ? " \u00b7 " : "") + (Object.keys(figures).length > 1 ? figures[name] + " " : ""), "key c" + k), value = make("strong");
      value.dataset.chart = name;
      part.style.setProperty("--own", colours[name]);
      part.append(value);
      pick.append(part);
    });
    pick.addEventListener("click", () => { charted = place; legend(); curves(); values(position(now).figures); });
    return pick;
  }));
}
function curves() {
  const chart = film.charts[charted], svg = find("curves");
  svg.replaceChildren();
  if (!chart) return;
  const names = Object.keys(chart.figures), rows = rowsOf(names), all = rows.flat();
  const top = all.reduce((a, b) => Math.max(a, b), 1), low = all.reduce((a, b) => Math.min(a, b), 0), last = Math.max(1, rows.length - 1);
  svg.setAttribute("viewBox", `0 0 ${last} ${HIGH}`);
  svg.setAttribute("aria-label", `${chart.title} over the game, from ${rows[0].join(" and ")} to ${rows[rows.length - 1].join(" and ")}`);
  const y = value => (HIGH - 6 - (value - low) / (top - low) * (HIGH - 14)).toFixed(1);
  begins.forEach((first, turn) => { if (turn % 2) draw("rect", {class: "turn", x: first, y: 0, width: (begins[turn + 1] || last) - first, height: HIGH}, svg); });
  names.forEach((name, k) => {
    let path = `M0,${y(rows[0][k])}`, old = rows[0][k];
    rows.forEach((row, n) => { if (row[k] !== old || n === last) { path += `H${n}V${y(row[k])}`; old = row[k]; } });
    draw("path", {class: "curve c" + k, d: path}, svg).style.setProperty("--own", chart.colours[name]);
  });
  find("top").textContent = top.toLocaleString("en");
  find("low").textContent = low.toLocaleString("en");
}
function values(figures) {
  for (const value of find("legend").querySelectorAll("[data-chart]")) {
    const text = grouping.format(figures[value.dataset.chart] || 0);
    if (value.textContent !== text) value.textContent = text;
  }
}
// How much every step weighs: what it changed of the figures, each against all that it ever was, and whether it is a highlight.
function weights() {
  const names = [...new Set(film.charts.flatMap(chart => Object.keys(chart.figures)))], rows = rowsOf(names);
  const spans = names.map((name, k) => rows.reduce((most, row) => Math.max(most, Math.abs(row[k] - rows[0][k])), 1));
  return rows.map((row, n) => !n ? 0 : row.reduce((sum, value, k) => sum + Math.abs(value - rows[n - 1][k]) / spans[k], film.steps[n].m ? 0.25 : 0));
}
function moments() {
  const weight = weights(), last = Math.max(1, film.steps.length - 1);
  weighty = weight.map((value, n) => n).filter(n => weight[n] > 0).sort((a, b) => weight[b] - weight[a] || a - b).slice(0, MOMENTS).sort((a, b) => a - b);
  const ticks = weighty.map(n => {
    const tick = make("button", "\u25bc", "tick"), step = film.steps[n], said = `${film.texts[step.w]}: ${film.texts[step.m || step.c]}`;
    tick.type = "button";
    tick.style.left = n / last * 100 + "%";
    tick.title = said;
    tick.setAttribute("aria-label", said);
    tick.addEventListener("click", () => { stop(); show(n); });
    return tick;
  });
  const room = Math.ceil(begins.length / (find("time").clientWidth / 28 || 1));
  const numbers = begins.filter((n, turn) => turn % room === 0).map(n => {
    const it = make("span", String(film.steps[n].t), "turn-number");
    it.style.left = n / last * 100 + "%";
    return it;
  });
  find("ticks").replaceChildren(...numbers, ...ticks);
}

// ---- Fights, and what is played together

const isFight = step => (step.a || []).some(act => !QUIET.includes(act[0]));
const isMarch = step => !!step.a && !isFight(step) && !step.m && !(step.l || []).some(Array.isArray);
function fight(by) {
  for (let n = now + by; n >= 0 && n < film.steps.length; n += by) if (isFight(film.steps[n])) return show(n);
}
// The last step that is played together with a step: marches of one side in one phase are.
const TOGETHER = 8;
function grouped(first) {
  let last = first;
  const same = (one, other) => one.w === other.w && one.s === other.s;
  while (last - first < TOGETHER - 1 && last + 1 < film.steps.length && isMarch(film.steps[first]) && isMarch(film.steps[last + 1]) && same(film.steps[first], film.steps[last + 1])) last++;
  return last;
}
// Seconds for which a step is shown at the ordinary speed.
const SECONDS = {fight: 2.1, march: 1.4, other: 0.7};
function pause(step) {
  return SECONDS[isFight(step) ? "fight" : isMarch(step) ? "march" : "other"];
}
function speed() {
  return +find("speed").value || 1;
}
function lasting() {
  let seconds = 0;
  for (let n = 1; n < film.steps.length; n = grouped(n) + 1) seconds += pause(film.steps[n]);
  return seconds;
}

// ---- Playing

let timer = 0;
function stop() {
  clearTimeout(timer);
  timer = 0;
  find("play").textContent = "\u25b6";
  find("play").setAttribute("aria-label", "Play");
}
function play() {
  if (timer) return stop();
  if (now === film.steps.length - 1) show(0);
  find("play").textContent = "\u275a\u275a";
  find("play").setAttribute("aria-label", "Pause");
  goOn();
}
function goOn() {
  timer = setTimeout(() => {
    if (now === film.steps.length - 1) return stop();
    show(grouped(now + 1), false, now + 1);
    if (timer) goOn();
  }, 1000 * pause(film.steps[now]) / speed());
}
function faster(by) {
  const list = find("speed");
  list.selectedIndex = Math.max(0, Math.min(list.length - 1, list.selectedIndex + by));
}
