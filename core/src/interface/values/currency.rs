//! Currency codes.

/// The codes of ISO 4217, in the order of the alphabet.
const CODES: &str = "\
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF \
    CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
    GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP \
    LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB \
    PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB \
    TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB \
    XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG";

/// Whether `code` is a currency code of ISO 4217, in upper case as it is written there.
///
/// ```
/// assert!(billwire::is_iso_4217("KHR"));
/// assert!(!billwire::is_iso_4217("khr"));
/// ```
pub fn is_iso_4217(code: &str) -> bool {
    // The two that nearly every bill carries need no search.
    matches!(code, "KHR" | "USD") || iso_4217_in_any_case(code) == Some(code)
}

/// Currencies whose unit is worth much more than a riel, by any rate of the last decades.
const WORTH_RIELS: [&str; 16] =
    ["USD", "EUR", "GBP", "CHF", "AUD", "CAD", "NZD", "SGD", "HKD", "CNY", "MYR", "THB", "TWD", "PHP", "INR", "JPY"];

/// Whether a rate below one riel cannot be meant for a currency.
pub(crate) fn is_worth_riels(currency: &str) -> bool {
    WORTH_RIELS.contains(&currency)
}

/// The currency code that `code` is in whatever case.
fn iso_4217_in_any_case(code: &str) -> Option<&'static str> {
    CODES.split(' ').find(|known| known.eq_ignore_ascii_case(code))
}

/// The currency code that is meant by another spelling, or by a name or a symbol of Cambodia's two currencies.
pub(crate) fn iso_4217_meant(text: &str) -> Option<&'static str> {
    const RIEL: [&str; 4] = ["riel", "riels", "រៀល", "៛"];
    const DOLLAR: [&str; 4] = ["dollar", "dollars", "ដុល្លារ", "$"];
    let text = text.trim();
    let is_any_of = |names: [&str; 4]| names.iter().any(|name| name.eq_ignore_ascii_case(text));
    if is_any_of(RIEL) {
        Some("KHR")
    } else if is_any_of(DOLLAR) {
        Some("USD")
    } else {
        iso_4217_in_any_case(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_and_unknown_codes() {
        assert!(CODES.split(' ').all(is_iso_4217));
        assert!(["AED", "KHR", "ZWG", "THB"].into_iter().all(is_iso_4217));
        for (code, known) in [
            ("khr", Some("KHR")),
            ("Usd", Some("USD")),
            (" USD", Some("USD")),
            ("Riel", Some("KHR")),
            ("៛", Some("KHR")),
            ("$", Some("USD")),
            ("", None),
            ("KHR USD", None),
        ] {
            assert_eq!(iso_4217_meant(code), known, "{code}");
        }
        assert!(!["", " ", "KH", "KHRR", "khr", "XYZ", "KHR ", "R U"].into_iter().any(is_iso_4217));
    }
}
