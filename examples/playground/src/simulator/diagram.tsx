// The sequence diagram. Each message is an arrow between two lines and opens to its full text.
import { say } from "../texts.ts";
import { Card, Wire } from "../ui.tsx";
import { type Arrow, clock, entries } from "./record.ts";

export function DiagramCard() {
  const isEmpty = entries.value.length === 0;
  return (
    <Card name="diagram" title={say("simulator.diagram")}>
      <p class="hint">{say(isEmpty ? "simulator.empty" : "simulator.diagramHint")}</p>
      <div hidden={isEmpty}>
        <div class="sides">
          <strong>{say("simulator.merchant")}</strong>
          <strong>{say("simulator.service")}</strong>
        </div>
        <div role="log">
          <ol class="messages">
            {entries.value.map((entry) =>
              entry.kind === "arrow" ? (
                <Message {...entry} />
              ) : (
                <li class="decision" data-tone={entry.tone}>
                  {entry.text()}
                </li>
              ),
            )}
          </ol>
        </div>
      </div>
    </Card>
  );
}

function Message({ from, title, remark, wire, isLost = false, at }: Arrow) {
  return (
    <li class="message" data-from={from} data-lost={isLost || undefined}>
      <details>
        <summary>
          <span class="unseen">
            {say(from === "merchant" ? "simulator.toService" : "simulator.toMerchant")}{" "}
          </span>
          <code class="title">{breakable(title)}</code>
          <span class="remark">{remark?.()}</span>
          <time>{clock(at)}</time>
          <span class="shaft" />
        </summary>
        <Wire text={wire} />
      </details>
    </li>
  );
}

/** A long path wraps. */
function breakable(title: string) {
  return title.split(/(?<=\w\/)/).map((piece) => [piece, <wbr />]);
}
