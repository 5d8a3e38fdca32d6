//! A draft as a Rust struct, a value tree and packets of each encoding: all give the same body, or all refuse it.

use crate::{
    cases,
    drafts::{configured, valid_bill},
};
use billwire::internal::{ABSENT, DynamicValue, Field, JsonWriter, Kept, Kind, Model, NUMBER, Packet};
use billwire::*;
use billwire_conformance::{bill as bill_in_riel, config, object, text, with};
use billwire_wasm::entrances;
use proptest::{prelude::*, sample::select};

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn every_kind_of_input_gives_the_same_body(
        (bill, profile, forms) in (bill(), profile(), any::<u64>()),
    ) {
        let biller = configured(profile);
        let tree = Forms(forms).tree(&bill);
        let typed = biller.prepare(&bill);
        let treed = entrances::prepare(&biller, OperationName::Settlement, &tree);
        let findings = |findings: &[Finding]| -> Vec<_> { findings.iter().map(|f| (f.path.clone(), f.code)).collect() };
        match (&typed, &treed) {
            (Ok(typed), Ok(treed)) => {
                prop_assert_eq!(&typed.body, &treed.body);
                prop_assert_eq!(findings(&typed.warnings), findings(&treed.warnings));
            }
            (Err(typed), Err(treed)) => prop_assert_eq!(findings(typed.violations()), findings(treed.violations())),
            _ => prop_assert!(false, "typed {typed:?}\ntree {treed:?}"),
        }
        // A packet cannot contain `extra`, and serves requests without findings.
        if bill.extra == Given::default() && bill.details.iter().flatten().all(|line| line.extra == Given::default()) {
            let quiet = typed.ok().filter(|call| call.warnings.is_empty()).map(|call| call.body);
            let written = Buffers::of(Settlement::SCHEMA.fields, &tree).written(&biller);
            prop_assert_eq!(written.map(|units| String::from_utf16(&units).unwrap()), quiet);
        }
        let Settlement { ref_id, date, currency, total_amount, customer_sync_code, settlement_to, .. } = &bill;
        let (date, total_amount) = (*date, *total_amount);
        let signed = SignedFields { ref_id, date, currency, total_amount, customer_sync_code, settlement_to };
        let key = SigningKey::new(&HashToken::new("key"));
        let packed = Buffers::of(Settlement::SCHEMA.signed().map(|(_, field)| field), &tree);
        prop_assert_eq!(packed.signed(&key), sign(&signed, &key, SigningOffset::UTC).ok());
    }
}

#[test]
fn a_packet_that_does_not_fit_is_refused() {
    let line = Line::builder().quantity(2).build();
    let bill = with(bill_in_riel(), |bill| bill.details = Some(vec![line, Line::default()]));
    let packed = Buffers::of(Settlement::SCHEMA.fields, &Forms(u64::MAX).tree(&bill));
    let biller = configured(WireProfile::default());
    assert!(packed.written(&biller).is_some());
    // A packet has no place for the warnings of its biller.
    let doubted = with(config(), |config| config.bearer = Some(BearerToken::new("${BEARER}")));
    assert_eq!(packed.written(&Biller::new(doubted).unwrap()), None);
    let refused = |change: &dyn Fn(&mut Buffers)| {
        let mut changed = packed.clone();
        change(&mut changed);
        assert_eq!(changed.written(&biller), None, "{changed:?}");
    };
    refused(&|packed| _ = packed.lengths.pop());
    refused(&|packed| packed.lengths.push(ABSENT));
    refused(&|packed| _ = packed.numbers.pop());
    refused(&|packed| packed.numbers.push(0.0));
    refused(&|packed| _ = packed.text.pop());
    refused(&|packed| packed.text.push(0x61));
    refused(&|packed| {
        packed.text.drain(..packed.lengths[0] as usize);
        packed.lengths[0] = ABSENT; // a reference that is required
    });
    let details = Settlement::SCHEMA.fields.len() - 1;
    for (at, length) in [
        (0, -3),           // no length
        (0, i32::MAX),     // beyond the text
        (details, NUMBER), // a number of lines
        (details, -3),     // no count
        (details, 3),      // more lines than there are
        (details, i32::MAX),
        (1, ABSENT), // a number that no field reads
    ] {
        refused(&|packed| packed.lengths[at] = length);
    }
    // Half a character, alone or at the end of a text.
    for lone in [0xd800, 0xdbff, 0xdc00, 0xdfff] {
        refused(&|packed| packed.text[0] = lone);
    }
    // Behind the two dates are the total and a quantity, which are integers.
    for number in [0.5, -1.0, f64::NAN, 9_007_199_254_740_992.0] {
        refused(&|packed| packed.numbers[2] = number);
        refused(&|packed| packed.numbers[3] = number);
    }
    assert!(Packet::new(&packed.text, packed.text.len() + 1, &packed.lengths, &packed.numbers).is_none());
    let (key, tree) = (SigningKey::new(&HashToken::new("key")), Forms(u64::MAX).tree(&bill));
    let signed = Buffers::of(Settlement::SCHEMA.signed().map(|(_, field)| field), &tree);
    assert!(signed.signed(&key).is_some());
    for numbers in [&[0.0][..], &[0.0, 0.5], &[0.0, 1.0, 2.0]] {
        assert_eq!(Buffers { numbers: numbers.to_vec(), ..signed.clone() }.signed(&key), None);
    }
}

