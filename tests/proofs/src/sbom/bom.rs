//! A bill of materials: its subject, its components, and their dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// A crate of a version.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Named {
    name: String,
    version: String,
}

impl Named {
    /// `serde v1.0.229` or `billwire v0.1.0 (/a/folder)`, as `cargo tree` writes it.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some(Self { name: name.to_owned(), version: version.to_owned() })
    }

    fn of_component(component: &Value) -> Option<Self> {
        let text = |name: &str| Some(component.get(name)?.as_str()?.to_owned());
        Some(Self { name: text("name")?, version: text("version")? })
    }

    /// Identifier of a component, without a folder of this machine.
    fn purl(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }
}

#[derive(Clone)]
pub(super) struct Bom {
    subject: Value,
    components: BTreeMap<Named, Value>,
    dependencies: BTreeMap<String, BTreeSet<String>>,
}

impl Bom {
    /// An empty bill of a subject.
    pub(super) fn of(subject: &Value) -> Self {
        Self { subject: subject.clone(), components: BTreeMap::new(), dependencies: BTreeMap::new() }
    }

    /// Reads the output of cargo-cyclonedx.
    pub(super) fn read(file: &Path) -> Result<Self> {
        let text = fs::read(file).with_context(|| file.display().to_string())?;
        let written: Value = serde_json::from_slice(&text)?;
        let subject = written.pointer("/metadata/component").context("a bill of nothing")?;
        let list = |name: &str| written.get(name).and_then(Value::as_array).context("a bill without a list");
        let (mut names, mut components) = (BTreeMap::new(), BTreeMap::new());
        for component in list("components")?.iter().chain([subject]) {
            let named = Named::of_component(component).context("a component without a name")?;
            names.insert(reference(component, "bom-ref")?, named.purl());
            components.insert(named.clone(), portable(component, &named)?);
        }
        let mut dependencies = BTreeMap::new();
        for dependency in list("dependencies")? {
            let on = dependency.get("dependsOn").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let on = on.iter().filter_map(|one| names.get(one.as_str()?).cloned()).collect();
            let of = names.get(&reference(dependency, "ref")?).context("a dependency of nothing")?;
            dependencies.insert(of.clone(), on);
        }
        let subject = Named::of_component(subject).and_then(|named| components.remove(&named));
        Ok(Self { subject: subject.context("a bill of nothing")?, components, dependencies })
    }

    /// Keeps these components only.
    pub(super) fn keep(&mut self, tree: &BTreeSet<Named>) {
        self.components.retain(|named, _| tree.contains(named));
        let mut left: BTreeSet<String> = self.components.keys().map(Named::purl).collect();
        left.extend(self.subject.get("bom-ref").and_then(Value::as_str).map(str::to_owned));
        self.dependencies.retain(|of, _| left.contains(of));
        self.dependencies.values_mut().for_each(|on| on.retain(|one| left.contains(one)));
    }

    /// Crates of the tree that the bill lacks.
    pub(super) fn missing(&self, tree: &BTreeSet<Named>) -> Vec<Named> {
        let subject = Named::of_component(&self.subject);
        let is_missing = |named: &&Named| !self.components.contains_key(*named) && subject.as_ref() != Some(*named);
        tree.iter().filter(is_missing).cloned().collect()
    }

    /// Adds another bill, whose subject becomes a component.
    pub(super) fn take_in(&mut self, other: Bom) -> Result<()> {
        let named = Named::of_component(&other.subject).context("a bill of nothing")?;
        let own = reference(&self.subject, "bom-ref")?;
        self.dependencies.entry(own).or_default().insert(named.purl());
        self.components.extend(other.components);
        self.components.insert(named, other.subject);
        for (of, on) in other.dependencies {
            self.dependencies.entry(of).or_default().extend(on);
        }
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.components.len()
    }

    /// The same, with a component that has no name.
    pub(super) fn nameless(&self) -> Result<Self> {
        let mut broken = self.clone();
        let component = broken.components.values_mut().next().and_then(Value::as_object_mut);
        component.context("a bill without components")?.remove("name");
        Ok(broken)
    }

    pub(super) fn text(&self) -> Result<String> {
        let dependencies = self.dependencies.iter().map(|(of, on)| json!({ "ref": of, "dependsOn": on }));
        let bom = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": self.subject },
            "components": self.components.values().collect::<Vec<_>>(),
            "dependencies": dependencies.collect::<Vec<_>>(),
        });
        Ok(serde_json::to_string_pretty(&bom)? + "\n")
    }
}

/// The component without paths of this machine, which our own crates have.
fn portable(component: &Value, named: &Named) -> Result<Value> {
    let mut component = component.clone();
    let members = component.as_object_mut().context("a component is an object")?;
    members.insert("bom-ref".into(), named.purl().into());
    members.insert("purl".into(), named.purl().into());
    members.remove("components");
    Ok(component)
}

fn reference(value: &Value, name: &str) -> Result<String> {
    Ok(value.get(name).and_then(Value::as_str).with_context(|| format!("{name} is not there"))?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_known_by_a_line_of_the_tree() {
        let named = |line: &str| Named::of_line(line).map(|named| named.purl());
        assert_eq!(named("billwire v0.1.0 (/a/folder) (*)").as_deref(), Some("pkg:cargo/billwire@0.1.0"));
        assert_eq!(named("serde v1.0.229").as_deref(), Some("pkg:cargo/serde@1.0.229"));
        assert_eq!(named(""), None);
    }
}
