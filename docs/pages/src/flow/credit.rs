//! Credit flow: begun by webhooks, and by an unpaid bill.

use anyhow::Result;
use billwire::{Claim, CreditFlow, CreditPolicy, CreditStep, Sent, WebhookEvent, WebhookReceiver, WebhookToken};

use super::search::{Edges, Machine, Node, REQUEST, SLEEP, SLEPT, at, explore};
use crate::samples::{self, biller};

/// Few attempts and short times, so that the search is complete.
const POLICY: CreditPolicy = CreditPolicy::builder()
    .attempts(2)
    .pause_ms(10)
    .longest_pause_ms(20)
    .in_flight_ms(30)
    .unauthenticated_pause_ms(40)
    .unauthenticated_reply_ms(5)
    .build();

/// Flow and the time.
#[derive(Clone)]
struct Crediting {
    flow: CreditFlow,
    now: i64,
}

pub(super) fn edges() -> Result<Edges> {
    let mut edges = Edges::new();
    let (biller, bill) = (biller("{}")?, samples::expectation());
    for status in ["success", "pending"] {
        let flow = CreditFlow::of_event(&biller, &event(status)?, &bill, POLICY, None, at(0))?;
        explore("of_event", Crediting { flow, now: 0 }, &mut edges)?;
    }
    let flow = CreditFlow::of_bill(&biller, &bill, POLICY, None)?;
    explore("of_bill", Crediting { flow, now: 0 }, &mut edges)?;
    let flow = CreditFlow::of_unknown_bill(&biller, &event("success")?, POLICY, at(0))?;
    explore("of_unknown_bill", Crediting { flow, now: 0 }, &mut edges)?;
    Ok(edges)
}

/// Webhook about the bill. One of the checkout variant differs by a pause before the reply alone.
fn event(status: &str) -> Result<WebhookEvent> {
    let body = format!(r#"{{"tran_id":"T-1","status":"{status}","identity_code":"INV-0001"}}"#);
    let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("t")])?;
    Ok(receiver.receive([("Token", "t")], body.as_bytes())?)
}

impl Machine for Crediting {
    fn state(&self) -> String {
        format!("{:?} {}", self.flow, self.now)
    }

    fn ask(&mut self) -> Result<(Node, Vec<(String, Crediting)>)> {
        let step = self.flow.step(at(self.now), 1.0)?;
        let (step_name, about) = match &step {
            CreditStep::Save { revision, .. } => ("Save", self.saved_state(*revision)?),
            CreditStep::Send(_) => ("Send", "the verification"),
            CreditStep::Credit { .. } => ("Credit", "claim and credit"),
            CreditStep::Wait { reason, .. } => ("Wait", reason.as_str()),
            CreditStep::Finished { ending, .. } => ("Finished", ending.as_str()),
        };
        Ok((Node { step: step_name, about: about.into() }, self.events(step)?))
    }
}

impl Crediting {
    /// Purpose of a record: what the flow does once it is stored.
    fn saved_state(&self, revision: u64) -> Result<&'static str> {
        let mut next = self.flow.clone();
        next.saved(revision)?;
        Ok(match next.step(at(self.now), 1.0)? {
            CreditStep::Finished { ending, .. } => ending.as_str(),
            CreditStep::Wait { .. } => "no result yet",
            _ => "under way",
        })
    }

    /// Everything that can happen next, each with the flow after it.
    fn events(&self, step: CreditStep) -> Result<Vec<(String, Crediting)>> {
        let after = |event: &str, now: i64, tell: &dyn Fn(&mut CreditFlow) -> Result<(), billwire::Error>| {
            let mut next = Crediting { now, ..self.clone() };
            tell(&mut next.flow)?;
            Ok::<_, anyhow::Error>((event.to_owned(), next))
        };
        match step {
            CreditStep::Save { revision, .. } => {
                let mut events = vec![
                    after("saved", self.now, &|flow| flow.saved(revision))?,
                    after("not_saved", self.now, &|flow| flow.not_saved(revision))?,
                ];
                // Without a deadline, a flow could sleep for ever.
                if self.now <= SLEEP {
                    events.push(after(SLEPT, self.now + SLEEP, &|flow| flow.saved(revision))?);
                }
                Ok(events)
            }
            CreditStep::Send(request) => {
                let now = self.now + REQUEST;
                let mut events = Vec::new();
                for (meaning, status, body) in answers() {
                    events.push(after(meaning, now, &|flow| {
                        flow.answered(request.number, status, body.as_bytes(), at(now))
                    })?);
                }
                for (event, sent) in [("never sent", Sent::No), ("no answer", Sent::Maybe)] {
                    events.push(after(event, now, &|flow| flow.no_answer(request.number, sent, at(now)))?);
                }
                Ok(events)
            }
            CreditStep::Credit { .. } => {
                let claims =
                    Claim::ALL.iter().map(|claim| after(claim.as_str(), self.now, &|flow| flow.claimed(*claim)));
                claims.collect()
            }
            CreditStep::Wait { until, .. } => Ok(vec![after("time passes", until.unix_millis(), &|_| Ok(()))?]),
            CreditStep::Finished { .. } => Ok(Vec::new()),
        }
    }
}

/// One answer of each meaning.
fn answers() -> [(&'static str, u16, String); 4] {
    [
        ("confirmed", 200, samples::transaction("success", 0, 40_000)),
        ("mismatch", 200, samples::transaction("success", 0, 40_000).replace("KHR", "USD")),
        ("verifyAgain", 503, String::new()),
        ("fixCredentials", 401, String::new()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_only_what_the_service_has_confirmed() {
        let edges = edges().unwrap_or_default();
        let before = edges.iter().filter(|((_, to), _)| to.step == "Credit");
        let before: Vec<_> =
            before.map(|((from, _), events)| (from.step, events.iter().next().map(String::as_str))).collect();
        assert_eq!(before, [("Send", Some("confirmed"))]);
    }
}
