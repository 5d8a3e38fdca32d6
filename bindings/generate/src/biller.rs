//! Methods of the class `Biller`: those that `bindings/src` exports, and those of each operation with a shape.

use crate::declarations::{docs, text};
use anyhow::{Context, Result, bail};
use billwire::OperationName;
use quote::ToTokens;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use syn::{Attribute, FnArg, ImplItem, ImplItemFn, Item, ItemImpl, Pat, ReturnType, Visibility};

/// Arguments that are not called `request`.
const ARGUMENTS: [(OperationName, &str); 1] = [(OperationName::Settlement, "bill")];

/// Record of settings that the functions of a draft take.
pub(crate) const SETTINGS: &str = "DraftSettings";

/// The class, as every language has it.
pub(crate) struct Biller {
    pub(crate) docs: Docs,
    pub(crate) constructor: Docs,
    pub(crate) methods: Vec<Method>,
    pub(crate) operations: Vec<Operation>,
}

/// An operation with a shape.
pub(crate) struct Operation {
    /// Its name as a type, such as `Settlement`.
    pub(crate) name: String,
    /// Its name in methods, such as `settlement`.
    pub(crate) word: &'static str,
    /// Type that its answers decode to.
    pub(crate) outcome: &'static str,
    /// Doc comment of its call.
    pub(crate) call: Docs,
    /// Doc comment of decoding its answers.
    pub(crate) decode: Docs,
    pub(crate) prepare: Method,
    pub(crate) prepare_json: Method,
    pub(crate) decode_by_name: Method,
    /// Functions of its draft, which need no biller.
    pub(crate) validate: Method,
    pub(crate) to_json: Method,
    pub(crate) from_json: Method,
}

pub(crate) struct Method {
    /// In snake case.
    pub(crate) name: String,
    pub(crate) docs: Docs,
    pub(crate) arguments: Vec<(String, Type)>,
    pub(crate) returns: Type,
}

impl Method {
    /// Whether it throws.
    pub(crate) fn fails(&self) -> bool {
        !self.docs.errors.is_empty()
    }

    /// The argument that is the body of an answer.
    pub(crate) fn body(&self) -> Option<&str> {
        self.arguments.iter().find(|(_, kind)| *kind == Type::Body).map(|(name, _)| name.as_str())
    }
}

/// Type of an argument or a result, by the way in which it crosses.
#[derive(Clone, PartialEq)]
pub(crate) enum Type {
    Text,
    Flag,
    Status,
    Body,
    /// Record or enum.
    Value(String),
    /// Enum without fields, which callers pass.
    Word(String),
    /// Object of the library.
    Object(String),
    /// Call together with its request: the name of the call.
    Call(String),
    Error,
}

/// A doc comment: paragraphs, and errors with their conditions.
#[derive(Clone, Default)]
pub(crate) struct Docs {
    pub(crate) paragraphs: Vec<String>,
    pub(crate) errors: Vec<(String, String)>,
}

impl Docs {
    fn of(attributes: &[Attribute]) -> Docs {
        let lines = docs(attributes);
        let text = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
        let (text, errors) = text.split_once("# Errors\n").unwrap_or((&text, ""));
        let joined = |text: &str| text.trim().replace('\n', " ");
        let errors = errors.trim().strip_prefix("- ").map(|items| items.split("\n- ")).into_iter().flatten();
        Docs {
            paragraphs: text.split("\n\n").map(joined).filter(|text| !text.is_empty()).collect(),
            errors: errors.filter_map(|item| error(&joined(item))).collect(),
        }
    }

    fn new(paragraph: String, errors: &[(&str, &str)]) -> Docs {
        let errors = errors.iter().map(|&(kind, condition)| (kind.into(), condition.into()));
        Docs { paragraphs: vec![paragraph], errors: errors.collect() }
    }
}

