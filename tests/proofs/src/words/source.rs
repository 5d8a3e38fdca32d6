//! Identifiers, doc comments and test names of a source file, in any language of the repository.

/// A name or a comment, with the line on which it stands.
#[derive(Debug, PartialEq)]
pub(super) struct Token {
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Identifier,
    /// A doc comment's text from its first word on.
    Doc,
    Test,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Language {
    Rust,
    JavaScript,
    Kotlin,
    Java,
    Swift,
    Python,
}

impl Language {
    pub(super) fn of(path: &str) -> Option<Self> {
        Some(match path.rsplit_once('.')?.1 {
            "rs" => Self::Rust,
            "js" | "mjs" | "cjs" | "jsx" | "ts" | "tsx" => Self::JavaScript,
            "kt" => Self::Kotlin,
            "java" => Self::Java,
            "swift" => Self::Swift,
            "py" => Self::Python,
            _ => return None,
        })
    }

    /// The word that stands before a function's name.
    fn function(self) -> &'static str {
        match self {
            Self::Rust => "fn",
            Self::Kotlin => "fun",
            Self::Java => "void",
            Self::Swift => "func",
            Self::Python => "def",
            Self::JavaScript => "function",
        }
    }
}

/// Reads a file's names and doc comments; a string's content is neither.
pub(super) fn tokens(language: Language, text: &str) -> Vec<Token> {
    let mut reader = Reader { language, text, at: 0, line: 1, before: Before::default(), found: Vec::new() };
    while reader.at < text.len() {
        reader.next();
    }
    reader.found
}

struct Reader<'a> {
    language: Language,
    text: &'a str,
    at: usize,
    line: usize,
    before: Before,
    found: Vec<Token>,
}

