// The body, with a mark where billwire found an error.
import { say } from "../texts.ts";
import { Card, Press } from "../ui.tsx";
import { type Place, placeOf } from "./place.ts";
import { body, received } from "./state.ts";

/** Length of the displayed context, on each side. */
const AROUND = 240;

export function PlaceCard() {
  const offset = wrongAt();
  return (
    <Card name="place" title={say("webhook.place")} hidden={offset === undefined}>
      {offset !== undefined && <Marked text={body.value} offset={offset} />}
    </Card>
  );
}

/** Returns the byte of the first violation that has one. */
function wrongAt(): number | undefined {
  if (received.value.done) return undefined;
  return received.value.error.violations.find(({ offset }) => offset !== undefined)?.offset;
}

function Marked({ text, offset }: { text: string; offset: number }) {
  const place = placeOf(text, offset);
  const { start, end, line, column } = place;
  return (
    <>
      <pre class="wire" translate={false}>
        {start > AROUND && "…"}
        {text.slice(Math.max(0, start - AROUND), start)}
        <mark>{text.slice(start, end) || say("webhook.endOfText")}</mark>
        {text.slice(end, end + AROUND)}
        {end + AROUND < text.length && "…"}
      </pre>
      <div class="row">
        <strong class="position">{say("webhook.position", { offset, line, column })}</strong>
        <Press kind="quiet" label={say("webhook.goThere")} onPress={() => select(place)} />
      </div>
    </>
  );
}

function select({ start, end }: Place): void {
  const areas = document.querySelectorAll<HTMLTextAreaElement>(".arrived-card textarea");
  const field = [...areas].at(-1);
  field?.focus();
  field?.setSelectionRange(start, end);
}
