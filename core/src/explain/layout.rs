//! A body, as programs lay it out.

use zeroize::Zeroizing;

/// A body as billwire writes it, without its member `hash`. Between other quotes that name would be escaped.
pub(crate) fn without_hash(body: &str) -> Zeroizing<String> {
    const NAME: &str = ",\"hash\":\"";
    let cut = body.split_once(NAME).and_then(|(before, rest)| Some((before, rest.split_once('"')?.1)));
    cut.map_or_else(|| body.to_owned(), |(before, behind)| [before, behind].concat()).into()
}

/// A body with the spaces of Python, or on lines with an indent.
#[inline(never)]
pub(crate) fn respaced(body: &str, indent: Option<usize>) -> Zeroizing<String> {
    let deepest = body.matches(['{', '[']).count().min(8);
    let places = body.matches(['{', '[', '}', ']', ',', ':']).count();
    let mut text =
        Zeroizing::new(String::with_capacity(body.len() + places * (2 + indent.unwrap_or_default() * deepest)));
    let (mut depth, mut in_string, mut is_escaped, mut before) = (0, false, false, ' ');
    for c in body.chars() {
        let line = |text: &mut String, depth: usize| {
            text.extend(indent.map(|_| '\n'));
            text.extend(std::iter::repeat_n(' ', depth * indent.unwrap_or_default()));
        };
        let is_empty = matches!((before, c), ('{', '}') | ('[', ']'));
        if !in_string && matches!(c, '}' | ']') {
            depth -= 1;
        }
        if !in_string && !is_empty && (matches!(before, '{' | '[') || matches!(c, '}' | ']')) {
            line(&mut text, depth);
        }
        text.push(c);
        match c {
            _ if in_string => {
                in_string = c != '"' || is_escaped;
                is_escaped = c == '\\' && !is_escaped;
            }
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            ':' => text.push(' '),
            ',' if indent.is_some() => line(&mut text, depth),
            ',' => text.push(' '),
            _ => {}
        }
        // A brace in a text, or the quote that ends it, opens nothing.
        before = if in_string { ' ' } else { c };
    }
    text
}
