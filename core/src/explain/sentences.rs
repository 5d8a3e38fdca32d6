//! Sentences about mistakes: what the other program does, and what to change there.

/// The sentence of a mistake, or of one of its kinds.
pub(crate) fn sentence(about: &str, with: &str) -> &'static str {
    match (about, with) {
        ("key_before", "\u{feff}") => "a byte order mark stands before the key: save its file without one",
        ("text_before", "\u{feff}") => "a byte order mark stands before the signing string",
        ("date_pattern", "yyyyMdHms") => "numbers of one digit have no zero before them: pad them to two digits",
        ("text_digits", "ASCII") => "digits of other scripts are signed as those of ASCII",
        _ => SENTENCES.lines().find_map(|line| line.strip_prefix(about)?.strip_prefix(": ")).unwrap_or_default(),
    }
}

const SENTENCES: &str = "\
zone: the digits of the date are written in this zone
zone_elsewhere: the digits of the date are in this zone, which is not Cambodia's: a clock or summer time may be off
zone_unused: the date is off by this much, but no country uses this zone: look for a clock that is off
zone_dropped: the Z is dropped, and the date is read in this zone
zone_dropped_unused: the date is off by this much, but no country uses this zone: look for a clock that is off
due_date: due_date is signed instead of date
hour_off: the date is an hour off: summer time is applied, or a clock is wrong
date_rounded: the seconds of the date are rounded: cut the milliseconds off
iso_text: the date is signed as the text of the body: the pattern is yyyyMMddHHmmss
iso_text_seconds: the date is signed as ISO text without milliseconds: the pattern is yyyyMMddHHmmss
twelve_hours: the hours are counted to twelve: the pattern has hh where HH is due
millis: the digits of the date carry milliseconds
date_only: the date is signed as its eight digits of the day
seconds_missing: the digits of the date end with the minutes
minutes_and_months: minutes and months are mixed up as in this pattern: MM is the month, mm the minute
unix_seconds: the date is signed as seconds since 1970
unix_millis: the date is signed as milliseconds since 1970
week_year: the year is that of the week, whose weeks begin so: write yyyy, not YYYY
buddhist_year: the year of the date is one of the Buddhist calendar
month_from_zero: the months are counted from zero, as getMonth() does: add one
date_order: the digits of the date are in the order of this pattern: the right one is yyyyMMddHHmmss
date_pattern: the date is written by this pattern: the right one is yyyyMMddHHmmss
date_digits: the digits of the date are those of this script: format it in the locale ROOT
amount_decimals: total_amount is signed with so many decimals: sign whole units
amount_thousands: total_amount is signed with thousands separators
amount_cents: total_amount is signed in cents
amount_khr: total_amount_khr is signed instead of total_amount
amount_scientific: total_amount is signed with an exponent, as 1000 is here: write its digits alone
amount_form: total_amount is signed in this form: its digits alone are due
amount_scaled: total_amount is signed in another unit
amount_padded: zeros before total_amount make it this long: sign it without them
amount_digits: total_amount has the digits of this script: format it in the locale ROOT
amount_narrowed: total_amount does not fit the type: it needs 64 bits, or a decimal
currency_lower_case: the currency is signed in lower case
currency_form: the currency is signed in this form: its code is due, as in the body
currency_other: another currency is signed than the bill's
nfc: the text is brought into Unicode's form C before it is signed
nfd: the text is brought into Unicode's form D before it is signed
html_entities: the text is signed with HTML entities: sign it before it is escaped
html_decoded: HTML entities in the text are decoded before it is signed
text_upper_case: the text is signed in upper case
text_lower_case: the text is signed in lower case
text_trimmed: white space around the text is cut off before it is signed
text_url_encoded: the text is signed encoded for a URL, with these characters: sign it before that
text_url_decoded: the text is decoded as if it came from a URL before it is signed
invisible_removed: characters that nobody sees, such as U+200B in Khmer, are removed first
text_digits: digits are signed as those of this script: format in the locale ROOT
leading_zeros_removed: zeros before a number are cut off: a code is no number
characters_removed: these characters are removed before the text is signed
spaces_replaced: spaces are signed as this text
text_escaped: characters are escaped before the text is signed, such as this one
text_cut: the text is cut to this many characters, as a column that is too narrow does
destination: another destination is signed
text_behind: the signing string carries this text at its end: cut it off
text_before: the signing string carries this text at its beginning: cut it off
text_around: the signing string stands between these characters
separator: the fields are joined by this separator
separator_behind: each field, and the last one too, is followed by this text
field_missing: this field is not in the signing string
field_added: this field is signed, too: it is not one of the six
field_undefined: this field is signed as a program writes a missing one: look for its name
key_in_text: the signing string has the key in it: it belongs to HMAC alone
order_alphabetical: the fields are in the order of the alphabet
order_reversed: the fields are in the opposite order
order_swapped: these two fields are swapped
order_moved: this field is at another place
values_quoted: every value is signed between quotes
texts_quoted: every value but total_amount is signed between quotes
labelled: the fields are signed with their names, joined so: sign the values alone
json_fields: the six fields are signed as JSON: sign the values alone
json_body: the JSON body is signed instead of the signing string
json_body_spaced: the JSON body is signed instead of the signing string, with the spaces of this writer
utf16: key and signing string are in UTF-16, not UTF-8
utf16_string: the signing string is in UTF-16, not UTF-8
encoding: the signing string is in this encoding, not UTF-8
text_encoded: the signing string is encoded so before it is signed: sign it as it is
string_lower_case: the signing string is in lower case
text_hashed: the signing string is hashed so before it is signed: sign it as it is
key_quoted: the key stands between quotes: strip them where it is read, such as from an env file
key_unquoted: the quotes around the key are stripped
key_trimmed: the white space around the key is cut off
key_trailing_newline: the key carries a newline at its end
key_trailing_crlf: the key carries a carriage return and a newline at its end
key_before: the key carries this text at its beginning: cut it off where it is read
key_behind: the key carries this text at its end
key_hex_decoded: the key is decoded from hex: it is used as it is
key_base64_decoded: the key is decoded from Base64: it is used as it is
key_decoded: the key is decoded: it is used as it is
key_encoded: the key is encoded: it is used as it is
key_expanded: the key is changed at this text, as a shell expands variables: put it between single quotes
key_unescaped: backslashes in the key escape what follows: put it between single quotes
key_cut: the key ends before this text, as some readers of env files cut it: put it between quotes
key_begins_behind: the key begins behind this text: the whole of it is the key
key_cut_to: the key is cut to this many bytes
key_without: the key has lost this text
key_missing: the key is this text, or empty: its variable is not set
utf16_key: the key is in UTF-16, not UTF-8
key_encoding: the key is in this encoding, not UTF-8
key_lower_case: the key is in lower case
key_upper_case: the key is in upper case
key_hashed: the key is hashed first: it is used as it is
hmac_sha256: HMAC is made with SHA-256
hmac_sha384: HMAC is made with SHA-384
hmac_sha1: HMAC is made with SHA-1
hmac_twice: the hash is signed once more
key_and_message_swapped: the signing string is used as the key
plain_key_message: it is SHA-512 of the key and the signing string, without HMAC
plain_message_key: it is SHA-512 of the signing string and the key, without HMAC
plain_key_message_key: it is SHA-512 of the signing string between two keys, without HMAC
plain_message: it is SHA-512 of the signing string, without the key
hex: the hash is written as hex
upper_case_hex: the hash is written as hex in upper case
hex_grouped: the hash is written as hex with this text between the bytes
base64_no_pad: the hash is written in Base64 without padding
base64_url_safe: the hash is written in the Base64 for URLs
base64_url_safe_no_pad: the hash is written in the Base64 for URLs, without padding
base64_of_hex: the hash is the Base64 of its hex text
base64_of_upper_case_hex: the hash is the Base64 of its hex text in upper case
base64_of_text: the bytes of the hash are read as text in this encoding before Base64
base64_twice: the hash is encoded in Base64 twice
hex_of_base64: the hash is the hex of its Base64 text
url_encoded: the hash is encoded for a URL
url_encoded_lower_case: the hash is encoded for a URL, with hex in lower case
plus_as_space: each + of the hash has become a space: encode it for the URL
hash_escaped: the hash is escaped so, as text of another format
mime_wrapped: the hash is wrapped after 76 characters, as MIME does
pem_wrapped: the hash is wrapped after 64 characters, as PEM does
hash_lower_case: the hash is written in lower case, which loses what it says
hash_upper_case: the hash is written in upper case, which loses what it says
hash_before: this text stands before the hash
hash_quoted: the hash stands between these characters
hash_cut: the hash is cut to this many characters: make the column wider
byte_list: the hash is the list of its bytes
";
