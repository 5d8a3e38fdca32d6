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
  const bill = [...entriesOf(shown.bill).map(argument), ...detailsOf(shown), ...otherMembers(shown)];
  const imports = [
    "io.github.billwire.*",
    ...(/BigDecimal\(/.test(bill.join()) ? ["java.math.BigDecimal"] : []),
    "java.time.Instant",
  ];
  return `${imports.map((name) => `import ${name}\n`).join("")}
fun main() {
    val biller =
        Biller(
            BillerConfig(
                baseUrl = ${text(shown.baseUrl)},
                bearer = BearerToken(System.getenv("BILLWIRE_BEARER")),
                hashToken = HashToken(System.getenv("BILLWIRE_HASH_TOKEN")),
${settings(shown)
  .map((line) => `                ${line},\n`)
  .join("")}            )
        )
    val bill =
        Settlement(
${bill.map((line) => `            ${line},\n`).join("")}        )
    val call = biller.prepareSettlement(bill) // throws all violations at once
    println(call.request().url)
    // Send call.request() once and unchanged, and pass the answer to call.decode(status, body).
    // If the answer is lost, look the bill up before you send it again.
}
`;
}

function settings(shown: Shown): string[] {
  const patterns = patternsOf(shown).map(
    ([name, pattern]) => `${camelCase(name)} = CodeShape(pattern = ${text(pattern)})`,
  );
  const profile = profileJson(shown);
  return [
    ...(patterns.length > 0 ? [`codeShapes = CodeShapes(${patterns.join(", ")})`] : []),
    ...(profile === undefined ? [] : [`profile = readWireProfile(${text(profile)})`]),
  ];
}

function detailsOf({ bill }: Shown): string[] {
  const lines = linesOf(bill)?.map((line) => `                Line(${line.map(argument).join(", ")}),\n`);
  if (lines === undefined) return [];
  return [lines.length === 0 ? "details = emptyList()" : `details = listOf(\n${lines.join("")}            )`];
}

function otherMembers({ bill }: Shown): string[] {
  const extra = extraOf(bill);
  return extra === undefined ? [] : [`extra = ${text(extra)}`];
}

function argument({ name, kind, text: value }: Entry): string {
  const written = {
    text: () => text(value),
    instant: () => `Instant.parse(${text(new Date(millisOf(value)).toISOString())})`,
    whole: () => value,
    decimal: () => `BigDecimal(${text(value)})`,
  };
  return `${camelCase(name)} = ${written[kind]()}`;
}

/** JSON stands in a raw text, unless a part of it has a meaning there. */
function text(value: string): string {
  if (/^\{[^$\p{C}\p{Zl}\p{Zp}]*\}$/u.test(value) && !value.includes('"""')) return `"""${value}"""`;
  return `"${escaped(value, /["\\\p{C}\p{Zl}\p{Zp}]/gu, (code) => `\\u${code}`).replaceAll("$", "\\$")}"`;
}
