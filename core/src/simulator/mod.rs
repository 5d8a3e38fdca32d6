//! The service's side as a state machine.
