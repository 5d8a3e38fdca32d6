//! Changes that programs make to a key, a text or a hash.
//!
//! Their results are wiped after use and written in one piece: bytes that grow leave copies behind.

use crate::wire::write::json_writer::JsonWriter;
use base64::{
    Engine, alphabet,
    engine::{
        DecodePaddingMode,
        general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD},
    },
};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

pub(crate) type Bytes = Zeroizing<Vec<u8>>;

/// A change. Its `with` is the text that completes the name of a mistake, such as `"` in `key_quoted`.
#[derive(Clone, Copy)]
pub(crate) enum Change {
    /// Text in which `0` stands for the original, and `·` for `with`.
    Filled(&'static str),
    Trimmed,
    Unquoted,
    /// The text before the first `with`.
    CutAt,
    /// The text behind the first `with`.
    BeginsBehind,
    /// As many bytes as `with` says.
    FirstBytes,
    /// As many characters as `with` says.
    FirstChars,
    WithoutZerosBefore,
    /// Without the characters of `with`.
    Without,
    Replaced(&'static [(&'static str, &'static str)]),
    /// Lines of so many bytes, with `with` between them.
    Lines(usize),
    /// A list of the bytes as numbers.
    List,
    SignedList,
    LowerCase,
    UpperCase,
    Base64,
    Base64Decoded,
    Hex,
    HexDecoded,
    Sha256,
    Sha512,
    UrlEncoded,
    UrlEncodedInLowerCase,
    UrlDecoded,
    /// Variables expanded that begin with `with`, of which there are none.
    Expanded,
    Unescaped,
    /// This text for each character that ASCII lacks.
    Ascii(&'static str),
    /// A question mark for each byte that ASCII lacks.
    AsciiBytes,
    Latin1,
    ReadAsLatin1,
    ReadAsUtf8,
    Utf16Le,
    Utf16Be,
    /// The low bytes of UTF-16.
    LowBytes,
    /// JSON's escapes for what ASCII lacks.
    JsonEscaped,
    /// HTML's numbers for what ASCII lacks.
    HtmlEscaped,
    /// Digits of the script with this zero for those of ASCII.
    Digits(char),
    /// ASCII's digits for those of other scripts.
    AsciiDigits,
}

use Change::*;

/// Takes the pieces of a result.
pub(crate) type Emit<'e> = &'e mut dyn FnMut(&[u8]);

/// Makes changes one after the other. One that is impossible changes nothing.
pub(crate) fn changed(text: &[u8], changes: &[Change], with: &str) -> Bytes {
    let Some((first, others)) = changes.split_first() else { return Bytes::new(text.to_vec()) };
    others.iter().fold(first.of(text, with), |text, change| change.of(&text, with))
}

impl Change {
    fn of(self, bytes: &[u8], with: &str) -> Bytes {
        self.part(bytes, with).map(|part| part.to_vec().into()).or_else(|| self.converted(bytes)).unwrap_or_else(|| {
            let mut changed = Bytes::default();
            write(&mut changed, &|emit| self.emit(bytes, with, emit));
            changed
        })
    }

    /// The part that is left; none if that is all, or if the change leaves no part.
    fn part<'a>(self, bytes: &'a [u8], with: &str) -> Option<&'a [u8]> {
        let text = core::str::from_utf8(bytes).unwrap_or_default();
        let count = || with.split(' ').next()?.parse().ok();
        let part = match self {
            FirstBytes => return bytes.get(..count()?),
            FirstChars => text.get(..text.char_indices().nth(count()?)?.0)?,
            CutAt => text.split_once(with)?.0,
            BeginsBehind => text.split_once(with)?.1,
            Trimmed => text.trim(),
            Unquoted => ["\"", "'", "`"].iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))?,
            WithoutZerosBefore if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                match text.trim_start_matches('0') {
                    "" => "0",
                    number => number,
                }
            }
            _ => return None,
        };
        Some(part.as_bytes())
    }

    /// The result of a conversion of all bytes at once; none if it is impossible, or if the change is none.
    fn converted(self, bytes: &[u8]) -> Option<Bytes> {
        let converted = match self {
            Base64 => return Some(base64(bytes)),
            Base64Decoded => return base64_decoded(bytes),
            HexDecoded => return hex_decoded(bytes),
            Sha256 => Sha256::digest(bytes).to_vec(),
            Sha512 => sha512(bytes),
            ReadAsUtf8 => String::from_utf8_lossy(bytes).into_owned().into_bytes(),
            List | SignedList => {
                let number = |byte: &u8| if matches!(self, List) { (*byte).into() } else { i16::from(*byte as i8) };
                bytes.iter().map(|byte| number(byte).to_string()).collect::<Vec<_>>().join(", ").into_bytes()
            }
            _ => return None,
        };
        Some(converted.into())
    }

    fn emit(self, bytes: &[u8], with: &str, emit: Emit<'_>) {
        match self {
            Filled(template) => {
                let values = [('0', bytes), ('·', with.as_bytes())];
                fill(template, &|name| values.into_iter().find(|(of, _)| *of == name).map(|(_, value)| value), emit);
            }
            Ascii(_) | Latin1 | Utf16Le | Utf16Be | LowBytes | JsonEscaped | HtmlEscaped | Digits(_) | AsciiDigits => {
                let text = core::str::from_utf8(bytes).unwrap_or_default();
                text.chars().for_each(|c| self.emit_character(c, emit));
            }
            _ => {
                let mut rest = bytes;
                while !rest.is_empty() {
                    rest = rest.get(self.emit_byte(with, rest, emit)..).unwrap_or_default();
                }
            }
        }
    }

    /// Emits what becomes of the first byte, or of more, and returns how many these were.
    fn emit_byte(self, with: &str, rest: &[u8], emit: Emit<'_>) -> usize {
        let Some((&byte, behind)) = rest.split_first() else { return 0 };
        match self {
            Lines(columns) => return line(columns, with, rest, emit),
            Replaced(pairs) => return replaced(pairs, rest, emit),
            UrlDecoded => return url_decoded(byte, behind, emit),
            Expanded => return expanded(with, byte, behind, emit),
            Unescaped => return unescaped(byte, behind, emit),
            LowerCase => emit(&[byte.to_ascii_lowercase()]),
            UpperCase => emit(&[byte.to_ascii_uppercase()]),
            Hex => emit(&hex(byte, DIGITS)),
            UrlEncoded if !is_plain_in_urls(byte) => emit(&url_code(byte, UPPER_CASE_DIGITS)),
            UrlEncodedInLowerCase if !is_plain_in_urls(byte) => emit(&url_code(byte, DIGITS)),
            ReadAsLatin1 => emit_char(char::from(byte), emit),
            AsciiBytes if !byte.is_ascii() => emit(b"?"),
            Without if is_removed(with, byte) => {}
            _ => emit(&[byte]),
        }
        1
    }

    fn emit_character(self, c: char, emit: Emit<'_>) {
        let mut units = [0; 2];
        let units = c.encode_utf16(&mut units).iter();
        match self {
            Utf16Le => units.for_each(|unit| emit(&unit.to_le_bytes())),
            Utf16Be => units.for_each(|unit| emit(&unit.to_be_bytes())),
            LowBytes => units.for_each(|unit| emit(&[*unit as u8])),
            Latin1 => emit(&[u8::try_from(c).unwrap_or(b'?')]),
            Digits(zero) => emit_char(digit_of(zero, c), emit),
            AsciiDigits => emit_char(ascii_digit(c), emit),
            Ascii(other) if !c.is_ascii() => emit(other.as_bytes()),
            JsonEscaped if !c.is_ascii() => units.for_each(|unit| emit(format!("\\u{unit:04x}").as_bytes())),
            HtmlEscaped if !c.is_ascii() => emit(format!("&#{};", u32::from(c)).as_bytes()),
            _ => emit_char(c, emit),
        }
    }
}

