//! Settings of a profile that no deployment can mean.

use super::{
    CodesByOperation, DateFormat, DateStyle, SettlementLookup, StatusesByObject, WireProfile,
    compiled::{BillField, bill_field},
    meaning::SUCCESS,
};
use crate::{
    finding::{Code, Finding, Findings, expected_one_of, printable},
    interface::{
        models::{ONBOARDING_SUCCESS, SETTLEMENT_SUCCESS, Settlement, VERIFICATION_SUCCESS},
        values::is_iso_4217,
    },
    wire::Model,
};

/// Places beyond which no service computes money. Doubles have noise in the sixteenth digit.
const MOST_PLACES: u16 = 12;

impl WireProfile {
    /// Everything that is wrong with the lists and the lookup.
    #[inline(never)]
    pub(super) fn check(&self, violations: &mut Findings) {
        self.check_codes(violations);
        self.check_statuses(violations);
        for (index, status) in self.nothing_happened_statuses.iter().enumerate() {
            // Another one from 500 on is a fault on the way, or in the midst of the work.
            if !matches!(status, 400..=499 | 503) {
                let path = format!("profile.nothingHappenedStatuses[{index}]");
                violations.push(Finding::new(path, Code::OutOfRange).explained(
                    "expected a status from 400 to 499, or 503: no other one tells that nothing has happened",
                ));
            }
        }
        for (index, status) in self.not_found_statuses.iter().enumerate() {
            if !matches!(status, 200..=299 | 400..=499) {
                let finding = Finding::new(format!("profile.notFoundStatuses[{index}]"), Code::OutOfRange);
                violations.push(finding.explained("expected a status from 200 to 299, or from 400 to 499"));
            }
        }
        if let Some(lookup) = &self.settlement_lookup {
            check_lookup(lookup, violations);
        }
        self.check_places(violations);
        self.check_date_offset(violations);
    }

    fn check_places(&self, violations: &mut Findings) {
        for (currency, places) in &self.amount_places {
            let path = || format!("profile.amountPlaces.{}", printable(currency));
            if !is_iso_4217(currency) {
                violations.push(Finding::new(path(), Code::UnknownCurrency));
            } else if *places > MOST_PLACES {
                let finding = Finding::new(path(), Code::OutOfRange);
                violations.push(finding.explained(format!("expected a whole number from 0 to {MOST_PLACES}")));
            }
        }
    }

    /// Reports a date that is written without its time in a zone that nobody has named. Before 07:00 in Phnom Penh, the
    /// day in UTC is the one before.
    fn check_date_offset(&self, violations: &mut Findings) {
        let lookup = self.settlement_lookup.as_ref().filter(|lookup| {
            let format = lookup.date_format.as_deref().and_then(DateFormat::parse);
            let is_date = matches!(bill_field(&lookup.purpose_of_transaction), Some(BillField::Date(_)));
            is_date && format.is_some_and(|format| format.is_cut_to_a_day())
        });
        if self.date_offset.is_none() && (lookup.is_some() || self.date_style == DateStyle::Date) {
            violations.push(Finding::new("profile.dateOffset", Code::Required).explained(DAY_WITHOUT_ZONE));
        }
    }

    fn check_codes(&self, violations: &mut Findings) {
        for (operation, of, own_success) in CodesByOperation::LISTS {
            let lists = [
                ("successCodes", of(&self.success_codes)),
                ("refusalCodes", of(&self.refusal_codes)),
                ("notFoundCodes", of(&self.not_found_codes)),
                ("existsAlreadyCodes", of(&self.exists_already_codes)),
            ];
            check_lists(operation, &lists, violations);
            // The success code of the interface counts as listed; naming it once more changes nothing.
            for (setting, codes) in lists.iter().skip(1) {
                let path = [setting, ".", operation].concat();
                report(codes, &|code| code == own_success, &path, Code::ListedTwice, violations);
            }
        }
    }

