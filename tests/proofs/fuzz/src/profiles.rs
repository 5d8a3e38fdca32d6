//! Profiles of any JSON: refused, or applied exactly, in the value and in a body written with it.

use crate::{Verdict, billers::biller, ensure, slow, slow::Slow};
use billwire::{
    DateStyle, Error, KhrForm, KhrRounding, LineItemKey, OperationName, VerificationAuth, VerificationTranId,
    WireProfile,
};
use billwire_conformance::{cases, dynamic_value};
use billwire_wasm::entrances;
use billwire_wire::input::DynamicValue;

pub(crate) fn check(input: &[u8]) -> Verdict {
    is_what_it_says(input, WireProfile::from_json)
}

pub(crate) fn control(input: &[u8]) -> Verdict {
    is_what_it_says(input, |json| {
        WireProfile::from_json(json).or_else(|error| match error.violations() {
            [finding] if finding.offset.is_none() => Ok(WireProfile::default()),
            _ => Err(error),
        })
    })
}

fn is_what_it_says(json: &[u8], read: impl Fn(&[u8]) -> Result<WireProfile, Error>) -> Verdict {
    let profile = match read(json) {
        Ok(profile) => profile,
        Err(error) => {
            ensure!(error.kind() == "invalid_config" && !error.violations().is_empty(), "{error}");
            return Ok(());
        }
    };
    let given = slow::read(json).map_err(|code| format!("taken, where the slow reader says {code:?}"))?;
    ensure!(matches!(given, Slow::Object(_) | Slow::Null), "a profile is an object");
    let settings = Settings(&given);
    settings.only(&[
        "destinationKey",
        "successCodes",
        "refusalCodes",
        "notFoundCodes",
        "nothingHappenedStatuses",
        "successStatuses",
        "pendingStatuses",
        "failedStatuses",
        "settlementLookup",
        "lineItemKey",
        "verificationAuth",
        "verificationTranId",
        "compareTotals",
        "dateStyle",
        "dateOffset",
        "signingOffset",
        "totalAmountKhrAs",
        "totalAmountKhrRounding",
        "sendEmptyText",
    ])?;
    let told = [
        ("destinationKey", "settlement_to", profile.destination_key.as_str()),
        (
            "lineItemKey",
            "item_name",
            match profile.line_item_key {
                LineItemKey::ItemName => "item_name",
                LineItemKey::ItemMame => "item_mame",
                _ => return Err("a word that this target does not know".into()),
            },
        ),
        (
            "verificationAuth",
            "token",
            match profile.verification_auth {
                VerificationAuth::Token => "token",
                VerificationAuth::Bearer => "bearer",
                _ => return Err("a word that this target does not know".into()),
            },
        ),
        (
            "dateStyle",
            "millis",
            match profile.date_style {
                DateStyle::Millis => "millis",
                DateStyle::Seconds => "seconds",
                DateStyle::OffsetMillis => "offset_millis",
                DateStyle::OffsetSeconds => "offset_seconds",
                DateStyle::LocalMillis => "local_millis",
                DateStyle::LocalSeconds => "local_seconds",
                DateStyle::Date => "date",
                _ => return Err("a word that this target does not know".into()),
            },
        ),
        (
            "verificationTranId",
            "tran_id",
            match profile.verification_tran_id {
                VerificationTranId::TranId => "tran_id",
                VerificationTranId::TranNo => "tran_no",
                VerificationTranId::Neither => "neither",
                _ => return Err("a word that this target does not know".into()),
            },
        ),
        (
            "totalAmountKhrRounding",
            "exact",
            match profile.total_amount_khr_rounding {
                KhrRounding::Exact => "exact",
                KhrRounding::Riel => "riel",
                KhrRounding::HundredRiel => "hundred_riel",
                _ => return Err("a word that this target does not know".into()),
            },
        ),
        (
            "totalAmountKhrAs",
            "text",
            match profile.total_amount_khr_as {
                KhrForm::Text => "text",
                KhrForm::Number => "number",
                _ => return Err("a word that this target does not know".into()),
            },
        ),
    ];
    for (name, default, own) in told {
        let text = settings.text(name, default)?;
        ensure!(own == text, "{name} is {own:?}, and {text:?} was given");
    }
    for (name, own) in [("signingOffset", profile.signing_offset), ("dateOffset", profile.date_offset)] {
        let offset = settings.text(name, "Z")?.replace(['Z', 'z'], "+00:00").replace("-00:00", "+00:00");
        ensure!(own.to_string() == offset, "{offset} is {own}");
    }
    for (name, own) in [("sendEmptyText", profile.send_empty_text), ("compareTotals", profile.compare_totals)] {
        ensure!(own == matches!(given.get(name), Some(Slow::Bool(true))), "{name} is another one");
    }
    let statuses = settings.numbers("nothingHappenedStatuses", &["400", "401", "403", "422", "429"])?;
    ensure!(profile.nothing_happened_statuses == statuses, "nothingHappenedStatuses is another list");
    for (name, default, own) in [
        ("successStatuses", &["success"][..], &profile.success_statuses),
        ("pendingStatuses", &[], &profile.pending_statuses),
        ("failedStatuses", &[], &profile.failed_statuses),
    ] {
        let given = settings.inner(name)?;
        given.only(&["bill", "payment", "transaction"])?;
        for (object, own) in [("bill", &own.bill), ("payment", &own.payment), ("transaction", &own.transaction)] {
            let texts = if given.given(object).is_some() { given.texts(object)? } else { texts(default) };
            ensure!(*own == texts, "{name}.{object} is another list");
        }
    }
    for (name, own) in [
        ("successCodes", &profile.success_codes),
        ("refusalCodes", &profile.refusal_codes),
        ("notFoundCodes", &profile.not_found_codes),
    ] {
        let codes = settings.inner(name)?;
        codes.only(&["onboarding", "settlement", "verification"])?;
        for (operation, own) in
            [("onboarding", &own.onboarding), ("settlement", &own.settlement), ("verification", &own.verification)]
        {
            ensure!(*own == codes.texts(operation)?, "{name}.{operation} is another list");
        }
    }
    let lookup = settings.inner("settlementLookup")?;
    lookup.only(&["identity_code", "purpose_of_transaction", "dateFormat"])?;
    if let Some(own) = &profile.settlement_lookup {
        ensure!(own.identity_code == lookup.text("identity_code", "")?, "another identity_code");
        ensure!(own.purpose_of_transaction == lookup.text("purpose_of_transaction", "")?, "another purpose");
        ensure!(own.date_format.as_deref().unwrap_or("") == lookup.text("dateFormat", "")?, "another dateFormat");
    }
    writes_with(profile)
}

