//! Every way in which a deployment may differ from the interface, in one value.

use crate::{
    biller::BillerConfig,
    error::Error,
    finding::{Code, Finding},
    findings::Findings,
    json::Json,
    model::DigitsOffset,
    operation::OperationName,
    operations::Settlement,
    readings::CodeShapes,
    settings::Settings,
    wire::{
        Model,
        given::HostValue,
        schema::{Field, Key, Kind, Variation},
    },
};

/// What a deployment does that the interface does not show. The default is the interface to the letter.
///
/// It is plain data, and it is read from JSON with the names below in camel case (`destinationKey`).
///
/// ```
/// use billwire::WireProfile;
/// let profile = WireProfile::from_json(br#"{"digitsOffset":"+07:00","successCodes":{"settlement":["0"]}}"#)?;
/// assert_eq!(profile.digits_offset, "+07:00".parse().unwrap());
/// # Ok::<(), billwire::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireProfile {
    /// The key under which the destination of a settlement is sent. Default `settlement_to`.
    pub destination_key: String,
    /// Success codes beyond those of section 7.
    pub success_codes: CodesByOperation,
    /// Codes that are a refusal. Default none, since no meaning is shown.
    pub refusal_codes: CodesByOperation,
    /// How a settlement is found again by verification. Default unset: then only the service's people can tell.
    pub settlement_lookup: Option<SettlementLookup>,
    /// The key of an item's name: `item_name`, or `item_mame` as the sample of section 2.3 spells it.
    pub line_item_key: LineItemKey,
    /// How verification shows who calls: by the header `token` (section 5.2) or as a bearer.
    pub verification_auth: VerificationAuth,
    /// Whether dates carry milliseconds.
    pub date_style: DateStyle,
    /// The zone in which the signature's digits are written. Default UTC.
    pub digits_offset: DigitsOffset,
    /// Whether `total_amount_khr` goes out as text or as a number.
    pub total_amount_khr_as: KhrForm,
    /// Whether optional text given as `""` is sent, and not refused.
    pub send_empty_text: bool,
}

/// Response codes of the three operations that answer with one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct CodesByOperation {
    /// Codes of onboarding.
    #[cfg_attr(feature = "uniffi", uniffi(default))]
    pub onboarding: Vec<String>,
    /// Codes of settlement.
    #[cfg_attr(feature = "uniffi", uniffi(default))]
    pub settlement: Vec<String>,
    /// Codes of verification.
    #[cfg_attr(feature = "uniffi", uniffi(default))]
    pub verification: Vec<String>,
}

/// Which field of the bill each field of the verification request carries. Names of text fields of section 2.3.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SettlementLookup {
    /// What `identity_code` carries.
    pub identity_code: String,
    /// What `purpose_of_transaction` carries.
    pub purpose_of_transaction: String,
}