/// `` `InvalidConfig` if … `` in two parts.
fn error(item: &str) -> Option<(String, String)> {
    let (kind, condition) = item.strip_prefix('`')?.split_once("` ")?;
    Some((kind.to_owned(), condition.trim_end_matches('.').to_owned()))
}

/// Reads the class from the sources of `billwire-ffi`.
pub(crate) fn read(sources: &Path) -> Result<Biller> {
    let mut items = Vec::new();
    for file in files(sources)? {
        let source = syn::parse_file(&fs::read_to_string(&file)?).with_context(|| file.display().to_string())?;
        items.extend(source.items);
    }
    let objects = items.iter().filter_map(object).collect::<BTreeSet<_>>();
    let mut biller = Biller {
        docs: Docs::default(),
        constructor: Docs::default(),
        methods: Vec::new(),
        operations: OperationName::ALL.iter().filter_map(|name| operation(*name)).collect(),
    };
    for item in &items {
        match item {
            Item::Struct(item) if item.ident == "Biller" => biller.docs = Docs::of(&item.attrs),
            Item::Impl(item) if is_exported(item) => add_methods(item, &objects, &mut biller)?,
            _ => {}
        }
    }
    Ok(biller)
}

/// The files of the crate, in order: those of its folders declare other classes.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let mut files: Vec<_> = entries.into_iter().filter(|path| path.extension().is_some_and(|it| it == "rs")).collect();
    files.sort();
    Ok(files)
}

/// The name of a struct that crosses as an object.
fn object(item: &Item) -> Option<String> {
    let Item::Struct(item) = item else { return None };
    let derives = item.attrs.iter().map(|attribute| attribute.to_token_stream().to_string().replace(' ', ""));
    derives.into_iter().any(|derive| derive.contains("uniffi::Object")).then(|| item.ident.to_string())
}

fn is_exported(item: &ItemImpl) -> bool {
    let exports = item.attrs.iter().any(|it| it.to_token_stream().to_string().replace(' ', "") == "#[uniffi::export]");
    exports && text(&item.self_ty) == "Biller"
}

fn add_methods(item: &ItemImpl, objects: &BTreeSet<String>, biller: &mut Biller) -> Result<()> {
    for item in &item.items {
        match item {
            ImplItem::Fn(item) if item.sig.receiver().is_none() => biller.constructor = Docs::of(&item.attrs),
            ImplItem::Fn(item) if matches!(item.vis, Visibility::Public(_)) => {
                let read = method(item, objects).with_context(|| item.sig.ident.to_string())?;
                biller.methods.push(read);
            }
            _ => {}
        }
    }
    Ok(())
}

fn method(item: &ImplItemFn, objects: &BTreeSet<String>) -> Result<Method> {
    let arguments = item.sig.inputs.iter().filter_map(|argument| match argument {
        FnArg::Receiver(_) => None,
        FnArg::Typed(argument) => Some(argument),
    });
    let arguments = arguments.map(|argument| match &*argument.pat {
        Pat::Ident(name) => Ok((name.ident.to_string(), kind(&argument.ty, objects)?)),
        _ => bail!("an argument without a name"),
    });
    let ReturnType::Type(_, returned) = &item.sig.output else { bail!("a method returns something") };
    let method = Method {
        name: item.sig.ident.to_string(),
        docs: Docs::of(&item.attrs),
        arguments: arguments.collect::<Result<_>>()?,
        returns: kind(returned, objects)?,
    };
    let is_result = text(returned).starts_with("Result<");
    anyhow::ensure!(is_result == method.fails(), "a method that fails lists its errors under `# Errors`");
    Ok(method)
}

