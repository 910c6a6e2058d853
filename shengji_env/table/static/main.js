// Where the page is: set-up, a table, a replay, by what stands behind the # of the address.

import { $, ask, closeDialog, code, h, place, toast } from "./dom.js";
import { unpack } from "./link.js";
import { Replay } from "./replay.js";
import { SetUp } from "./setup.js";
import { Table } from "./table.js";
import { currentLanguage, setLanguage, t } from "./words.js";

let shown = null;

function theme() {
  const chosen = localStorage.getItem("theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = chosen;
  return chosen;
}

function bar() {
  $("bar").replaceChildren(
    h("a.brand", { href: "#", onclick: (event) => { event.preventDefault(); location.hash = ""; route(); } }, h("span", {}, "升级"), " Shengji"),
    h("span.fill", {}),
    h("button.plain", { id: "language", onclick: () => { setLanguage(currentLanguage() === "zh" ? "en" : "zh"); bar(); shown?.render?.(); } }, t("language")),
    h("button.plain", { id: "theme", title: t("theme"), ariaLabel: t("theme"), onclick: () => {
      localStorage.setItem("theme", theme() === "dark" ? "light" : "dark");
      theme();
    } }, "◐"));
  document.title = `升级 ${t("title")}`;
}

async function route() {
  closeDialog();
  code();
  shown?.close?.();
  shown = null;
  const values = place();
  const main = $("main");
  try {
    if (values.get("join")) {
      const known = JSON.parse(localStorage.getItem("seat:" + values.get("join")) || "null");
      const made = known ?? await ask(`/api/tables/${values.get("join")}/seat`, {});
      localStorage.setItem("seat:" + values.get("join"), JSON.stringify(made));
      location.replace(`#table=${made.table}&key=${made.key}`);
      return;
    }
    if (values.get("record")) {
      const made = await ask("/api/replays", { record: await unpack(values.get("record")) });
      location.replace(`#replay=${made.replay}`);
      return;
    }
    if (values.get("table")) {
      const seat = { table: values.get("table"), key: values.get("key") };
      localStorage.setItem("last", localStorage.getItem("last") ?? "0");
      localStorage.setItem("lastTable", location.hash);
      shown = new Table(main, seat);
    } else if (values.get("watch")) shown = new Table(main, { table: values.get("watch"), key: "" });
    else if (values.get("replay")) shown = new Replay(main, values.get("replay"));
    else shown = new SetUp(main, values);
  } catch (error) {
    toast(error.message, "bad");
    shown = new SetUp(main, values);
  }
}

theme();
bar();
addEventListener("hashchange", route);
route();
