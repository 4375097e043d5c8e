// Shows the film that the page holds. Markup comes only from the program itself; every other text is set as text.
"use strict";
const find = id => document.getElementById("f-" + id);
const film = JSON.parse(find("film").textContent);
const picture = find("view").querySelector("svg");
const isLive = "serial" in film;
let now = -1, shown = {};

function make(tag, text, kind) {
  const it = document.createElement(tag);
  if (text) it.textContent = text;
  if (kind) it.className = kind;
  return it;
}
function draw(tag, attributes, parent) {
  const it = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) it.setAttribute(name, attributes[name]);
  if (parent) parent.append(it);
  return it;
}
const isHex = name => /^\d+$/.test(name);

// ---- Positions, from differences. Every so many steps a whole one is kept.

const KEY = 64;
let keyframes = [];
function changed(old, difference) {
  const piece = Object.assign({}, old, difference);
  if (!old || difference.f) {
    piece.f = Object.assign({}, old && old.f, difference.f);
    for (const name in difference.f) if (difference.f[name] === null) delete piece.f[name];
  }
  return piece;
}
function apply(frame, step) {
  for (const name in step.k) {
    const difference = step.k[name];
    if (difference) frame.pieces[name] = changed(frame.pieces[name], difference);
    else delete frame.pieces[name];
  }
  Object.assign(frame.figures, step.f);
  return frame;
}
function copied(frame) {
  return {pieces: Object.assign({}, frame.pieces), figures: Object.assign({}, frame.figures)};
}
function keyframe(key) {
  if (!keyframes[0]) {
    const pieces = {};
    for (const name in film.still) pieces[name] = changed(undefined, film.still[name]);
    keyframes[0] = apply({pieces, figures: {}}, film.steps[0]);
  }
  for (let k = 1; k <= key; k++) {
    if (keyframes[k]) continue;
    keyframes[k] = copied(keyframes[k - 1]);
    for (let n = (k - 1) * KEY + 1; n <= k * KEY; n++) apply(keyframes[k], film.steps[n]);
  }
  return keyframes[key];
}
function position(number) {
  const key = Math.floor(number / KEY), frame = copied(keyframe(key));
  for (let n = key * KEY + 1; n <= number; n++) apply(frame, film.steps[n]);
  return frame;
}

// ---- Turns

let begins = [];
function turns() {
  begins = film.steps.map((step, n) => n).filter(n => !n || film.steps[n].t !== film.steps[n - 1].t);
}
function starts() {
  return begins;
}
function turnName(step) {
  const parts = film.texts[step.w].split(" \u00b7 ");
  return parts.length > 1 ? parts.slice(0, -1).join(" \u00b7 ") : parts[0];
}