fn kind(kind: &syn::Type, objects: &BTreeSet<String>) -> Result<Type> {
    let text = text(kind);
    let text = text.strip_prefix("Result<").and_then(|text| text.split(',').next()).unwrap_or(&text);
    Ok(match text {
        "String" => Type::Text,
        "bool" => Type::Flag,
        "Int32" => Type::Status,
        "&[u8]" => Type::Body,
        "BillwireError" => Type::Error,
        "OperationName" | "Sent" => Type::Word(text.to_owned()),
        _ => match (text.strip_prefix("Arc<"), text.strip_prefix("Prepared")) {
            (Some(object), _) => Type::Object(object.trim_end_matches('>').to_owned()),
            (_, Some(name)) => Type::Call(format!("{name}Call")),
            _ if objects.contains(text) => Type::Object(text.to_owned()),
            _ if text.starts_with(char::is_uppercase) => Type::Value(text.to_owned()),
            _ => bail!("no language has a type for {text} yet"),
        },
    })
}

/// The methods of an operation with a shape; none for one without.
fn operation(name: OperationName) -> Option<Operation> {
    let (section, outcome) = (name.schema()?.section, name.outcome()?);
    let (word, title, name_as_type) = (name.as_str(), name.title(), format!("{name:?}"));
    let call = format!("{name_as_type}Call");
    let argument = ARGUMENTS.iter().find(|(other, _)| *other == name).map_or("request", |(_, argument)| argument);
    let does = lower(name.description().trim_end_matches('.'));
    let missing = ("MissingCredential", "without a credential that the operation needs");
    let decode = [
        ("Rejected", "if the service refused"),
        ("Undetermined", "if the outcome is unknown"),
        ("Unreadable", "if the body does not have the response's shape"),
    ];
    let method = |name: String, docs, arguments, returns| Method { name, docs, arguments, returns };
    let (draft, settings) = (Type::Value(name_as_type.clone()), ("settings".to_owned(), Type::Value(SETTINGS.into())));
    let bad_settings = ("InvalidConfig", "for the settings");
    Some(Operation {
        call: Docs::new(format!("Final request that {does}. It prints neither credentials nor body."), &[]),
        decode: Docs::new("Returns the meaning of the answer.".into(), &decode),
        prepare: method(
            format!("prepare_{word}"),
            Docs::new(format!("Prepares the call that {does}."), &[("InvalidRequest", "with all violations"), missing]),
            vec![(argument.to_owned(), Type::Value(name_as_type.clone()))],
            Type::Call(call.clone()),
        ),
        prepare_json: method(
            format!("prepare_{word}_json"),
            Docs::new(
                format!("Prepares the same call from the text of a JSON object, with the names of section {section}."),
                &[("InvalidRequest", "with all violations, wrong types and unknown keys included"), missing],
            ),
            vec![("json".into(), Type::Text)],
            Type::Call(call.clone()),
        ),
        decode_by_name: method(
            format!("decode_{word}"),
            Docs::new(format!("Decodes an answer of {title} whose call is not at hand."), &decode),
            vec![("status".into(), Type::Status), ("body".into(), Type::Body)],
            Type::Value(outcome.to_owned()),
        ),
        validate: method(
            format!("validate_{word}"),
            Docs::new(
                format!("Validates a draft of {title} without credentials, and returns all findings at once."),
                &[bad_settings],
            ),
            vec![("draft".into(), draft.clone()), settings.clone()],
            Type::Value("Validation".into()),
        ),
        to_json: method(
            format!("{word}_to_json"),
            Docs::new(
                format!("Returns a valid draft of {title} as JSON text, such as an app sends to its server."),
                &[("InvalidRequest", "with all violations"), bad_settings],
            ),
            vec![("draft".into(), draft.clone()), settings.clone()],
            Type::Text,
        ),
        from_json: method(
            format!("{word}_from_json"),
            Docs::new(
                format!("Reads a draft of {title} from JSON text."),
                &[("InvalidRequest", "with all violations, unknown keys included"), bad_settings],
            ),
            vec![("json".into(), Type::Text), settings],
            draft,
        ),
        name: name_as_type,
        word,
        outcome,
    })
}

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
