// The signing string in six coloured parts, its hash, and the checks before the bill is sent.
import type { Explanation } from "billwire/explain";
import { ErrorDetail, FindingList } from "../findings.tsx";
import { requestText } from "../http.ts";
import { say } from "../texts.ts";
import { Card, CopyButton, Fold, Wire } from "../ui.tsx";
import { explained, request } from "./state.ts";

export function SigningStringCard() {
  return (
    <Card name="signing-string" title={say("signature.signingString")}>
      {explained.value.done ? (
        <Segments {...explained.value.value} />
      ) : (
        <>
          <p>{say("signature.notYet")}</p>
          <ErrorDetail error={explained.value.error} />
        </>
      )}
    </Card>
  );
}

function Segments({ parts, signingString, signingOffset }: Explanation) {
  const zone = signingOffset === "+00:00" ? "UTC" : signingOffset;
  return (
    <>
      <ol class="segments" translate={false}>
        {parts.map(({ field, text }) => (
          <li data-part={field}>
            <code>{field}</code>
            <span class="text">{field === "date" ? <Digits text={text} /> : text}</span>
            {field === "date" && <span class="zone">{say("signature.inZone", { zone })}</span>}
          </li>
        ))}
      </ol>
      <p class="hint">{say("signature.joined", { count: [...signingString].length })}</p>
    </>
  );
}

/** Displays yyyyMMddHHmmss with gaps; copying gives one text. */
function Digits({ text }: { text: string }) {
  const groups = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)?.slice(1) ?? [text];
  return groups.map((group) => <span class="digits">{group}</span>);
}

export function HashCard() {
  const hash = explained.value.done ? explained.value.value.hash : "";
  return (
    <Card name="hash" title={say("signature.hash")}>
      <div class="row">
        <output translate={false}>{hash || "–"}</output>
        <CopyButton text={hash} />
      </div>
      <p class="hint">{say("signature.recipe")}</p>
    </Card>
  );
}

export function SendingCard() {
  const call = request.value;
  return (
    <Card name="sending" title={say("signature.before")}>
      {explained.value.done && <p class="parses">{parsesOf(explained.value.value.parses)}</p>}
      <Findings />
      <Fold title={say("signature.request")}>{call.done && <Wire text={requestText(call.value)} />}</Fold>
    </Card>
  );
}

function parsesOf(count: number): string {
  if (count === 0) return say("signature.noReading");
  return count === 1 ? say("signature.oneReading") : say("signature.parses", { count });
}

function Findings() {
  const call = request.value;
  const findings = call.done ? call.value.warnings : call.error.violations;
  if (findings.length === 0) return <p class="hint">{say("signature.noWarnings")}</p>;
  return (
    <>
      <p>{say(call.done ? "signature.warnings" : "signature.notSendable")}</p>
      <FindingList findings={findings} />
    </>
  );
}
