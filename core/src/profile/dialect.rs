//! A profile made ready for writing.

use super::{DateStyle, KhrForm, KhrRounding, LINE_ITEM_ALIAS, LineItemKey, WireProfile};
use crate::{
    biller::BillerConfig,
    finding::{Code, Finding},
    findings::Findings,
    model::{DateDetail, DateForm, DateZone, DigitsOffset},
    operations::Settlement,
    readings::CodeShapes,
    wire::{
        Model,
        schema::{Field, Key, Kind, Variation},
    },
};

const DESTINATION: &str = "settlement_to";

impl WireProfile {
    /// What a valid profile comes to when writing; or what is wrong with it.
    pub(crate) fn dialect(&self) -> Result<Dialect, Findings> {
        let mut violations = Findings::default();
        let taken = |key: &str| {
            key != DESTINATION && (key == "hash" || Settlement::SCHEMA.fields.iter().any(|f| f.name == key))
        };
        let destination = Key::new(&self.destination_key).filter(|_| !taken(&self.destination_key));
        if destination.is_none() {
            violations.push(Finding::new("profile.destinationKey", Code::UnknownValue));
        }
        self.check(&mut violations);
        let line_item = if self.line_item_key == LineItemKey::ItemMame { Key::new(LINE_ITEM_ALIAS) } else { None };
        let (Some(destination), []) = (destination, &*violations) else { return Err(violations) };
        Ok(Dialect {
            destination: (self.destination_key != DESTINATION).then(|| (self.destination_key.clone(), destination)),
            line_item,
            date_form: self.date_form(),
            digits_offset: self.digits_offset,
            khr_as_number: self.total_amount_khr_as == KhrForm::Number,
            khr_rounding: self.total_amount_khr_rounding,
            send_empty_text: self.send_empty_text,
            shapes: CodeShapes::default(),
            max_lines: BillerConfig::DEFAULT_MAX_LINES,
        })
    }

    fn date_form(&self) -> DateForm {
        let local = DateZone::Local(self.date_offset);
        let (zone, detail) = match self.date_style {
            DateStyle::Millis => (DateZone::Utc, DateDetail::Millis),
            DateStyle::Seconds => (DateZone::Utc, DateDetail::Seconds),
            DateStyle::OffsetMillis => (DateZone::Given, DateDetail::Millis),
            DateStyle::OffsetSeconds => (DateZone::Given, DateDetail::Seconds),
            DateStyle::LocalMillis => (local, DateDetail::Millis),
            DateStyle::LocalSeconds => (local, DateDetail::Seconds),
            DateStyle::Date => (local, DateDetail::Day),
        };
        DateForm { zone, detail }
    }
}

/// A field of a bill that a lookup can carry, with its position in the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BillField {
    Text(usize),
    Date(usize),
}

/// The field of a bill that a lookup names; none if a lookup cannot carry it.
pub(crate) fn bill_field(name: &str) -> Option<BillField> {
    const SECRET: usize = Settlement::SCHEMA.index("payment_method_token");
    let (position, field) = Settlement::SCHEMA.fields.iter().enumerate().find(|(_, field)| field.name == name)?;
    match field.kind {
        Kind::Text if position != SECRET => Some(BillField::Text(position)),
        Kind::Instant => Some(BillField::Date(position)),
        _ => None,
    }
}

/// A profile made ready for writing.
#[derive(Clone, Debug)]
pub struct Dialect {
    destination: Option<(String, Key)>,
    line_item: Option<Key>,
    pub(crate) date_form: DateForm,
    pub(crate) digits_offset: DigitsOffset,
    pub(crate) khr_as_number: bool,
    pub(crate) khr_rounding: KhrRounding,
    pub(crate) send_empty_text: bool,
    pub(crate) shapes: CodeShapes,
    pub(crate) max_lines: usize,
}

impl Dialect {
    /// The default profile's.
    pub(crate) const OF_THE_INTERFACE: Dialect = Dialect {
        destination: None,
        line_item: None,
        date_form: DateForm::UTC_MILLIS,
        digits_offset: DigitsOffset::UTC,
        khr_as_number: false,
        khr_rounding: KhrRounding::Exact,
        send_empty_text: false,
        shapes: CodeShapes { ref_id: None, customer_sync_code: None, settlement_to: None },
        max_lines: BillerConfig::DEFAULT_MAX_LINES,
    };

    /// The same, for codes of these shapes.
    pub(crate) fn with_shapes(self, shapes: CodeShapes) -> Dialect {
        Dialect { shapes, ..self }
    }

    /// The same, for bills of so many lines.
    pub(crate) fn with_max_lines(self, max_lines: usize) -> Dialect {
        Dialect { max_lines, ..self }
    }

    /// The default profile's, with the digits in another zone.
    pub(crate) fn with_digits_offset(digits_offset: DigitsOffset) -> Dialect {
        Dialect { digits_offset, ..Dialect::OF_THE_INTERFACE }
    }

    /// The key under which a field is written.
    pub(crate) fn key<'a>(&'a self, field: &'a Field) -> &'a Key {
        match field.variation {
            Variation::None | Variation::KhrForm => &field.key,
            Variation::DestinationKey => self.destination.as_ref().map_or(&field.key, |(_, key)| key),
            Variation::LineItemKey => self.line_item.as_ref().unwrap_or(&field.key),
        }
    }

    /// The name under which a field is written.
    pub(crate) fn name<'a>(&'a self, field: &'a Field) -> &'a str {
        match (field.variation, &self.destination) {
            (Variation::DestinationKey, Some((name, _))) => name,
            (Variation::LineItemKey, _) if self.line_item.is_some() => LINE_ITEM_ALIAS,
            _ => field.name,
        }
    }
}
