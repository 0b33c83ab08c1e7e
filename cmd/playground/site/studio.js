// The layout studio: one or two layouts in any spelling, and what optc knows of them. All layouts, costs and pictures are answers of
// optc layout --format=studio; this page shows them.

class Studio {
  // command is a promise of a Command.
  constructor(command, onchange) {
    this.command = command;
    this.onchange = onchange;
    this.status = el("span", { className: "studio-status", role: "status" }, "loading optc …");
    this.told = el("p", { className: "told", role: "status" }, "Point at a cell, or use the arrow keys in a picture. A click or Enter follows an element; Esc forgets it.");
    this.pictures = new Pictures(text => this.told.textContent = text);
    this.fields = ["A", "B"].map((name, i) => this.field(name, i));
    this.samples = el("select", { "aria-label": "Example", onchange: () => this.useSample(this.list[this.samples.value] || { a: this.samples.value }) }, el("option", { value: "" }, "examples …"));
    const setting = (name, placeholder, width) => el("input", { type: "text", spellcheck: false, "aria-label": name, placeholder, size: width, onchange: () => this.ask() });
    this.settings = { element: setting("Element type", "f32", 5), shape: setting("Shape", "16x16", 8), target: setting("Target", "sm_80", 7) };
    this.stop = el("button", { hidden: true, onclick: async () => (await this.command).stop() }, "Stop");
    this.found = el("div", { className: "studio-error", role: "alert", hidden: true });
    this.results = el("div", { className: "results" });
    this.player = new Player(this);
    this.element = el("div", { className: "studio" },
      el("div", { className: "bar-of-tools" }, this.samples,
        Object.entries({ element: "element", shape: "shape", target: "target" }).map(([key, text]) => el("label", {}, text + " ", this.settings[key])),
        el("button", { onclick: () => this.exchange(), title: "Exchange A and B" }, "A ⇄ B"), el("button", { className: "share", onclick: () => this.share() }, "Share"), this.stop, this.status),
      el("div", { className: "fields" }, this.fields.map(f => f.element)), this.found, this.told, this.results);
    this.pictures.onfollow = () => {
      this.player.followed();
      this.remember();
    };
    this.list = [];
    this.epoch = 0; // an answer to a question of an earlier one is dropped
  }

  // begin shows the first example while optc is loaded: the page has the answer about it.
  begin({ samples, answer }) {
    this.listSamples(samples);
    this.write(samples[0]);
    this.show({ code: 0, stdout: JSON.stringify(answer), stderr: "" });
    this.begun = this.link;
  }

  // start begins with a link, or with the first example. What was changed since begin stays.
  async start(link) {
    const command = await this.command;
    if (!this.begun) {
      const answer = await command.run(["layout", "--format=studio"]);
      if (answer.code !== 0) return this.fail(answer.stderr);
      this.listSamples(JSON.parse(answer.stdout).samples);
    }
    if (link && this.restore(link)) return this.ask();
    if (!link && !this.begun) return this.useSample(this.list[0]);
    if (!link) return this.begun === this.link ? this.status.textContent = this.summary : this.ask();
  }

  listSamples(list) {
    this.list = list;
    this.samples.append(...list.map((s, i) => el("option", { value: i }, s.title)));
  }

  // write puts an example into the fields.
  write(s) {
    [this.fields[0].input.value, this.fields[1].input.value] = [s.a, s.b || ""];
    for (const [name, input] of Object.entries(this.settings)) input.value = s[name] || "";
  }

  field(name, number) {
    const input = el("textarea", { rows: 2, spellcheck: false, "aria-label": "Layout " + name, placeholder: number ? "another layout of threads, or a memory: empty for none" : "a layout in any spelling", oninput: () => this.later() });
    const error = el("p", { className: "field-error", role: "alert", hidden: true });
    const sliders = el("div", { className: "sliders" });
    const numbers = el("details", { open: innerWidth > 900, hidden: true }, el("summary", {}, "Numbers of " + name), sliders);
    return { input, error, sliders, numbers, element: el("div", { className: "field" }, el("label", {}, el("strong", {}, name), input), error, numbers) };
  }

