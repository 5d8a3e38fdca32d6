//! Reads the declarations of core: plain structs and enums, and the tables of its macros.

use anyhow::{Context, Result};
use billwire::{Code, OperationName};
use proc_macro2::TokenTree;
use quote::ToTokens;
use std::{
    fs,
    path::{Path, PathBuf},
};
use syn::{
    Attribute, Expr, ExprLit, Fields, Ident, Item, ItemEnum, ItemMacro, ItemStruct, Lit, LitStr, Meta, Token, Type,
    Visibility, braced,
    ext::IdentExt,
    parse::{Parse, ParseStream},
};

/// A struct or an enum of core.
pub(crate) struct Declaration {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) is_non_exhaustive: bool,
    pub(crate) shape: Shape,
}

pub(crate) enum Shape {
    /// A model that callers fill in.
    Sent(Vec<Field>),
    Compared(Vec<Field>),
    /// A model that is read from the wire.
    Received(Vec<Field>),
    /// An enum of words, each with its text on the wire or in settings.
    Words(Vec<Variant>),
    Struct(Vec<Field>),
    Enum(Vec<Variant>),
}

pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) kind: String,
}

pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) fields: Vec<Field>,
}

/// Every declaration of core.
pub(crate) fn all(core: &Path) -> Result<Vec<Declaration>> {
    let mut declarations = vec![codes(), operations()];
    for file in sources(core)? {
        let source = syn::parse_file(&fs::read_to_string(&file)?).with_context(|| file.display().to_string())?;
        for item in source.items {
            declarations.extend(declared(item).with_context(|| file.display().to_string())?);
        }
    }
    Ok(declarations)
}

/// The codes, whose table core puts together from two crates.
fn codes() -> Declaration {
    let variant = |code: &Code| unit(format!("{code:?}"), format!(" `{code}`: {}.", code.explanation()));
    Declaration {
        name: "Code".into(),
        docs: vec![" Rule that a finding names. Its text never changes once released.".into()],
        is_non_exhaustive: true,
        shape: Shape::Enum(Code::ALL.iter().map(variant).collect()),
    }
}

/// The operations, which are the rows of a table.
fn operations() -> Declaration {
    let variant = |name: &OperationName| unit(format!("{name:?}"), format!(" `{name}`: {}.", name.title()));
    Declaration {
        name: "OperationName".into(),
        docs: vec![" Operation that the interface names.".into()],
        is_non_exhaustive: true,
        shape: Shape::Enum(OperationName::ALL.iter().map(variant).collect()),
    }
}

fn unit(name: String, doc: String) -> Variant {
    Variant { name, docs: vec![doc], fields: Vec::new() }
}

fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    entries.sort();
    let mut sources = Vec::new();
    for entry in entries {
        // The simulator's types have names of their own in the bindings, some of which core has too. Those of the wire cross as other types.
        if entry.is_dir() && !entry.ends_with("simulator") && !entry.ends_with("wire") {
            sources.extend(self::sources(&entry)?);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            sources.push(entry);
        }
    }
    Ok(sources)
}

