//! The page behind `web_url`, as a person sees it: plain HTML, without scripts.

use super::{exchange::Answer, ledger::SubBiller};

pub(super) const UNKNOWN: &str = "There is no such link.";
pub(super) const EXPIRED: &str = "This link has expired. Ask the biller for a new one.";
pub(super) const METHOD: &str = "Open this page in a browser.";
pub(super) const CURRENCY: &str = "The biller allows an account of another currency only.";
pub(super) const LINKED: &str = "The account is linked. You can close this page.";
pub(super) const LEFT: &str = "No account was linked. You can come back with the same link.";

/// Fields of the form.
#[derive(Default)]
pub(super) struct Form {
    pub(super) bank: String,
    pub(super) currency: String,
    pub(super) action: String,
}

/// Reads the fields that a browser sends (`application/x-www-form-urlencoded`).
pub(super) fn fields(body: &[u8]) -> Form {
    let mut form = Form::default();
    for pair in String::from_utf8_lossy(body).split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match name {
            "bank" => form.bank = decoded(value),
            "currency" => form.currency = decoded(value),
            "action" => form.action = decoded(value),
            _ => {}
        }
    }
    form
}

fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [byte, tail @ ..] = rest {
        let hex = (*byte == b'%').then(|| tail.get(..2)).flatten().and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(escaped) => {
                bytes.push(escaped);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(if *byte == b'+' { b' ' } else { *byte });
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The form in which a person chooses a bank and a currency, or leaves.
pub(super) fn form(shop: &SubBiller) -> Answer {
    let linked: String = shop
        .accounts
        .iter()
        .map(|account| format!("<li>{} ({})</li>", escaped(&account.bank_id), escaped(&account.currency)))
        .collect();
    let linked = if linked.is_empty() { String::new() } else { format!("<p>Linked already:</p><ul>{linked}</ul>") };
    let bank = escaped(shop.bank_id.as_deref().unwrap_or("ABA"));
    let currency = shop.currency.as_deref().map_or_else(
        || "<select name=\"currency\"><option>KHR</option><option>USD</option></select>".to_owned(),
        |only| format!("<input name=\"currency\" value=\"{}\" readonly>", escaped(only)),
    );
    html(
        200,
        &format!(
            "<p>{} links an account for settlements.</p>{linked}<form method=\"post\">\
             <p><label>Bank <input name=\"bank\" value=\"{bank}\"></label></p><p><label>Currency {currency}</label></p>\
             <p><button name=\"action\" value=\"link\">Link the account</button> \
             <button name=\"action\" value=\"leave\">Leave without linking</button></p></form>",
            escaped(&shop.name)
        ),
    )
}

/// The way back to the biller: it is the same whether an account was linked or not.
pub(super) fn done(shop: &SubBiller, text: &str) -> Answer {
    match &shop.return_url {
        Some(url) => html(303, &format!("<p>{text}</p>")).with_header("Location", in_a_header(url)),
        None => notice(200, text),
    }
}

/// A page that only says something.
pub(super) fn notice(status: u16, text: &str) -> Answer {
    html(status, &format!("<p>{text}</p>"))
}

fn html(status: u16, content: &str) -> Answer {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>Simulated bank</title><body><h1>Simulated bank</h1>{content}</body></html>"
    );
    Answer::new(status, page.into_bytes()).with_header("Content-Type", "text/html; charset=utf-8")
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, letter| {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
        out
    })
}

/// An address as a header can carry it.
fn in_a_header(url: &str) -> String {
    url.bytes().fold(String::new(), |mut out, byte| {
        if (b'!'..=b'~').contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        out
    })
}