/// Settings as the slow reader has read them.
struct Settings<'a>(&'a Slow);

impl<'a> Settings<'a> {
    fn given(&self, name: &str) -> Option<&'a Slow> {
        self.0.get(name).filter(|value| !matches!(value, Slow::Null))
    }

    /// A misspelt setting must not vanish, not even one that is null.
    fn only(&self, known: &[&str]) -> Verdict {
        let left = self.0.members().iter().find(|(key, _)| !known.contains(&key.as_str()));
        ensure!(left.is_none(), "there is no setting {:?}", left.map(|(key, _)| key));
        Ok(())
    }

    fn text(&self, name: &str, default: &'a str) -> Result<&'a str, String> {
        let Some(value) = self.given(name) else { return Ok(default) };
        value.text().ok_or_else(|| format!("{name} is no text"))
    }

    fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        match self.given(name) {
            None => Ok(Vec::new()),
            Some(Slow::Array(items)) => {
                let texts = items.iter().map(|item| item.text().map(str::to_owned));
                texts.collect::<Option<_>>().ok_or_else(|| format!("{name} is no list of text"))
            }
            Some(_) => Err(format!("{name} is no list")),
        }
    }

    /// HTTP statuses: whole numbers of sixteen bits, however they are written.
    fn numbers(&self, name: &str, default: &[&str]) -> Result<Vec<u16>, String> {
        let numbers = match self.given(name) {
            None => default.iter().map(|text| text.parse().ok()).collect(),
            Some(Slow::Array(items)) => items.iter().map(status).collect::<Option<_>>(),
            Some(_) => None,
        };
        numbers.ok_or_else(|| format!("{name} is no list of statuses"))
    }

    fn inner(&self, name: &str) -> Result<Settings<'a>, String> {
        match self.given(name).unwrap_or(&Slow::Null) {
            inner @ (Slow::Object(_) | Slow::Null) => Ok(Settings(inner)),
            _ => Err(format!("{name} is no object")),
        }
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn status(value: &Slow) -> Option<u16> {
    let Slow::Number(number) = value else { return None };
    let number = number.parse::<f64>().ok()?;
    (number.fract() == 0.0 && (0.0..=65_535.0).contains(&number)).then_some(number as u16)
}