fn declared(item: Item) -> Result<Vec<Declaration>> {
    Ok(match item {
        Item::Struct(item) => plain_struct(item).into_iter().collect(),
        Item::Enum(item) => vec![plain_enum(item)],
        Item::Macro(ItemMacro { mac, .. }) => {
            let name = mac.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
            match name.as_str() {
                "model" => mac.parse_body::<Model>()?.0.into_iter().collect(),
                "words" => mac.parse_body::<Words>()?.0,
                "known_words" => mac.parse_body::<Words>()?.0.into_iter().map(open).collect(),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    })
}

fn plain_struct(item: ItemStruct) -> Option<Declaration> {
    let Fields::Named(fields) = item.fields else { return None };
    Some(Declaration {
        name: item.ident.to_string(),
        docs: docs(&item.attrs),
        is_non_exhaustive: is_non_exhaustive(&item.attrs),
        shape: Shape::Struct(fields.named.iter().filter_map(field).collect()),
    })
}

fn plain_enum(item: ItemEnum) -> Declaration {
    let variants = item.variants.iter().map(|variant| Variant {
        name: variant.ident.to_string(),
        docs: docs(&variant.attrs),
        fields: variant.fields.iter().filter_map(field).collect(),
    });
    Declaration {
        name: item.ident.to_string(),
        docs: docs(&item.attrs),
        is_non_exhaustive: is_non_exhaustive(&item.attrs),
        shape: Shape::Enum(variants.collect()),
    }
}

fn field(field: &syn::Field) -> Option<Field> {
    Some(Field { name: field.ident.as_ref()?.to_string(), docs: docs(&field.attrs), kind: text(&field.ty) })
}

/// `sent in "2.1" /// … pub struct Name { /// … field: Type [words], }`; none if the model is not public.
struct Model(Option<Declaration>);

impl Parse for Model {
    fn parse(input: ParseStream<'_>) -> syn::Result<Model> {
        let direction = input.call(Ident::parse_any)?;
        input.parse::<Token![in]>()?;
        let section: LitStr = input.parse()?;
        let mut docs = docs(&input.call(Attribute::parse_outer)?);
        docs.extend([String::new(), format!(" Interface section {}.", section.value())]);
        let visibility: Visibility = input.parse()?;
        input.parse::<Token![struct]>()?;
        let name = input.parse::<Ident>()?.to_string();
        let fields = model_fields(input)?;
        let shape = match direction.to_string().as_str() {
            "sent" => Shape::Sent(fields),
            "compared" => Shape::Compared(fields),
            _ => Shape::Received(fields),
        };
        let model = Declaration { name, docs, is_non_exhaustive: true, shape };
        Ok(Model(matches!(visibility, Visibility::Public(_)).then_some(model)))
    }
}

fn model_fields(input: ParseStream<'_>) -> syn::Result<Vec<Field>> {
    let content;
    braced!(content in input);
    let mut fields = Vec::new();
    while !content.is_empty() {
        let docs = docs(&content.call(Attribute::parse_outer)?);
        let name = content.parse::<Ident>()?.to_string();
        content.parse::<Token![:]>()?;
        let kind = text(&content.parse::<Type>()?);
        skip_past_comma(&content)?;
        fields.push(Field { name, docs, kind });
    }
    Ok(fields)
}

/// `/// … Name { /// … Variant = "word", … }`, any number of them.
struct Words(Vec<Declaration>);

impl Parse for Words {
    fn parse(input: ParseStream<'_>) -> syn::Result<Words> {
        let mut enums = Vec::new();
        while !input.is_empty() {
            let docs = docs(&input.call(Attribute::parse_outer)?);
            let name = input.parse::<Ident>()?.to_string();
            let content;
            braced!(content in input);
            let variants = variants(&content)?;
            enums.push(Declaration { name, docs, is_non_exhaustive: true, shape: Shape::Words(variants) });
        }
        Ok(Words(enums))
    }
}

/// The enum of words that the interface may extend.
fn open(mut words: Declaration) -> Declaration {
    if let Shape::Words(variants) = &mut words.shape {
        let text = Field { name: "text".into(), docs: vec![" The text as it came.".into()], kind: "String".into() };
        variants.push(Variant { name: "Other".into(), docs: vec![" Any other.".into()], fields: vec![text] });
    }
    words
}

/// Variants, without the words behind them.
fn variants(input: ParseStream<'_>) -> syn::Result<Vec<Variant>> {
    let mut variants = Vec::new();
    while !input.is_empty() {
        let docs = docs(&input.call(Attribute::parse_outer)?);
        let name = input.parse::<Ident>()?.to_string();
        skip_past_comma(input)?;
        variants.push(Variant { name, docs, fields: Vec::new() });
    }
    Ok(variants)
}

fn skip_past_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    input.parse::<Option<Token![,]>>().map(drop)
}

pub(crate) fn docs(attributes: &[Attribute]) -> Vec<String> {
    let text = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value()),
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(text).collect()
}

fn is_non_exhaustive(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"))
}

/// A type as it is written, without the paths to it.
pub(crate) fn text(kind: &Type) -> String {
    let text = kind.to_token_stream().to_string().replace(' ', "");
    let names = text.split('<').map(|path| path.rsplit("::").next().unwrap_or(path));
    names.collect::<Vec<_>>().join("<")
}
