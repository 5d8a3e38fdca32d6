//! Operations that the simulator serves, with the requirements of each endpoint.

use crate::interface::{
    catalogue::{Authentication, OperationName},
    models::{Onboarding, Settlement, Verification},
    operation::{Declaration, Operation},
};

/// Operation that the simulator serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Served {
    Onboarding,
    Settlement,
    Verification,
}

/// Requirements of one operation's endpoint.
pub(super) struct Endpoint {
    pub(super) serves: Served,
    pub(super) operation: OperationName,
    pub(super) path: &'static str,
    pub(super) authentication: Authentication,
    pub(super) accept: bool,
}

pub(super) const ENDPOINTS: [Endpoint; 3] = [
    endpoint::<Onboarding>(Served::Onboarding),
    endpoint::<Settlement>(Served::Settlement),
    endpoint::<Verification>(Served::Verification),
];

const fn endpoint<O: Operation>(serves: Served) -> Endpoint {
    let Declaration { name: operation, path, authentication, accept, .. } = O::DECLARATION;
    Endpoint { serves, operation: *operation, path, authentication: *authentication, accept: *accept }
}

impl Served {
    /// Returns its name.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Served::Onboarding => OperationName::Onboarding.as_str(),
            Served::Settlement => OperationName::Settlement.as_str(),
            Served::Verification => OperationName::Verification.as_str(),
        }
    }
}
