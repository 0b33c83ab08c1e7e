// Steps of a change, and the step over k of a matrix product.

// Player shows the steps of a change one by one. A picture of a step is an answer of optc.
class Player {
  constructor(studio) {
    this.studio = studio;
    this.name = ""; // of the current step
    this.steps = [];
    this.element = null;
  }

  reset() {
    [this.steps, this.name] = [[], ""];
    this.pause();
  }

  // show returns an element for the steps of a change.
  show(steps) {
    this.pause();
    this.steps = steps;
    this.drawn = new Map();
    this.ways = { shuffle: steps.filter(s => s.way === "shuffle"), memory: steps.filter(s => s.way !== "shuffle") };
    if (!this.current) this.name = steps[0].name;
    const names = Object.fromEntries(Object.entries({ shuffle: counted(this.ways.shuffle.length, "shuffle"), memory: `memory: ${counted(steps.filter(s => s.way === "write").length, "write")}, ${counted(steps.filter(s => s.way === "read").length, "read")}` }).filter(([way]) => this.ways[way].length));
    this.way = el("span", {});
    this.names = names;
    this.range = el("input", { type: "range", min: 0, step: 1, "aria-label": "Step", oninput: () => this.go(Number(this.range.value)) });
    this.label = el("output", { className: "step-name" });
    this.playing = el("button", { onclick: () => this.timer ? this.pause() : this.play() }, "Play");
    this.following = el("p", { className: "note following" });
    this.picture = el("div", { className: "sides step" });
    this.element = el("div", {}, el("div", { className: "bar-of-tools" }, this.way, el("button", { "aria-label": "Previous step", onclick: () => this.by(-1) }, "◀"), this.range, el("button", { "aria-label": "Next step", onclick: () => this.by(1) }, "▶"), this.playing, this.label), this.following, this.picture);
    this.element.addEventListener("keydown", e => {
      const by = { "[": -1, "]": 1 }[e.key];
      if (by) this.by(by);
    });
    this.draw();
    return this.element;
  }

  get current() {
    return this.steps.find(s => s.name === this.name);
  }

  // list has the steps of the way of the current step.
  get list() {
    return this.current.way === "shuffle" ? this.ways.shuffle : this.ways.memory;
  }

  by(n) {
    const list = this.list, at = list.indexOf(this.current) + n;
    if (at >= 0 && at < list.length) this.go(at);
    else this.pause();
  }

  go(at) {
    this.name = this.list[at].name;
    this.studio.remember();
    return this.draw();
  }

  play() {
    const list = this.list;
    if (this.current === list[list.length - 1]) this.go(0);
    this.timer = setInterval(() => this.by(1), 1200);
    this.playing.textContent = "Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    if (this.playing) this.playing.textContent = "Play";
  }

  async draw() {
    const step = this.current, list = this.list, name = this.name, steps = this.steps;
    this.way.replaceChildren(Object.keys(this.names).length < 2 ? Object.values(this.names)[0] : choice("Way", this.names, step.way === "shuffle" ? "shuffle" : "memory", way => {
      this.name = this.ways[way][0].name;
      this.studio.remember();
      this.draw();
    }));
    this.range.max = list.length - 1;
    this.range.value = list.indexOf(step);
    this.range.setAttribute("aria-valuetext", step.name.replace("=", " "));
    const number = Number(step.name.split("=")[1]) + 1, whole = list.filter(s => s.way === step.way).length;
    this.label.textContent = `${step.way} ${number} of ${whole}` + (step.phases ? `: the banks take ${counted(step.phases, "step")}` : "");
    this.followed();
    if (!this.drawn.has(name)) {
      const answer = await (await this.studio.command).run(this.studio.args("--step=" + name));
      if (this.steps !== steps) return; // other layouts by now
      try {
        const data = JSON.parse(answer.stdout);
        if (data.step) this.drawn.set(name, data.step);
        else throw new Error(data.error);
      } catch (e) {
        this.picture.replaceChildren(el("p", { className: "field-error" }, e.message || answer.stderr));
        return;
      }
    }
    if (this.name !== name) return;
    const p = this.drawn.get(name);
    const places = all(".view", this.picture).map(v => [v.scrollLeft, v.scrollTop]);
    this.picture.replaceChildren(...p.panels.map(panel => this.studio.pictures.panel(panel, p.title)), ...p.notes.map(n => el("p", { className: "note" }, n)));
    all(".view", this.picture).forEach((v, i) => places[i] && ([v.scrollLeft, v.scrollTop] = places[i]));
    this.studio.pictures.forget();
    this.picture.dataset.step = name;
  }

  // followed says in which steps the followed element moves, with a button for each.
  followed() {
    if (!this.following || !this.current) return;
    const item = this.studio.pictures.follow;
    if (!item) return this.following.replaceChildren("Click an element to follow it.");
    const moves = this.list.filter(s => s.items.includes(item));
    this.following.replaceChildren(`Element (${item}) `, moves.length ? "moves in " : "does not move in this way, or not in the first subgroup.", ...moves.map(s => el("button", { className: "plain", "aria-pressed": String(s === this.current), onclick: () => this.go(this.list.indexOf(s)) }, `${s.way} ${Number(s.name.split("=")[1]) + 1}`)));
  }
}

// ProductView shows a product C = A × B: a step over k marks a column of A and a row of B, and an element of C marks its row and its column.
class ProductView {
  constructor(studio, product) {
    this.studio = studio;
    this.product = product;
    const box = studio.pictures.add(product.picture);
    this.links = studio.pictures.views[studio.pictures.views.length - 1];
    this.range = el("input", { type: "range", min: -1, max: product.k - 1, step: 1, value: studio.k === undefined ? -1 : Math.min(studio.k, product.k - 1), "aria-label": "Step over k", oninput: () => this.step(Number(this.range.value)) });
    this.label = el("output", {});
    box.querySelector("h3").after(el("div", { className: "bar-of-tools" }, el("label", {}, "step over k ", this.range), this.label));
    this.element = el("div", { className: "product" }, box, el("p", { className: "note" }, product.texts.map((text, i) => [el("strong", {}, "ABC"[i] + " "), el("code", {}, text), el("br")])));
    box.addEventListener("pointerover", e => {
      const at = e.target.closest("path[data-item]");
      const [, m, n] = (at ? at.dataset.item : "").match(/^C(\d+),(\d+)$/) || [];
      this.links.mark("summed", m === undefined ? "" : [...Array(product.k).keys()].map(k => `A${m},${k} B${k},${n}`).join(" "), "");
    });
    this.step(Number(this.range.value));
  }

  step(k) {
    const { m, n } = this.product;
    this.studio.k = k < 0 ? undefined : k;
    const items = k < 0 ? "" : [...Array(m).keys()].map(i => `A${i},${k}`).concat([...Array(n).keys()].map(j => `B${k},${j}`)).join(" ");
    this.links.mark("summed", items, "");
    this.label.textContent = k < 0 ? "all" : `k = ${k}: column ${k} of A times row ${k} of B is added to C`;
    this.studio.remember();
  }
}
