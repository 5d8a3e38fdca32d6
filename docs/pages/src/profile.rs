//! Page about the profile: each setting with its documentation, an example, and what the example changes. The changes are
//! observed: billwire prepares or decodes the same thing without and with the setting.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use billwire::{
    Biller, Call, Operation, OperationName, Outcome, Sent, Settlement, SigningOffset, Verdict, Verification,
    WebhookEvent, WebhookReceiver, WebhookToken,
};
use heck::ToLowerCamelCase;
use serde_json::{Map, Value};

use crate::samples::{self, bill, biller, instant, json, lines};
use crate::source::{Member, members, word};

const SOURCE: &str = include_str!("../../../core/src/profile/mod.rs");
const HEAD: &str = "# Configure for your provider\n\nThe interface leaves many details open. The `profile` has a setting for each of \
    them. It is plain JSON, and all languages use the same names. Without a profile, billwire follows the interface to the \
    letter.\n\n```json\n{ \"signingOffset\": \"+07:00\", \"refusalCodes\": { \"settlement\": [\"105\"] } }\n```\n\nPass it as `profile` \
    to `Biller`; in Rust, read it with `WireProfile::from_json`. billwire refuses unknown settings and contradictions, each \
    with its path. [Ask your provider](go-live.md#questions-for-your-provider) before you go live.\n\nEach example below shows \
    what changes: `-` without the setting, `+` with it. billwire itself wrote these lines.\n";

/// Example of a setting.
struct Example {
    setting: &'static str,
    /// Situation that needs the setting.
    when: &'static str,
    /// Value in JSON.
    value: &'static str,
    /// Other settings of the example.
    given: &'static str,
    /// Observation that the setting changes.
    probe: fn(&Biller) -> Result<Vec<String>>,
}

