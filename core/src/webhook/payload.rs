//! Payload of a webhook (section 2.7).

use crate::finding::Code;
use crate::interface::values::{PaymentServiceType, Status};
use crate::wire::{
    Decimal, Json, Model, model,
    model::{
        declare::{Decode, Description, Wire},
        schema::{Field, Kind, Presence},
    },
    read::{
        offset_index::{FieldValue, IndexedObject},
        reader::Fault,
    },
};

model! {
    received in "2.7"
    /// Payload of a webhook about a transaction. It proves nothing until a verification confirms it.
    pub struct WebhookPayload {
        /// Reference transaction at the service.
        tran_id: Option<String> [numeric, decides],
        /// Transaction number at the service.
        tran_no: Option<String> [numeric, decides],
        /// Transaction type: which channel produced it.
        payment_service_type: Option<PaymentServiceType>,
        /// Transaction date, as received. Without a zone, it is in the zone of your provider.
        tran_date: Option<String>,
        /// Original amount of the transaction. Anything but a number or its text stays in `extra`, with a warning of
        /// the event.
        tran_amount: Option<Decimal> [negative],
        /// Currency code (ISO 4217). Anything but text stays in `extra`, with a warning of the event.
        currency: Option<String> [aside],
        /// Bank code at the service.
        bank_code: Option<String> [numeric, decides],
        /// Bank name.
        bank_name: Option<String>,
        /// Reference number at the bank side.
        bank_ref: Option<String> [numeric, decides],
        /// Reference number at the merchant side; used to confirm the payment.
        identity_code: Option<String> [numeric, decides],
        /// Bill issue date or bill number.
        purpose_of_transaction: Option<String> [numeric, decides],
        /// Serial number of the QR code display device or terminal.
        device_code: Option<String> [numeric],
        /// Status of the transaction; only `success` is shown.
        status: Option<Status> [decides],
        /// The customers: a list, or null, or nothing. The spelling `Customer` is understood too.
        customers: Customers [also("Customer"), decides],
    }
}

model! {
    received in "2.7"
    /// A customer whose bill was paid.
    pub struct Customer {
        /// Branch code.
        branch_code: Option<String> [numeric],
        /// Branch name.
        branch_name: Option<String>,
        /// Customer code.
        customer_code: Option<String> [numeric, decides],
        /// Customer name.
        customer_name: Option<String>,
        /// Customer name in Latin script.
        customer_name_latin: Option<String>,
        /// Bill or invoice number.
        bill_no: Option<String> [numeric, decides],
        /// Amount of the bill or invoice. It may come as text or as a number. Anything else stays in `extra` under this
        /// name, with a warning of the event: no webhook is refused for it.
        amount: Option<Decimal> [negative],
    }
}

/// The customers of a webhook: the interface tells a list, null and nothing apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum Customers {
    /// The key is not there.
    #[default]
    Absent,
    /// `null`, as the merchant-proxy variant may send.
    Null,
    /// A list, which may be empty.
    Listed {
        /// The customers.
        customers: Vec<Customer>,
    },
}

impl Customers {
    /// These customers, unless the key is not there.
    fn or(self, other: Customers) -> Customers {
        if self == Customers::Absent { other } else { self }
    }

    /// The customers; none if there is no list.
    pub fn as_slice(&self) -> &[Customer] {
        if let Customers::Listed { customers } = self { customers } else { &[] }
    }
}

impl Wire for Customers {
    const KIND: Kind = Kind::List(Customer::SCHEMA);
    const PRESENCE: Presence = Presence::Nullable;

    #[cfg(feature = "serde")]
    fn is_absent(&self) -> bool {
        *self == Customers::Absent
    }

    fn describe(models: &mut Vec<Description>) {
        <Customer as Model>::describe(models);
    }
}

impl Decode for Customers {
    fn decode(value: Option<FieldValue<'_>>) -> Result<Self, Fault> {
        match value {
            None => Ok(Customers::Absent),
            Some(value) if value.is_null() => Ok(Customers::Null),
            Some(value) => Vec::decode(Some(value)).map(|customers| Customers::Listed { customers }),
        }
    }

    fn json(&self) -> Option<Json> {
        match self {
            Customers::Absent => None,
            Customers::Null => Some(Json::Null),
            Customers::Listed { customers } => customers.json(),
        }
    }

    /// Both spellings may be there if they say the same. Null yields to a list.
    fn decode_either(record: IndexedObject<'_>, index: usize, field: &'static Field) -> Result<Self, Fault> {
        let [own, alias] = record.spellings(index, field);
        let decode = |value, name| Customers::decode(value).map_err(|fault| fault.within(name));
        if alias.is_none() {
            return decode(own, field.name);
        }
        let alias_name = field.alias.unwrap_or(field.name);
        let customers = decode(alias, alias_name)?;
        let own = decode(own, field.name)?;
        let is_list = |customers: &Customers| matches!(customers, Customers::Listed { .. });
        if own == customers || !is_list(&own) {
            Ok(if is_list(&customers) { customers } else { own.or(customers) })
        } else if !is_list(&customers) {
            Ok(own)
        } else {
            Err(Fault::new(Code::ConflictingValues, record.alias_at()).within(alias_name))
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Customers {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Customers::Listed { customers } => serializer.collect_seq(customers),
            Customers::Absent | Customers::Null => serializer.serialize_unit(),
        }
    }
}