/// Writes what is emitted in place of `bytes`, once it is known how many there are.
pub(crate) fn write(bytes: &mut Bytes, run: &dyn Fn(Emit<'_>)) {
    let mut len = 0;
    run(&mut |piece| len += piece.len());
    if bytes.capacity() < len {
        *bytes = Bytes::new(Vec::with_capacity(len));
    }
    bytes.clear();
    run(&mut |piece| bytes.extend_from_slice(piece));
}

/// Emits a template, some of whose characters stand for values. A value behind `` ` `` becomes a text in JSON.
pub(crate) fn fill<'a>(template: &str, value: &dyn Fn(char) -> Option<&'a [u8]>, emit: Emit<'_>) {
    let mut is_quoted = false;
    for c in template.chars() {
        match value(c) {
            _ if c == '`' => {}
            Some(value) if is_quoted => {
                let mut out = JsonWriter::default();
                out.string(core::str::from_utf8(value).unwrap_or_default());
                emit(out.into_text().as_bytes());
            }
            Some(value) => emit(value),
            None => emit_char(c, emit),
        }
        is_quoted = c == '`';
    }
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";
const UPPER_CASE_DIGITS: &[u8; 16] = b"0123456789ABCDEF";

fn hex(byte: u8, digits: &[u8; 16]) -> [u8; 2] {
    [byte >> 4, byte & 15].map(|digit| digits.get(usize::from(digit)).copied().unwrap_or_default())
}

fn emit_char(c: char, emit: Emit<'_>) {
    emit(c.encode_utf8(&mut [0; 4]).as_bytes());
}

fn line(columns: usize, end: &str, rest: &[u8], emit: Emit<'_>) -> usize {
    let (line, behind) = rest.split_at(columns.min(rest.len()));
    emit(line);
    if !behind.is_empty() {
        emit(end.as_bytes());
    }
    line.len()
}

fn replaced(pairs: &[(&str, &str)], rest: &[u8], emit: Emit<'_>) -> usize {
    let pair = pairs.iter().find(|(from, _)| rest.starts_with(from.as_bytes()));
    emit(pair.map_or(rest.get(..1).unwrap_or_default(), |(_, to)| to.as_bytes()));
    pair.map_or(1, |(from, _)| from.len())
}

fn is_removed(with: &str, byte: u8) -> bool {
    if with == "punctuation" { byte.is_ascii_punctuation() || byte == b' ' } else { with.as_bytes().contains(&byte) }
}

fn is_plain_in_urls(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte)
}

