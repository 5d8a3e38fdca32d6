//! TypeScript declaration of the profile, from the declarations of its settings.

use crate::{comment::comment, notice::NOTICE};
use billwire::internal::{DeclaredSetting, SettingKind, SettingsGroup};
use billwire::{CodesByOperation, SettlementLookup, StatusesByObject, WireProfile};
use std::fmt::Write;

/// Settings that name a field of a bill, and their types.
const BILL_FIELDS: [(&str, &str); 3] = [
    ("identity_code", "BillText"),
    ("purpose_of_transaction", "BillText | \"date\" | \"due_date\""),
    ("customer_code", "BillText"),
];

pub(crate) fn declaration() -> String {
    let mut out = format!("{NOTICE}import type {{ BillText }} from \"./index.js\";\n");
    interface::<WireProfile>("WireProfile", &mut out);
    interface::<CodesByOperation>("CodesByOperation", &mut out);
    interface::<StatusesByObject>("StatusesByObject", &mut out);
    interface::<SettlementLookup>("SettlementLookup", &mut out);
    out
}

fn interface<S: SettingsGroup>(name: &str, out: &mut String) {
    out.push('\n');
    let doc: Vec<_> = S::DOC.iter().map(|line| line.trim()).take_while(|line| !line.is_empty()).collect();
    comment(&in_javascript(&doc.join(" ")), "", out);
    writeln!(out, "export interface {name} {{").expect("text");
    for setting in S::SETTINGS {
        let doc: Vec<_> = setting.doc.iter().map(|line| line.trim()).collect();
        comment(&in_javascript(&doc.join(" ")), "  ", out);
        let kind = BILL_FIELDS.iter().find(|(field, _)| *field == setting.field);
        let kind = kind.map_or_else(|| type_of(setting.kind), |(_, kind)| (*kind).to_owned());
        let (mark, absent) = if setting.is_required { ("", "") } else { ("?", " | null | undefined") };
        writeln!(out, "  {}{mark}: {kind}{absent};", setting.name()).expect("text");
    }
    out.push_str("}\n");
}

/// Names of settings as JavaScript spells them.
fn in_javascript(doc: &str) -> String {
    let settings = [WireProfile::SETTINGS, SettlementLookup::SETTINGS].concat();
    let spelt = |doc: String, setting: &DeclaredSetting| {
        doc.replace(&format!("`{}`", setting.field), &format!("`{}`", setting.name()))
    };
    settings.iter().fold(doc.to_owned(), spelt)
}

fn type_of(kind: SettingKind) -> String {
    match kind {
        SettingKind::Text => "string".into(),
        SettingKind::Flag => "boolean".into(),
        SettingKind::Number => "number".into(),
        SettingKind::Words(words) => words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | "),
        SettingKind::List(item) => format!("readonly {}[]", type_of(*item)),
        SettingKind::Map(value) => format!("{{ readonly [name: string]: {} }}", type_of(*value)),
        SettingKind::Object(name) => name.into(),
    }
}