const EXAMPLES: &[Example] = &[
    Example {
        setting: "destinationKey",
        when: "Your provider names the destination otherwise.",
        value: r#""settle_to_code""#,
        given: "{}",
        probe: body,
    },
    Example {
        setting: "successCodes",
        when: "Your provider answers a success with another code, such as `0`.",
        value: r#"{"settlement":["0"]}"#,
        given: "{}",
        probe: |biller| answer(biller, 200, &samples::SETTLED.replace("000", "0")),
    },
    Example {
        setting: "refusalCodes",
        when: "Your provider has told you which codes refuse a request, so that nothing has happened.",
        value: r#"{"settlement":["105"]}"#,
        given: "{}",
        probe: |biller| answer(biller, 200, r#"{"code":"105"}"#),
    },
    Example {
        setting: "notFoundCodes",
        when: "Your provider has told you by which code a verification finds nothing. A [settlement flow](settle-safely.md) needs it.",
        value: r#"{"verification":["404"]}"#,
        given: LOOKUP,
        probe: |biller| lookup(biller, 200, r#"{"code":"404"}"#),
    },
    Example {
        setting: "nothingHappenedStatuses",
        when: "Your provider or its gateway may answer 429 after the money has moved, or answers 503 only before.",
        value: "[400, 401, 403, 422]",
        given: "{}",
        probe: |biller| answer(biller, 429, ""),
    },
    Example {
        setting: "successStatuses",
        when: "Your provider spells success otherwise, such as `PAID`. The list replaces `success`.",
        value: r#"{"bill":["PAID"],"payment":["PAID"]}"#,
        given: "{}",
        probe: |biller| answer(biller, 200, &samples::SETTLED.replace(r#":"success""#, r#":"PAID""#)),
    },
    Example {
        setting: "pendingStatuses",
        when: "Your provider has a status for a transaction that is still open.",
        value: r#"{"transaction":["pending"]}"#,
        given: LOOKUP,
        probe: |biller| lookup(biller, 200, &samples::transaction("pending", 0, 40_000)),
    },
    Example {
        setting: "failedStatuses",
        when: "Your provider has a status for a transaction that will never move money.",
        value: r#"{"transaction":["failed"]}"#,
        given: LOOKUP,
        probe: |biller| lookup(biller, 200, &samples::transaction("failed", 0, 40_000)),
    },
    Example {
        setting: "settlementLookup",
        when: "Always, once your provider has told you by which fields a verification finds a settled bill. Without it, a \
               lost answer needs a person.",
        value: r#"{"identity_code":"ref_id","purpose_of_transaction":"date","dateFormat":"yyyy-MM-dd"}"#,
        given: "{}",
        probe: lost_answer,
    },
    Example {
        setting: "lineItemKey",
        when: "Your provider follows the spelling of the interface's sample.",
        value: r#""item_mame""#,
        given: "{}",
        probe: |biller| lines(&biller.prepare_value::<Settlement>(&json(WITH_LINE)?.into())?.body),
    },
    Example {
        setting: "verificationAuth",
        when: "Your provider expects the bearer token for verifications too.",
        value: r#""bearer""#,
        given: "{}",
        probe: |biller| Ok(headers(&verification(biller)?)),
    },
    Example {
        setting: "verificationTranId",
        when: "Your provider finds a transaction by the number that its webhook calls `tran_no`, or by neither number.",
        value: r#""tran_no""#,
        given: "{}",
        probe: |biller| lines(&event()?.confirm(biller, samples::expectation())?.call.body),
    },
    Example {
        setting: "compareTotals",
        when: "Your provider's totals always include the fee, as in the interface's sample.",
        value: "true",
        given: "{}",
        probe: confirmed_with_other_total,
    },
    Example {
        setting: "dateStyle",
        when: "Your provider cannot read a timestamp in UTC with milliseconds.",
        value: r#""offset_seconds""#,
        given: "{}",
        probe: body,
    },
    Example {
        setting: "dateOffset",
        when: "Your provider expects local times without a zone.",
        value: r#""+07:00""#,
        given: r#"{"dateStyle":"local_seconds"}"#,
        probe: body,
    },
    Example {
        setting: "signingOffset",
        when: "Your provider signs the date in local time. If hashes differ, [explain the hash](hash-mismatch.md) first.",
        value: r#""+07:00""#,
        given: "{}",
        probe: signing_string,
    },
    Example {
        setting: "totalAmountKhrAs",
        when: "Your provider expects a number.",
        value: r#""number""#,
        given: "{}",
        probe: body,
    },
    Example {
        setting: "totalAmountKhrRounding",
        when: "You bill in another currency, and riel have no fractions.",
        value: r#""hundred_riel""#,
        given: "{}",
        probe: |biller| {
            let mut bill = bill()?;
            bill.currency = "USD".into();
            bill.total_amount = 33;
            bill.exchange_rate_khr = Some("4102.5".parse().map_err(|_| anyhow::anyhow!("a rate"))?);
            lines(&biller.prepare(&bill)?.body)
        },
    },
    Example {
        setting: "sendEmptyText",
        when: "Your provider requires an optional field to be present, even if it is empty.",
        value: "true",
        given: "{}",
        probe: |biller| {
            let mut bill = bill()?;
            bill.description = Some(String::new());
            let written = |call: Call<Settlement>| lines(&call.body).map(|lines| of(lines, "description"));
            biller.prepare(&bill).map_or_else(|error| Ok(vec![error.to_string()]), written)
        },
    },
];

const LOOKUP: &str = r#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"}}"#;
const WITH_LINE: &str = r#"{"ref_id":"INV-0001","date":"2026-01-31T23:30:00+07:00","due_date":"2026-02-28T09:00:00+07:00",
    "currency":"KHR","total_amount":40000,"customer_sync_code":"C-17","settlement_to":"SHOP-1",
    "details":[{"item_name":"Rice"}]}"#;

pub(crate) fn page() -> Result<String> {
    let settings = members(SOURCE, "pub struct WireProfile {")?;
    let mut out = format!("{}{HEAD}", crate::texts::NOTICE);
    for member in &settings {
        section(member, &settings, &mut out)?;
    }
    ensure!(EXAMPLES.len() == settings.len(), "an example is of a setting that does not exist");
    Ok(out)
}

fn section(member: &Member, settings: &[Member], out: &mut String) -> Result<()> {
    let name = member.name.to_lower_camel_case();
    let example = EXAMPLES.iter().find(|example| example.setting == name);
    let example =
        example.with_context(|| format!("the setting `{name}` needs an example in docs/pages/src/profile.rs"))?;
    // Settings are named as in JSON.
    let doc = settings.iter().fold(member.doc.clone(), |doc, other| {
        doc.replace(&format!("`{}`", other.name), &format!("`{}`", other.name.to_lower_camel_case()))
    });
    writeln!(out, "\n## `{name}`\n\n{doc}\n")?;
    values(&member.kind, out)?;
    writeln!(out, "**When:** {}\n", example.when)?;
    let mut profile: Map<String, Value> = serde_json::from_str(example.given)?;
    let without = (example.probe)(&biller(example.given)?)?;
    profile.insert(name.clone(), serde_json::from_str(example.value)?);
    let profile = Value::Object(profile).to_string();
    let with = (example.probe)(&biller(&profile)?)?;
    ensure!(without != with, "the example of `{name}` changes nothing");
    writeln!(out, "```json\n{profile}\n```\n\n```diff")?;
    without.iter().filter(|line| !with.contains(line)).try_for_each(|line| writeln!(out, "- {line}"))?;
    with.iter().filter(|line| !without.contains(line)).try_for_each(|line| writeln!(out, "+ {line}"))?;
    Ok(writeln!(out, "```")?)
}

/// Table of the words of a setting, or of the members of an object.
fn values(kind: &str, out: &mut String) -> Result<()> {
    let object = kind.trim_start_matches("Option<").trim_end_matches('>');
    let (head, rows) = match object {
        "String" | "SigningOffset" | "bool" | "Vec<u16" => return Ok(()),
        "CodesByOperation" | "StatusesByObject" | "SettlementLookup" => {
            ("member", members(SOURCE, &format!("pub struct {object} {{"))?)
        }
        words => ("value", members(SOURCE, &format!("{words} {{"))?),
    };
    writeln!(out, "| {head} | meaning |\n|---|---|")?;
    for row in rows {
        // A word is declared as `Variant = "word"`.
        let name = &row.name;
        let word = if head == "value" { word(SOURCE, &format!("{object} {{"), name)? } else { camel(name) };
        writeln!(out, "| `{word}` | {} |", row.doc.replace("date_offset", "dateOffset"))?;
    }
    out.push('\n');
    Ok(())
}

/// Members of a lookup that are fields of the interface keep their names.
fn camel(name: &str) -> String {
    if name == "date_format" { name.to_lower_camel_case() } else { name.to_owned() }
}

fn body(biller: &Biller) -> Result<Vec<String>> {
    lines(&biller.prepare_value::<Settlement>(&json(samples::BILL)?.into())?.body)
}

/// Lines of one member.
fn of(lines: Vec<String>, member: &str) -> Vec<String> {
    lines.into_iter().filter(|line| line.contains(member)).collect()
}

fn headers<O: Operation>(call: &Call<O>) -> Vec<String> {
    call.headers.iter().map(|header| format!("{}: {}", header.name, header.value)).collect()
}

fn verification(biller: &Biller) -> Result<Call<Verification>> {
    Ok(biller.prepare(&Verification::builder().identity_code("INV-0001").purpose_of_transaction("INV-0001").build())?)
}

/// Outcome of a settlement's answer.
fn answer(biller: &Biller, status: u16, body: &str) -> Result<Vec<String>> {
    let said = match biller.decode(OperationName::Settlement, status, body.as_bytes()) {
        Ok(Outcome::Settlement(outcome)) => match outcome.next_step() {
            None => "settled".to_owned(),
            Some(step) => format!("accepted, next step {}", step.as_str()),
        },
        Ok(_) => anyhow::bail!("a settlement has another outcome"),
        Err(error) => format!("{}, {}, next step {}", error.kind(), error.code(), error.next_step().as_str()),
    };
    let body = if body.is_empty() { String::new() } else { format!(" {body}") };
    Ok(vec![format!("answer: HTTP {status}{body}"), said])
}

fn lookup(biller: &Biller, status: u16, body: &str) -> Result<Vec<String>> {
    let verdict = biller.prepare_settlement_lookup(&bill()?)?.decide(status, body.as_bytes());
    let step = verdict.next_step().map_or("none", |step| step.as_str());
    Ok(vec![format!("lookup: {}, next step {step}", verdict.as_str())])
}

fn lost_answer(biller: &Biller) -> Result<Vec<String>> {
    let error = biller.no_answer(OperationName::Settlement, Sent::Maybe);
    let mut lines = vec![format!("settlement without an answer: next step {}", error.next_step().as_str())];
    if let Ok(lookup) = biller.prepare_settlement_lookup(&bill()?) {
        lines.push(format!("lookup: {}", lookup.call.body));
    }
    Ok(lines)
}

fn event() -> Result<WebhookEvent> {
    let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("t")])?;
    Ok(receiver.receive([("Token", "t")], br#"{"tran_id":"T-1","tran_no":"N-9","status":"success"}"#)?)
}

fn confirmed_with_other_total(biller: &Biller) -> Result<Vec<String>> {
    let confirmation = event()?.confirm(biller, samples::expectation())?;
    let answer = samples::transaction("success", 500, 40_000);
    let verdict = match confirmation.decide(200, answer.as_bytes())? {
        Verdict::Confirmed(_) => "confirmed".to_owned(),
        Verdict::Mismatch(mismatches) => {
            let fields: Vec<&str> = mismatches.iter().map(|mismatch| &*mismatch.field).collect();
            format!("not confirmed: {}", fields.join(", "))
        }
        verdict => anyhow::bail!("{verdict:?} is no verdict of this example"),
    };
    Ok(vec![format!("tran_amount 40000, fee_amount 500, total_amount 40000: {verdict}")])
}

fn signing_string(biller: &Biller) -> Result<Vec<String>> {
    let bill = bill()?;
    let call = biller.prepare(&bill)?;
    let fields = billwire::SignedFields {
        ref_id: &bill.ref_id,
        date: instant("2026-01-31T23:30:00+07:00")?,
        currency: &bill.currency,
        total_amount: bill.total_amount,
        customer_sync_code: &bill.customer_sync_code,
        settlement_to: &bill.settlement_to,
    };
    // The biller does not tell its offset: it is the one of both whose hash is sent.
    for offset in [SigningOffset::default(), "+07:00".parse().map_err(|_| anyhow::anyhow!("an offset"))?] {
        let key = billwire::SigningKey::try_new(&billwire::HashToken::new("HASH_TOKEN"))?;
        let hash = billwire::sign(&fields, &key, offset)?;
        if call.body.contains(&hash.to_string()) {
            return Ok(vec![format!("signing string: {}", fields.signing_string(offset)?)]);
        }
    }
    anyhow::bail!("the hash is of another signing string")
}