/// A biller takes the profile and writes by it, or refuses it as a whole.
fn writes_with(profile: WireProfile) -> Verdict {
    let biller = match biller(profile.clone()) {
        Ok(biller) => biller,
        Err(error) => {
            ensure!(error.kind() == "invalid_config" && !error.violations().is_empty(), "{error}");
            return Ok(());
        }
    };
    let bill = dynamic_value(&serde_json::json!({
        "ref_id": "INV-1", "date": "2026-01-31T09:00:00.123Z", "due_date": "2026-02-28T09:00:00Z", "currency": "KHR",
        "total_amount": 40000, "customer_sync_code": "C-1", "settlement_to": "S-1", "details": [{"item_name": "Rice"}],
    }));
    let bill: DynamicValue = bill;
    let prepared = entrances::prepare(&biller, OperationName::Settlement, &bill).map_err(|error| error.to_string())?;
    let body = slow::read(prepared.body.as_bytes()).map_err(|code| format!("the body is refused: {code:?}"))?;
    let text = |key: &str| body.get(key).and_then(Slow::text);
    ensure!(text(&profile.destination_key) == Some("S-1"), "the destination is not under its key");
    let (seconds, millis) = match profile.date_style {
        DateStyle::Millis | DateStyle::OffsetMillis => (Some("2026-01-31T09:00:00.123Z"), true),
        DateStyle::Seconds | DateStyle::OffsetSeconds => (Some("2026-01-31T09:00:00Z"), false),
        DateStyle::LocalMillis | DateStyle::LocalSeconds | DateStyle::Date => {
            (None, profile.date_style == DateStyle::LocalMillis)
        }
        _ => return Err("a style that this target does not know".into()),
    };
    let date = text("date").unwrap_or_default();
    ensure!(seconds.is_none_or(|expected| date == expected), "the date has another style");
    ensure!(date.ends_with(".123") || date.ends_with(".123Z") || !millis, "the date has no milliseconds");
    let length = if profile.date_style == DateStyle::Date { 10 } else { 19 };
    ensure!(seconds.is_some() || millis || date.len() == length, "the date has another length");
    let is_number = matches!(body.get("total_amount_khr"), Some(Slow::Number(_)));
    ensure!(is_number == (profile.total_amount_khr_as == KhrForm::Number), "total_amount_khr has another form");
    Ok(())
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let given = ["requests", "responses", "confirmations", "lookups"].into_iter().flat_map(cases).filter_map(|case| {
        let profile = case.get("profile");
        (!profile.is_null()).then(|| profile.to_string().into_bytes())
    });
    let all = br#"{"destinationKey":"destination","successCodes":{"settlement":["0"],"onboarding":["0"],"verification":["0"]},
"refusalCodes":{"settlement":["9"]},"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"date","dateFormat":"yyyy-MM-dd"},
"notFoundCodes":{"verification":["4"]},"nothingHappenedStatuses":[400,429],"successStatuses":{"bill":["success","ok"]},
"pendingStatuses":{"transaction":["pending"]},"failedStatuses":{"payment":["failed"]},"verificationTranId":"tran_no",
"compareTotals":true,"dateOffset":"-03:30","totalAmountKhrRounding":"hundred_riel","lineItemKey":"item_mame","verificationAuth":"bearer","dateStyle":"local_seconds","signingOffset":"+07:00",
"totalAmountKhrAs":"number","sendEmptyText":true}"#;
    given
        .chain([all.to_vec(), b"{\"signingOffset\":\"Z\",\"x\":null}".to_vec(), b"{\"sendEmptyTxt\":true}".to_vec()])
        .collect()
}
