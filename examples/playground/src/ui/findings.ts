// billwire's findings in the language of the page. English texts are billwire's own.
import type { BillwireError, Finding } from "billwire";
import { type Child, h } from "../dom.ts";
import { codesInKhmer } from "../texts/findings.ts";
import { language, say } from "../texts/language.ts";
import { nextSteps, page } from "../texts/page.ts";

/** Explanation of a code. Khmer adds billwire's own words, for searching. */
export function sentence({ code, explanation }: Pick<Finding, "code" | "explanation">): Child {
  if (language.value === "en") return explanation;
  return [codesInKhmer[code], " ", h("span", { lang: "en", class: "original" }, explanation)];
}

/** Violations or warnings, each with path, code and byte. */
export function findingList(findings: readonly Finding[]): HTMLElement {
  return h(
    "ul",
    { class: "findings" },
    findings.map((finding) =>
      h(
        "li",
        {},
        finding.path !== "" && h("code", { class: "path" }, finding.path),
        h("span", {}, sentence(finding)),
        h("code", { class: "code" }, finding.code),
        finding.offset !== undefined && h("span", { class: "offset" }, say(page.atByte, { offset: finding.offset })),
      ),
    ),
  );
}

/** An error: its findings, or its own sentence. */
export function errorDetail(error: BillwireError): Child {
  if (error.violations.length > 0) return findingList(error.violations);
  const { code } = error;
  return h("p", {}, sentence({ code, explanation: ownSentence(error) }), " ", h("code", { class: "code" }, code));
}

/** The message without the operation, the code, the kind and the next step, which are displayed separately. */
function ownSentence({ message, operation, code }: BillwireError): string {
  const [sentence = message] = message.split(` (${code})`);
  return operation !== undefined && sentence.startsWith(`${operation}: `)
    ? sentence.slice(operation.length + 2)
    : sentence;
}

/** The next step. */
export function nextStep({ nextStep: step }: Pick<BillwireError, "nextStep">): HTMLElement {
  return h("p", { class: "next-step" }, `${say(page.nextStep)}: ${say(nextSteps[step])} `, h("code", {}, step));
}
