import {
  type Entry,
  type Shown,
  camelCase,
  entriesOf,
  escaped,
  extraOf,
  linesOf,
  millisOf,
  patternsOf,
  profileJson,
} from "./bill.ts";

/** Program for Apple's platforms and Linux. */
export function swift(shown: Shown): string {
  const { bill } = shown;
  const members = [...entriesOf(bill).map(argument), ...detailsOf(shown), ...otherMembers(shown)];
  return `import Billwire
import Foundation

let secrets = ProcessInfo.processInfo.environment
let biller = try Biller(
    config: BillerConfig(
${[...credentials(shown), ...settings(shown)].map((line) => `        ${line}`).join(",\n")}))

let bill = Settlement(
${members.map((line) => `    ${line}`).join(",\n")})
let call = try biller.prepareSettlement(bill: bill)  // throws all violations at once
print(call.request.url)
// Send call.request once and unchanged, and pass the answer to call.decode(status:body:).
// If the answer is lost, look the bill up before you send it again.
`;
}

function credentials({ baseUrl }: Shown): string[] {
  return [
    `baseUrl: ${text(baseUrl)}`,
    'bearer: BearerToken(secret: secrets["BILLWIRE_BEARER"] ?? "")',
    'hashToken: HashToken(secret: secrets["BILLWIRE_HASH_TOKEN"] ?? "")',
  ];
}

function settings(shown: Shown): string[] {
  const patterns = patternsOf(shown).map(
    ([name, pattern]) => `${camelCase(name)}: CodeShape(pattern: ${text(pattern)})`,
  );
  const profile = profileJson(shown);
  return [
    ...(patterns.length > 0 ? [`codeShapes: CodeShapes(${patterns.join(", ")})`] : []),
    ...(profile === undefined ? [] : [`profile: readWireProfile(json: ${text(profile)})`]),
  ];
}

function detailsOf({ bill }: Shown): string[] {
  const lines = linesOf(bill)?.map((line) => `        Line(${line.map(argument).join(", ")}),\n`);
  if (lines === undefined) return [];
  return [lines.length === 0 ? "details: []" : `details: [\n${lines.join("")}    ]`];
}

function otherMembers({ bill }: Shown): string[] {
  const extra = extraOf(bill);
  return extra === undefined ? [] : [`extra: ${text(extra)}`];
}

function argument({ name, kind, text: value }: Entry): string {
  const written = {
    text: () => text(value),
    instant: () => {
      const millis = millisOf(value);
      return `Date(timeIntervalSince1970: ${millis / 1000}) /* ${new Date(millis).toISOString()} */`;
    },
    whole: () => value,
    decimal: () => `Decimal(string: ${text(value)})!`,
  };
  return `${camelCase(name)}: ${written[kind]()}`;
}

/** JSON stands in a raw text, unless a part of it has a meaning there. */
function text(value: string): string {
  if (/^\{[^#\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\}$/u.test(value)) return `#"${value}"#`;
  return `"${escaped(value, /["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (code) => `\\u{${code}}`)}"`;
}
