import { type Shown, patternsOf, profileJson } from "./bill.ts";

/** Program for Rust. The bill is JSON text, as an app sends it to a server. */
export function rust(shown: Shown): string {
  const profile = profileJson(shown);
  return `//! Prepares the settlement of a bill.
use billwire::*;
use std::env::var;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut config = BillerConfig::default();
    let (bearer, key) = (var("BILLWIRE_BEARER")?, var("BILLWIRE_HASH_TOKEN")?);
    config.base_url = ${text(shown.baseUrl)}.into();
    config.bearer = Some(BearerToken::new(bearer));
    config.hash_token = Some(HashToken::new(key));
${profile === undefined ? "" : `    config.profile =\n        WireProfile::from_json(${text(profile)}.as_bytes())?;\n`}${patternsOf(shown).map(shape).join("")}
    let mut settings = DraftSettings::default();
    settings.profile.clone_from(&config.profile);
    let bill: Settlement = draft_from_json(BILL.as_bytes(), &settings)?; // all violations at once
    let biller = Biller::new(config)?;
    let call = biller.prepare(&bill)?;
    println!("{}", call.url);
    // Send \`call\` once and unchanged, and pass the answer to \`call.decode(status, &body)\`.
    // If the answer is lost, look the bill up before you send it again.
    Ok(())
}

const BILL: &str = ${text(json(shown))};
`;
}

function shape([name, pattern]: [string, string]): string {
  return `    config.code_shapes.${name}.get_or_insert_default().pattern = Some(${text(pattern)}.into());\n`;
}

/** Numbers that JavaScript would round are text, which billwire reads as decimals. */
function json({ bill }: Shown): string {
  return JSON.stringify(bill, (_, value: unknown) => (typeof value === "bigint" ? whole(value) : value), 2);
}

function whole(value: bigint): number | string {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
}

/** A raw text needs more marks than any quotation mark in it is followed by. */
function text(value: string): string {
  if (/\r/.test(value) || /[\u202a-\u202e\u2066-\u2069]/.test(value)) return plain(value);
  if (!/["\\]/.test(value)) return `"${value}"`;
  const most = Math.max(0, ...[...value.matchAll(/"(#*)/g)].map(([, marks = ""]) => marks.length + 1));
  const marks = "#".repeat(most);
  return `r${marks}"${value}"${marks}`;
}

/** rustc refuses characters that change the direction of the source. */
function plain(value: string): string {
  const inner = value.replace(/["\\\p{Cc}\p{Cf}]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
  return `"${inner}"`;
}
