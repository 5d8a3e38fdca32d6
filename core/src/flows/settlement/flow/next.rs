//! Turns decisions into the steps of a flow.

use super::{SettlementFlow, Turn, millis};
use crate::flows::FlowRequest;
use crate::flows::settlement::{
    decide::{Decision, after, decide},
    ending::{EndReason, SettlementEnding, SettlementProof},
    knowledge::{Attempt, AttemptId, Heard, Knowledge, Millis},
    learn::Event,
    meaning::{Outcome, Proof},
    step::SettlementStep,
};
use crate::interface::error::Error;
use crate::wire::Instant;

impl SettlementFlow {
    pub(super) fn decide(&mut self, now: Instant) -> Result<SettlementStep, Error> {
        loop {
            let planned = self.planned();
            let decision = decide(&planned, &self.policy, now.unix_millis(), &self.me);
            match decision {
                Decision::Load => {
                    self.turn = Turn::Loading;
                    return Ok(SettlementStep::Load);
                }
                Decision::Leave(outcome) => {
                    return Ok(match outcome {
                        Some(outcome) => self.finished(outcome),
                        None => SettlementStep::TakenOver,
                    });
                }
                Decision::Begin => {
                    let attempt = self.next_attempt(&planned, now.unix_millis());
                    self.plans.push(attempt);
                    return Ok(self.save(now));
                }
                Decision::Close(closed) => {
                    self.plans.push(Event::Closed(closed));
                    (self.me.pause, self.me.rechecks) = (None, 0);
                    return Ok(self.save(now));
                }
                Decision::DoNotSend(id) => {
                    self.me.mine = None;
                    self.learn(&Event::Heard {
                        id,
                        heard: Heard { ended: true, never_sent: true, ..Heard::default() },
                    });
                }
                Decision::Rested => {
                    self.waited = self.me.pause.take().map_or(0, |pause| millis(pause.millis));
                    self.me.is_unauthorised = false;
                }
                _ if self.is_to_be_stored(&planned, &decision) => return Ok(self.save(now)),
                decision => return self.act(decision),
            }
        }
    }

    /// Whether anything is known that the stored record does not say, such as a pause for whoever goes on.
    pub(super) fn is_to_be_stored(&self, planned: &Knowledge, decision: &Decision) -> bool {
        let is_waiting = matches!(decision, Decision::Wait { .. });
        let has_new_pause = is_waiting && self.pause_to_store().is_some_and(|pause| self.stored_pause != Some(pause));
        has_new_pause || !self.plans.is_empty() || self.me.stored.as_ref() != Some(planned)
    }

    /// Returns the step of a decision about a record that is stored.
    pub(super) fn act(&mut self, decision: Decision) -> Result<SettlementStep, Error> {
        let turn = match decision {
            Decision::Finished(outcome) => return Ok(self.finished(outcome)),
            Decision::Wait { until, reason } => {
                return Ok(SettlementStep::Wait { until: Instant::from_unix_millis(until), reason });
            }
            Decision::AskControl => {
                self.turn = Turn::NamingControl;
                return Ok(SettlementStep::Control);
            }
            Decision::Send { attempt, .. } => {
                self.me.mine = None;
                self.given_out.push((self.requests.saturating_add(1), attempt));
                Turn::Settling
            }
            Decision::LookUp => {
                self.me.rechecks = self.me.rechecks.saturating_sub(1);
                Turn::LookingUp
            }
            _ => Turn::Controlling,
        };
        (self.turn, self.requests) = (turn, self.requests.saturating_add(1));
        self.request().map(|request| SettlementStep::Send { request }).ok_or(Error::Internal)
    }

    /// Returns the request under way.
    pub(super) fn request(&self) -> Option<FlowRequest> {
        let number = self.requests;
        match self.turn {
            Turn::Settling => {
                let begun = self.known.attempts.get(self.attempt_of(number)?)?.begun;
                let before = Instant::from_unix_millis(after(begun, self.policy.in_flight_ms));
                Some(FlowRequest::of(number, &self.bill.settlement, Some(before)))
            }
            Turn::LookingUp => Some(FlowRequest::of(number, &self.bill.lookup.as_ref()?.call, None)),
            Turn::Controlling => Some(FlowRequest::of(number, &self.control.as_ref()?.call, None)),
            _ => None,
        }
    }

    /// Returns the attempt that a request was given out for.
    pub(super) fn attempt_of(&self, number: i64) -> Option<&AttemptId> {
        self.given_out.iter().find(|(request, _)| *request == number).map(|(_, id)| id)
    }

    /// The attempts of an opening are numbered anew: a later one folds some of them away, and a number that was given
    /// again would join two attempts.
    pub(super) fn next_attempt(&self, planned: &Knowledge, now: Millis) -> Event {
        let (opening, _) = planned.opening();
        let number = planned.of_this_opening().count().saturating_add(1);
        let id = format!("{opening}.{number}-{:x}", self.mark.unwrap_or_default());
        let until = after(now, self.policy.in_flight_ms.saturating_mul(2));
        let bill = Some(self.bill.digest.clone());
        let attempt = Attempt { opening, begun: now, until, bill, heard: Heard::default() };
        Event::Begun { id, attempt }
    }

    pub(super) fn finished(&mut self, outcome: Outcome) -> SettlementStep {
        let lookup = self.details.lookup.clone();
        let closed = match outcome {
            Outcome::Settled(proof) => {
                let proof = self.proof(proof);
                return SettlementStep::Finished { ending: SettlementEnding::Settled { proof, lookup } };
            }
            Outcome::Closed(closed) => closed,
        };
        let reason = EndReason {
            code: closed.code,
            next_step: closed.next_step,
            answer: self.known.last_answer().cloned(),
            error: self.details.error.clone(),
            lookup,
        };
        SettlementStep::Finished {
            ending: match closed.is_unclear {
                true => SettlementEnding::Unclear { reason },
                false => SettlementEnding::Refused { reason },
            },
        }
    }

    pub(super) fn proof(&self, proof: Proof) -> SettlementProof {
        match proof {
            Proof::Answer => SettlementProof::Answer { response: self.details.response.clone() },
            Proof::Person => SettlementProof::Person,
            Proof::Transaction(id) => {
                let seen = self.details.lookup.as_ref().and_then(|verdict| verdict.transaction());
                let transaction = seen.filter(|transaction| transaction.tran_id == id).cloned().map(Box::new);
                SettlementProof::Verification { claim_key: id, transaction }
            }
        }
    }
}