/// The code that was read last, without space and comments.
#[derive(Default)]
struct Before {
    /// The last two signs.
    signs: [char; 2],
    word: String,
    /// A test's name is due.
    is_test: bool,
    /// The line of the last doc comment, if the next one continues it.
    doc: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else if self.language == Language::Python {
            self.next_of_python(first);
        } else if rest.starts_with("//") {
            self.line_comment();
        } else if rest.starts_with("/*") {
            self.block_comment();
        } else if let Some(length) = self.literal(first) {
            self.string(length);
        } else {
            self.code(first);
        }
    }

    fn next_of_python(&mut self, first: char) {
        let rest = self.rest();
        if first == '#' {
            self.skip(line_length(rest));
        } else if let Some(text) = rest.strip_prefix("\"\"\"") {
            let length = text.find("\"\"\"").unwrap_or(text.len());
            self.doc(text.get(..length).unwrap_or_default());
            self.skip(length + 6);
        } else if first == '"' || first == '\'' {
            self.string(quoted(rest, first));
        } else {
            self.code(first);
        }
    }

    fn line_comment(&mut self) {
        let comment = self.rest();
        let comment = comment.get(..line_length(comment)).unwrap_or_default();
        let is_doc = comment.starts_with("///") || (comment.starts_with("//!") && self.language == Language::Rust);
        if is_doc {
            if self.before.doc == 0 || self.before.doc + 1 != self.line {
                self.doc(comment.get(3..).unwrap_or_default());
            }
            self.before.doc = self.line;
        }
        self.skip(comment.len());
    }

    fn block_comment(&mut self) {
        let comment = self.rest();
        let length = comment.find("*/").map_or(comment.len(), |end| end + 2);
        if let Some(text) = comment.get(..length).and_then(|comment| comment.strip_prefix("/**")) {
            self.doc(text);
        }
        self.skip(length);
    }

    fn doc(&mut self, comment: &str) {
        let text = comment.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '*');
        let line = text.lines().next().unwrap_or_default();
        self.found(Kind::Doc, line);
    }

    fn found(&mut self, kind: Kind, text: &str) {
        self.found.push(Token { line: self.line, kind, text: text.to_owned() });
    }

    /// The length of the string, the character or the regular expression that begins here.
    fn literal(&self, first: char) -> Option<usize> {
        let rest = self.rest();
        let raw = rest.strip_prefix('r').or(rest.strip_prefix("br")).filter(|_| self.language == Language::Rust);
        if let Some(raw) = raw.or(Some(rest).filter(|_| self.language == Language::Swift)) {
            let hashes = raw.len() - raw.trim_start_matches('#').len();
            let is_string = raw.get(hashes..).is_some_and(|raw| raw.starts_with('"'));
            if is_string && (hashes > 0 || self.language == Language::Rust) {
                let end = format!("\"{}", "#".repeat(hashes));
                let before = rest.len() - raw.len() + hashes + 1;
                return Some(ends_with(rest, before, &end));
            }
        }
        match (first, self.language) {
            ('"', Language::Kotlin | Language::Java | Language::Swift) if rest.starts_with("\"\"\"") => {
                Some(ends_with(rest, 3, "\"\"\""))
            }
            ('"', _)
            | ('\'', Language::JavaScript | Language::Java | Language::Kotlin)
            | ('`', Language::JavaScript) => Some(quoted(rest, first)),
            ('\'', Language::Rust) => character(rest),
            ('/', Language::JavaScript) if self.may_begin_expression() => Some(regular_expression(rest)),
            _ => None,
        }
    }

    /// Whether a slash here begins a regular expression, and divides nothing.
    fn may_begin_expression(&self) -> bool {
        "(,=:[!&|?{};>\0".contains(self.before.signs[1]) || self.before.word == "return"
    }

    fn string(&mut self, length: usize) {
        let text = self.rest().get(..length).unwrap_or_default();
        if self.language == Language::JavaScript && self.before.signs[1] == '(' && self.before.is_test {
            self.found(Kind::Test, text.trim_matches(['"', '\'', '`']));
            self.before.is_test = false;
        }
        self.before.signs = [self.before.signs[1], '"'];
        self.before.word.clear();
        self.skip(length);
    }

    fn code(&mut self, first: char) {
        let rest = self.rest();
        if first == '`' {
            // Kotlin's and Swift's way of writing a name with spaces.
            let length = quoted(rest, '`');
            self.name(rest.get(1..length.saturating_sub(1)).unwrap_or_default());
            return self.skip(length);
        }
        let length = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
        if length == 0 {
            self.before.signs = [self.before.signs[1], first];
            self.before.word.clear();
            return self.skip(first.len_utf8());
        }
        self.name(rest.get(..length).unwrap_or_default());
        self.skip(length);
    }

    fn name(&mut self, name: &str) {
        let is_attribute = self.before.signs == ['#', '['] && self.before.word.is_empty();
        let is_annotation = self.before.signs[1] == '@' && self.before.word.is_empty();
        if self.before.is_test && self.before.word == self.language.function() {
            self.found(Kind::Test, name);
            self.before.is_test = false;
        }
        match self.language {
            Language::Rust if is_attribute => self.before.is_test |= name.ends_with("test"),
            Language::Kotlin | Language::Java | Language::Swift if is_annotation => {
                self.before.is_test |= name.ends_with("Test");
            }
            Language::JavaScript => self.before.is_test = matches!(name, "test" | "it") && self.before.signs[1] != '.',
            Language::Python if name.starts_with("test_") => self.found(Kind::Test, name),
            _ => {}
        }
        if !is_attribute && name.starts_with(|sign: char| !sign.is_numeric()) {
            self.found(Kind::Identifier, name);
        }
        name.clone_into(&mut self.before.word);
    }

    fn skip(&mut self, length: usize) {
        let text = self.rest().get(..length).unwrap_or(self.rest());
        self.line += text.matches('\n').count();
        self.at += text.len().max(1);
    }
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The length up to the end of what begins with `before` bytes.
fn ends_with(text: &str, before: usize, end: &str) -> usize {
    let found = text.get(before..).and_then(|text| text.find(end));
    found.map_or(text.len(), |found| before + found + end.len())
}

