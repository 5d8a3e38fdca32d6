//! Codes of the rules.

/// Declares the codes: the name in Rust, the stable text, and the explanation of each.
macro_rules! codes {
    ($( $(#[doc = $doc:literal])+ $name:ident = $text:literal, $explanation:literal; )+) => {
        /// Rule that a `Finding` names. Its text never changes once released.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
        pub enum Code { $( $(#[doc = $doc])+ $name ),+ }

        impl Code {
            /// Every code, in the order of declaration.
            pub const ALL: &'static [Code] = &[ $( Code::$name ),+ ];

            /// Doc comment of each code, in the same order, for the types of other languages.
            #[doc(hidden)]
            pub const DOCS: &'static [&'static str] = &[ $( concat!($($doc),+) ),+ ];

            /// Returns the stable text of the code, such as `missing_offset`.
            pub const fn as_str(self) -> &'static str {
                match self { $( Code::$name => $text ),+ }
            }

            /// Returns one sentence that explains the rule. It never contains a value.
            pub const fn explanation(self) -> &'static str {
                match self { $( Code::$name => $explanation ),+ }
            }
        }
    };
}

codes! {
    /// A required field is absent or null.
    Required = "required", "this field is required";
    /// A value of another type than the field has.
    WrongType = "wrong_type", "the value has the wrong type";
    /// A key that the model does not know.
    UnknownField = "unknown_field", "unknown field; if it is meant, put it into `extra`";
    /// A key that the caller must not pass: `hash`, or a known field inside `extra`.
    ReservedKey = "reserved_key", "this key is written by billwire and cannot be given";
    /// Text of length zero.
    Empty = "empty", "the text is empty";
    /// A control character, U+0000 to U+001F or U+007F to U+009F, that is not allowed.
    ControlCharacter = "control_character", "the text holds a control character";
    /// A lone surrogate, which UTF-8 cannot represent.
    LoneSurrogate = "lone_surrogate", "the text holds half a surrogate pair";
    /// A number with a fraction in an integer field.
    NotAnInteger = "not_an_integer", "the number is not an integer";
    /// NaN or an infinity.
    NotFinite = "not_finite", "the number is not finite";
    /// A number outside the bounds of its field.
    OutOfRange = "out_of_range", "the number is out of range for this field";
    /// More than 34 significant digits.
    TooManyDigits = "too_many_digits", "the number has more than 34 significant digits";
    /// A binary floating-point number of more than 15 significant digits, which has no exact decimal.
    InexactNumber = "inexact_number", "a number of over 15 digits is not exact: give the decimal as text";
    /// Text that is not a decimal number.
    InvalidDecimal = "invalid_decimal", "the text is not a plain decimal number";
    /// Text that is not an RFC 3339 timestamp.
    InvalidInstant = "invalid_instant", "the text is not an RFC 3339 timestamp such as 2026-01-31T09:00:00.000Z";
    /// A timestamp without an offset, which is ambiguous.
    MissingOffset = "missing_offset", "without Z or an offset such as +07:00 the timestamp is ambiguous";
    /// More than three fraction digits, or more places than an amount may have.
    TooPrecise = "too_precise", "the timestamp has more than three fraction digits";
    /// Second 60.
    LeapSecond = "leap_second", "second 60 cannot be signed";
    /// A year outside 0000 to 9999, in UTC or in the zone of the digits.
    YearOutOfRange = "year_out_of_range", "the year is outside 0000 to 9999";
    /// Nested more deeply than allowed.
    TooDeep = "too_deep", "the value is nested too deeply";
    /// More bytes than allowed.
    TooLarge = "too_large", "the body has more bytes than allowed";
    /// More elements than allowed.
    TooManyItems = "too_many_items", "the list has more elements than allowed";
    /// Not JSON (RFC 8259).
    InvalidJson = "invalid_json", "the body is not valid JSON";
    /// Bytes that are not UTF-8.
    InvalidUtf8 = "invalid_utf8", "the body is not valid UTF-8";
    /// A key that occurs twice in one object.
    DuplicateKey = "duplicate_key", "a key stands twice in one object";
    /// Two spellings of one field with different content.
    ConflictingValues = "conflicting_values", "two spellings of one field hold different values";
    /// A setting with a value that it does not accept.
    UnknownValue = "unknown_value", "this setting has no such value";
    /// `return_url` is absent although `bank_id` is filled in (section 2.1).
    RequiredWithBankId = "required_with_bank_id", "return_url is required when bank_id is filled in";
    /// `total_amount_khr` was left out and cannot be computed (section 2.3).
    Underivable = "underivable", "give total_amount_khr, or exchange_rate_khr from which it is computed";
    /// More line items than the setting `max_lines` (`maxLines`) allows.
    TooManyLines = "too_many_lines", "the bill has more line items than the biller's limit of lines allows";
    /// Warning: the lines' amounts, with or without their taxes, do not sum to `total_amount`.
    LinesDoNotSum = "lines_do_not_sum", "the amounts of the lines do not sum to total_amount";
    /// Warning: `total_amount_khr` is not `total_amount` times the rate.
    KhrDoesNotMatch = "khr_does_not_match", "total_amount_khr is not total_amount times the exchange rate";
    /// Warning: the rate is below one riel for a currency whose unit is worth more.
    InvertedRate = "inverted_rate",
        "the rate is below 1: give how many riel are one unit of the currency, not how many units are one riel";
    /// Warning: a date in the years 2500 to 2699, which a Buddhist calendar has now.
    BuddhistYear = "buddhist_year",
        "the year is one of the Buddhist calendar: give that of the Gregorian one, which is 543 less";
    /// Warning: a date in the first weeks of 1970, where seconds lead that were taken as milliseconds.
    EpochDate = "epoch_date",
        "the date is of the first weeks of 1970: it was made of seconds in place of milliseconds, or of nothing";
    /// Warning: `due_date` lies before `date`.
    DueBeforeDate = "due_before_date", "due_date lies before date";
    /// Warning: `total_tax` is above `total_amount`, in which it is included.
    TaxAboveTotal = "tax_above_total", "total_tax is above total_amount, which includes it";
    /// Warning: the currency is no ISO 4217 code.
    UnknownCurrency = "unknown_currency", "the currency is not an ISO 4217 code";
    /// White space at either end of a signed field (a warning) or of a secret (a violation).
    SurroundingSpace = "surrounding_space",
        "there is white space at an end of the text, such as a file's line end: trim it";
    /// Warning: a signed field holds a character that cannot be seen, such as U+200B.
    InvisibleCharacter = "invisible_character", "the text holds an invisible character, which is signed too";
    /// Warning: `total_amount` is zero.
    ZeroTotal = "zero_total", "total_amount is 0, which pays nothing";
    /// Warning: `return_url`, or the link of an answer, is no address that a browser or an app can go to.
    NoAddress = "no_address", "the address does not begin with a scheme such as https://, or it runs a script";
    /// Warning: the link of an answer is not encrypted.
    InsecureLink = "insecure_link", "the address does not begin with https://, so others can read it";
    /// Warning: another amount and customer would give the same signing string (section 5.3).
    AmbiguousSigningString = "ambiguous_signing_string",
        "total_amount and customer_sync_code are signed without a separator, and the code begins with a digit";
    /// Warning: a code does not have the shape that was declared for it.
    ShapeMismatch = "shape_mismatch", "the code does not have the shape that was declared for it";
    /// The base address is not one that requests can be sent to.
    InvalidBaseUrl = "invalid_base_url",
        "give https://, a plain host and at most a path: no user, query, fragment or backslash";
    /// A path that does not stay below the base address.
    InvalidPath = "invalid_path", "give a path that begins with a slash: no dot segments, no empty ones, no query";
    /// Something that the operation does not take.
    NotAllowed = "not_allowed", "this operation does not take it";
    /// `http` where it is not allowed.
    InsecureBaseUrl = "insecure_base_url", "http is only for localhost, 127.0.0.1 and [::1], with `allowLoopbackHttp`";
    /// A header token with other than visible ASCII characters.
    InvalidToken = "invalid_token", "the token holds something else than visible ASCII characters";
    /// A bearer token that already begins with `Bearer `.
    BearerPrefix = "bearer_prefix", "give the token alone, without the word Bearer";
    /// Warning: a credential that a program has filled in wrongly.
    PlaceholderCredential = "placeholder_credential",
        "the credential looks like a variable that was not set (undefined, ${NAME}) or is in quotes";
    /// Credentials in a browser, without having said that this is meant.
    Browser = "browser", "credentials do not belong in a browser: prepare on a server, or set dangerouslyAllowBrowser";
    /// A value that another list of the settings holds already.
    ListedTwice = "listed_twice", "another list holds this value already";
    /// No `Token` header (section 4.4).
    MissingToken = "missing_token",
        "the webhook carries no Token header; no other header, such as Authorization, counts";
    /// More than one `Token` header.
    DuplicateToken = "duplicate_token", "the webhook carries more than one Token header";
    /// Warning: a `Token` header at a receiver of the checkout variant, which checks none (section 4.4).
    UncheckedToken = "unchecked_token",
        "the webhook carries a Token, which a receiver of the checkout variant does not check: make a receiver \
         of the merchant proxy with it";
    /// A `Token` that is none of those expected.
    WrongToken = "wrong_token", "the webhook's Token is not an expected one";
    /// A response code that the profile lists as a refusal.
    Refused = "refused", "the service refused: its code is listed as a refusal";
    /// One of the codes that the interface names without a meaning (section 7).
    CodeWithoutMeaning = "code_without_meaning", "the interface names this response code without a meaning";
    /// A response code that nobody has described.
    UnknownCode = "unknown_code", "the response code is neither a success nor a known refusal";
    /// A response without a code.
    MissingCode = "missing_code", "the response carries no code";
    /// The lookup carries no field by which a bill is known.
    NoReference = "no_reference", "no field of the lookup carries ref_id, so it identifies no bill";
    /// A code that the profile lists for a bill or a sub biller that exists already.
    ExistsAlready = "exists_already", "the service answers that it exists already";
    /// The service declared the bill or the payment failed, by a status that the profile lists.
    DeclaredFailed = "declared_failed", "the service declared the bill, the payment or the transaction failed";
    /// A code that the profile lists for something that was not found.
    NotFound = "not_found", "the service has found nothing";
    /// An answer that tells a failure and a success at once, or is about another subject than its request.
    Contradictory = "contradictory",
        "the answer contradicts itself or its request: a failure beside a success, or another code than was asked for";
    /// A transaction's date that is there and cannot be read, so that a lookup cannot tell whether it is older than the
    /// bill.
    UnreadableDate = "unreadable_date", "the transaction has a date in a form that billwire does not read";
    /// An HTTP status other than 200.
    HttpStatus = "http_status", "the HTTP status is not 200";
    /// A redirect, which is never followed with credentials.
    Redirect = "redirect", "the service redirected: credentials and bills are not sent elsewhere";
    /// No answer arrived.
    NoAnswer = "no_answer", "no answer arrived";
    /// A settlement's call, or the request of a flow, that is sent once and is or was sent.
    AlreadySent = "already_sent", "this call is or was sent, and is not sent a second time: find out what became of it";
    /// The bearer token is not configured (section 5.1).
    Bearer = "bearer",
        "this call needs the bearer token, which is not set; if it comes from an environment variable, that one \
         is missing";
    /// The verification token is not configured (section 5.2).
    VerificationToken = "verification_token",
        "this call needs the verification token, which is not set; if it comes from an environment variable, \
         that one is missing";
    /// The hash token is not configured (section 5.3).
    HashToken = "hash_token",
        "this call needs the hash token, which is not set; if it comes from an environment variable, that one is \
         missing";
    /// The profile does not say how a settlement is found again.
    SettlementLookup = "settlement_lookup",
        "the profile's `settlementLookup` is not set, so a bill cannot be looked up";
    /// Warning: the profile lists no code by which a lookup says that a bill was not found.
    NotFoundCodes = "not_found_codes",
        "no not-found code of verification is set, so a bill whose answer is lost is never sent again";
    /// A settlement was accepted, and the answer does not say that it has moved the money.
    NotSettledYet = "not_settled_yet", "the service accepted the settlement and does not say that it is settled";
    /// All attempts of a flow were used up, and none moved anything.
    AttemptsUsedUp = "attempts_used_up", "every attempt that the policy allows was made, and nothing moved";
    /// The deadline of a flow has passed.
    DeadlinePassed = "deadline_passed", "the deadline of the policy has passed";
    /// A lookup found a transaction that does not settle the bill.
    OtherTransaction = "other_transaction", "the service has another transaction under the references of this bill";
    /// A flow was told something that it did not ask for.
    OutOfTurn = "out_of_turn", "the flow expects something else: ask for its step, do it, and say what happened once";
    /// A record that a later version of billwire wrote.
    RecordVersion = "record_version", "a later version of billwire wrote this record: update billwire to read it";
    /// No bill is known that shows whether lookups work.
    NoControl = "no_control",
        "no settled bill was named, so nothing shows that lookups work and \"not found\" proves nothing";
    /// The lookup does not find a bill that is settled.
    BlindLookup = "blind_lookup",
        "the lookup does not find a bill that is known as settled: check its settings and its token";
    /// The answers to lookups cannot be used.
    UnusableLookup = "unusable_lookup",
        "the answers to the lookups of this bill cannot be used: check the settings of the lookup";
    /// Something was heard after a bill had ended as refused.
    HeardLater = "heard_later", "after the bill was refused, the service said that it took it";
    /// A person has said that the transaction of a bill is another bill's.
    Disputed = "disputed", "a person has said that this transaction is not the bill's";
    /// A record, or a biller, of another service.
    OtherService = "other_service", "this belongs to another service: the base address differs";
    /// A bill that controls its own lookup.
    SameBill = "same_bill", "expected another bill than the one that is settled";
    /// A record that did not end as the call requires.
    NotRefused = "not_refused", "only a refused record can be reopened, and only an unclear one takes a person's word";
    /// A person has asked the service.
    PersonsWord = "persons_word", "a person has asked the service, and nothing has moved";
    /// A record of another bill.
    OtherBill = "other_bill", "the record is of another bill, or the bill was changed after its first attempt";
    /// A fault of billwire itself.
    Internal = "internal", "a fault inside billwire: please report it";
}

impl Code {
    /// Returns the address of the code in the error catalogue, which has its cause and its remedy.
    ///
    /// ```
    /// use billwire::Code;
    ///
    /// assert_eq!(Code::MissingOffset.doc_url(), "https://billwire.github.io/billwire/errors.html#missing_offset");
    /// ```
    pub fn doc_url(self) -> String {
        ["https://billwire.github.io/billwire/errors.html#", self.as_str()].concat()
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
