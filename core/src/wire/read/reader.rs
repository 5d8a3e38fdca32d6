//! Strict JSON reader: RFC 8259 without extensions, duplicate keys or lone surrogates, at a bounded depth.

use crate::finding::{Code, Finding};
use crate::wire::{
    model::schema::Key,
    read::{
        number::{self, Lexeme},
        scan,
        sorted::sorted,
    },
    write::utf16::SHADE,
};
use std::borrow::Cow;

/// Violation at which reading stopped. Boxed, so that a successful result stays small.
#[derive(Debug)]
pub struct Fault(Box<Detail>);

#[derive(Debug)]
struct Detail {
    code: Code,
    at: usize,
    /// Steps to the value, innermost first.
    path: Vec<PathStep>,
    explanation: Option<Cow<'static, str>>,
}

#[derive(Debug)]
enum PathStep {
    Field(&'static str),
    Element(usize),
}

/// Result of reading.
pub(crate) type Result<T> = core::result::Result<T, Fault>;

impl Fault {
    /// Creates a fault with the byte of the text at which the rule is violated.
    #[cold]
    #[inline(never)]
    pub fn new(code: Code, at: usize) -> Fault {
        Fault(Box::new(Detail { code, at, path: Vec::new(), explanation: None }))
    }

    /// Replaces the explanation of the rule.
    pub fn explained(mut self, explanation: impl Into<Cow<'static, str>>) -> Fault {
        self.0.explanation = Some(explanation.into());
        self
    }

    /// Prepends a field to the path.
    #[cold]
    pub fn within(mut self, field: &'static str) -> Fault {
        self.0.path.push(PathStep::Field(field));
        self
    }

    /// Prepends an element of a list to the path.
    #[cold]
    pub fn element(mut self, index: usize) -> Fault {
        self.0.path.push(PathStep::Element(index));
        self
    }

    /// Returns the violated rule.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Returns the finding to report. A violation of JSON itself has no path, only an offset.
    pub fn finding(self) -> Finding {
        let mut path = String::new();
        let of_the_text = matches!(
            self.0.code,
            Code::InvalidJson | Code::InvalidUtf8 | Code::DuplicateKey | Code::LoneSurrogate | Code::TooDeep
        );
        for step in self.0.path.iter().rev().filter(|_| !of_the_text) {
            match step {
                PathStep::Field(name) if path.is_empty() => path.push_str(name),
                PathStep::Field(name) => path.extend([".", name]),
                PathStep::Element(index) => path.push_str(&format!("[{index}]")),
            }
        }
        let finding = Finding { offset: Some(self.0.at), ..Finding::new(path, self.0.code) };
        match self.0.explanation {
            Some(explanation) => finding.explained(explanation),
            None => finding,
        }
    }
}

/// String between its quotes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<'a> {
    /// Offset of its first letter.
    pub(crate) start: usize,
    /// Offset of its closing quote.
    pub(crate) end: usize,
    pub(crate) raw: &'a [u8],
    pub(crate) escaped: bool,
}