/// Length of a text between two unescaped signs.
fn quoted(text: &str, sign: char) -> usize {
    let mut is_escaped = false;
    for (at, next) in text.char_indices().skip(1) {
        if !is_escaped && next == sign {
            return at + next.len_utf8();
        }
        is_escaped = next == '\\' && !is_escaped;
    }
    text.len()
}

/// The length of a character of Rust's, which a lifetime is not.
fn character(text: &str) -> Option<usize> {
    let mut signs = text.char_indices().skip(1);
    let (_, first) = signs.next()?;
    let (at, second) = signs.next()?;
    if first == '\\' {
        return Some(quoted(text, '\''));
    }
    (second == '\'').then_some(at + 1)
}

fn regular_expression(text: &str) -> usize {
    let (mut is_escaped, mut in_class) = (false, false);
    for (at, next) in text.char_indices().skip(1) {
        match next {
            '\n' => return 1,
            _ if is_escaped => {}
            '/' if !in_class => return at + 1,
            '[' | ']' => in_class = next == '[',
            _ => {}
        }
        is_escaped = next == '\\' && !is_escaped;
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(language: Language, kind: Kind, text: &str) -> Vec<String> {
        let tokens = tokens(language, text).into_iter();
        tokens.filter(|token| token.kind == kind).map(|token| token.text).collect()
    }

    #[test]
    fn strings_and_comments_hold_no_identifier() {
        let rust = "a<'b>(\"c\", 'd', '\\'', r#\"e \" f\"#) // g\n/* h */ #[i] j";
        assert_eq!(of(Language::Rust, Kind::Identifier, rust), ["a", "b", "j"]);
        let script = "a = /[\"/]/g; b = `c ${d}` / e; f(/'/) // g\n'h' + i";
        assert_eq!(of(Language::JavaScript, Kind::Identifier, script), ["a", "g", "b", "e", "f", "i"]);
        assert_eq!(of(Language::Kotlin, Kind::Identifier, "val `a b` = \"\"\"c \" d\"\"\""), ["val", "a b"]);
        assert_eq!(of(Language::Swift, Kind::Identifier, "let a = #\"b \" c\"#"), ["let", "a"]);
        assert_eq!(of(Language::Python, Kind::Identifier, "a = 'b' # c\n"), ["a"]);
    }

    #[test]
    fn only_the_first_line_of_a_doc_comment_counts() {
        assert_eq!(of(Language::Rust, Kind::Doc, "//! A.\n//! B.\n\n/// C\n/// D\nfn e() {}\n/// F"), ["A.", "C", "F"]);
        assert_eq!(of(Language::Java, Kind::Doc, "/** A */ b; /**\n * C\n * D\n */ /* E */"), ["A */", "C"]);
        assert_eq!(of(Language::Python, Kind::Doc, "\"\"\"A.\n\nB.\"\"\"\n"), ["A."]);
    }

    #[test]
    fn tests_are_found_in_each_language() {
        let of = |language, text| of(language, Kind::Test, text);
        assert_eq!(
            of(Language::Rust, "#[test]\nfn a() { b() }\nfn c() {}\n#[wasm_bindgen_test]\nfn d() {}"),
            ["a", "d"]
        );
        assert_eq!(of(Language::JavaScript, "test('a b', () => c.test('d')); it(\"e\")"), ["a b", "e"]);
        assert_eq!(of(Language::Kotlin, "@Test fun `a b`() {}\nfun c() {}"), ["a b"]);
        assert_eq!(of(Language::Java, "@ParameterizedTest @MethodSource(\"x\") void a(int b) {}\nvoid c() {}"), ["a"]);
        assert_eq!(of(Language::Swift, "@Test(arguments: x()) func a() {}\nfunc b() {}"), ["a"]);
        assert_eq!(of(Language::Python, "def test_a(): b()"), ["test_a"]);
    }
}