/// A rate is written between quotes, and the amounts of the lines have to come to the total.
#[test]
fn numbers_of_a_packet_are_those_of_its_bill() {
    let biller = configured(WireProfile::default());
    for (amounts, is_quiet) in [([39_999.75, 0.25], true), ([39_999.75, 0.5], false), ([0.25, 39_999.0], false)] {
        let lines = amounts.map(|amount| Line::builder().amount(amount.to_string().as_str()).build());
        let bill = with(bill_in_riel(), |bill| {
            (bill.currency, bill.exchange_rate_khr, bill.details) =
                ("USD".into(), Some(4100.into()), Some(lines.into()));
        });
        let call = biller.prepare(&bill).unwrap();
        assert_eq!(call.warnings.is_empty(), is_quiet, "{amounts:?}");
        let packed = Buffers::of(Settlement::SCHEMA.fields, &Forms(0).tree(&bill));
        assert_eq!(packed.numbers.len(), 4, "the total, the rate and two amounts");
        let written = packed.written(&biller).map(|units| String::from_utf16(&units).unwrap());
        assert_eq!(written, is_quiet.then_some(call.body), "{amounts:?}");
    }
}

/// A bank needs an address to return to, so a packet keeps both.
#[test]
fn a_packet_of_a_sub_biller_is_checked() {
    let biller = configured(WireProfile::default());
    let fields = |return_url| {
        vec![
            ("name", text("N")),
            ("name_kh", text("ឈ")),
            ("bank_id", text("B")),
            ("supplier_sync_code", text("S")),
            ("return_url", return_url),
        ]
    };
    for (return_url, is_valid) in [(text("https://shop.example/back"), true), (DynamicValue::Undefined, false)] {
        let tree = object(fields(return_url));
        let expected = entrances::prepare(&biller, OperationName::Onboarding, &tree).ok().map(|call| call.body);
        assert_eq!(expected.is_some(), is_valid);
        let packed = Buffers::of(Onboarding::SCHEMA.fields, &tree);
        let written = packed.written_as(OperationName::Onboarding, &biller);
        assert_eq!(written.map(|units| String::from_utf16(&units).unwrap()), expected);
    }
}

