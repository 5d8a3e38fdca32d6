//! Profiles of any JSON: refused, or just what they say, in the value and in the body that is written with it.

use crate::{Verdict, billers::biller, ensure, slow, slow::Slow};
use billwire::wire::given::HostValue;
use billwire::{DateStyle, Error, KhrForm, LineItemKey, OperationName, VerificationAuth, WireProfile, host};
use billwire_conformance::{cases, host_value};

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
        "settlementLookup",
        "lineItemKey",
        "verificationAuth",
        "dateStyle",
        "digitsOffset",
        "totalAmountKhrAs",
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
            },
        ),
        (
            "verificationAuth",
            "token",
            match profile.verification_auth {
                VerificationAuth::Token => "token",
                VerificationAuth::Bearer => "bearer",
            },
        ),
        (
            "dateStyle",
            "millis",
            match profile.date_style {
                DateStyle::Millis => "millis",
                DateStyle::Seconds => "seconds",
            },
        ),
        (
            "totalAmountKhrAs",
            "text",
            match profile.total_amount_khr_as {
                KhrForm::Text => "text",
                KhrForm::Number => "number",
            },
        ),
    ];
    for (name, default, own) in told {
        let text = settings.text(name, default)?;
        ensure!(own == text, "{name} is {own:?}, and {text:?} was given");
    }
    let offset = settings.text("digitsOffset", "Z")?.replace(['Z', 'z'], "+00:00").replace("-00:00", "+00:00");
    ensure!(profile.digits_offset.to_string() == offset, "{offset} is {}", profile.digits_offset);
    let empty_text = matches!(given.get("sendEmptyText"), Some(Slow::Bool(true)));
    ensure!(profile.send_empty_text == empty_text, "sendEmptyText is another one");
    for (name, own) in [("successCodes", &profile.success_codes), ("refusalCodes", &profile.refusal_codes)] {
        let codes = settings.inner(name)?;
        codes.only(&["onboarding", "settlement", "verification"])?;
        for (operation, own) in
            [("onboarding", &own.onboarding), ("settlement", &own.settlement), ("verification", &own.verification)]
        {
            ensure!(*own == codes.texts(operation)?, "{name}.{operation} is another list");
        }
    }
    let lookup = settings.inner("settlementLookup")?;
    lookup.only(&["identity_code", "purpose_of_transaction"])?;
    if let Some(own) = &profile.settlement_lookup {
        ensure!(own.identity_code == lookup.text("identity_code", "")?, "another identity_code");
        ensure!(own.purpose_of_transaction == lookup.text("purpose_of_transaction", "")?, "another purpose");
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

    fn inner(&self, name: &str) -> Result<Settings<'a>, String> {
        match self.given(name).unwrap_or(&Slow::Null) {
            inner @ (Slow::Object(_) | Slow::Null) => Ok(Settings(inner)),
            _ => Err(format!("{name} is no object")),
        }
    }
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
    let bill = host_value(&serde_json::json!({
        "ref_id": "INV-1", "date": "2026-01-31T09:00:00.123Z", "due_date": "2026-02-28T09:00:00Z", "currency": "KHR",
        "total_amount": 40000, "customer_sync_code": "C-1", "settlement_to": "S-1", "details": [{"item_name": "Rice"}],
    }));
    let bill: HostValue = bill;
    let prepared = host::prepare(&biller, OperationName::Settlement, &bill).map_err(|error| error.to_string())?;
    let body = slow::read(prepared.body.as_bytes()).map_err(|code| format!("the body is refused: {code:?}"))?;
    let text = |key: &str| body.get(key).and_then(Slow::text);
    ensure!(text(&profile.destination_key) == Some("S-1"), "the destination is not under its key");
    let date =
        if profile.date_style == DateStyle::Millis { "2026-01-31T09:00:00.123Z" } else { "2026-01-31T09:00:00Z" };
    ensure!(text("date") == Some(date), "the date has another style");
    let is_number = matches!(body.get("total_amount_khr"), Some(Slow::Number(_)));
    ensure!(is_number == (profile.total_amount_khr_as == KhrForm::Number), "total_amount_khr has another form");
    Ok(())
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let given = ["requests", "responses", "confirmations"].into_iter().flat_map(cases).filter_map(|case| {
        let profile = case.get("profile");
        (!profile.is_null()).then(|| profile.to_string().into_bytes())
    });
    let all = br#"{"destinationKey":"destination","successCodes":{"settlement":["0"],"onboarding":["0"],"verification":["0"]},
"refusalCodes":{"settlement":["9"]},"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"description"},
"lineItemKey":"item_mame","verificationAuth":"bearer","dateStyle":"seconds","digitsOffset":"+07:00",
"totalAmountKhrAs":"number","sendEmptyText":true}"#;
    given
        .chain([all.to_vec(), b"{\"digitsOffset\":\"Z\",\"x\":null}".to_vec(), b"{\"sendEmptyTxt\":true}".to_vec()])
        .collect()
}
