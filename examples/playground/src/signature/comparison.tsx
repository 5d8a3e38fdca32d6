// The other side's hash, and the mistakes that produce it.
import type { Cause, Explanation } from "billwire/explain";
import { Translated } from "../findings.tsx";
import { signingOffset } from "../settings.ts";
import { type TextName, say } from "../texts.ts";
import mistakesInKhmer from "../texts/mistakes.km.json";
import { Card, Field, Press, type Tone, Verdict } from "../ui.tsx";
import { hashIn } from "./paste.ts";
import { explained, hashToken, observedHash, showExample } from "./state.ts";

export function ComparisonCard() {
  const [typed, hash] = [observedHash.value, hashIn(observedHash.value)];
  const length = hash === "" ? "" : say("signature.length", { length: [...hash].length });
  return (
    <Card name="comparison" title={say("signature.compare")}>
      <Field
        name="hash"
        meaning={say("signature.observed")}
        value={observedHash}
        rows={2}
        hint={typed === hash ? length : `${length} ${say("signature.around")}`}
      />
      <Press label={say("signature.example")} onPress={showExample} />
      <Judgement />
    </Card>
  );
}

type Observed = NonNullable<Explanation["observed"]>;

const VERDICTS: Readonly<Record<Observed["code"], readonly [Tone, TextName, TextName?]>> = {
  matches: ["good", "signature.agree", "signature.agreeDetail"],
  not_a_hash: ["open", "signature.noHash", "signature.noHashDetail"],
  unexplained: ["open", "signature.unexplained", "signature.unexplainedDetail"],
  explained: ["bad", "signature.explained"],
};

function Judgement() {
  if (!explained.value.done) return <Verdict tone="calm" title={say("signature.notYet")} />;
  const { observed } = explained.value.value;
  if (observed === null) return <Verdict tone="calm" title={say("signature.waiting")} />;
  const [tone, title, detail] = VERDICTS[observed.code];
  return (
    <Verdict tone={tone} title={say(title)} detail={detail && say(detail)}>
      <Causes causes={observed.causes} />
    </Verdict>
  );
}

function Causes({ causes }: { causes: readonly Cause[] }) {
  if (causes.length === 0) return null;
  return (
    <>
      <p>{say(causes.length === 1 ? "signature.one" : "signature.several")}</p>
      <ul class="causes">
        {causes.map((cause) => (
          <li>
            <Translated khmer={inKhmer(cause.mistake)} original={cause.explanation} />
            {cause.with !== undefined && <code class="with">{JSON.stringify(cause.with).slice(1, -1)}</code>}
            <code class="code">{cause.mistake}</code>
            {cause.setting?.split("; ").map((setting) => (
              <Offer setting={setting} />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Two mistakes together have a `+` between their names. */
function inKhmer(mistake: string): string {
  const texts: Readonly<Record<string, string>> = mistakesInKhmer;
  return mistake
    .split("+")
    .map((name) => texts[name] ?? name)
    .join(" ហើយ");
}

/** A setting that agrees, and a button that applies it: a zone, or the key without what stands around it. */
function Offer({ setting }: { setting: string }) {
  const [, zone] = /^signingOffset: "(.*)"$/.exec(setting) ?? [];
  return (
    <div class="row offer">
      <span class="hint">
        {say("signature.agreeing")} <code class="setting">{setting}</code>
      </span>
      {zone === undefined ? (
        <Press
          label={say("signature.applyKey")}
          onPress={() => (hashToken.value = withoutSurrounding(hashToken.value))}
        />
      ) : (
        <Press label={say("signature.apply", { zone })} onPress={() => (signingOffset.value = zone)} />
      )}
    </div>
  );
}

/** A key without white space around it, or else without its quotes. */
function withoutSurrounding(key: string): string {
  const trimmed = key.trim();
  return trimmed === key ? key.slice(1, -1) : trimmed;
}