#[test]
fn a_price_is_written_exactly_or_not_at_all() {
    let biller = configured(WireProfile::default());
    let edges = [42_949_672.95, 42_949_672.96, 42_949_671.99, 9_999_999_999_999.98];
    let hundredths = (0..4_000).map(|at| f64::from(at) / 100.0).chain(edges).map(|price| (price, true));
    let others = [0.005, 0.015, 1e-7, 9_007_199_254_740_991.0, 1e300, f64::NAN, f64::INFINITY];
    for (price, is_written) in hundredths.chain(others.map(|price| (price, false))) {
        let line = Line::builder().price(price.to_string().as_str()).build();
        let bill = with(bill_in_riel(), |bill| bill.details = Some(vec![line]));
        let mut packed = Buffers::of(Settlement::SCHEMA.fields, &Forms(u64::MAX).tree(&bill));
        let last = packed.lengths.len() - 4;
        let text = std::mem::replace(&mut packed.lengths[last], NUMBER);
        packed.text.truncate(packed.text.len() - text as usize);
        packed.numbers.push(price);
        let expected = is_written.then(|| biller.prepare(&bill).unwrap().body);
        assert_eq!(packed.written(&biller).map(|units| String::from_utf16(&units).unwrap()), expected, "{price}");
    }
}

const BEFORE: [&str; 5] = ["", "a", "0123456789abcde", "0123456789abcdef", "កខគឃងកខគឃងកខគឃងកខគឃងកខគឃងកខគឃងកខគឃងកខគឃង"];
const SPECIAL: [&str; 17] = [
    "", " ", "\0", "\t", "\n", "\r", "\r\n", "\u{1f}", "\"", "\\", "\u{7f}", "\u{85}", "\u{9f}", "\u{a0}", "é", "😀",
    "0C",
];

/// A bill with up to three fields that are wrong or at their limits.
fn bill() -> impl Strategy<Value = Settlement> {
    let wound = (0..16u8, any::<prop::sample::Index>());
    (valid_bill(), any::<bool>(), proptest::collection::vec(wound, 0..4)).prop_map(|(bill, calm, wounds)| {
        let mut bill = if calm { quiet(bill) } else { bill };
        for (field, pick) in wounds {
            // Texts are scanned in chunks: at both ends of one, and behind it.
            let at = pick.index(BEFORE.len() * SPECIAL.len());
            let text = || [BEFORE[at % BEFORE.len()], SPECIAL[at / BEFORE.len()]].concat();
            let integer = || *pick.get(&[-1, i64::MIN, i64::MAX, 1 << 53, (1 << 53) - 1, 0]);
            let decimal = || {
                pick.get(&["-0.01", "0", "-1e3", "12345678901234567890123456789012.34", "1e-34"])
                    .parse::<Decimal>()
                    .unwrap()
                    .into()
            };
            let year = || {
                Instant::from_unix_millis(*pick.get(&[
                    -62_167_219_200_001,
                    253_402_300_800_000,
                    253_402_290_000_000,
                    i64::MAX,
                ]))
            };
            let line =
                |bill: &mut Settlement| bill.details.get_or_insert_default().first().cloned().unwrap_or_default();
            match field {
                0 => bill.ref_id = text(),
                1 => bill.currency = text(),
                2 => bill.customer_sync_code = text(),
                3 => bill.settlement_to = text(),
                4 => bill.payment_method_token = Some(text().into()),
                5 => bill.description = Some(text()),
                6 => bill.total_amount = integer(),
                7 => bill.total_tax = Some(integer()),
                8 => bill.exchange_rate_khr = Some(decimal()),
                9 => bill.total_amount_khr = Some(decimal()),
                10 => (bill.exchange_rate_khr, bill.total_amount_khr) = (None, None),
                11 => bill.date = year(),
                12 => bill.due_date = year(),
                13 => bill.details = Some(vec![with(line(&mut bill), |line| line.amount = Some(decimal()))]),
                14 => {
                    bill.details =
                        Some(vec![line(&mut bill), Line::builder().quantity(integer()).item_name(text()).build()])
                }
                _ => {
                    let mut extra = Members::default();
                    extra.insert(*pick.get(&["hash", "date", "settlement_to", "destination", "item_name", "x"]), "a");
                    bill.extra = extra.into();
                }
            }
        }
        bill
    })
}

