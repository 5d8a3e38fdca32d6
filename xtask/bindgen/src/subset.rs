//! Two subsets of the library's interface: the package's and the simulator's. Kotlin has the simulator in an artefact of its
//! own, over the same library.
//!
//! uniffi's generator reads a library and nothing else. It gets a copy in which the metadata of everything outside the subset
//! has names that it does not look for.

use std::collections::BTreeSet;

use uniffi_bindgen::ComponentInterface;
use uniffi_bindgen::interface::{AsType, Callable};

use crate::interface::reach;

const OBJECTS: [&str; 2] = ["Simulator", "WebhookTarget"];
const FUNCTION: &str = "webhook_fixtures";
/// Beginning of the symbols by which uniffi finds the metadata of this library.
const SYMBOL: &[u8] = b"UNIFFI_META_BILLWIRE_FFI_";

/// Names as the symbols have them: in capitals.
pub(crate) struct Subset {
    /// Records, enums, errors and objects.
    types: BTreeSet<String>,
    /// Functions, and objects with their methods. Any other object of the subset only crosses.
    called: BTreeSet<String>,
}

/// Returns the subsets of the package and of the simulator; none if the library is without one.
pub(crate) fn of(interface: &ComponentInterface, also: &[&str]) -> Option<[Subset; 2]> {
    interface.get_object_definition("Simulator")?;
    let is_simulated = |name: &str| OBJECTS.contains(&name) || name == FUNCTION;
    let [mut package, simulator] = [false, true].map(|wanted| subset(interface, |name| is_simulated(name) == wanted));
    for record in interface.record_definitions().iter().filter(|record| also.contains(&record.name())) {
        let mut names = BTreeSet::new();
        reach(&record.as_type(), interface, &mut names);
        package.types.extend(names.iter().map(|name| name.to_uppercase()));
    }
    Some([package, simulator])
}

fn subset(interface: &ComponentInterface, is_called: impl Fn(&str) -> bool) -> Subset {
    let (mut types, mut called) = (BTreeSet::new(), BTreeSet::new());
    for function in interface.function_definitions().iter().filter(|function| is_called(function.name())) {
        called.insert(function.name().to_uppercase());
        cross(function, interface, &mut types);
    }
    for object in interface.object_definitions().iter().filter(|object| is_called(object.name())) {
        called.insert(object.name().to_uppercase());
        types.insert(object.name().to_owned());
        object.constructors().into_iter().for_each(|constructor| cross(constructor, interface, &mut types));
        object.methods().into_iter().for_each(|method| cross(method, interface, &mut types));
    }
    Subset { types: types.iter().map(|name| name.to_uppercase()).collect(), called }
}

fn cross(callable: &impl Callable, interface: &ComponentInterface, names: &mut BTreeSet<String>) {
    callable.arguments().into_iter().for_each(|argument| reach(&argument.as_type(), interface, names));
    let results = callable.return_type().into_iter().chain(callable.throws_type());
    results.for_each(|result| reach(result, interface, names));
}

impl Subset {
    /// Returns a library's bytes without the metadata of everything else.
    pub(crate) fn of_library(&self, mut library: Vec<u8>) -> Vec<u8> {
        let mut at = 0;
        while let Some(rest) = library.get_mut(at..) {
            let Some(found) = rest.iter().position(|byte| SYMBOL.first() == Some(byte)) else { break };
            let symbol = rest.get_mut(found..).unwrap_or_default();
            let is_hidden = symbol.strip_prefix(SYMBOL).is_some_and(|name| !self.has(&beginning(name)));
            if let (true, Some(first)) = (is_hidden, symbol.first_mut()) {
                first.make_ascii_lowercase();
            }
            at += found + 1;
        }
        library
    }

    /// Whether the subset has an item, by the end of its symbol.
    fn has(&self, symbol: &str) -> bool {
        let after = |kinds: &[&str]| kinds.iter().find_map(|kind| symbol.strip_prefix(kind)).map(str::to_owned);
        let owner = |name: String| name.split('_').next().unwrap_or_default().to_owned();
        if let Some(name) = after(&["RECORD_", "ENUM_", "ERROR_", "INTERFACE_"]) {
            self.types.contains(&name)
        } else if let Some(name) = after(&["CONSTRUCTOR_", "METHOD_", "UNIFFI_TRAIT_"]) {
            self.called.contains(&owner(name))
        } else if let Some(name) = after(&["FUNC_"]) {
            self.called.contains(&name)
        } else {
            // Custom types.
            true
        }
    }
}

/// Returns a symbol's name at the beginning of a library's bytes.
fn beginning(bytes: &[u8]) -> String {
    let is_part = |byte: &&u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || **byte == b'_';
    bytes.iter().take_while(is_part).map(|&byte| char::from(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(types: &[&str], called: &[&str]) -> Subset {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Subset { types: names(types), called: names(called) }
    }

    #[test]
    fn hides_what_the_subset_is_without() {
        let subset = of(&["REPLY", "TOKEN", "SIMULATOR"], &["SIMULATOR", "MAKE"]);
        for (symbol, has) in [
            ("RECORD_REPLY", true),
            ("RECORD_REPLIES", false),
            ("INTERFACE_TOKEN", true),
            ("CONSTRUCTOR_TOKEN_NEW", false),
            ("METHOD_SIMULATOR_DUE_WEBHOOKS", true),
            ("FUNC_MAKE", true),
            ("FUNC_MAKE_MORE", false),
            ("CUSTOM_TYPE_INSTANT", true),
        ] {
            assert_eq!(subset.has(symbol), has, "{symbol}");
        }
    }

    #[test]
    fn a_copy_differs_by_the_hidden_names_alone() {
        let library = b"\0U\0UNIFFI_META_BILLWIRE_FFI_RECORD_A\0_UNIFFI_META_BILLWIRE_FFI_RECORD_B\0UNIFFI_META_X\0";
        let hidden = of(&["A"], &[]).of_library(library.to_vec());
        let expected = b"\0U\0UNIFFI_META_BILLWIRE_FFI_RECORD_A\0_uNIFFI_META_BILLWIRE_FFI_RECORD_B\0UNIFFI_META_X\0";
        assert_eq!(hidden, expected);
    }
}
