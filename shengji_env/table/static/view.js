// A table as it is drawn: seats around the trick, the board above. Used by play, watch and replay alike.

import { cardRow, cardsText, pointsOf, shortName, sign, split } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export function groupsOf(state) { return new Map(state.order); }

export function nameOf(state, seat) {
  if (seat === null || seat === undefined) return "";
  if (state.names?.[seat]) return state.names[seat];
  return seat === state.seat ? t("you") : t("seat", { n: seat });
}

export function trumpText(trump) {
  if (!trump) return t("no_trump_yet");
  return `${trump.suit ? sign(trump.suit) : t("no_trump")} ${trump.level === "T" ? "10" : trump.level}`;
}

function side(state, seat) {
  if (seat === state.declarer) return "declarer";
  if (state.declarer_side.includes(seat)) return "partner";
  return state.attackers.includes(seat) ? "attacker" : "";
}

const SIDE_SIGN = { declarer: "♛", partner: "♟", attacker: "⚔" };

export function board(state) {
  const taken = state.points.reduce((sum, points, seat) =>
    sum + (state.declarer_side.includes(seat) ? 0 : points), 0);
  return h("section.board", {},
    h("div.fact", {}, h("small", {}, t("trump")), h("b.trump-" + (state.trump?.suit ?? "N"), {}, trumpText(state.trump))),
    h("div.fact", {}, h("small", {}, t("declarer")), h("b", {}, state.declarer === null ? "–" : nameOf(state, state.declarer))),
    state.call && h("div.fact", {}, h("small", {}, t("called")),
      h("b", {}, t("called_text", { card: shortName(state.call.card), n: state.call.ordinal, seen: state.call.seen }))),
    state.phase === "play" && h("div.fact", {}, h("small", {}, t("attackers_points")), h("b", {}, String(taken))),
    h("div.fact.levels", {}, h("small", {}, t("level")),
      h("b", {}, state.levels.map((level, seat) => h("span", { title: nameOf(state, seat) },
        `${seat === state.seat ? "•" : ""}${level === "T" ? "10" : level}`)))));
}

// Where a seat sits: angles around the table, the own seat (or seat 0) at the bottom.
function positionOf(state, seat) {
  const own = state.seat ?? 0;
  const k = (seat - own + state.players) % state.players;
  const angle = Math.PI / 2 + (2 * Math.PI * k) / state.players;
  const wide = innerWidth > 640;
  return { x: 50 + (wide ? 38 : 32) * Math.cos(angle), y: (wide ? 47 : 49) + (wide ? 35 : 38) * Math.sin(angle), k };
}

export function felt(state, { thinking = null, hands = null, trick = null } = {}) {
  const groups = groupsOf(state);
  const isTrump = (card) => groups.get(card) === "TRUMP" && state.trump !== null;
  const shownTrick = trick ?? state.trick.map((one) => [one.seat, one.cards]);
  const winning = trick ? null : state.winning;
  const seats = [];
  for (let seat = 0; seat < state.players; seat += 1) {
    const { x, y, k } = positionOf(state, seat);
    const role = side(state, seat);
    const play = shownTrick.find(([who]) => who === seat)?.[1];
    const made = ["bid", "riot", "raid", "bury", "call"].includes(state.phase)
      ? [...state.bids, ...state.raids].filter((one) => one.seat === seat).at(-1)?.cards : null;
    const agent = state.seats?.[seat];
    seats.push(h(`div.seat${seat === state.actor ? ".acts" : ""}${k === 0 ? ".own" : ""}`, { style: `left:${x}%;top:${y}%` },
      h("div.who", {},
        h("b", {}, nameOf(state, seat)),
        h("span.lvl", { title: t("level") }, t("lv", { n: state.levels[seat] === "T" ? "10" : state.levels[seat] })),
        role && h("span.role." + role, { title: t(role) }, `${SIDE_SIGN[role]} ${t(role)}`)),
      h("small.agent", {}, [agent && agent !== "human" ? h("span.wide", {}, agent + " · ") : null, [t("cards_left", { n: state.hand_sizes[seat] }),
        state.points[seat] ? `${state.points[seat]} ${t("points")}` : ""].filter(Boolean).join(" · ")]),
      thinking === seat ? h("small.thinks", {}, "…") : null,
      play ? h(`div.played${winning === seat ? ".winning" : ""}`, {}, cardRow(play, { isTrump }),
        winning === seat ? h("span.wins", {}, "▲ " + t("wins")) : null) : null,
      made && !play ? h("div.played", {}, cardRow(made, { isTrump })) : null,
      hands ? h("div.open-hand", {}, cardRow(hands[seat], { isTrump })) : null));
  }
  return h("section.felt.p" + state.players, { role: "group" }, seats);
}