  get texts() {
    return this.fields.map(f => f.input.value.trim());
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), 250);
  }

  useSample(s) {
    if (!s || !s.a) return;
    this.write(s);
    this.player.reset();
    this.pictures.followed("", "");
    return this.ask();
  }

  // offer adds layouts to the examples, in place of those that it added before.
  offer(texts) {
    for (const g of all("optgroup", this.samples)) g.remove();
    const list = [...new Set(texts)];
    if (list.length === 0) return;
    this.samples.append(el("optgroup", { label: "in the text" }, list.map(text => el("option", { value: text }, text))));
  }

  exchange() {
    const [a, b] = this.fields.map(f => f.input);
    [a.value, b.value] = [b.value, a.value];
    this.player.reset();
    this.ask();
  }

  // args is the command line about the current layouts.
  args(...more) {
    const settings = Object.entries(this.settings).filter(([, input]) => input.value.trim()).map(([name, input]) => `--${name}=${input.value.trim()}`);
    return ["layout", "--format=studio", ...settings, ...more, "--", ...this.texts.filter(t => t)];
  }

  // ask gets the answer for what is written. While one is awaited, only the last question is kept.
  async ask() {
    clearTimeout(this.timer);
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    this.remember();
    const epoch = this.epoch;
    const late = setTimeout(() => {
      this.status.textContent = "working …";
      this.stop.hidden = false;
    }, 500);
    const answer = this.texts[0] || this.texts[1] ? await (await this.command).run(this.args()) : { code: 0, stdout: '{"fields": [], "pictures": []}', stderr: "" };
    clearTimeout(late);
    this.stop.hidden = true;
    this.busy = false;
    if (this.again) {
      this.again = false;
      return this.ask();
    }
    if (epoch === this.epoch) this.show(answer);
  }

  show(answer) {
    let data;
    try {
      data = JSON.parse(answer.stdout);
    } catch {
      return this.fail(answer.stderr.trim() || "optc gave no answer");
    }
    const given = this.fields.filter(f => f.input.value.trim());
    for (const f of this.fields) {
      f.error.hidden = true;
      f.input.removeAttribute("aria-invalid");
    }
    data.fields.forEach((d, i) => {
      const f = given[i];
      if (d.error) {
        f.input.setAttribute("aria-invalid", "true");
        f.error.hidden = false;
        const mistake = () => {
          f.input.focus();
          f.input.setSelectionRange(characters(d.text, d.at), d.text.length);
        };
        f.error.replaceChildren(el("button", { className: "link", onclick: mistake }, `at ${characters(d.text, d.at) + 1}: ${d.error}`), ...(d.notes || []).map(n => el("span", {}, " " + n)));
        return;
      }
      this.showSliders(f, d);
    });
    for (const f of this.fields) if (!f.input.value.trim()) this.showSliders(f, {});
    this.found.hidden = !data.error;
    this.found.textContent = data.error || "";
    this.element.classList.toggle("stale", answer.code !== 0);
    this.summary = answer.code !== 0 ? "the layouts have a mistake" : data.fields.map(d => [d.shape, d.sort].filter(s => s).join(" ")).filter(s => s).join(", ");
    this.status.textContent = this.summary;
    if (answer.code !== 0 && !data.pictures.length) return;
    const sections = [];
    const section = (title, ...content) => sections.push(el("section", { className: "part", "aria-label": title }, el("h2", {}, title), ...content));
    if (data.product) section("Matrix product", new ProductView(this, data.product).element);
    const drawn = n => data.pictures.filter(p => p.field === n).map(p => this.pictures.add(p));
    if (data.pictures.length) section("Layouts", el("div", { className: "sides" }, [0, 1].map(n => drawn(n)).filter(list => list.length).map(list => el("div", { className: "side" }, list))));
    if (data.steps) section("The change, step by step", this.player.show(data.steps));
    else this.player.reset();
    const both = drawn(-1);
    if (both.length) section(data.steps ? "What the change costs" : "The accesses", ...both);
    if (data.memories) section("Memory without bank conflicts", el("p", { className: "note" }, "Layouts of a memory that serves these accesses, the best first; the numbers are cycles of a subgroup."), this.memories(data.memories));
    section("The same as a command", el("p", {}, el("code", { className: "command" }, this.commandLine())));
    this.results.replaceChildren(...sections);
    this.pictures.forget();
    document.body.dataset.studio = this.link; // for scripts that wait until it is shown
  }

  showSliders(field, data) {
    const focused = field.sliders.contains(document.activeElement) ? document.activeElement.dataset.name : "";
    field.sliders.replaceChildren(...(data.sliders || []).map(s => {
      const value = el("output", {}, s.value);
      const set = e => {
        field.input.value = s.choices[e.target.value].text;
        value.textContent = s.choices[e.target.value].value;
        this.later();
      };
      const at = s.choices.findIndex(c => c.value === s.value);
      return el("label", { className: "slider" }, el("span", {}, s.name), el("input", { type: "range", min: 0, max: s.choices.length - 1, step: 1, value: at, data: { name: s.name }, "aria-valuetext": String(s.value), oninput: set }), value);
    }));
    field.numbers.hidden = !data.sliders;
    if (focused) all("input", field.sliders).filter(i => i.dataset.name === focused).forEach(i => i.focus());
  }

  memories(list) {
    return el("div", { className: "memories" }, list.map(m => el("article", { className: "memory" + (m.cycles > m.least ? " conflicts" : "") },
      el("h3", {}, m.kind), el("p", {}, el("strong", {}, counted(m.cycles, "cycle")), m.cycles > m.least ? ` with bank conflicts, ${m.least.toLocaleString("en")} without` : ", no bank conflicts", `; ${counted(m.bytes, "byte")}`, m.more > 0 ? `, ${m.more.toLocaleString("en")} of them unused` : ""),
      m.texts.map(text => el("p", {}, el("button", { className: "link", title: "Use it as layout B", onclick: () => this.useMemory(text) }, el("code", {}, text)))),
      m.panels.map(p => this.pictures.panel(p, m.kind)))));
  }

  useMemory(text) {
    this.fields[1].input.value = text;
    this.ask();
  }

  commandLine() {
    const quoted = word => /^[\w=.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
    return ["optc", ...this.args().filter(a => a !== "--format=studio" && a !== "--")].map(quoted).join(" ") + " --svg picture.svg";
  }

  fail(text) {
    this.found.hidden = false;
    this.found.textContent = text;
    this.status.textContent = "failed";
  }

  // Links: everything that is shown is in the link.

  get link() {
    const values = new URLSearchParams();
    const put = (name, value) => value && values.set(name, value);
    put("a", this.fields[0].input.value);
    put("b", this.fields[1].input.value);
    for (const [name, input] of Object.entries(this.settings)) put(name, input.value);
    put("follow", this.pictures.follow);
    put("holder", this.pictures.owner);
    put("hidden", [...this.pictures.hidden].join(","));
    put("step", this.player.name);
    put("k", this.k === undefined ? "" : String(this.k));
    return values.toString();
  }

  // restore reads a link; it returns false if the link is damaged, and says so.
  restore(link) {
    const known = ["a", "b", "element", "shape", "target", "follow", "holder", "hidden", "step", "k"];
    let values;
    try {
      decodeURIComponent(link.replaceAll("+", " "));
      values = new URLSearchParams(link);
    } catch {
      return this.damaged("it has a percent sign without two digits");
    }
    for (const name of values.keys()) if (!known.includes(name)) return this.damaged(`it has an unknown part '${name}'`);
    if (!values.get("a") && !values.get("b")) return this.damaged("it has no layout");
    if (values.has("k") && !/^\d{1,4}$/.test(values.get("k"))) return this.damaged(`'${values.get("k")}' is no step over k`);
    if (values.has("step") && !/^(shuffle|write|read)=\d{1,6}$/.test(values.get("step"))) return this.damaged(`'${values.get("step")}' is no step of a change`);
    [this.fields[0].input.value, this.fields[1].input.value] = [values.get("a") || "", values.get("b") || ""];
    for (const [name, input] of Object.entries(this.settings)) input.value = values.get(name) || "";
    this.pictures.hidden = new Set((values.get("hidden") || "").split(",").filter(s => s));
    this.pictures.followed(values.get("follow") || "", values.get("holder") || "");
    this.player.name = values.get("step") || "";
    this.k = values.has("k") ? Number(values.get("k")) : undefined;
    return true;
  }

  damaged(how) {
    this.epoch++;
    this.again = false;
    this.fail(`The link is damaged: ${how}. Choose an example, or write a layout.`);
    return false;
  }

  remember() {
    if (this.onchange) this.onchange(this.link);
  }

  async share() {
    this.remember();
    await navigator.clipboard.writeText(location.href).then(() => this.status.textContent = "the link is copied", () => this.status.textContent = "share the address of this page");
  }
}

// characters is the number of characters in so many bytes of a text.
const characters = (text, bytes) => new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes)).length;
