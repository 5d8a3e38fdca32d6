//! Fault scripts from JSON, with every violation.

use crate::{
    finding::{Code, Finding, Findings, printable},
    interface::error::Error,
    simulator::{
        customer_payment::CustomerPayment,
        script::{AnswerFault, Script},
        service::Simulator,
        tree,
    },
    wire::Json,
};

/// The range of statuses that an HTTP client can report.
const FINAL_STATUSES: std::ops::RangeInclusive<u16> = 200..=599;
const REDIRECTS: std::ops::RangeInclusive<u16> = 300..=399;

impl Simulator {
    /// Adds the faults of a script in JSON, or none of them if any is invalid.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] with every violation.
    pub fn script_json(&mut self, script: &[u8]) -> Result<(), Error> {
        let invalid = |finding| Error::InvalidConfig { violations: Findings::from(finding) };
        let json = Json::parse(script).map_err(&invalid)?;
        let script = tree::read(&json).map_err(invalid)?;
        let violations = check(&script, &json);
        if violations.is_empty() {
            self.script(script);
            Ok(())
        } else {
            Err(Error::InvalidConfig { violations })
        }
    }
}

impl Simulator {
    /// Takes a [`CustomerPayment`] in JSON, as [`Simulator::pay`] does.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] if it is none.
    pub fn pay_json(&mut self, payment: &[u8], now_ms: u64) -> Result<String, Error> {
        let invalid = |finding| Error::InvalidConfig { violations: Findings::from(finding) };
        let json = Json::parse(payment).map_err(&invalid)?;
        let payment: CustomerPayment = tree::read(&json).map_err(invalid)?;
        Ok(self.pay(&payment, now_ms))
    }
}

/// Sentence for an attempt or a visit 0.
const FROM_ONE: &str = "expected a whole number from 1";

/// Checks what serde cannot: values that HTTP cannot carry, and unknown members.
fn check(script: &Script, json: &Json) -> Findings {
    let mut violations = Findings::default();
    let lists = [
        ("onboarding", &script.onboarding),
        ("settlement", &script.settlement),
        ("verification", &script.verification),
    ];
    for (name, list) in lists {
        for (index, one) in list.iter().enumerate() {
            let mut violation = |path: &str, code, sentence| {
                let finding = Finding::new(format!("{name}[{index}].{path}"), code);
                violations.push(finding.explained(sentence));
            };
            if one.attempt == 0 {
                violation("attempt", Code::OutOfRange, FROM_ONE);
            }
            match &one.fault {
                AnswerFault::Answer { status, headers, .. } => {
                    if !FINAL_STATUSES.contains(status) {
                        violation("fault.status", Code::OutOfRange, "expected a status from 200 to 599");
                    }
                    if !headers.iter().all(|(name, value)| is_token(name) && is_header_value(value)) {
                        violation("fault.headers", Code::UnknownValue, "expected names and values that HTTP can carry");
                    }
                }
                AnswerFault::Redirect { status, location } => {
                    if !REDIRECTS.contains(status) {
                        violation("fault.status", Code::OutOfRange, "expected a status from 300 to 399");
                    }
                    if !is_header_value(location) {
                        violation("fault.location", Code::UnknownValue, "expected an address that HTTP can carry");
                    }
                }
                AnswerFault::HttpStatus { status } if !FINAL_STATUSES.contains(status) => {
                    violation("fault.status", Code::OutOfRange, "expected a status from 200 to 599");
                }
                _ => {}
            }
            violations.extend(unread(json, name, index, one.fault.fields()));
        }
    }
    for (index, one) in script.links.iter().enumerate() {
        if one.visit == 0 {
            let finding = Finding::new(format!("links[{index}].visit"), Code::OutOfRange);
            violations.push(finding.explained(FROM_ONE));
        }
        violations.extend(unread(json, "links", index, one.fault.fields()));
    }
    for (index, one) in script.webhooks.iter().enumerate() {
        violations.extend(unread(json, "webhooks", index, one.fault.fields()));
    }
    violations
}

/// Reports unknown members of a fault without fields, which serde ignores.
fn unread(json: &Json, list: &str, index: usize, known: &[&str]) -> Option<Finding> {
    let one = json.as_object()?.get(list)?.as_array()?.get(index)?;
    let mut members = one.as_object()?.get("fault")?.as_object()?.iter();
    let (key, _) = members.find(|(key, value)| *key != "kind" && **value != Json::Null && !known.contains(key))?;
    let path = format!("{list}[{index}].fault.{}", printable(key));
    Some(Finding::new(path, Code::UnknownField).explained("there is no such setting"))
}

/// Returns whether the text can name a header (RFC 9110, section 5.6.2).
fn is_token(name: &str) -> bool {
    let in_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(in_token)
}

