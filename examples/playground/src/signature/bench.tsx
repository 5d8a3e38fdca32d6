// The signature tab: fields in; signing string, hash and the other side's mistake out.
import { batch, effect, signal } from "@preact/signals";
import { FindingList, ErrorDetail } from "../findings.tsx";
import { isReadable, profile, settingsText, signingOffset } from "../settings.ts";
import { say } from "../texts.ts";
import { Card, Field, Fold, reveal } from "../ui.tsx";
import { CodeCard } from "./code.tsx";
import { ComparisonCard } from "./comparison.tsx";
import { type Pasted, read } from "./paste.ts";
import { HashCard, SendingCard, SigningStringCard } from "./result.tsx";
import { SIGNED, UNSIGNED, bill, hashToken, observedHash, others, problemsOf } from "./state.ts";

export function SignatureBench() {
  return (
    <div class="bench">
      <p class="intro">{say("signature.intro")}</p>
      <div class="inputs">
        <BillCard />
        <KeyCard />
        <SettingsCard />
      </div>
      <div class="results">
        <SigningStringCard />
        <HashCard />
        <ComparisonCard />
        <SendingCard />
        <CodeCard />
      </div>
    </div>
  );
}

function BillCard() {
  const field = (name: keyof typeof bill, signed: boolean) => (
    <Field
      name={name}
      meaning={say(`bill.${name}`)}
      value={bill[name]}
      signed={signed}
      problems={problemsOf(name)}
    />
  );
  return (
    <Card name="bill" title={say("signature.bill")}>
      <Paste />
      {SIGNED.map((name) => field(name, true))}
      <Fold title={say("signature.unsigned")}>{UNSIGNED.map((name) => field(name, false))}</Fold>
      <OtherMembers />
    </Card>
  );
}

function KeyCard() {
  return (
    <Card name="key" title={say("signature.key")}>
      <Field
        name="hashToken"
        meaning={say("signature.hashToken")}
        value={hashToken}
        secret
        problems={problemsOf("hashToken")}
      />
      <Field
        name="signingOffset"
        meaning={say("signature.signingOffset")}
        value={signingOffset}
        placeholder="+00:00"
        problems={problemsOf("signingOffset")}
      />
    </Card>
  );
}

function SettingsCard() {
  return (
    <Card name="settings" title={say("settings.title")}>
      <Field
        name="profile"
        meaning={say("settings.meaning")}
        value={settingsText}
        rows={2}
        placeholder='{ "dateStyle": "seconds" }'
        hint={say(isReadable.value ? "settings.hint" : "paste.unreadable")}
      />
      <FindingList findings={problemsOf("profile")} />
    </Card>
  );
}

/** Typed or pasted text. It is emptied as soon as a bill was read, because it may hold credentials. */
const pasted = signal("");

/** The result of the last text; undefined if there is none. */
const result = signal<Pasted | undefined>(undefined);

effect(() => {
  const text = pasted.value;
  if (text.trim() === "") return;
  const found = read(text, Object.keys(bill), profile.peek());
  result.value = found;
  if (found.kind !== "bill") return;
  batch(() => {
    for (const [name, field] of Object.entries(bill)) field.value = found.fields[name] ?? "";
    others.value = found.others;
    observedHash.value = found.hash ?? observedHash.peek();
    pasted.value = "";
  });
  // A pasted hash is compared at once.
  reveal(observedHash.peek() === "" ? ".signing-string-card" : ".comparison-card");
});

function Paste() {
  return (
    <div class="paste">
      <Field label={say("paste.paste")} meaning={say("paste.meaning")} value={pasted} rows={2} />
      <div class="pasted" role="status">
        {result.value && <Outcome found={result.value} />}
      </div>
    </div>
  );
}

function Outcome({ found }: { found: Pasted }) {
  if (found.kind !== "bill") {
    const error = found.kind === "unreadable" ? found.error : undefined;
    return (
      <>
        <p class="problem">{say(`paste.${found.kind}`)}</p>
        {error && <ErrorDetail error={error} />}
      </>
    );
  }
  const count = Object.values(found.fields).filter((text) => text !== "").length;
  return (
    <>
      <p>{say(found.hash === undefined ? "paste.filled" : "paste.filledWithHash", { count })}</p>
      {found.leftOut && <p class="hint">{say("paste.leftOut")}</p>}
      <FindingList findings={found.findings} />
    </>
  );
}

/** Members of the bill that have no field of their own. They are part of the request. */
function OtherMembers() {
  const names = Object.keys(others.value).join(", ");
  return names === "" ? null : <p class="hint others">{`${say("paste.others")} ${names}`}</p>;
}
