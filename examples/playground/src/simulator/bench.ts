// The simulator tab.
import { h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { simulator as t } from "../texts/simulator.ts";
import { reveal } from "../ui/reveal.ts";
import { booksCard } from "./books.ts";
import { type Act, faultsCard, onboardingCard, settlementCard, storiesCard, webhooksCard } from "./controls.ts";
import { diagramCard } from "./diagram.ts";
import { entries } from "./record.ts";

export function simulatorBench(): HTMLElement {
  const [books, diagram] = [booksCard(), diagramCard()];
  const playing: Act = (story) => {
    story();
    reveal(books);
  };
  const acting: Act = (step) => {
    const before = entries.value.length;
    step();
    const news = diagram.querySelectorAll(".messages > li")[before];
    if (news !== undefined) reveal(news);
  };
  return h(
    "div",
    { class: "bench simulator" },
    h("p", { class: "intro" }, () => say(t.intro)),
    h(
      "div",
      { class: "inputs" },
      storiesCard(playing),
      onboardingCard(acting),
      faultsCard(),
      settlementCard(acting),
      webhooksCard(acting),
    ),
    h("div", { class: "results" }, books, diagram),
  );
}
