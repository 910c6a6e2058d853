// The hand: sorted by trump and suit, picked by click, double click, drag and keys. What may be picked is lit.

import { cardElement } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export class Hand {
  constructor(onChange) {
    this.element = h("div.hand", { role: "group" });
    this.onChange = onChange;
    this.cards = [];          // {card, picked}
    this.may = null;          // cards that may be picked next; null: nothing is asked
    this.reversed = localStorage.getItem("reversed") === "1";
    this.rows = localStorage.getItem("rows") === "1";
    this.dragged = null;
    addEventListener("pointerup", () => { this.dragged = null; });
    this.element.addEventListener("pointermove", (event) => this.drag(event));
  }

  show(hand, groups, { may, apart = [] }) {
    const picked = this.picked();
    this.groups = groups;
    this.apart = new Set(apart);
    this.cards = hand.map((card) => ({ card, picked: false }));
    if (may) for (const card of picked) {
      const found = this.cards.find((one) => one.card === card && !one.picked);
      if (found) found.picked = true;
    }
    this.may = may;
    this.render();
  }

  picked() { return this.cards.filter((one) => one.picked).map((one) => one.card); }

  select(cards) {
    for (const one of this.cards) one.picked = false;
    for (const card of cards) {
      const found = this.cards.find((one) => one.card === card && !one.picked);
      if (found) found.picked = true;
    }
    this.changed();
  }

  light(may) { this.may = may; this.render(); }

  changed() { this.render(); this.onChange(this.picked()); }

  toggle(index) {
    if (this.may === null) return;
    this.cards[index].picked = !this.cards[index].picked;
    this.changed();
  }

  pair(index) {
    if (this.may === null) return;
    const { card } = this.cards[index];
    for (const one of this.cards) if (one.card === card) one.picked = true;
    this.changed();
  }

  drag(event) {
    if (this.dragged === null || this.may === null || event.buttons !== 1) return;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest(".hand .card");
    if (!target) return;
    const index = Number(target.dataset.index);
    if (index === this.dragged.from && !this.dragged.moved) return;
    if (!this.dragged.moved) {
      this.dragged.moved = true;
      this.dragged.to = !this.cards[this.dragged.from].picked;
      this.cards[this.dragged.from].picked = this.dragged.to;
    }
    if (this.cards[index].picked !== this.dragged.to) {
      this.cards[index].picked = this.dragged.to;
      this.changed();
    }
  }

  blocks() {
    // Groups in order, plain suits first; the own bid cards apart while drawing.
    const found = new Map();
    this.cards.forEach((one, index) => {
      const group = this.apart.has(one.card) ? "APART" : this.groups.get(one.card);
      if (!found.has(group)) found.set(group, []);
      found.get(group).push({ ...one, index });
    });
    const list = [...found.entries()];
    list.sort((a, b) => (a[0] === "APART") - (b[0] === "APART"));
    if (this.reversed) { list.reverse(); list.forEach(([, cards]) => cards.reverse()); }
    return list;
  }

  render() {
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.index : null;
    const left = new Map();
    if (this.may) for (const card of this.may) left.set(card, true);
    this.element.classList.toggle("rows", this.rows);
    this.element.classList.toggle("asked", this.may !== null);
    this.element.style.setProperty("--count", Math.max(this.cards.length, 8));
    this.element.replaceChildren(...this.blocks().map(([group, cards]) =>
      h("div.block" + (group === "TRUMP" ? ".trumps" : ""), { role: "group" }, cards.map(({ card, picked, index }) => {
        const trump = group === "TRUMP";
        const element = cardElement(card, { button: true, trump });
        element.dataset.index = index;
        element.setAttribute("aria-pressed", picked);
        if (picked) element.classList.add("picked");
        if (this.may !== null && !picked && !left.has(card)) element.classList.add("dim");
        if (this.may === null) element.setAttribute("aria-disabled", "true");
        if (picked) element.setAttribute("aria-label", `${element.title}, ${t("selected")}`);
        element.addEventListener("pointerdown", () => { this.dragged = { from: index, moved: false }; });
        element.addEventListener("click", (event) => {
          if (event.detail > 1) return;
          const { dragged } = this;
          this.dragged = null;
          if (!dragged?.moved) this.toggle(index);
        });
        element.addEventListener("dblclick", () => this.pair(index));
        return element;
      }))));
    if (focused !== null) this.element.querySelector(`[data-index="${focused}"]`)?.focus();
  }

  move(by) {
    const all = [...this.element.querySelectorAll(".card")];
    if (!all.length) return;
    const at = all.indexOf(document.activeElement);
    all[(at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by + all.length) % all.length].focus();
  }

  option(name) {
    this[name] = !this[name];
    localStorage.setItem(name, this[name] ? "1" : "0");
    this.render();
  }
}