export function lastTrick(state) {
  const done = state.tricks.filter((trick) => trick.winner !== null);
  const trick = done.at(-1);
  if (!trick) return h("p", {}, t("none_yet"));
  return h("div.last", {}, trick.plays.map((play, k) => {
    const seat = (trick.leader + k) % state.players;
    return h("div", {}, h("small", {}, nameOf(state, seat)), cardRow(play), seat === trick.winner ? h("span.wins", {}, "▲ " + t("wins")) : null);
  }), trick.failed_throw ? h("p", {}, t("failed_throw", { cards: cardsText(trick.failed_throw) })) : null);
}

export function notebook(state) {
  const groups = new Map();
  for (const [card, group] of state.order) {
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(card);
  }
  const names = { S: sign("S"), H: sign("H"), D: sign("D"), C: sign("C"), TRUMP: t("trump") };
  return h("div.notebook", {}, h("small", {}, t("notebook_note")),
    [...groups].map(([group, cards]) => h("div.note-row", {}, h("b", {}, names[group]),
      cards.slice().reverse().filter((card) => state.unseen[card]).map((card) =>
        h("span.note.suit-" + card[0], {}, shortName(card), h("sub", {}, String(state.unseen[card])))))));
}

export function settlement(state, deal) {
  const result = deal.result;
  const tricks = result.captured.reduce((sum, points, seat) => sum + (result.declarer_side.includes(seat) ? 0 : points), 0);
  const penalties = result.penalties.reduce((sum, points, seat) => sum + (result.declarer_side.includes(seat) ? points : -points), 0);
  const rest = result.points - tricks - penalties;
  let words = t("res_points", { n: result.points, tricks });
  if (penalties) words += t("res_penalty", { n: penalties > 0 ? `+${penalties}` : penalties });
  words += result.multiplier ? t("res_kitty", { base: pointsOf(split(result.kitty)), times: result.multiplier, rest }) : t("res_no_kitty");
  const verdict = result.swing ? t("res_swing") : result.side === "nobody" ? t("res_zero") :
    t("res_" + result.side, { n: result.steps });
  const next = result.match_winners.length
    ? t("res_match", { who: result.match_winners.map((seat) => nameOf(state, seat)).join(", ") })
    : result.next_declarer === null ? t("res_bids") : t("res_next", { who: nameOf(state, result.next_declarer) });
  return [
    h("p.verdict", {}, verdict), h("p", {}, words + "."),
    h("table.levels-table", {}, h("tbody", {}, deal.levels_before.map((before, seat) => h("tr", {},
      h("th", { scope: "row" }, nameOf(state, seat)),
      h("td", {}, seat === result.declarer ? t("declarer") : t(result.declarer_side.includes(seat) ? "partner" : "attacker")),
      h("td", {}, `${result.captured[seat]} ${t("points")}`),
      h("td", {}, before === result.levels[seat] ? before : h("b", {}, `${before} → ${result.levels[seat]}`)))))),
    h("p", {}, next + "."),
    h("details", { open: true }, h("summary", {}, `${t("kitty")}, ${t("all_hands").toLowerCase()}`),
      h("div.open", {}, h("small", {}, t("kitty")), cardRow(result.kitty)),
      deal.hands.map((hand, seat) => h("div.open", {}, h("small", {}, nameOf(state, seat)), cardRow(hand)))),
  ];
}
