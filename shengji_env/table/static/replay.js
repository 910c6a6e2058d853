// A recorded game, step by step.

import { cardsText } from "./cards.js";
import { ask, closeDialog, code, copy, download, fill, h, openDialog, toast } from "./dom.js";
import { pack } from "./link.js";
import { board, felt, lastTrick, nameOf, settlement } from "./view.js";
import { t } from "./words.js";

export class Replay {
  constructor(main, name) {
    this.main = main;
    this.name = name;
    this.at = 0;
    this.seat = null;
    this.frames = new Map();
    this.keys = (event) => this.onKey(event);
    addEventListener("keydown", this.keys);
    this.open();
  }

  close() { removeEventListener("keydown", this.keys); }

  async open() {
    try {
      this.replay = await ask(`/api/replays/${this.name}`);
      await this.go(0);
    } catch (error) { toast(error.message, "bad"); }
  }

  async go(step) {
    const last = this.replay.steps.length;
    this.at = Math.max(0, Math.min(last, step));
    if (!this.frames.has(this.at)) this.frames.set(this.at, await ask(`/api/replays/${this.name}/${this.at}`));
    this.render();
  }

  render() {
    const state = this.frames.get(this.at);
    if (!state) return;
    const { steps } = this.replay;
    const shown = { ...state, seat: this.seat };
    const hands = state.hands.map((hand, seat) => (this.seat === null || this.seat === seat ? hand : []));
    const next = steps[this.at];
    const slider = h("input", { type: "range", id: "slider", min: 0, max: steps.length, value: this.at,
      oninput: (event) => this.go(Number(event.target.value)), ariaLabel: t("step_of", { n: this.at, of: steps.length }) });
    const focusId = document.activeElement?.id;
    fill(this.main, 
      board(shown), felt(shown, { hands }),
      h("p.prompt", { id: "prompt" }, `${t("step_of", { n: this.at, of: steps.length })}`,
        next ? ` · ${nameOf(shown, next.seat)}: ${cardsText(next.action) || next.action}` : ` · ${t("over")}`),
      h("div.slider", {}, h("button", { id: "back", onclick: () => this.go(this.at - 1), ariaLabel: "−1" }, "◀"), slider,
        h("button", { id: "forward", onclick: () => this.go(this.at + 1), ariaLabel: "+1" }, "▶")),
      h("aside.panel", {}, h("small", {}, t("last_trick")), lastTrick(shown)),
      h("nav.tools", {},
        h("label", {}, t("view_of"), " ", h("select", { id: "seat", onchange: (event) => { this.seat = event.target.value === "" ? null : Number(event.target.value); this.render(); } },
          h("option", { value: "" }, t("everybody")),
          state.hands.map((_, seat) => h("option", { value: seat, selected: seat === this.seat }, t("seat", { n: seat }))))),
        state.settled ? h("button", { id: "settled", onclick: () => openDialog(t("settled", { n: state.settled.number }), ...settlement(shown, state.settled)) }, t("settled", { n: state.settled.number })) : null,
        h("button", { id: "play-on", disabled: !next, onclick: () => this.playOn() }, t("play_from_here")),
        h("button", { id: "share", onclick: () => this.share() }, t("share")),
        h("button", { id: "export", onclick: () => download("shengji-record.jsonl", this.replay.record) }, t("export"))));
    if (focusId) document.getElementById(focusId)?.focus();
  }

  async playOn() {
    const state = this.frames.get(this.at);
    const seat = this.seat ?? state.actor ?? 0;
    const seats = state.hands.map((_, k) => (k === seat ? "human" : "rule:balanced"));
    try {
      const made = await ask(`/api/replays/${this.name}/play`, { step: this.at, seats });
      closeDialog();
      location.hash = `table=${made.table}&key=${made.key}`;
    } catch (error) { toast(error.message, "bad"); }
  }

  async share() {
    await copy(`${location.origin}/#${code() ? `code=${code()}&` : ""}record=${await pack(this.replay.record)}`);
  }

  onKey(event) {
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    if (event.key === "ArrowLeft") this.go(this.at - 1);
    else if (event.key === "ArrowRight") this.go(this.at + 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.replay.steps.length);
  }
}
