//! Doc comments of JavaScript and TypeScript.

use std::fmt::Write;

/// Longest line, in characters, as in biome.json: it leaves comments as they are.
const WIDTH: usize = 110;

/// Writes a doc comment, on one line if it fits.
pub(crate) fn comment(text: &str, indent: &str, out: &mut String) {
    if indent.len() + "/** ".len() + text.chars().count() + " */".len() <= WIDTH {
        writeln!(out, "{indent}/** {text} */").expect("text");
        return;
    }
    writeln!(out, "{indent}/**").expect("text");
    let mut line = format!("{indent} *");
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{line}").expect("text");
            line = format!("{indent} *");
        }
        line.push(' ');
        line.push_str(word);
    }
    writeln!(out, "{line}\n{indent} */").expect("text");
}