fn url_code(byte: u8, digits: &[u8; 16]) -> [u8; 3] {
    let [high, low] = hex(byte, digits);
    [b'%', high, low]
}

fn url_decoded(byte: u8, behind: &[u8], emit: Emit<'_>) -> usize {
    let coded = behind.first_chunk().and_then(|digits| of_hex(*digits)).filter(|_| byte == b'%');
    emit(&[coded.unwrap_or(byte)]);
    if coded.is_some() { 3 } else { 1 }
}

fn of_hex(digits: [u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? * 16 + low?).ok()
}

/// By `with`: `$NAME`, `${NAME}` and `$1` become nothing, `$$` one of them, or `%NAME%` nothing.
fn expanded(with: &str, byte: u8, behind: &[u8], emit: Emit<'_>) -> usize {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = behind.iter().take_while(is_name).count();
    let skipped = match (with, behind) {
        ("$", [b'{', inner @ ..]) => inner.iter().position(|byte| *byte == b'}').map(|end| end + 2),
        ("$", [b'0'..=b'9', ..]) => Some(1),
        ("$", _) if name > 0 => Some(name),
        ("%", _) if name > 0 && behind.get(name) == Some(&b'%') => Some(name + 1),
        ("$$", [b'$', ..]) => Some(1),
        _ => None,
    };
    let skipped = skipped.filter(|_| with.as_bytes().first() == Some(&byte));
    if skipped.is_none() || with == "$$" {
        emit(&[byte]);
    }
    1 + skipped.unwrap_or_default()
}

/// `\n`, `\r` and `\t` become what they stand for, and other characters lose their backslash.
fn unescaped(byte: u8, behind: &[u8], emit: Emit<'_>) -> usize {
    let Some(&next) = behind.first().filter(|_| byte == b'\\') else {
        emit(&[byte]);
        return 1;
    };
    emit(&[match next {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        other => other,
    }]);
    2
}