/// A bill without findings.
fn quiet(mut bill: Settlement) -> Settlement {
    for line in bill.details.iter_mut().flatten() {
        (line.amount, line.extra) = (None, Given::default());
    }
    let rate = bill.exchange_rate_khr.clone().or(Some("4100".into()));
    with(bill, |bill| {
        bill.ref_id = format!("R{}.", bill.ref_id);
        bill.customer_sync_code = format!("C{}.", bill.customer_sync_code);
        bill.settlement_to = format!("S{}.", bill.settlement_to);
        bill.currency = "USD".into();
        bill.due_date = bill.date.max(bill.due_date);
        bill.total_tax = bill.total_tax.map(|tax| tax.min(bill.total_amount));
        bill.exchange_rate_khr = rate;
        bill.total_amount_khr = None;
        bill.extra = Given::default();
    })
}

fn profile() -> impl Strategy<Value = WireProfile> {
    let offset = select(vec!["Z", "+07:00", "-11:30", "+14:00"]);
    (offset, select(vec!["settlement_to", "destination"]), any::<[bool; 4]>()).prop_map(
        |(offset, destination, flags)| {
            let [mame, seconds, number, send_empty_text] = flags;
            WireProfile::builder()
                .signing_offset(offset.parse().unwrap())
                .destination_key(destination)
                .line_item_key(if mame { LineItemKey::ItemMame } else { LineItemKey::ItemName })
                .date_style(if seconds { DateStyle::Seconds } else { DateStyle::Millis })
                .total_amount_khr_as(if number { KhrForm::Number } else { KhrForm::Text })
                .send_empty_text(send_empty_text)
                .build()
        },
    )
}

/// The form of each value, one bit each.
struct Forms(u64);

impl Forms {
    fn next(&mut self) -> bool {
        self.0 = self.0.rotate_left(1);
        self.0 & 1 == 0
    }

    fn tree(mut self, bill: &Settlement) -> DynamicValue {
        let lines =
            bill.details.as_ref().map(|lines| DynamicValue::List(lines.iter().map(|line| self.line(line)).collect()));
        let members = vec![
            ("ref_id", text(&bill.ref_id)),
            ("date", self.instant(bill.date)),
            ("due_date", self.instant(bill.due_date)),
            ("currency", text(&bill.currency)),
            ("total_amount", self.integer(bill.total_amount)),
            ("customer_sync_code", text(&bill.customer_sync_code)),
            ("total_tax", self.maybe(bill.total_tax, Forms::integer)),
            ("payment_method_token", self.maybe(bill.payment_method_token.as_ref(), |_, value| text(value.as_str()))),
            ("settlement_to", text(&bill.settlement_to)),
            ("description", self.maybe(bill.description.as_deref(), |_, value| text(value))),
            ("exchange_rate_khr", self.maybe(bill.exchange_rate_khr.as_ref(), Forms::decimal)),
            ("total_amount_khr", self.maybe(bill.total_amount_khr.as_ref(), Forms::decimal)),
            ("details", lines.unwrap_or(DynamicValue::Undefined)),
            ("extra", Json::Object(bill.extra.value().unwrap().clone()).into()),
        ];
        object(members)
    }

    fn line(&mut self, line: &Line) -> DynamicValue {
        let members = vec![
            ("item_name", self.maybe(line.item_name.as_deref(), |_, value| text(value))),
            ("description", self.maybe(line.description.as_deref(), |_, value| text(value))),
            ("quantity", self.maybe(line.quantity, Forms::integer)),
            ("price", self.maybe(line.price.as_ref(), Forms::decimal)),
            ("amount", self.maybe(line.amount.as_ref(), Forms::decimal)),
            ("tax_amount", self.maybe(line.tax_amount.as_ref(), Forms::decimal)),
            ("tax_name", self.maybe(line.tax_name.as_deref(), |_, value| text(value))),
            ("extra", Json::Object(line.extra.value().unwrap().clone()).into()),
        ];
        object(members)
    }

