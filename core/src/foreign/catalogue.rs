//! The operations by name.

use crate::operation::{Group, OperationName};

/// An operation that the interface names.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct OperationEntry {
    /// Its name here.
    pub name: OperationName,
    /// What the interface calls it.
    pub title: String,
    /// The method by which it is called: `POST` or `GET`.
    pub method: String,
    /// The groups that list it; none for the operations with a shape.
    pub groups: Vec<Group>,
}

/// All fifteen operations that the interface names, in its order.
#[uniffi::export]
pub fn operations() -> Vec<OperationEntry> {
    let entry = |&name: &OperationName| OperationEntry {
        name,
        title: name.title().into(),
        method: name.method().as_str().into(),
        groups: name.groups().to_vec(),
    };
    OperationName::ALL.iter().map(entry).collect()
}