    fn check_statuses(&self, violations: &mut Findings) {
        for (object, of) in StatusesByObject::LISTS {
            let by_default = [SUCCESS.to_owned()];
            let success = of(&self.success_statuses).as_deref().unwrap_or(&by_default);
            let [pending, failed] = [&self.pending_statuses, &self.failed_statuses].map(of);
            let lists = [
                ("successStatuses", success),
                ("pendingStatuses", pending.as_deref().unwrap_or_default()),
                ("failedStatuses", failed.as_deref().unwrap_or_default()),
            ];
            if success.is_empty() {
                violations.push(Finding::new(format!("profile.successStatuses.{object}"), Code::Required));
            }
            check_lists(object, &lists, violations);
        }
    }
}

type CodeList = (&'static str, fn(&CodesByOperation) -> &[String], &'static str);

impl CodesByOperation {
    /// Its lists, each with the success code of the interface (section 7).
    const LISTS: [CodeList; 3] = [
        ("onboarding", |codes| &codes.onboarding, ONBOARDING_SUCCESS),
        ("settlement", |codes| &codes.settlement, SETTLEMENT_SUCCESS),
        ("verification", |codes| &codes.verification, VERIFICATION_SUCCESS),
    ];
}

/// Reports blank texts, and texts that an earlier list holds.
#[inline(never)]
fn check_lists(inner: &str, lists: &[(&str, &[String])], violations: &mut Findings) {
    for (position, (setting, texts)) in lists.iter().enumerate() {
        let earlier = lists.get(..position).unwrap_or_default();
        let is_listed = |text: &str| earlier.iter().any(|(_, texts)| texts.iter().any(|known| known == text));
        let path = [setting, ".", inner].concat();
        report(texts, &|text| text.trim().is_empty(), &path, Code::Empty, violations);
        report(texts, &is_listed, &path, Code::ListedTwice, violations);
    }
}

#[inline(never)]
fn report(texts: &[String], is_wrong: &dyn Fn(&str) -> bool, list: &str, code: Code, violations: &mut Findings) {
    for (index, text) in texts.iter().enumerate() {
        if is_wrong(text) {
            violations.push(Finding::new(format!("profile.{list}[{index}]"), code));
        }
    }
}

#[inline(never)]
fn check_lookup(lookup: &SettlementLookup, violations: &mut Findings) {
    let mut report = |name: &str, code| {
        let finding = Finding::new(format!("profile.settlementLookup.{name}"), code);
        violations.push(match (code, name) {
            (Code::UnknownValue, "dateFormat") => finding.explained(DATE_FORMATS),
            (Code::UnknownValue, _) => finding.explained(expected_one_of(fields(name == "purpose_of_transaction"))),
            _ => finding,
        });
    };
    if !matches!(bill_field(&lookup.identity_code), Some(BillField::Text(_))) {
        report("identity_code", Code::UnknownValue);
    }
    let purpose = bill_field(&lookup.purpose_of_transaction);
    if purpose.is_none() {
        report("purpose_of_transaction", Code::UnknownValue);
    }
    let carries_reference =
        [&lookup.identity_code, &lookup.purpose_of_transaction].into_iter().any(|field| field == "ref_id");
    if !carries_reference {
        report("identity_code", Code::NoReference);
    }
    let customer = lookup.customer_code.as_deref().map(bill_field);
    if customer.is_some_and(|field| !matches!(field, Some(BillField::Text(_)))) {
        report("customer_code", Code::UnknownValue);
    }
    match (purpose, &lookup.date_format) {
        (Some(BillField::Date(_)), None) => report("dateFormat", Code::Required),
        (Some(BillField::Date(_)), Some(format)) => {
            if DateFormat::parse(format).is_none() {
                report("dateFormat", Code::UnknownValue);
            }
        }
        (_, Some(_)) => report("dateFormat", Code::NotAllowed),
        (_, None) => {}
    }
}

const DAY_WITHOUT_ZONE: &str = "a date without a time needs its zone: set `dateOffset`, such as +07:00";

const DATE_FORMATS: &str =
    "expected `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss`, with `-`, `/`, `.`, `:`, `_`, `T` or spaces between them";

/// Fields of a bill that a lookup can carry.
fn fields(with_dates: bool) -> impl Iterator<Item = &'static str> {
    let names = Settlement::SCHEMA.fields.iter().map(|field| field.name);
    names.filter(move |name| bill_field(name).is_some_and(|field| with_dates || matches!(field, BillField::Text(_))))
}
