//! A profile made ready for writing.

use super::{DateStyle, KhrForm, KhrRounding, LineItemKey, WireProfile};
use crate::wire::{
    Model, SigningOffset,
    model::{
        options::{Options, RenamedKey},
        schema::Kind,
    },
    value::instant::{DateDetail, DateForm, DateZone},
};
use crate::{
    finding::{Code, Finding, Findings},
    interface::{
        ambiguity::CodeShapes,
        models::{LINE_ITEM_ALIAS, Settlement},
    },
};

/// Lines that a bill may have by default. The interface shows no limit (section 8).
pub(crate) const DEFAULT_MAX_LINES: usize = 10_000;

const DESTINATION: &str = "settlement_to";

const FREE_KEY: &str = "expected a key that no other field has, of at most 28 printable ASCII characters";

impl WireProfile {
    /// Compiles the profile for validating and writing, or returns its violations.
    pub(crate) fn compiled(&self) -> Result<CompiledProfile, Findings> {
        let mut violations = Findings::default();
        let taken = |key: &str| {
            key != DESTINATION && (key == "hash" || Settlement::SCHEMA.fields.iter().any(|f| f.name == key))
        };
        let destination = RenamedKey::new(&self.destination_key).filter(|_| !taken(&self.destination_key));
        if destination.is_none() {
            violations.push(Finding::new("profile.destinationKey", Code::UnknownValue).explained(FREE_KEY));
        }
        self.check(&mut violations);
        let line_item =
            if self.line_item_key == LineItemKey::ItemMame { RenamedKey::new(LINE_ITEM_ALIAS) } else { None };
        let ([], Some(destination)) = (&*violations, destination) else { return Err(violations) };
        Ok(CompiledProfile {
            options: Options {
                keys: [Some(destination), line_item],
                unquoted: self.total_amount_khr_as == KhrForm::Number,
                allow_empty_text: self.send_empty_text,
                max_items: DEFAULT_MAX_LINES,
                date_form: self.date_form(),
                signing_offset: self.signing_offset,
            },
            khr_rounding: self.total_amount_khr_rounding,
            shapes: CodeShapes::default(),
        })
    }

    fn date_form(&self) -> DateForm {
        let local = DateZone::Local(self.written_offset());
        let (zone, detail) = match self.date_style {
            DateStyle::Millis => (DateZone::Utc, DateDetail::Millis),
            DateStyle::Seconds => (DateZone::Utc, DateDetail::Seconds),
            DateStyle::OffsetMillis => (DateZone::AsGiven, DateDetail::Millis),
            DateStyle::OffsetSeconds => (DateZone::AsGiven, DateDetail::Seconds),
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

/// A wire profile, ready for validating and writing.
#[derive(Clone, Debug)]
pub(crate) struct CompiledProfile {
    pub(crate) options: Options,
    pub(crate) khr_rounding: KhrRounding,
    pub(crate) shapes: CodeShapes,
}

/// The default profile, compiled.
pub(crate) static DEFAULT_PROFILE: CompiledProfile = CompiledProfile {
    options: Options::new(DEFAULT_MAX_LINES),
    khr_rounding: KhrRounding::Exact,
    shapes: CodeShapes { ref_id: None, customer_sync_code: None, settlement_to: None },
};

impl CompiledProfile {
    /// The same, for codes of these shapes.
    pub(crate) fn with_shapes(self, shapes: CodeShapes) -> CompiledProfile {
        CompiledProfile { shapes, ..self }
    }

    /// The same, for bills of so many lines.
    pub(crate) fn with_max_lines(mut self, max_lines: usize) -> CompiledProfile {
        self.options.max_items = max_lines;
        self
    }

    /// The default profile's, with the digits in another zone.
    pub(crate) fn with_signing_offset(signing_offset: SigningOffset) -> CompiledProfile {
        let mut compiled = DEFAULT_PROFILE.clone();
        compiled.options.signing_offset = signing_offset;
        compiled
    }
}
