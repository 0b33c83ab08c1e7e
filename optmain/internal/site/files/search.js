"use strict";
// The search over all sections. A word of the field leads to the page that the glossary names, and stands for the word of these pages.

const up = document.body.dataset.up, input = document.getElementById("search"), found = document.getElementById("found");
const lower = INDEX.sections.map(s => ({ title: s.title.toLowerCase(), text: s.text.toLowerCase() }));
let chosen = -1;

// has reports whether a text has a word or phrase that is not in the middle of another word.
function has(text, phrase) {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (at === 0 || !/[a-z0-9]/.test(text[at - 1])) return true;
  }
  return false;
}

// subjects returns the words of a question that say what it is about, without an ending of the plural; all words if it has only common ones.
function subjects(question) {
  const all = question.split(/[^\p{L}\p{N}_.-]+/u).filter(w => w), words = all.filter(w => !INDEX.common.includes(w));
  return words.length ? words.map(w => w.length > 3 && !w.endsWith("ss") ? w.replace(/s$/, "") : w) : all;
}

// score tells how well a section answers a list of words: 0 if it has less than a share of them.
function score(section, words, share = 1) {
  let sum = 0, found = 0;
  for (const w of words) {
    const inTitle = has(section.title, w);
    if (!inTitle && !has(section.text, w)) continue;
    found++;
    sum += inTitle ? 10 : 1;
  }
  if (found < share * words.length) return 0;
  const phrase = words.join(" ");
  return sum + (words.length > 1 && has(section.title, phrase) ? 20 : words.length > 1 && has(section.text, phrase) ? 8 : 0);
}

function search(question) {
  const words = subjects(question), about = words.join(" ");
  const terms = INDEX.terms.filter(t => t.words.some(w => {
    const term = subjects(w.toLowerCase());
    return has(question, w.toLowerCase()) || term.length > 1 && has(about, term.join(" "));
  }));
  const whole = ranked(words, terms, 1);
  return whole.length || words.length < 2 ? whole : ranked(words, terms, 0.5);
}

// ranked returns the sections that have a share of the words, or all words of a term, the best first.
function ranked(words, terms, share) {
  return INDEX.sections.map((s, i) => {
    let best = words.length ? score(lower[i], words, share) : 0;
    for (const t of terms) {
      best = Math.max(best, score(lower[i], t.here.toLowerCase().split(/\s+/)));
      if (s.where === t.where || s.where.split("#")[0] === t.where) best += 1000;
    }
    return { section: s, best, i };
  }).filter(x => x.best > 0).sort((a, b) => b.best - a.best || a.i - b.i).slice(0, 14).map(x => x.section);
}

function show() {
  const question = input.value.trim().toLowerCase();
  const list = question.length < 2 ? [] : search(question);
  found.hidden = question.length < 2;
  input.setAttribute("aria-expanded", String(!found.hidden));
  found.replaceChildren(...list.map((s, i) => {
    const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
    item.setAttribute("role", "option");
    item.id = "found-" + i;
    link.href = up + s.where;
    link.tabIndex = -1;
    const word = question.split(/\s+/)[0], at = s.text.toLowerCase().indexOf(word);
    small.textContent = at < 0 ? s.text.slice(0, 90) : (at > 30 ? "… " : "") + s.text.slice(Math.max(0, at - 30), at + 90);
    link.append(s.title === s.page ? s.title : s.page + ": " + s.title, small);
    item.append(link);
    return item;
  }));
  if (!found.hidden && list.length === 0) found.innerHTML = '<li class="none">Nothing is found.</li>';
  choose(0);
}

function choose(n) {
  const options = [...found.querySelectorAll("[role=option]")];
  chosen = options.length ? Math.min(Math.max(n, 0), options.length - 1) : -1;
  options.forEach((o, i) => o.setAttribute("aria-selected", String(i === chosen)));
  if (chosen >= 0) {
    input.setAttribute("aria-activedescendant", options[chosen].id);
    options[chosen].scrollIntoView({ block: "nearest" });
  }
}

input.addEventListener("input", show);
input.addEventListener("focus", show);
input.addEventListener("keydown", e => {
  switch (e.key) {
    case "ArrowDown": choose(chosen + 1); break;
    case "ArrowUp": choose(chosen - 1); break;
    case "Enter": {
      const link = found.querySelector("[aria-selected=true] a");
      if (link) {
        found.hidden = true;
        location.href = link.href;
      }
      break;
    }
    case "Escape": found.hidden = true; input.blur(); break;
    default: return;
  }
  e.preventDefault();
});
document.addEventListener("keydown", e => {
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, textarea")) return;
  e.preventDefault();
  input.focus();
});
document.addEventListener("pointerdown", e => e.target.closest(".search") || (found.hidden = true));
if (innerWidth <= 860) document.querySelector(".contents").open = false;
