// The body, with a mark where billwire found an error.
import type { Finding } from "billwire";
import { type Child, h, live } from "../dom.ts";
import { say } from "../texts/language.ts";
import { webhook as t } from "../texts/webhook.ts";
import { button, card } from "../ui/parts.ts";
import { type Place, placeOf } from "./place.ts";
import { body, received } from "./state.ts";

/** Length of the displayed context. */
const AROUND = 2000;

export function placeCard(bodyControl: () => HTMLTextAreaElement | null): HTMLElement {
  const drawn = card(
    "place",
    () => say(t.place),
    () => {
      const offset = wrongAt();
      return offset === undefined ? undefined : marked(body.value, offset, bodyControl);
    },
  );
  live(() => {
    drawn.hidden = wrongAt() === undefined;
    // Scrolls its own box only, so the page does not move.
    const [box, mark] = [drawn.querySelector("pre"), drawn.querySelector("mark")];
    if (box !== null && mark !== null) box.scrollTop = mark.offsetTop - box.offsetTop - box.clientHeight / 2;
  });
  return drawn;
}

/** Returns the byte of the first violation that has one. */
function wrongAt(): number | undefined {
  if (received.value.done) return undefined;
  return received.value.error.violations.find((violation: Finding) => violation.offset !== undefined)?.offset;
}

function marked(text: string, offset: number, bodyControl: () => HTMLTextAreaElement | null): Child {
  const place = placeOf(text, offset);
  const { start, end, line, column } = place;
  const from = Math.max(0, start - AROUND);
  const found = end > start ? h("mark", {}, text.slice(start, end)) : h("mark", { class: "end" }, say(t.endOfText));
  return [
    h(
      "pre",
      { class: "wire marked", translate: "no", tabindex: 0, "aria-label": say(t.place) },
      from > 0 && "…",
      text.slice(from, start),
      found,
      text.slice(end, end + AROUND),
      end + AROUND < text.length && "…",
    ),
    h(
      "div",
      { class: "row" },
      h("p", { class: "position" }, say(t.position, { offset, line, column })),
      button(
        () => say(t.goThere),
        () => select(bodyControl(), place),
        "quiet",
      ),
    ),
  ];
}

function select(control: HTMLTextAreaElement | null, { start, end }: Place): void {
  control?.focus();
  control?.setSelectionRange(start, end);
}
