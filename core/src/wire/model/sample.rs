//! Models for tests: a sent one, and a received one with a list.

use crate::wire::{
    Decimal, Given, Json, model,
    model::{
        declare::{Decode, Wire},
        schema::{Field, Kind, Presence},
    },
    read::{
        offset_index::{FieldValue, IndexedObject},
        reader::Fault,
    },
};

model! {
    sent in "1"
    /// A model that is sent.
    pub(crate) struct Order {
        /// Decimal above zero.
        exchange_rate_khr: Option<Given<Decimal>> [positive, quoted],
    }
}

model! {
    received in "2"
    /// A model that is received.
    pub(crate) struct SampleEvent {
        /// Text or number.
        tran_id: Option<String> [numeric, decides],
        /// Text or number.
        tran_no: Option<String> [numeric, decides],
        /// Text.
        payment_service_type: Option<String> [decides],
        /// Text.
        tran_date: Option<String> [decides],
        /// Decimal on both sides of zero.
        tran_amount: Option<Decimal> [negative, decides],
        /// Text.
        currency: Option<String> [decides],
        /// Text or number.
        bank_code: Option<String> [numeric, decides],
        /// Text on which no decision depends.
        bank_name: Option<String>,
        /// Text or number.
        bank_ref: Option<String> [numeric, decides],
        /// Text.
        status: Option<String> [decides],
        /// List that may be null, with a second spelling.
        customers: Parties [also("Customer"), decides],
        /// Decimal from zero on.
        fee_amount: Option<Decimal> [decides],
    }
}

model! {
    received in "2"
    /// An element of a list that is received.
    pub(crate) struct Party {
        /// Text or number.
        bill_no: Option<String> [numeric, decides],
        /// Decimal that may be unreadable.
        amount: Option<Decimal> [negative],
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

    fn json(&self) -> Option<Json> {
        self.0.json()
    }

    fn decode_either(record: IndexedObject<'_>, index: usize, field: &'static Field) -> Result<Self, Fault> {
        let [own, alias] = record.spellings(index, field);
        Parties::decode(own.or(alias))
    }
}
