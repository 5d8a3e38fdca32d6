// The simulator tab.
import { h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { simulator as t } from "../texts/simulator.ts";
import { booksCard } from "./books.ts";
import { faultsCard, onboardingCard, settlementCard, storiesCard, webhooksCard } from "./controls.ts";
import { diagramCard } from "./diagram.ts";

export function simulatorBench(): HTMLElement {
  return h(
    "div",
    { class: "bench simulator" },
    h("p", { class: "intro" }, () => say(t.intro)),
    h("div", { class: "inputs" }, storiesCard(), onboardingCard(), faultsCard(), settlementCard(), webhooksCard()),
    h("div", { class: "results" }, booksCard(), diagramCard()),
  );
}