fn is_header_value(value: &str) -> bool {
    value.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        interface::credentials::{BearerToken, HashToken, VerificationToken},
        simulator::SimulatorConfig,
    };

    fn simulator() -> Simulator {
        let (bearer, verification) = (BearerToken::new("b"), VerificationToken::new("v"));
        Simulator::new(SimulatorConfig::new(bearer, verification, HashToken::new("h"))).unwrap()
    }

    fn faults<T>(result: Result<T, Error>) -> Vec<String> {
        let error = result.err().map(|error| error.violations().to_vec()).unwrap_or_default();
        error.into_iter().map(|finding| format!("{} {}", finding.path, finding.code)).collect()
    }

    #[test]
    fn says_what_was_expected() {
        for (script, sentence) in [
            (r#"{"settlement":{}}"#, "settlement: expected a list (wrong_type)"),
            (
                r#"{"settlement":[{"ref_id":"I","fault":"drop_after"}]}"#,
                "settlement[0].fault: expected an object (wrong_type)",
            ),
            (
                r#"{"webhooks":[{"refId":"I"}]}"#,
                "webhooks[0].refId: unknown setting; did you mean `ref_id`? (unknown_field)",
            ),
            (r#"{"settlements":[]}"#, "settlements: unknown setting; did you mean `settlement`? (unknown_field)"),
        ] {
            let error = simulator().script_json(script.as_bytes()).unwrap_err();
            assert_eq!(error.violations()[0].to_string(), sentence, "{script}");
        }
    }

    #[test]
    fn invalid_headers_are_refused() {
        for (name, expected) in
            [("X-A1", true), ("!#$%&'*+-.^_`|~", true), ("", false), ("a b", false), ("a:", false), ("\u{e9}", false)]
        {
            assert_eq!(is_token(name), expected, "{name:?}");
        }
        for (value, expected) in
            [("", true), ("\t ~", true), ("a\r", false), ("a\nb", false), ("\u{7f}", false), ("\u{e9}", false)]
        {
            assert_eq!(is_header_value(value), expected, "{value:?}");
        }
    }

    /// Scripts with one list each, and their violations. `fault` is one of the first settlement.
    const SCRIPTS: &str = r#"
settlement null |
onboarding [{"supplier_sync_code":"S","attempt":2,"fault":{"kind":"drop_after"}}] |
webhooks [{"ref_id":"I","fault":{"kind":"late","delay_ms":1}}] |
webhooks [{"ref_id":"I","fault":{"kind":"status"}}] |
webhooks [{"ref_id":"I","fault":{"kind":"twice","delay_ms":1}}] | webhooks[0].fault.delay_ms unknown_field
payments [{"ref_id":"I","transactions":[]},{"ref_id":"I","transactions":[{},{"amount":1,"currency":"USD"}]}] |
payments [{"ref_id":"I","transactions":[{"statuses":[{"status":"a"},{"status":"b","after_ms":1,"webhook":false}]}]}] |
payments [{"ref_id":"I","transactions":[{"found_ms":[]}]}] |
payments [{"ref_id":"I"}] | payments[0].transactions required
payments [{"ref_id":"I","transactions":[{"statuses":[{}]}]}] | payments[0].transactions[0].statuses[0].status required
payments [{"ref_id":"I","transactions":[{"found_ms":[1.5]}]}] | payments[0].transactions[0].found_ms[0] out_of_range
payments [{"ref_id":"I","transactions":[{"delay":1}]}] | payments[0].transactions[0].delay unknown_field
links [{"supplier_sync_code":"S","visit":0,"fault":{"kind":"twice"}}] | links[0].visit out_of_range
settlements [] | settlements unknown_field
settlement {} | settlement wrong_type
settlement [[]] | settlement[0] wrong_type
settlement [{"fault":{"kind":"drop_after"}}] | settlement[0].ref_id required
settlement [{"ref_id":null,"fault":{"kind":"drop_after"}}] | settlement[0].ref_id required
settlement [{"ref_id":true,"fault":{"kind":"drop_after"}}] | settlement[0].ref_id wrong_type
settlement [{"ref_id":"I","attempt":1.5,"fault":{"kind":"drop_after"}}] | settlement[0].attempt out_of_range
settlement [{"ref_id":"I","attempt":0,"fault":{"kind":"drop_after"}}] | settlement[0].attempt out_of_range
settlement [{"ref_id":"I","attempt":4294967296,"fault":{"kind":"drop_after"}}] | settlement[0].attempt out_of_range
fault ["slow"] | settlement[0].fault wrong_type
fault {"delay_ms":1} | settlement[0].fault.kind required
fault {"kind":"fast"} | settlement[0].fault.kind unknown_value
fault {"kind":"slow"} | settlement[0].fault.delay_ms required
fault {"kind":"drop_after","x":1} | settlement[0].fault.x unknown_field
fault {"kind":"unreadable","moves_money":true} |
fault {"kind":"unreadable","moves_money":1} | settlement[0].fault wrong_type
fault {"kind":"redirect","status":399,"location":"/\t~"} |
fault {"kind":"redirect","status":299,"location":"/"} | settlement[0].fault.status out_of_range
fault {"kind":"redirect","status":302,"location":"a\r\nb"} | settlement[0].fault.location unknown_value
fault {"kind":"answer","status":199} | settlement[0].fault.status out_of_range
fault {"kind":"answer","status":200,"headers":{"a b":""}} | settlement[0].fault.headers unknown_value
fault {"kind":"http_status","status":429} |
fault {"kind":"http_status","status":199} | settlement[0].fault.status out_of_range
"#;

    #[test]
    fn script_reports_every_violation() {
        let mut simulator = simulator();
        assert_eq!(faults(simulator.script_json(b"{}")), [""; 0]);
        for row in SCRIPTS.lines().filter(|row| !row.is_empty()) {
            let (script, expected) = row.split_once(" |").unwrap();
            let json = match script.split_once(' ').unwrap() {
                ("fault", fault) => format!(r#"{{"settlement":[{{"ref_id":"I","fault":{fault}}}]}}"#),
                (name, list) => format!(r#"{{"{name}":{list}}}"#),
            };
            assert_eq!(faults(simulator.script_json(json.as_bytes())).join("; "), expected.trim_start(), "{row}");
        }
    }
}
