//! The list of operations.

use crate::{Group, Method, OperationName};

/// Operation that the interface names.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct OperationEntry {
    /// Its name here.
    pub name: OperationName,
    /// Its name in the interface.
    pub title: String,
    /// HTTP method.
    pub method: Method,
    /// Groups that list the operation; none for an operation with a shape.
    pub groups: Vec<Group>,
}

/// Returns the operations that the interface names, in its order.
#[uniffi::export]
pub fn operations() -> Vec<OperationEntry> {
    let entry = |&name: &OperationName| OperationEntry {
        name,
        title: name.title().into(),
        method: name.method(),
        groups: name.groups().to_vec(),
    };
    OperationName::ALL.iter().map(entry).collect()
}