/// Reader of one text, from its start to its end.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    /// Length of the whole text in bytes.
    total: usize,
    /// See [`Reader::skipped_uncommon`].
    skipped_uncommon: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Reader { rest: text, total: text.len(), skipped_uncommon: false }
    }

    /// Returns whether the reader skipped a number that `JSON.parse` may change, or a key with a byte that stands for
    /// others in a [shadow](crate::wire::write::utf16).
    ///
    /// Such a number has more than fifteen digits or an exponent, or is a negative zero.
    pub(crate) fn skipped_uncommon(&self) -> bool {
        self.skipped_uncommon
    }

    /// Returns the current offset.
    #[inline(always)]
    pub(crate) fn offset(&self) -> usize {
        self.total - self.rest.len()
    }

    /// Returns the current position, for [`Reader::return_to`].
    pub(crate) fn mark(&self) -> &'a [u8] {
        self.rest
    }

    /// Returns to an earlier position.
    pub(crate) fn return_to(&mut self, mark: &'a [u8]) {
        self.rest = mark;
    }

    /// Creates a fault at the current byte.
    #[cold]
    pub(crate) fn fault(&self, code: Code) -> Fault {
        Fault::new(code, self.offset())
    }

    #[cold]
    fn fault_ahead(&self, code: Code, bytes: usize) -> Fault {
        Fault::new(code, self.offset() + bytes)
    }

    /// Returns the next byte, or 0 at the end. No JSON token begins with 0.
    #[inline(always)]
    pub(crate) fn peek(&self) -> u8 {
        self.rest.first().copied().unwrap_or(0)
    }

    #[inline(always)]
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    /// Takes `byte`, or fails if another one comes next.
    #[inline(always)]
    pub(crate) fn expect(&mut self, byte: u8) -> Result<()> {
        if self.take(byte) { Ok(()) } else { Err(self.fault(Code::InvalidJson)) }
    }

    /// Takes `byte` if it comes next, and returns whether it did.
    #[inline(always)]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let next = self.peek() == byte;
        if next {
            self.advance(1);
        }
        next
    }

    /// Takes `word`, or fails at the first byte that differs.
    pub(crate) fn take_word(&mut self, word: &str) -> Result<()> {
        match self.rest.strip_prefix(word.as_bytes()) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => {
                let same = self.rest.iter().zip(word.as_bytes()).take_while(|(a, b)| a == b).count();
                Err(self.fault_ahead(Code::InvalidJson, same))
            }
        }
    }

    /// Takes a separator and `key` if they come next without spaces, and returns whether they did.
    #[inline(always)]
    pub(crate) fn take_key(&mut self, key: &Key) -> bool {
        let next = key.begins(self.rest);
        if next {
            self.advance(key.len);
        }
        next
    }

    #[inline(always)]
    pub(crate) fn skip_space(&mut self) {
        if self.peek() <= b' ' {
            self.skip_space_run();
        }
    }

    #[inline(never)]
    fn skip_space_run(&mut self) {
        while let [b' ' | b'\n' | b'\r' | b'\t', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    /// Fails unless only space is left.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.skip_space();
        if self.rest.is_empty() { Ok(()) } else { Err(self.fault(Code::InvalidJson)) }
    }

    /// Reads a string whose opening quote is taken.
    #[inline(always)]
    pub(crate) fn string(&mut self) -> Result<Span<'a>> {
        let start = self.offset();
        let (run, ascii) = scan::plain_run(self.rest);
        if let Some((raw, [b'"', rest @ ..])) = self.rest.split_at_checked(run)
            && ascii
        {
            self.rest = rest;
            return Ok(Span { start, end: start + run, raw, escaped: false });
        }
        self.string_with_escapes(start, run, ascii)
    }

    /// Reads the rest of a string after its first plain run.
    #[inline(never)]
    fn string_with_escapes(&mut self, start: usize, mut len: usize, mut ascii: bool) -> Result<Span<'a>> {
        let text = self.rest;
        let mut escaped = false;
        loop {
            let tail = text.get(len..).unwrap_or_default();
            match tail.first() {
                Some(b'"') => break,
                Some(b'\\') => len += escape(tail).map_err(|(code, ahead)| self.first_fault(len, code, ahead))?.1,
                _ => return Err(self.first_fault(len, Code::InvalidJson, 0)),
            }
            escaped = true;
            let (run, plain) = scan::plain_run(text.get(len..).unwrap_or_default());
            len += run;
            ascii &= plain;
        }
        let raw = text.get(..len).unwrap_or_default();
        if !ascii {
            core::str::from_utf8(raw).map_err(|error| self.fault_ahead(Code::InvalidUtf8, error.valid_up_to()))?;
        }
        self.advance(len);
        let end = self.offset();
        self.advance(1);
        Ok(Span { start, end, raw, escaped })
    }

    /// Returns a fault `ahead` bytes after the first `len` of a string. Invalid UTF-8 before it takes precedence.
    #[cold]
    fn first_fault(&self, len: usize, code: Code, ahead: usize) -> Fault {
        match core::str::from_utf8(self.rest.get(..len).unwrap_or_default()) {
            Err(error) => self.fault_ahead(Code::InvalidUtf8, error.valid_up_to()),
            Ok(_) => self.fault_ahead(code, len + ahead),
        }
    }

    /// Reads a number, and returns its shape and its text.
    #[inline(always)]
    pub(crate) fn number(&mut self) -> Result<(Lexeme, &'a [u8])> {
        let lexeme = number::scan(self.rest).map_err(|ahead| self.fault_ahead(Code::InvalidJson, ahead))?;
        let raw = self.rest.get(..lexeme.len).unwrap_or_default();
        self.advance(lexeme.len);
        Ok((lexeme, raw))
    }

    /// Takes the opening bracket of an array or object, and returns whether it has members.
    pub(crate) fn open(&mut self, open: u8, close: u8) -> Result<bool> {
        self.expect(open)?;
        self.skip_space();
        Ok(!self.take(close))
    }

    /// Takes the separator after a member, and returns whether another member follows.
    pub(crate) fn another(&mut self, close: u8) -> Result<bool> {
        self.skip_space();
        if self.take(close) {
            return Ok(false);
        }
        self.expect(b',')?;
        self.skip_space();
        Ok(true)
    }

    /// Returns the levels left inside a list or object, or fails if there are none.
    #[inline(always)]
    pub(crate) fn descend(&self, depth: usize) -> Result<usize> {
        depth.checked_sub(1).ok_or_else(|| self.fault(Code::TooDeep))
    }

    /// Skips any value, and checks it as strictly as one that is read.
    pub(crate) fn skip_value(&mut self, depth: usize) -> Result<()> {
        match self.peek() {
            b'"' => {
                self.advance(1);
                self.string().map(drop)
            }
            b'{' => self.skip_object(depth),
            b'[' => self.skip_array(depth),
            b't' => self.take_word("true"),
            b'f' => self.take_word("false"),
            b'n' => self.take_word("null"),
            _ => self.skip_number(),
        }
    }

    fn skip_number(&mut self) -> Result<()> {
        let (lexeme, _) = self.number()?;
        let is_plain = lexeme.significant <= 15 && lexeme.fraction <= 15 && lexeme.exponent.is_none();
        self.skipped_uncommon |= !is_plain || (lexeme.negative && lexeme.significant == 0);
        Ok(())
    }

    fn skip_array(&mut self, depth: usize) -> Result<()> {
        let depth = self.descend(depth)?;
        let mut more = self.open(b'[', b']')?;
        while more {
            self.skip_value(depth)?;
            more = self.another(b']')?;
        }
        Ok(())
    }

    fn skip_object(&mut self, depth: usize) -> Result<()> {
        let depth = self.descend(depth)?;
        let mut keys = Keys::default();
        let mut more = self.open(b'{', b'}')?;
        while more {
            let at = self.offset();
            keys.add(self.key()?.0, at);
            self.skip_value(depth)?;
            more = self.another(b'}')?;
        }
        keys.check()
    }

    /// Reads a key, its colon and the space around it. Returns the key and its length in bytes as written.
    pub(crate) fn key(&mut self) -> Result<(Cow<'a, [u8]>, usize)> {
        self.expect(b'"')?;
        let key = self.string()?;
        // In a shadow, two keys may look alike, or differ by an escape alone.
        self.skipped_uncommon |= key.raw.contains(&SHADE);
        self.skip_space();
        self.expect(b':')?;
        self.skip_space();
        let text = if key.escaped { Cow::Owned(unescape(key.raw).into_bytes()) } else { Cow::Borrowed(key.raw) };
        Ok((text, key.raw.len()))
    }
}

