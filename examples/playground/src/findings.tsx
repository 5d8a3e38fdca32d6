// billwire's findings in the language of the page. English texts are billwire's own.
import type { BillwireError, Finding, NextStep } from "billwire";
import codesInKhmer from "../../../core/texts/codes.km.json";
import { language, say } from "./texts.ts";

/** Explanation of a code. Khmer adds billwire's own words, for searching. */
export function Sentence({ code, explanation }: Pick<Finding, "code" | "explanation">) {
  return <Translated khmer={codesInKhmer[code]} original={explanation} />;
}

/** A text of the package. Khmer has its own words, and the original below. */
export function Translated({ khmer, original }: { khmer: string; original: string }) {
  if (language.value === "en") return <span>{original}</span>;
  return (
    <span>
      {khmer} <small lang="en">{original}</small>
    </span>
  );
}

/** Violations or warnings, each with path, code and byte. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul class="findings">
      {findings.map((finding) => (
        <li>
          {finding.path !== "" && <code class="path">{finding.path}</code>}
          <Sentence {...finding} />
          <code class="code">{finding.code}</code>
          <span class="hint">
            {finding.offset === undefined ? "" : say("page.atByte", { offset: finding.offset })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** An error: its findings, or its own sentence. */
export function ErrorDetail({ error }: { error: BillwireError }) {
  if (error.violations.length > 0) return <FindingList findings={error.violations} />;
  return (
    <p>
      <Sentence code={error.code} explanation={ownSentence(error)} /> <code class="code">{error.code}</code>
    </p>
  );
}

/** The message without the operation, the code, the kind and the next step, which are displayed separately. */
function ownSentence({ message, operation, code }: BillwireError): string {
  const [sentence = message] = message.split(` (${code})`);
  return sentence.replace(`${operation}: `, "");
}

/** The next step. */
export function Next({ step }: { step: NextStep }) {
  return (
    <p class="next-step">
      {say("page.nextStep")}: {say(`nextStep.${step}`)} <code class="code">{step}</code>
    </p>
  );
}
