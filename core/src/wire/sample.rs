//! Models for tests: a sent one and a received one, each with a list.

use crate::wire::{
    Decimal, Instant, model,
    model::{Decode, Wire},
    offset_index::{FieldValue, Record},
    reader::Fault,
    schema::{Field, Kind, Presence, Variation},
};

model! {
    sent in "1"
    /// A model that is sent.
    pub(crate) struct Order {
        /// Text that is signed.
        ref_id: String [signed],
        /// Timestamp that is signed.
        date: Instant [signed],
        /// Timestamp.
        due_date: Instant,
        /// Text that is signed.
        currency: String [signed],
        /// Integer that is signed.
        total_amount: i64 [signed],
        /// Text that is signed.
        customer_sync_code: String [signed],
        /// Optional integer.
        total_tax: Option<i64>,
        /// Optional text at which rules look.
        payment_method_token: Option<String> [kept],
        /// Text whose key varies.
        settlement_to: String [signed, varies(Variation::Key { position: 0, setting: "setting" })],
        /// Text with line ends.
        description: Option<String> [multiline],
        /// Decimal above zero.
        exchange_rate_khr: Option<Decimal> [positive, quoted],
        /// Decimal whose quotes vary.
        total_amount_khr: Option<Decimal> [quoted, varies(Variation::Quotes), derived, followed_by("hash")],
        /// List.
        details: Option<Vec<Line>>,
    }
}

model! {
    sent in "1"
    /// An element of a list that is sent.
    pub(crate) struct Line {
        /// Text with a second spelling.
        item_name: Option<String> [also("item_mame"), varies(Variation::Key { position: 1, setting: "setting" })],
        /// Text with line ends.
        description: Option<String> [multiline],
        /// Integer.
        quantity: Option<i64>,
        /// Decimal on both sides of zero.
        price: Option<Decimal> [negative],
        /// Decimal on both sides of zero, of which there is a sum.
        amount: Option<Decimal> [negative, summed(1)],
        /// Decimal on both sides of zero.
        tax_amount: Option<Decimal> [negative],
        /// Text.
        tax_name: Option<String>,
    }
}

model! {
    received in "2"
    /// A model that is received.
    pub(crate) struct Notice {
        /// Text or number.
        tran_id: Option<String> [numeric],
        /// Text or number.
        tran_no: Option<String> [numeric],
        /// Text.
        payment_service_type: Option<String>,
        /// Text.
        tran_date: Option<String>,
        /// Decimal on both sides of zero.
        tran_amount: Option<Decimal> [negative],
        /// Text.
        currency: Option<String>,
        /// Text or number.
        bank_code: Option<String> [numeric],
        /// Text.
        bank_name: Option<String>,
        /// Text or number.
        bank_ref: Option<String> [numeric],
        /// Text.
        status: Option<String>,
        /// List that may be null, with a second spelling.
        customers: Parties [also("Customer")],
    }
}

model! {
    received in "2"
    /// An element of a list that is received.
    pub(crate) struct Party {
        /// Text or number.
        bill_no: Option<String> [numeric],
        /// Decimal that may be unreadable.
        amount: Option<Decimal> [negative, tolerant],
    }
}

/// A list that may be absent or null.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) struct Parties(Option<Vec<Party>>);

impl Wire for Parties {
    const KIND: Kind = Kind::List(<Party as crate::wire::Model>::SCHEMA);
    const PRESENCE: Presence = Presence::Nullable;
}

impl Decode for Parties {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        value.filter(|value| !value.is_null()).map(|value| Vec::decode(Some(value))).transpose().map(Parties)
    }

    fn decode_either(record: Record<'_>, index: usize, field: &'static Field) -> Result<Self, Fault> {
        let [own, alias] = record.spellings(index, field);
        Parties::decode(own.or(alias))
    }
}