/// Keys of one object that no schema names, each with its digest and its byte offset.
#[derive(Default)]
pub(crate) struct Keys<'a>(Vec<(u32, Cow<'a, [u8]>, u32)>);

impl<'a> Keys<'a> {
    #[cold]
    pub(crate) fn add(&mut self, key: Cow<'a, [u8]>, at: usize) {
        // Bodies are shorter than 4 GiB.
        self.0.push((digest(&key), key, at as u32));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Fails at the first key that repeats an earlier one.
    #[inline]
    pub(crate) fn check(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { self.check_sorted() }
    }

    #[cold]
    fn check_sorted(self) -> Result<()> {
        // Digests compare much faster than keys, which decide only between equal digests.
        let keys = sorted(self.0);
        let repeated = keys.array_windows().filter(|[(_, a, _), (_, b, _)]| a == b).map(|[_, (.., at)]| *at);
        repeated.min().map_or(Ok(()), |at| Err(Fault::new(Code::DuplicateKey, at as usize)))
    }
}

/// Returns a digest that differs for most keys (FNV-1a). Only speed depends on it.
fn digest(key: &[u8]) -> u32 {
    const BASIS: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    key.iter().fold(BASIS, |digest, &byte| (digest ^ u32::from(byte)).wrapping_mul(PRIME))
}

/// Reads the escape at the start of `text`, and returns its character and its length.
///
/// The error holds the rule and the byte at which it is violated.
fn escape(text: &[u8]) -> core::result::Result<(char, usize), (Code, usize)> {
    let plain = match text.get(1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(&c @ (b'"' | b'\\' | b'/')) => char::from(c),
        Some(b'u') => return unicode_escape(text),
        _ => return Err((Code::InvalidJson, 1)),
    };
    Ok((plain, 2))
}

fn unicode_escape(text: &[u8]) -> core::result::Result<(char, usize), (Code, usize)> {
    let high = hex4(text, 2)?;
    if let Some(c) = char::from_u32(high) {
        return Ok((c, 6));
    }
    let lone = (Code::LoneSurrogate, 0);
    if high >= 0xdc00 || text.get(6..8) != Some(b"\\u") {
        return Err(lone);
    }
    let low = hex4(text, 8)?;
    if !(0xdc00..0xe000).contains(&low) {
        return Err(lone);
    }
    let c = char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)).ok_or(lone)?;
    Ok((c, 12))
}

fn hex4(text: &[u8], from: usize) -> core::result::Result<u32, (Code, usize)> {
    (from..from + 4).try_fold(0, |value, at| {
        let digit = text.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        Ok((value << 4) + digit.ok_or((Code::InvalidJson, at))?)
    })
}

/// Returns the text of a string read by [`Reader::string`].
pub(crate) fn unescape(raw: &[u8]) -> String {
    let mut text = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let [first, tail @ ..] = rest {
        match escape(rest) {
            Ok((c, len)) if *first == b'\\' => {
                text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                rest = rest.get(len..).unwrap_or_default();
            }
            _ => {
                text.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_a_whole_key_or_nothing() {
        let key = Key::new("ref_id").unwrap();
        for (text, is_taken, next) in [(r#"{"ref_id":"a"}"#, true, r#""a"}"#), (r#"{"ref":1}"#, false, r#"{"ref":1}"#)]
        {
            let mut reader = Reader::new(text.as_bytes());
            assert_eq!(reader.take_key(&key), is_taken);
            assert_eq!(reader.rest, next.as_bytes());
        }
    }
}
