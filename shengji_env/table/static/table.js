// A table that is played or watched: the WebSocket, the hand, the buttons, the keys.

import { cardsText, pointsOf, shortName, split } from "./cards.js";
import { announce, ask, code, closeDialog, copy, download, fill, h, openDialog, toast } from "./dom.js";
import { Hand } from "./hand.js";
import { board, felt, groupsOf, lastTrick, nameOf, notebook, settlement } from "./view.js";
import { known, t } from "./words.js";

const PACES = { slow: [1.3, 2.5], normal: [0.6, 1.2], fast: [0.2, 0.5], instant: [0, 0] };

export class Table {
  constructor(main, seat) {
    this.main = main;
    this.seatInfo = seat;  // {table, key}
    this.state = null;
    this.selection = null;
    this.thinking = null;
    this.hint = null;
    this.told = 0;
    this.showNotes = localStorage.getItem("notes") === "1";
    this.showLast = localStorage.getItem("last") === "1";
    this.hand = new Hand((picked) => this.picking(picked));
    this.keys = (event) => this.onKey(event);
    addEventListener("keydown", this.keys);
    this.connect();
  }

  close() {
    this.closed = true;
    removeEventListener("keydown", this.keys);
    this.socket?.close();
  }

  // ------------------------------------------------------------ the connection

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?code=${encodeURIComponent(code())}`);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ type: "join", table: this.seatInfo.table, key: this.seatInfo.key || "" });
      const pace = PACES[localStorage.getItem("pace")];
      if (pace) this.send({ type: "pace", pace: pace[0], hold: pace[1] });
      this.tries = 0;
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.closed) return;
      toast(t("reconnecting"), "bad");
      this.tries = (this.tries ?? 0) + 1;
      setTimeout(() => this.connect(), Math.min(300 * this.tries, 3000));
    };
  }

  send(message) { if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message)); }

  receive(message) {
    if (message.type === "state") this.onState(message);
    else if (message.type === "selection") this.onSelection(message);
    else if (message.type === "hint") { this.hint = message; this.render(); }
    else if (message.type === "thinking") { this.thinking = message.seat; this.render(); }
    else if (message.type === "refused") this.onRefused(message);
  }

  onRefused({ text, rule }) {
    const words = known("rule." + rule) ? t("rule." + rule) : "";
    toast(document.documentElement.lang.startsWith("zh") && words ? `${words}（${text}）` : text, "bad");
  }

  onState(state) {
    const before = this.state;
    this.thinking = null;
    if (!before || before.number !== state.number || before.phase !== state.phase || !state.your_turn) this.hint = null;
    this.state = state;
    const asked = state.your_turn && (state.phase === "bury" || state.phase === "play");
    const level = state.trump ? null : state.levels;
    const apart = level ? state.hand.filter((card) => card[1] === "J" && "BL".includes(card[0]) || level.includes(card[1])) : [];
    this.hand.show(state.hand, groupsOf(state), { may: asked ? state.may : null, apart });
    this.selection = null;
    if (asked && this.hand.picked().length) this.picking(this.hand.picked());
    if (state.trouble) toast(t("trouble", { text: state.trouble }), "bad");
    const notice = state.notices.at(-1);
    if (notice && state.notices.length !== (before?.notices.length ?? 0)) toast(t("thrown_in_" + notice.kind, { who: nameOf(state, notice.seat) }));
    this.render();
    announce(this.prompt());
    if (state.deals > this.told && (state.looking || state.phase === "over") && (!before || state.deals !== before.deals || before.looking !== state.looking)) {
      this.told = state.deals;
      this.settled();
    }
    if (before?.looking && !state.looking) closeDialog();
  }

  // ------------------------------------------------------------ picking and playing

  picking(picked) {
    this.selection = null;
    this.send({ type: "select", cards: picked.join(" ") });
    this.render();
  }

  onSelection(found) {
    if (found.asked !== this.hand.picked().join(" ") || found.number !== this.state.number) return;
    this.selection = found;
    this.hand.light(found.may);
    this.render();
  }

  act(action) { this.send({ type: "act", number: this.state.number, action }); }

  play() {
    const picked = this.hand.picked();
    if (!this.state?.your_turn || !picked.length) return;
    this.act(picked.join(" "));
  }

  askHint() { if (this.state?.your_turn && this.state.hints) this.send({ type: "hint" }); }

  // ------------------------------------------------------------ what is said

  prompt() {
    const state = this.state;
    if (state.phase === "over") return t("over");
    if (state.looking) return t("settled", { n: state.deals });
    if (this.thinking !== null) return t("thinks", { who: nameOf(state, this.thinking) });
    if (state.forced) return t("forced");
    if (state.your_turn) {
      if (state.phase === "play") {
        return state.lead ? t("your_turn_follow", { n: split(state.lead).length }) : t("your_turn_lead");
      }
      return t("your_turn_" + state.phase, { n: state.kitty_size });
    }
    const phase = ["bid", "raid", "bury", "call", "play"].includes(state.phase) ? state.phase : "bid";
    return t("others_" + phase, { who: nameOf(state, state.actor) });
  }

  callText(choice) {
    const [card, ordinal] = choice.split(" ");
    return ordinal ? t("call_nth", { card: shortName(card), n: ordinal }) : t("call_text", { card: shortName(card) });
  }

  choices() {
    const { state } = this;
    if (!state.your_turn) return [];
    if (state.phase === "call") {
      return [h("div.calls", {}, state.choices.map((choice) =>
        h("button.choice", { onclick: () => this.act(choice), title: this.callText(choice) }, cardsText(choice.split(" ")[0]) + (choice.includes(" ") ? ` ${"①②③"[choice.split(" ")[1] - 1]}` : ""))))];
    }
    return state.choices.map((choice) => h("button.choice" + (choice === "pass" ? ".quiet" : ""), {
      id: choice === "pass" ? "pass" : null, onclick: () => this.act(choice) },
      choice === "pass" ? t("passes") : choice === "riot" ? t("riot") : cardsText(choice)));
  }

  playButton() {
    const { state, selection } = this;
    if (!state.your_turn || !["bury", "play"].includes(state.phase)) return null;
    const picked = this.hand.picked();
    const throws = selection?.throw;
    const label = state.phase === "bury" ? t("bury", { n: picked.length, of: state.kitty_size, points: pointsOf(picked) })
      : throws ? t("throw") : state.lead ? t("play") : t("lead");
    return h("button.main", { id: "play", disabled: !picked.length, onclick: () => this.play() }, label);
  }

  whyLine() {
    const { selection } = this;
    if (!selection || !this.hand.picked().length) return null;
    if (selection.parts.length) {
      return h("p.parts", {}, selection.parts.map((part) => h("span.part", {}, `${t("part_" + part.kind)} ${cardsText(part.cards)}`)));
    }
    if (selection.why && (this.state.phase !== "bury" || this.hand.picked().length > this.state.kitty_size)) {
      const words = "rule." + selection.why.rule;
      const short = selection.why.rule === "follow.count" && selection.may.length;
      if (short) return null;
      return h("p.why", {}, "✗ ", document.documentElement.lang.startsWith("zh") && known(words) ? t(words) : selection.why.text);
    }
    return null;
  }

  hintBox() {
    if (!this.hint || this.hint.number !== this.state.number) return null;
    return h("section.hints", {}, h("small", {}, t("hint_note")), this.hint.options.map((option, k) =>
      h("button.hint" + (k === 0 ? ".best" : ""), { onclick: () => this.takeHint(option.play) },
        h("b", {}, this.optionText(option.play)),
        h("span", {}, document.documentElement.lang.startsWith("zh") ? option.zh : option.en),
        h("i", {}, option.levels === null ? String(option.value) : t("hint_levels", { n: (option.levels > 0 ? "+" : "") + option.levels.toFixed(2) })))));
  }

  optionText(play) {
    if (play === "pass") return t("passes");
    if (play === "riot") return t("riot");
    return this.state.phase === "call" ? this.callText(play) : cardsText(play);
  }

  takeHint(play) {
    if (["bury", "play"].includes(this.state.phase)) this.hand.select(split(play));
  }

  // ------------------------------------------------------------ drawing

  render() {
    const { state } = this;
    if (!state) return;
    const watching = state.seat === null;
    const done = state.phase === "over";
    const own = state.seat !== null && state.auto[state.seat];
    const focusId = document.activeElement?.id;
    fill(this.main, 
      board(state),
      felt(state, { thinking: this.thinking, hands: watching ? state.hands : null }),
      h("p.prompt" + (state.your_turn ? ".mine" : ""), { id: "prompt" }, this.prompt(), watching ? h("small", {}, " " + t("watching")) : null),
      this.showLast ? h("aside.panel", {}, h("small", {}, t("last_trick")), lastTrick(state)) : null,
      this.showNotes && !watching ? h("aside.panel", {}, h("small", {}, t("notebook")), notebook(state)) : null,
      this.hintBox(),
      watching ? null : h("section.own", {},
        h("div.selected", {}, this.whyLine()),
        this.hand.element,
        h("div.choices", {}, this.choices(), this.playButton())),
      h("nav.tools", {},
        watching || done ? null : [
          state.hints && h("button", { id: "hint", disabled: !state.your_turn, onclick: () => this.askHint() }, t("hint")),
          state.practice && h("button", { id: "undo", disabled: !state.can_undo, onclick: () => this.send({ type: "undo" }) }, t("undo")),
          h("button", { id: "auto", ariaPressed: own, onclick: () => this.auto() }, own ? t("auto_off") : t("auto"))],
        watching ? [h("button", { id: "pause", onclick: () => this.send({ type: "pause", on: !state.paused }) }, state.paused ? t("resume") : t("pause")),
          h("button", { id: "step", disabled: !state.paused, onclick: () => this.send({ type: "step" }) }, t("step"))] : null,
        h("button", { id: "last", ariaPressed: this.showLast, onclick: () => this.panel("showLast", "last") }, t("last_trick")),
        watching ? null : h("button", { id: "notes", ariaPressed: this.showNotes, onclick: () => this.panel("showNotes", "notes") }, t("notebook")),
        state.deals ? h("button", { id: "settled", onclick: () => this.settled() }, t("settled", { n: state.deals })) : null,
        h("button", { id: "keys", onclick: () => this.showKeys() }, "?"),
        h("button", { id: "settings", onclick: () => this.settings() }, t("settings"))));
    if (focusId) document.getElementById(focusId)?.focus();
  }

  panel(name, key) {
    this[name] = !this[name];
    localStorage.setItem(key, this[name] ? "1" : "0");
    this.render();
  }

  auto() { this.send({ type: "auto", on: !this.state.auto[this.state.seat] }); }

  settings() {
    const free = this.state.seats.filter((who) => who === "human").length > 1;
    openDialog(t("settings"),
      h("p", {}, t("pace")), h("div.row", {}, Object.keys(PACES).map((name) => h("button", { id: "pace-" + name, onclick: () => {
        localStorage.setItem("pace", name);
        this.send({ type: "pace", pace: PACES[name][0], hold: PACES[name][1] });
        closeDialog();
      } }, t(name)))),
      h("div.row", {},
        h("button", { onclick: () => { this.hand.option("rows"); closeDialog(); } }, t("rows")),
        h("button", { onclick: () => { this.hand.option("reversed"); closeDialog(); } }, t("reverse"))),
      free ? h("button", { onclick: () => copy(`${location.origin}/#${code() ? `code=${code()}&` : ""}join=${this.seatInfo.table}`) }, t("join_other")) : null);
  }

  showKeys() {
    openDialog(t("keys"), h("ul", {}, ["key_arrows", "key_enter", "key_p", "key_h", "key_l", "key_q", "mouse"].map((key) => h("li", {}, t(key)))));
  }

  // ------------------------------------------------------------ after a deal

  settled() {
    const { state } = this;
    const deal = state.settled;
    if (!deal) return;
    const over = state.phase === "over";
    openDialog(t("settled", { n: deal.number }), ...settlement(state, deal), h("div.row.end", {},
      state.looking ? h("button.main", { id: "next", onclick: () => { this.send({ type: "next" }); closeDialog(); } }, t("next_deal")) : null,
      state.seat !== null ? h("button", { id: "review", onclick: () => this.review(deal.number) }, t("review")) : null,
      over ? h("button", { id: "replay", onclick: () => this.replay() }, t("replay")) : null,
      over ? h("button", { id: "export", onclick: () => this.export() }, t("export")) : null,
      over ? h("button", { onclick: () => { location.hash = ""; } }, t("new_game")) : null));
  }

  async record() {
    return (await ask(`/api/tables/${this.seatInfo.table}/record?key=${encodeURIComponent(this.seatInfo.key || "")}`)).record;
  }

  async replay() {
    try { location.hash = `replay=${(await ask("/api/replays", { record: await this.record() })).replay}`; closeDialog(); }
    catch (error) { toast(error.message, "bad"); }
  }

  async export() {
    try { download("shengji-record.jsonl", await this.record()); } catch (error) { toast(error.message, "bad"); }
  }

  async review(number) {
    try {
      const path = `/api/tables/${this.seatInfo.table}/review?key=${encodeURIComponent(this.seatInfo.key)}&deal=${number}`;
      const { mistakes } = await ask(path);
      if (!mistakes.length) { openDialog(t("review"), h("p", {}, t("no_mistakes"))); return; }
      openDialog(t("review"), ...mistakes.map((mistake) => this.mistake(mistake)), h("small", {}, t("review_note")));
    } catch (error) { toast(error.message, "bad"); }
  }

  mistake(found) {
    const answer = h("div.answer", { hidden: true },
      h("p", {}, t("review_known", { cards: cardsText(found.better), n: found.loss.toFixed(2) })),
      h("p", {}, t("review_open", { cards: cardsText(found.open_best), n: found.open_loss.toFixed(2) })));
    const verdict = h("b.verdict", {});
    const guess = (play) => {
      answer.hidden = false;
      verdict.textContent = play === null ? "" : play === found.better ? t("right") : t("not_quite");
    };
    const options = found.options.map((option) => option.play).sort();
    return h("article.mistake", {},
      h("p", {}, t("review_question", { n: found.trick, cards: cardsText(found.played) })),
      h("p.small", {}, found.trick_so_far.map(([seat, play]) => `${nameOf(this.state, seat)} ${cardsText(play)}`).join(" · ")),
      h("p.small", {}, cardsText(found.hand)),
      h("div.row", {}, options.map((play) => h("button", { onclick: () => guess(play) }, cardsText(play))),
        h("button.quiet.reveal", { onclick: () => guess(null) }, t("review_show"))),
      verdict, answer);
  }

  // ------------------------------------------------------------ keys

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.state) return;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName) || document.getElementById("dialog").open) return;
    const onCard = event.target.classList?.contains("card");
    const actions = {
      ArrowLeft: () => this.hand.move(-1), ArrowRight: () => this.hand.move(1),
      Enter: () => (onCard || event.target === document.body || event.target.id === "main" ? this.play() : null),
      p: () => this.state.your_turn && this.state.choices.includes("pass") && this.act("pass"),
      h: () => this.askHint(), u: () => this.state.can_undo && this.send({ type: "undo" }), a: () => this.auto(),
      c: () => this.hand.select([]), l: () => this.panel("showLast", "last"), n: () => this.panel("showNotes", "notes"),
      r: () => this.hand.option("reversed"), w: () => this.hand.option("rows"), "?": () => this.showKeys(),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    if (event.key !== "Enter" || onCard) event.preventDefault();
    action();
  }
}