/// The digit zero of scripts whose locales write numbers with it.
pub(crate) const SCRIPTS: &[(&str, char)] = &[
    ("Khmer", '\u{17e0}'),
    ("Thai", '\u{e50}'),
    ("Arabic", '\u{660}'),
    ("Persian", '\u{6f0}'),
    ("Burmese", '\u{1040}'),
    ("Devanagari", '\u{966}'),
    ("full width", '\u{ff10}'),
];

/// Digits of a script for those of ASCII.
pub(crate) fn in_script(text: &str, zero: char) -> String {
    text.chars().map(|c| digit_of(zero, c)).collect()
}

fn digit_of(zero: char, c: char) -> char {
    c.to_digit(10).and_then(|digit| char::from_u32(u32::from(zero) + digit)).unwrap_or(c)
}

fn ascii_digit(c: char) -> char {
    let digits = SCRIPTS.iter().filter_map(|(_, zero)| u32::from(c).checked_sub(u32::from(*zero)));
    digits.filter(|digit| *digit < 10).find_map(|digit| char::from_digit(digit, 10)).unwrap_or(c)
}

fn hex_decoded(text: &[u8]) -> Option<Bytes> {
    let (pairs, rest) = text.as_chunks();
    let mut bytes = Bytes::new(Vec::with_capacity(pairs.len()));
    for pair in pairs {
        bytes.push(of_hex(*pair)?);
    }
    Some(bytes).filter(|bytes| rest.is_empty() && !bytes.is_empty())
}

fn base64(text: &[u8]) -> Bytes {
    let mut bytes = Bytes::new(vec![0; text.len().div_ceil(3) * 4]);
    let len = STANDARD.encode_slice(text, &mut bytes).unwrap_or_default();
    bytes.truncate(len);
    bytes
}

/// The bytes of a hash in the right form.
pub(crate) fn decoded(text: &str) -> Option<Bytes> {
    decoded_by(&STANDARD, text.as_bytes())
}

/// Decoders differ in what they forgive; those that people use forgive much.
fn base64_decoded(text: &[u8]) -> Option<Bytes> {
    let lenient = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engines = [&alphabet::STANDARD, &alphabet::URL_SAFE].map(|alphabet| GeneralPurpose::new(alphabet, lenient));
    engines.iter().find_map(|engine| decoded_by(engine, text))
}

fn decoded_by(engine: &GeneralPurpose, text: &[u8]) -> Option<Bytes> {
    let mut bytes = Bytes::new(vec![0; text.len()]);
    let len = engine.decode_slice(text, &mut bytes).ok()?;
    bytes.truncate(len);
    Some(bytes)
}

/// Returns the SHA-512 of a message, without HMAC.
pub(crate) fn sha512(message: &[u8]) -> Vec<u8> {
    sha2::Sha512::digest(message).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_pairs_of_hex_digits_alone() {
        assert_eq!(hex_decoded(b"0aF1").map(|bytes| bytes.to_vec()), Some(vec![0x0a, 0xf1]));
        for key in ["", "a", "abc", "ag", "ga", "0x"] {
            assert!(hex_decoded(key.as_bytes()).is_none(), "{key}");
        }
    }

    /// A vector that has grown has left a copy behind.
    #[test]
    fn writes_in_one_piece() {
        let texts = ["key", "កូនសោ", "\u{1f600}\u{1f600}", "a&\"%41é", "", r#"a&"k$$e%y\n<%41"#];
        let changes = [
            [Filled("·0"), Trimmed, Hex, Base64, UrlEncoded, UrlDecoded, Expanded, Unescaped, Without],
            [Ascii("?"), Ascii(""), Latin1, ReadAsLatin1, LowBytes, Utf16Le, Utf16Be, JsonEscaped, HtmlEscaped],
        ];
        for (text, change) in
            texts.iter().flat_map(|text| changes.as_flattened().iter().map(move |change| (text, change)))
        {
            for with in ["$", "$$", "%"] {
                let bytes = changed(text.as_bytes(), &[*change], with);
                assert_eq!(bytes.capacity(), bytes.len(), "{text}");
            }
        }
    }
}