/// Declares a setting that is one of a few words.
macro_rules! words {
    ($( $(#[doc = $doc:literal])+ $name:ident { $( $(#[doc = $word_doc:literal])+ $variant:ident = $word:literal ),+ } )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
            pub enum $name { #[default] $( $(#[doc = $word_doc])+ $variant ),+ }

            impl $name {
                fn from_word(word: &str) -> Option<$name> {
                    match word { $( $word => Some($name::$variant), )+ _ => None }
                }
            }
        )+
    };
}

words! {
    /// The key of an item's name.
    LineItemKey {
        /// `item_name`, as the table of section 2.3 has it.
        ItemName = "item_name",
        /// `item_mame`, as the sample spells it.
        ItemMame = "item_mame"
    }
    /// How verification shows who calls.
    VerificationAuth {
        /// By the header `token`.
        Token = "token",
        /// By `Authorization: Bearer`.
        Bearer = "bearer"
    }
    /// How dates are written in a body.
    DateStyle {
        /// `2026-01-31T09:00:00.000Z`, as in the sample.
        Millis = "millis",
        /// `2026-01-31T09:00:00Z`.
        Seconds = "seconds"
    }
    /// How `total_amount_khr` is written.
    KhrForm {
        /// As text, as the table has it.
        Text = "text",
        /// As a number.
        Number = "number"
    }
}

impl Default for WireProfile {
    fn default() -> WireProfile {
        WireProfile {
            destination_key: DESTINATION.into(),
            success_codes: CodesByOperation::default(),
            refusal_codes: CodesByOperation::default(),
            settlement_lookup: None,
            line_item_key: LineItemKey::default(),
            verification_auth: VerificationAuth::default(),
            date_style: DateStyle::default(),
            digits_offset: DigitsOffset::default(),
            total_amount_khr_as: KhrForm::default(),
            send_empty_text: false,
        }
    }
}

const DESTINATION: &str = "settlement_to";

impl WireProfile {
    /// Reads a profile from JSON; what is left out keeps its default.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] with everything that is wrong, unknown settings included.
    pub fn from_json(json: &[u8]) -> Result<WireProfile, Error> {
        let json = Json::parse(json).map_err(|finding| Error::InvalidConfig { violations: finding.into() })?;
        let (profile, violations) = WireProfile::from_host(json.into());
        if violations.is_empty() { Ok(profile) } else { Err(Error::InvalidConfig { violations }) }
    }

    /// Reads a profile from a value tree, with all that is wrong with it.
    pub(crate) fn from_host(value: HostValue) -> (WireProfile, Findings) {
        let mut settings = Settings::new("profile", value);
        let default = WireProfile::default();
        let profile = WireProfile {
            destination_key: settings.text("destinationKey").unwrap_or(default.destination_key),
            success_codes: codes(&mut settings, "successCodes"),
            refusal_codes: codes(&mut settings, "refusalCodes"),
            settlement_lookup: lookup(&mut settings),
            line_item_key: settings.word("lineItemKey", LineItemKey::from_word).unwrap_or_default(),
            verification_auth: settings.word("verificationAuth", VerificationAuth::from_word).unwrap_or_default(),
            date_style: settings.word("dateStyle", DateStyle::from_word).unwrap_or_default(),
            digits_offset: settings.word("digitsOffset", |word| word.parse().ok()).unwrap_or_default(),
            total_amount_khr_as: settings.word("totalAmountKhrAs", KhrForm::from_word).unwrap_or_default(),
            send_empty_text: settings.flag("sendEmptyText"),
        };
        (profile, settings.finish())
    }

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
        if let Some(lookup) = &self.settlement_lookup {
            for (name, field) in lookup.fields() {
                if bill_text(field).is_none() {
                    violations.push(Finding::new(format!("profile.settlementLookup.{name}"), Code::UnknownValue));
                }
            }
        }
        let line_item = if self.line_item_key == LineItemKey::ItemMame { Key::new(LINE_ITEM_ALIAS) } else { None };
        let (Some(destination), []) = (destination, &*violations) else { return Err(violations) };
        Ok(Dialect {
            destination: (self.destination_key != DESTINATION).then(|| (self.destination_key.clone(), destination)),
            line_item,
            date_millis: self.date_style == DateStyle::Millis,
            digits_offset: self.digits_offset,
            khr_as_number: self.total_amount_khr_as == KhrForm::Number,
            send_empty_text: self.send_empty_text,
            shapes: CodeShapes::default(),
            max_lines: BillerConfig::DEFAULT_MAX_LINES,
        })
    }

    pub(crate) fn is_success(&self, operation: OperationName, code: &str) -> bool {
        self.success_codes.of(operation).iter().any(|known| known == code)
    }

    pub(crate) fn is_refusal(&self, operation: OperationName, code: &str) -> bool {
        self.refusal_codes.of(operation).iter().any(|known| known == code)
    }
}

/// The second spelling of an item's name.
pub(crate) const LINE_ITEM_ALIAS: &str = "item_mame";

impl SettlementLookup {
    fn fields(&self) -> [(&'static str, &str); 2] {
        [("identity_code", &self.identity_code), ("purpose_of_transaction", &self.purpose_of_transaction)]
    }
}

/// The place of a text field of a bill.
pub(crate) fn bill_text(name: &str) -> Option<usize> {
    Settlement::SCHEMA.fields.iter().position(|field| field.name == name && matches!(field.kind, Kind::Text))
}

impl CodesByOperation {
    fn of(&self, operation: OperationName) -> &[String] {
        match operation {
            OperationName::Onboarding => &self.onboarding,
            OperationName::Settlement => &self.settlement,
            OperationName::Verification => &self.verification,
            _ => &[],
        }
    }
}

fn codes(settings: &mut Settings, name: &str) -> CodesByOperation {
    let Some(mut inner) = settings.inner(name) else { return CodesByOperation::default() };
    let codes = CodesByOperation {
        onboarding: inner.texts("onboarding"),
        settlement: inner.texts("settlement"),
        verification: inner.texts("verification"),
    };
    settings.close(inner);
    codes
}

fn lookup(settings: &mut Settings) -> Option<SettlementLookup> {
    let mut inner = settings.inner("settlementLookup")?;
    let identity_code = inner.text("identity_code");
    let purpose_of_transaction = inner.text("purpose_of_transaction");
    for (name, value) in [("identity_code", &identity_code), ("purpose_of_transaction", &purpose_of_transaction)] {
        if value.is_none() && inner.violations.is_empty() {
            inner.violation(name, Code::Required);
        }
    }
    settings.close(inner);
    Some(SettlementLookup { identity_code: identity_code?, purpose_of_transaction: purpose_of_transaction? })
}

/// A profile made ready for writing.
#[derive(Clone, Debug)]
pub struct Dialect {
    destination: Option<(String, Key)>,
    line_item: Option<Key>,
    pub(crate) date_millis: bool,
    pub(crate) digits_offset: DigitsOffset,
    pub(crate) khr_as_number: bool,
    pub(crate) send_empty_text: bool,
    pub(crate) shapes: CodeShapes,
    pub(crate) max_lines: usize,
}

impl Dialect {
    /// The default profile's.
    pub(crate) const OF_THE_INTERFACE: Dialect = Dialect {
        destination: None,
        line_item: None,
        date_millis: true,
        digits_offset: DigitsOffset::UTC,
        khr_as_number: false,
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
