// A new table: everything has a default, one click and you play.

import { ask, fill, h, toast } from "./dom.js";
import { t } from "./words.js";

export class SetUp {
  constructor(main, values) {
    this.main = main;
    this.values = values;
    this.preset = values.get("rules") || null;
    this.agents = null;
    this.open();
  }

  async open() {
    try {
      this.offers = await ask("/api/setup");
      this.preset ??= this.offers.default;
      this.render();
    } catch (error) { toast(error.message, "bad"); }
  }

  chosen() { return this.offers.presets.find((one) => one.name === this.preset) ?? this.offers.presets[0]; }

  render() {
    if (!this.offers) return;
    const preset = this.chosen();
    const seats = Array.from({ length: preset.players }, (_, k) => this.agents?.[k] ?? (k === 0 ? this.offers.human : this.offers.stand_in));
    this.agents = seats;
    const last = localStorage.getItem("lastTable");
    const different = preset.otherwise.map((field) => `${field}=${preset.values[field]}`).join(", ");
    fill(this.main, h("form.setup", { id: "setup", onsubmit: (event) => { event.preventDefault(); this.begin(); } },
      h("h1", {}, "升级 ", h("small", {}, t("title"))),
      h("div.presets", { role: "radiogroup", ariaLabel: t("rules") }, this.offers.presets.map((one) =>
        h("label.preset" + (one === preset ? ".on" : ""), {},
          h("input", { type: "radio", name: "preset", value: one.name, checked: one === preset, onchange: () => { this.preset = one.name; this.agents = null; this.render(); } }),
          h("b", {}, one.title), h("small", {}, `${one.name} · ${t("players", { n: one.players })}`)))),
      h("button.main.big", { id: "begin", type: "submit" }, t("play_now")),
      last ? h("a.button", { id: "go-on", href: last }, t("go_on")) : null,
      h("details", {}, h("summary", {}, t("options")),
        h("p.small", {}, different ? t("otherwise", { fields: different }) : t("same_rules")),
        h("label", {}, t("changes"), h("input", { id: "changes", placeholder: "tractors=no" })),
        h("fieldset", {}, h("legend", {}, t("seats")), seats.map((who, k) => h("label", {}, t("seat", { n: k }),
          h("input", { list: "agents", id: "seat-" + k, value: who, "data-seat": k, onchange: (event) => { this.agents[k] = event.target.value.trim(); } })))),
        h("datalist", { id: "agents" }, [this.offers.human, ...this.offers.agents, "checkpoint:", "torch:"].map((name) => h("option", { value: name }))),
        h("label", {}, t("length"), h("select", { id: "episode" }, h("option", { value: "match" }, t("match")), h("option", { value: "deal", selected: this.values.get("episode") === "deal" }, t("deal")))),
        h("label", {}, t("seed"), h("input", { id: "seed", inputMode: "numeric", value: this.values.get("seed") ?? "" })),
        h("label.check", {}, h("input", { type: "checkbox", id: "hints", checked: true }), t("hints_on")),
        h("label.check", {}, h("input", { type: "checkbox", id: "forced", checked: true }), t("forced_on"))),
      h("label.button", {}, t("import"), h("input.out", { type: "file", id: "import", accept: ".jsonl,.json,.txt", onchange: (event) => this.import(event.target.files[0]) }))));
  }

  async begin() {
    const value = (id) => document.getElementById(id).value.trim();
    const checked = (id) => document.getElementById(id).checked;
    const seed = value("seed");
    const setup = { rules: `${this.preset} ${value("changes")}`.trim(), seats: this.agents, episode: value("episode"),
      hints: checked("hints"), forced: checked("forced") };
    if (seed) setup.seed = Number(seed);
    try {
      const made = await ask("/api/tables", setup);
      location.hash = made.key ? `table=${made.table}&key=${made.key}` : `watch=${made.table}`;
    } catch (error) { toast(error.message, "bad"); }
  }

  async import(file) {
    try { location.hash = `replay=${(await ask("/api/replays", { record: await file.text() })).replay}`; }
    catch (error) { toast(error.message, "bad"); }
  }
}
