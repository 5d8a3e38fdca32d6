// The page: a header, three tabs, and a footer.
import { signal } from "@preact/signals-core";
import { version } from "billwire/package.json";
import { followAddress } from "./address.ts";
import { h, live, on } from "./dom.ts";
import icon from "./icon.svg";
import { signatureBench } from "./signature/bench.ts";
import { simulatorBench } from "./simulator/bench.ts";
import "./styles/index.css";
import { type Language, language, say } from "./texts/language.ts";
import { page as t } from "./texts/page.ts";
import { type Tab, tabList, tabPanels } from "./ui/tabs.ts";
import { webhookBench } from "./webhook/bench.ts";

const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["km", "ខ្មែរ"],
];

const selected = signal("signature");
const tabs: readonly Tab[] = [
  { id: "signature", label: () => say(t.signature), panel: signatureBench() },
  { id: "webhook", label: () => say(t.webhook), panel: webhookBench() },
  { id: "simulator", label: () => say(t.simulator), panel: simulatorBench() },
];

followAddress(
  selected,
  tabs.map(({ id }) => id),
);

live(() => {
  document.documentElement.lang = language.value;
  document.title = say(t.title);
});

// The page in the HTML was there before the script.
document.querySelector("#first")?.remove();
document.body.append(
  h(
    "header",
    { class: "head" },
    h(
      "h1",
      { class: "brand" },
      h("img", { src: icon, alt: "", width: 28, height: 28 }),
      "billwire ",
      h("span", {}, () => say(t.playground)),
    ),
    tabList(() => say(t.benches), tabs, selected),
    languageSwitch(),
  ),
  h(
    "main",
    {},
    h(
      "p",
      { class: "notice", role: "note" },
      h("strong", {}, () => say(t.notice)),
      " ",
      () => say(t.noticeDetail),
    ),
    tabPanels(tabs, selected),
  ),
  h("footer", { class: "foot row" }, () => say(t.footer, { version }), singleFile()),
);

/** The page as one file; the file itself needs no link to it. */
function singleFile(): HTMLElement | undefined {
  if (location.protocol === "file:") return undefined;
  return h("a", { href: "./billwire-playground.html", download: "billwire-playground.html" }, () => say(t.offline));
}

function languageSwitch(): HTMLElement {
  const choices = LANGUAGES.map(([code, name]) =>
    on(
      h("button", { type: "button", lang: code, "aria-pressed": () => String(language.value === code) }, name),
      "click",
      () => {
        language.value = code;
      },
    ),
  );
  return h("div", { class: "languages", role: "group", "aria-label": () => say(t.languages) }, choices);
}
