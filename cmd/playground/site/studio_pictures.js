// Pictures of layouts that are linked: pointing at a cell marks the same element, and all elements of its holder, in all pictures.

const svgSpace = "http://www.w3.org/2000/svg";

// Pictures keeps what the pictures of a studio share: the cell under the pointer, and the element that is followed.
class Pictures {
  constructor(told) {
    this.told = told; // called with a sentence about the current cell
    this.follow = ""; // the followed element
    this.owner = "";  // the followed holder
    this.views = [];
    this.hidden = new Set(); // names of frames
    this.onfollow = () => {};
  }

  // add returns an element with the panels of a picture.
  add(picture, options = {}) {
    const box = el("section", { className: "picture" }, el("h3", {}, picture.title));
    for (const panel of picture.panels) box.append(this.panel(panel, picture.title, options));
    if (picture.notes) box.append(...picture.notes.map(n => el("p", { className: "note" }, n)));
    return box;
  }

  panel(panel, title, options = {}) {
    const name = [title, panel.title].filter(s => s).join(": ");
    const view = el("div", { className: "view", tabIndex: 0, role: "group", "aria-label": name });
    view.innerHTML = panel.svg; // drawn by optc, with every text escaped
    const svg = view.querySelector("svg");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", name);
    svg.style.minWidth = svg.getAttribute("width") * 0.6 + "px"; // as small as texts can be read
    const links = new Links(svg);
    this.views.push(links);
    view.addEventListener("pointerover", e => this.at(links, e.target.closest("path[data-item], path[data-owner]")));
    view.addEventListener("pointerleave", () => this.at(links, null));
    view.addEventListener("click", e => {
      const cell = e.target.closest("path[data-item], path[data-owner]");
      if (cell) this.pin(cell);
    });
    view.addEventListener("keydown", e => this.key(links, view, e));
    const frames = (panel.frames || []).map(frame => el("label", { className: "frame frame-" + frame }, el("input", { type: "checkbox", checked: !this.hidden.has(frame), onchange: e => this.frame(frame, e.target.checked) }), frame));
    for (const frame of this.hidden) links.frame(frame, false);
    const head = el("div", { className: "panel-head" }, el("span", { className: "panel-title" }, panel.title), frames,
      el("button", { className: "link", title: "Save this picture as SVG", onclick: () => save(svg, name) }, "SVG"));
    links.mark("followed", this.follow, this.owner);
    return el("figure", { className: "panel" }, head, view);
  }

  frame(name, shown) {
    if (shown) this.hidden.delete(name);
    else this.hidden.add(name);
    for (const v of this.views) v.frame(name, shown);
  }

  // at tells about a cell and marks what belongs to it.
  at(links, cell) {
    const item = cell ? cell.dataset.item || "" : "", owner = cell ? cell.dataset.owner || "" : "";
    for (const v of this.views) v.mark("pointed", item, owner);
    if (cell) {
      links.current = cell;
      this.told(cell.querySelector("title") ? cell.querySelector("title").textContent.replaceAll("\n", ", ") : item);
    }
  }

  // pin follows the element of a cell, and its holder.
  pin(cell) {
    const item = (cell.dataset.item || "").split(" ")[0], owner = cell.dataset.owner || "";
    this.followed(this.follow === item && this.owner === owner ? "" : item, this.follow === item && this.owner === owner ? "" : owner);
  }

  followed(item, owner) {
    [this.follow, this.owner] = [item, owner];
    for (const v of this.views) v.mark("followed", item, owner);
    this.onfollow();
  }

  // forget drops the pictures that are no longer shown.
  forget() {
    this.views = this.views.filter(v => v.svg.isConnected);
  }

  key(links, view, e) {
    if (e.key === "Escape") return this.followed("", "");
    if (e.key === "Enter" || e.key === " ") {
      if (links.current) this.pin(links.current);
    } else {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (!by) return;
      const next = links.beside(by);
      if (next) {
        this.at(links, next);
        scrollTo(view, next);
      }
    }
    e.preventDefault();
    e.stopPropagation();
  }
}

// scrollTo makes a cell visible in its view, and moves nothing else.
function scrollTo(view, cell) {
  const v = view.getBoundingClientRect(), c = cell.getBoundingClientRect();
  if (c.left < v.left || c.right > v.right) view.scrollLeft += c.left - v.left - v.width / 2;
  if (c.top < v.top || c.bottom > v.bottom) view.scrollTop += c.top - v.top - v.height / 2;
}

// save offers a picture as a file.
function save(svg, name) {
  const copy = svg.cloneNode(true);
  for (const g of copy.querySelectorAll(".marks")) g.remove();
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  el("a", { href: url, download: name.replace(/[^\w]+/g, "_").slice(0, 60) + ".svg" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Links are the cells of a picture by element and by holder.
class Links {
  constructor(svg) {
    this.svg = svg;
    this.current = null;
    this.items = new Map();
    this.owners = new Map();
    this.cells = [...svg.querySelectorAll("path[data-item], path[data-owner]")];
    const put = (map, key, cell) => map.has(key) ? map.get(key).push(cell) : map.set(key, [cell]);
    for (const cell of this.cells) {
      for (const item of (cell.dataset.item || "").split(" ")) if (item) put(this.items, item, cell);
      if (cell.dataset.owner) put(this.owners, cell.dataset.owner, cell);
    }
    this.marks = {};
  }

  // mark draws outlines around the cells of elements, which spaces separate, and of a holder, in place of the earlier ones of a kind.
  mark(kind, items, owner) {
    const group = document.createElementNS(svgSpace, "g");
    group.setAttribute("class", "marks " + kind);
    const outline = (cells, what) => {
      if (!cells || cells.length === 0) return;
      const path = document.createElementNS(svgSpace, "path");
      path.setAttribute("d", cells.map(c => c.getAttribute("d")).join(""));
      path.setAttribute("class", what);
      group.append(path);
    };
    if (owner) outline(this.owners.get(owner), "of-owner");
    outline((items || "").split(" ").flatMap(item => this.items.get(item) || []), "of-item");
    if (this.marks[kind]) this.marks[kind].remove();
    this.marks[kind] = group;
    if (group.hasChildNodes()) this.svg.append(group);
  }

  frame(name, shown) {
    for (const p of this.svg.querySelectorAll(`path[data-frame="${CSS.escape(name)}"]`)) p.style.display = shown ? "" : "none";
  }

  // beside returns the next cell in a direction, or the first cell.
  beside([dx, dy]) {
    if (!this.current || !this.places) this.places = this.cells.map(c => c.getAttribute("d").match(/^M([\d.]+) ([\d.]+)/).slice(1).map(Number));
    if (!this.current) return this.cells[0];
    const [x, y] = this.places[this.cells.indexOf(this.current)];
    let best = null, least = Infinity;
    this.places.forEach(([px, py], i) => {
      const along = (px - x) * dx + (py - y) * dy, off = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (along > 0.5 && off < 0.5 && along < least) [best, least] = [this.cells[i], along];
    });
    return best;
  }
}
