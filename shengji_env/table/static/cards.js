// Cards as elements: text and suit signs, four colours, a name for who listens.

import { t } from "./words.js";

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const isJoker = (card) => card === "LJ" || card === "BJ";

export function sign(suit) { return SIGNS[suit] ?? ""; }

export function shortName(card) {
  if (isJoker(card)) return card[0] === "B" ? "★" : "☆";
  return SIGNS[card[0]] + (card[1] === "T" ? "10" : card[1]);
}

export function spokenName(card) {
  if (isJoker(card)) return t("joker_" + card[0]);
  return `${t("suit_" + card[0])} ${card[1] === "T" ? "10" : card[1]}`;
}

export function pointsOf(cards) {
  return cards.reduce((sum, card) => sum + (isJoker(card) ? 0 : { 5: 5, T: 10, K: 10 }[card[1]] ?? 0), 0);
}

export function split(text) { return text ? text.split(" ").filter(Boolean) : []; }

// A card's face. `button`: one that can be pressed.
export function cardElement(card, { button = false, trump = false, small = false } = {}) {
  const element = document.createElement(button ? "button" : "span");
  if (button) element.type = "button";
  const joker = isJoker(card);
  element.className = `card ${joker ? "joker-" + card[0] : "suit-" + card[0]}${trump ? " trump" : ""}${small ? " small" : ""}`;
  element.dataset.card = card;
  const rank = joker ? "JOKER" : card[1] === "T" ? "10" : card[1];
  const corner = document.createElement("span");
  corner.className = "corner";
  corner.setAttribute("aria-hidden", "true");
  const rankPart = document.createElement("b");
  rankPart.textContent = rank;
  const suitPart = document.createElement("i");
  suitPart.textContent = joker ? (card[0] === "B" ? "★" : "☆") : SIGNS[card[0]];
  corner.append(rankPart, suitPart);
  element.append(corner);
  if (!small) {
    const middle = document.createElement("span");
    middle.className = "middle";
    middle.setAttribute("aria-hidden", "true");
    middle.textContent = suitPart.textContent;
    element.append(middle);
  }
  element.title = spokenName(card);
  if (button) element.setAttribute("aria-label", spokenName(card));
  else { element.setAttribute("role", "img"); element.setAttribute("aria-label", spokenName(card)); }
  return element;
}

export function cardRow(cards, options = {}) {
  const row = document.createElement("span");
  row.className = "cards";
  const list = Array.isArray(cards) ? cards : split(cards);
  list.forEach((card) => row.append(cardElement(card, { small: true, ...options, trump: options.isTrump?.(card) })));
  return row;
}

export function cardsText(text) { return split(text).map(shortName).join(" "); }
