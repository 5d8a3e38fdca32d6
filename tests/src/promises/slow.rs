//! A slow and simple JSON reader: every rule of RFC 8259 in the words of the standard, and the stricter rules of
//! billwire (no duplicate keys, no lone surrogates, 32 levels).

use billwire::{Code, Json};

/// JSON value as read: every member in its order, and numbers as their text.
pub(crate) enum Slow {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Array(Vec<Slow>),
    Object(Vec<(String, Slow)>),
}

const LEVELS: usize = 32;

/// Reads a whole text, or returns its first fault.
pub(crate) fn read(text: &[u8]) -> Result<Slow, Code> {
    let text = std::str::from_utf8(text).map_err(|_| Code::InvalidUtf8)?;
    let mut chars = Chars { all: text.chars().collect(), at: 0 };
    let value = chars.value(LEVELS)?;
    if chars.at == chars.all.len() { Ok(value) } else { Err(Code::InvalidJson) }
}

/// Reads a body as [`read`] does, behind a byte order mark if it has one.
pub(crate) fn read_body(body: &[u8]) -> Result<Slow, Code> {
    read(body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body))
}

struct Chars {
    all: Vec<char>,
    at: usize,
}

impl Chars {
    fn peek(&self) -> Option<char> {
        self.all.get(self.at).copied()
    }

    fn next(&mut self) -> Result<char, Code> {
        self.at += 1;
        self.all.get(self.at - 1).copied().ok_or(Code::InvalidJson)
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, text: &str) -> Result<(), Code> {
        text.chars().try_for_each(|c| if self.next()? == c { Ok(()) } else { Err(Code::InvalidJson) })
    }

    /// A value, and the space around it.
    fn value(&mut self, levels: usize) -> Result<Slow, Code> {
        self.space();
        let value = match self.peek().ok_or(Code::InvalidJson)? {
            'n' => self.expect("null").map(|()| Slow::Null)?,
            't' => self.expect("true").map(|()| Slow::Bool(true))?,
            'f' => self.expect("false").map(|()| Slow::Bool(false))?,
            '"' => Slow::Text(self.string()?),
            '[' => Slow::Array(self.array(levels)?),
            '{' => Slow::Object(self.object(levels)?),
            _ => Slow::Number(self.number()?),
        };
        self.space();
        Ok(value)
    }

    fn array(&mut self, levels: usize) -> Result<Vec<Slow>, Code> {
        let levels = levels.checked_sub(1).ok_or(Code::TooDeep)?;
        let mut elements = Vec::new();
        self.expect("[")?;
        self.space();
        if self.peek() == Some(']') {
            self.at += 1;
            return Ok(elements);
        }
        loop {
            elements.push(self.value(levels)?);
            match self.next()? {
                ',' => {}
                ']' => return Ok(elements),
                _ => return Err(Code::InvalidJson),
            }
        }
    }

    fn object(&mut self, levels: usize) -> Result<Vec<(String, Slow)>, Code> {
        let levels = levels.checked_sub(1).ok_or(Code::TooDeep)?;
        let mut members: Vec<(String, Slow)> = Vec::new();
        self.expect("{")?;
        self.space();
        if self.peek() == Some('}') {
            self.at += 1;
            return Ok(members);
        }
        loop {
            self.space();
            let key = self.string()?;
            self.space();
            self.expect(":")?;
            members.push((key, self.value(levels)?));
            match self.next()? {
                ',' => {}
                '}' => break,
                _ => return Err(Code::InvalidJson),
            }
        }
        let twice = |at: usize| members[..at].iter().any(|(key, _)| *key == members[at].0);
        if (0..members.len()).any(twice) { Err(Code::DuplicateKey) } else { Ok(members) }
    }

    /// A string as units of UTF-16, in which an escape may be half a pair.
    fn string(&mut self) -> Result<String, Code> {
        self.expect("\"")?;
        let mut units = Vec::new();
        loop {
            match self.next()? {
                '"' => break,
                '\\' => units.push(self.escape()?),
                c if c < ' ' => return Err(Code::InvalidJson),
                c => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            }
        }
        String::from_utf16(&units).map_err(|_| Code::LoneSurrogate)
    }

    fn escape(&mut self) -> Result<u16, Code> {
        Ok(match self.next()? {
            'b' => 8,
            't' => 9,
            'n' => 10,
            'f' => 12,
            'r' => 13,
            '"' => 34,
            '/' => 47,
            '\\' => 92,
            'u' => {
                let digits: String = [self.next()?, self.next()?, self.next()?, self.next()?].iter().collect();
                let hex = digits.chars().all(|c| c.is_ascii_hexdigit());
                u16::from_str_radix(&digits, 16).ok().filter(|_| hex).ok_or(Code::InvalidJson)?
            }
            _ => return Err(Code::InvalidJson),
        })
    }

    fn number(&mut self) -> Result<String, Code> {
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|c| "+-.eE0123456789".contains(*c)) {
            text.push(c);
            self.at += 1;
        }
        if is_number(&text) { Ok(text) } else { Err(Code::InvalidJson) }
    }
}

/// Whether a text is `[ minus ] int [ frac ] [ exp ]`.
pub(crate) fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

impl Slow {
    /// Whether billwire's reader read the same value.
    pub(crate) fn is(&self, own: &Json) -> bool {
        match (self, own) {
            (Slow::Null, Json::Null) => true,
            (Slow::Bool(slow), Json::Bool(own)) => slow == own,
            (Slow::Number(slow), Json::Number(own)) => slow == own.as_str(),
            (Slow::Text(slow), Json::Text(own)) => **slow == **own,
            (Slow::Array(slow), Json::Array(own)) => {
                slow.len() == own.len() && slow.iter().zip(own).all(|(slow, own)| slow.is(own))
            }
            (Slow::Object(slow), Json::Object(own)) => {
                let mut pairs = slow.iter().zip(own.iter());
                slow.len() == own.len() && pairs.all(|((key, slow), (name, own))| key == name && slow.is(own))
            }
            _ => false,
        }
    }

    /// The value without white space, and with serde_json's escapes.
    pub(crate) fn written(&self) -> String {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Slow::Null => "null".to_owned(),
            Slow::Bool(value) => value.to_string(),
            Slow::Number(digits) => digits.clone(),
            Slow::Text(value) => text(value),
            Slow::Array(items) => format!("[{}]", items.iter().map(Slow::written).collect::<Vec<_>>().join(",")),
            Slow::Object(members) => {
                let members = members.iter().map(|(key, value)| format!("{}:{}", text(key), value.written()));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }
        }
    }

    /// The value of a key, if it is an object that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Slow> {
        self.members().iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The members; none if it is no object.
    pub(crate) fn members(&self) -> &[(String, Slow)] {
        if let Slow::Object(members) = self { members } else { &[] }
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Slow::Text(text) = self { Some(text) } else { None }
    }

    /// The text of a text or of a number.
    pub(crate) fn digits(&self) -> Option<&str> {
        match self {
            Slow::Text(text) | Slow::Number(text) => Some(text),
            _ => None,
        }
    }
}
