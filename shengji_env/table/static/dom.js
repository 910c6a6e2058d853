// Small helpers: elements, dialogs, notices, requests.

import { t } from "./words.js";

export const $ = (id) => document.getElementById(id);

// h("div.name", {title: "x", onclick: f}, "text", other)
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list" && key !== "role") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// What an element holds, in place of what it held.
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== 0));
}

export function toast(text, kind = "") {
  const place = $("toast");
  place.textContent = text;
  place.className = `shown ${kind}`;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => (place.className = ""), 4500);
}

export function announce(text) {
  if ($("live").textContent !== text) $("live").textContent = text;
}

export function openDialog(title, ...content) {
  const dialog = $("dialog");
  dialog.replaceChildren(
    h("div.dialog-head", {}, h("h2", { id: "dialog-title" }, title),
      h("button.plain", { onclick: () => dialog.close(), ariaLabel: t("close") }, "✕")),
    h("div.dialog-body", {}, ...content));
  dialog.setAttribute("aria-labelledby", "dialog-title");
  if (!dialog.open) dialog.showModal();
}

export function closeDialog() { if ($("dialog").open) $("dialog").close(); }

export function place() { return new URLSearchParams(location.hash.slice(1)); }

export function code() {
  const given = place().get("code");
  if (given) sessionStorage.setItem("code", given);
  return given || sessionStorage.getItem("code") || "";
}

export async function ask(path, body) {
  const join = path.includes("?") ? "&" : "?";
  const url = code() ? `${path}${join}code=${encodeURIComponent(code())}` : path;
  const options = body === undefined ? {} :
    { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(url, options);
  const values = await answer.json();
  if (!answer.ok) throw new Error(values.error || answer.statusText);
  return values;
}

export async function copy(text) {
  try { await navigator.clipboard.writeText(text); toast(t("copied")); }
  catch { openDialog(t("share"), h("textarea.share", { value: text, readOnly: true, rows: 6 })); }
}

export function download(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
