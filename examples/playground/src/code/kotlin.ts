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

/** Program for the JVM and Android. */
export function kotlin(shown: Shown): string {
  const entries = entriesOf(shown.bill);
  const required = entries.filter(isRequired).map(argument);
  const optional = [
    ...entries.filter((entry) => !isRequired(entry)).map(setter),
    ...detailsOf(shown),
    ...otherMembers(shown),
  ];
  const imports = [
    "io.github.billwire.*",
    ...(/BigDecimal\(/.test(optional.join()) ? ["java.math.BigDecimal"] : []),
    "java.time.Instant",
  ];
  return `${imports.map((name) => `import ${name}\n`).join("")}
fun main() {
    val biller =
        Biller(
            BillerConfig(${text(shown.baseUrl)}) {
                bearer(BearerToken(System.getenv("BILLWIRE_BEARER")))
                hashToken(HashToken(System.getenv("BILLWIRE_HASH_TOKEN")))
${settings(shown)
  .map((line) => `                ${line}\n`)
  .join("")}            }
        )
    val bill =
        Settlement(
${required.map((line) => `            ${line},\n`).join("")}        )${block(optional)}
    val call = biller.prepareSettlement(bill) // throws all violations at once
    println(call.request().url)
    // Send call.request() once and unchanged, and pass the answer to call.decode(status, body).
    // If the answer is lost, look the bill up before you send it again.
}
`;
}

/** Fields that the constructor takes; the builder has a function for any other. */
const REQUIRED = ["ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "settlement_to"];

function isRequired({ name }: Entry): boolean {
  return REQUIRED.includes(name);
}

function block(lines: string[]): string {
  return lines.length === 0 ? "" : ` {\n${lines.map((line) => `            ${line}\n`).join("")}        }`;
}

function settings(shown: Shown): string[] {
  const patterns = patternsOf(shown).map(
    ([name, pattern]) => `${camelCase(name)}(CodeShape { pattern(${text(pattern)}) })`,
  );
  const profile = profileJson(shown);
  return [
    ...(patterns.length > 0 ? [`codeShapes(CodeShapes { ${patterns.join(".")} })`] : []),
    ...(profile === undefined ? [] : [`profile(readWireProfile(${text(profile)}))`]),
  ];
}

function detailsOf({ bill }: Shown): string[] {
  const lines = linesOf(bill)?.map((line) => `                    Line { ${line.map(setter).join(".")} },\n`);
  if (lines === undefined) return [];
  if (lines.length === 0) return ["details(emptyList())"];
  return [`details(\n                listOf(\n${lines.join("")}                )\n            )`];
}

function otherMembers({ bill }: Shown): string[] {
  const extra = extraOf(bill);
  return extra === undefined ? [] : [`extra(${text(extra)})`];
}

/** A parameter of the constructor. */
function argument(entry: Entry): string {
  return `${camelCase(entry.name)} = ${written(entry)}`;
}

/** A function of the builder. */
function setter(entry: Entry): string {
  return `${camelCase(entry.name)}(${written(entry)})`;
}

function written({ kind, text: value }: Entry): string {
  const forms = {
    text: () => text(value),
    instant: () => `Instant.parse(${text(new Date(millisOf(value)).toISOString())})`,
    whole: () => value,
    decimal: () => `BigDecimal(${text(value)})`,
  };
  return forms[kind]();
}

/** JSON stands in a raw text, unless a part of it has a meaning there. */
function text(value: string): string {
  if (/^\{[^$\p{C}\p{Zl}\p{Zp}]*\}$/u.test(value) && !value.includes('"""')) return `"""${value}"""`;
  return `"${escaped(value, /["\\\p{C}\p{Zl}\p{Zp}]/gu, (code) => `\\u${code}`).replaceAll("$", "\\$")}"`;
}
