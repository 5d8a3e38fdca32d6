//! Helpers of the writers of all languages: names, and doc comments in lines.

/// First lines of a generated file, in languages whose comments begin with `//`.
pub(crate) const NOTICE: &str =
    "// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.\n";
/// Longest line.
const WIDTH: usize = 120;

/// `prepare_settlement` as `prepareSettlement`.
pub(crate) fn camel(snake: &str) -> String {
    let mut words = snake.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let capital = letters.next().into_iter().flat_map(char::to_uppercase);
        name + &capital.chain(letters).collect::<String>()
    })
}

/// Text in lines that begin with `prefix`; those after the first are indented by `hang` more.
pub(crate) fn wrapped(text: &str, prefix: &str, hang: &str) -> String {
    let mut words = text.split(' ');
    let (mut lines, mut line) = (String::new(), format!("{prefix}{}", words.next().unwrap_or_default()));
    for word in words {
        let longer = format!("{line} {word}");
        if fits(&longer) {
            line = longer;
        } else {
            lines += &format!("{line}\n");
            line = format!("{prefix}{hang}{word}");
        }
    }
    format!("{lines}{line}\n")
}

/// Whether a line is short enough.
pub(crate) fn fits(line: &str) -> bool {
    line.chars().count() <= WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_move_to_the_next_line() {
        let text = vec!["word"; 30].join(" ");
        let lines = wrapped(&text, "    /// ", "  ");
        assert!(lines.lines().all(fits) && lines.lines().count() == 2, "{lines}");
        assert!(lines.lines().nth(1).is_some_and(|line| line.starts_with("    ///   word")), "{lines}");
        assert_eq!(wrapped("a b", " * ", ""), " * a b\n");
    }

    #[test]
    fn names_are_in_camel_case() {
        assert_eq!(camel("prepare_settlement_json"), "prepareSettlementJson");
    }
}