    fn maybe<T>(&mut self, value: Option<T>, form: impl FnOnce(&mut Forms, T) -> DynamicValue) -> DynamicValue {
        match value {
            Some(value) => form(self, value),
            None if self.next() => DynamicValue::Null,
            None => DynamicValue::Undefined,
        }
    }

    fn integer(&mut self, value: i64) -> DynamicValue {
        let double = value as f64;
        if self.next() && value.unsigned_abs() < 1 << 53 {
            DynamicValue::Double(double, double.to_string())
        } else {
            DynamicValue::Whole(value.into())
        }
    }

    /// Uses a double only if its shortest text is the decimal's own.
    fn decimal(&mut self, value: &Given<Decimal>) -> DynamicValue {
        let digits = value.to_string();
        let double: f64 = digits.parse().unwrap();
        let simple = digits.trim_start_matches(['-', '0', '.']).len() <= 12 && (double * 100.0).fract() == 0.0;
        if self.next() && simple && double.to_string() == digits {
            DynamicValue::Double(double, digits)
        } else {
            DynamicValue::Text(digits)
        }
    }

    fn instant(&mut self, value: Instant) -> DynamicValue {
        let text = value.to_string();
        if self.next() && text.len() == 24 {
            DynamicValue::Text(text)
        } else {
            DynamicValue::Millis(value.unix_millis() as f64)
        }
    }
}

/// A packed value tree.
#[derive(Clone, Debug)]
struct Buffers {
    text: Vec<u16>,
    lengths: Vec<i32>,
    numbers: Vec<f64>,
}

impl Buffers {
    fn of<'a>(fields: impl IntoIterator<Item = &'a Field>, tree: &DynamicValue) -> Buffers {
        let mut buffers = Buffers { text: Vec::new(), lengths: Vec::new(), numbers: Vec::new() };
        buffers.object(fields, tree);
        buffers
    }

    fn object<'a>(&mut self, fields: impl IntoIterator<Item = &'a Field>, tree: &DynamicValue) {
        let DynamicValue::Members(members) = tree else { panic!("no object") };
        for field in fields {
            let value = billwire::internal::member(members, field.name);
            match (field.kind, value) {
                (_, DynamicValue::Undefined | DynamicValue::Null) => self.lengths.push(ABSENT),
                (_, DynamicValue::Double(value, _) | DynamicValue::Millis(value)) => self.number(*value),
                (_, DynamicValue::Whole(value)) => self.number(*value as f64),
                (_, DynamicValue::Text(text)) => {
                    let units: Vec<u16> = text.encode_utf16().collect();
                    self.lengths.push(units.len() as i32);
                    self.text.extend(units);
                }
                (Kind::List(element), DynamicValue::List(items)) => {
                    self.lengths.push(items.len() as i32);
                    items.iter().for_each(|item| self.object(element.fields, item));
                }
                _ => panic!("{} has no packed form", field.name),
            }
        }
    }

    fn number(&mut self, value: f64) {
        self.lengths.push(NUMBER);
        self.numbers.push(value);
    }

    /// The body in units, if there is no finding.
    fn written(&self, biller: &Biller) -> Option<Vec<u16>> {
        self.written_as(OperationName::Settlement, biller)
    }

    fn written_as(&self, operation: OperationName, biller: &Biller) -> Option<Vec<u16>> {
        let (mut kept, mut body) = (Kept::default(), JsonWriter::default());
        // The buffers serve one packet after the other.
        let [first, second] = [(); 2].map(|()| {
            let warnings = biller.prepare_packet(operation, self.packet()?, &mut kept, &mut body)?;
            warnings.is_empty().then(|| body.units().to_vec())
        });
        assert_eq!(first, second);
        first
    }

    /// The hash of the signed fields, if there is no finding.
    fn signed(&self, key: &SigningKey) -> Option<Hash> {
        key.sign_packet(self.packet()?, &mut Kept::default(), &mut JsonWriter::default())
    }

    fn packet(&self) -> Option<Packet<'_>> {
        Packet::new(&self.text, self.text.len(), &self.lengths, &self.numbers)
    }
}
