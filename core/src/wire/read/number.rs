//! Grammar of JSON numbers (RFC 8259 section 6), which decimals in text follow too.

/// Shape of a number, without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    /// Length in bytes.
    pub(crate) len: usize,
    /// Whether the number begins with a minus.
    pub(crate) negative: bool,
    /// Count of digits from the first that is not zero.
    pub(crate) significant: usize,
    /// Count of digits after the point.
    pub(crate) fraction: usize,
    /// Exponent as written, clamped to an `i32`.
    pub(crate) exponent: Option<i32>,
}

impl Lexeme {
    /// Returns the power of ten of the last digit written.
    pub(crate) fn scale(&self) -> i64 {
        i64::from(self.exponent.unwrap_or(0)) - self.fraction as i64
    }
}

/// Reads the number at the start of `text`. The error is the byte at which the grammar is violated.
#[inline(always)]
pub(crate) fn scan(text: &[u8]) -> Result<Lexeme, usize> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative);
    let mut run = Run { text, at: start, significant: 0 };
    run.digits();
    let whole = run.at - start;
    if whole == 0 {
        return Err(start);
    }
    if whole > 1 && text.get(start) == Some(&b'0') {
        return Err(start + 1);
    }
    let mut fraction = 0;
    if text.get(run.at) == Some(&b'.') {
        run.at += 1;
        let point = run.at;
        run.digits();
        fraction = run.at - point;
        if fraction == 0 {
            return Err(point);
        }
    }
    let lexeme = Lexeme { len: run.at, negative, significant: run.significant, fraction, exponent: None };
    match text.get(lexeme.len) {
        Some(b'e' | b'E') => with_exponent(text, lexeme),
        _ => Ok(lexeme),
    }
}

#[cold]
#[inline(never)]
fn with_exponent(text: &[u8], lexeme: Lexeme) -> Result<Lexeme, usize> {
    let mut at = lexeme.len + 1;
    let sign = text.get(at).copied();
    at += usize::from(matches!(sign, Some(b'+' | b'-')));
    let start = at;
    let mut value = 0i32;
    while let Some(digit) = digit(text, at) {
        value = value.saturating_mul(10).saturating_add(digit.into());
        at += 1;
    }
    if at == start {
        return Err(at);
    }
    let exponent = if sign == Some(b'-') { value.saturating_neg() } else { value };
    Ok(Lexeme { len: at, exponent: Some(exponent), ..lexeme })
}

struct Run<'a> {
    text: &'a [u8],
    at: usize,
    significant: usize,
}

impl Run<'_> {
    #[inline]
    fn digits(&mut self) {
        while let Some(digit) = digit(self.text, self.at) {
            self.significant += usize::from(digit != 0 || self.significant != 0);
            self.at += 1;
        }
    }
}

#[inline]
fn digit(text: &[u8], at: usize) -> Option<u8> {
    text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_and_locates_violations() {
        let lexeme = |len, negative, significant, fraction, exponent| {
            Ok(Lexeme { len, negative, significant, fraction, exponent })
        };
        assert_eq!(scan(b"0"), lexeme(1, false, 0, 0, None));
        assert_eq!(scan(b"-0.50,"), lexeme(5, true, 2, 2, None));
        assert_eq!(scan(b"10e+2x"), lexeme(5, false, 2, 0, Some(2)));
        assert_eq!(scan(b"1.5E-99999999999"), lexeme(16, false, 2, 1, Some(-i32::MAX)));
        // The neighbours of the digits in ASCII.
        assert_eq!(scan(b"12:"), lexeme(2, false, 2, 0, None));
        assert_eq!(scan(b"12/"), lexeme(2, false, 2, 0, None));
        for (bad, at) in [
            ("", 0),
            ("-", 1),
            ("01", 1),
            ("-01", 2),
            ("1.", 2),
            ("1.e2", 2),
            ("1e", 2),
            ("1e+", 3),
            ("+1", 0),
            (".5", 0),
            ("-:", 1),
            ("1./", 2),
        ] {
            assert_eq!(scan(bad.as_bytes()), Err(at), "{bad}");
        }
    }
}
