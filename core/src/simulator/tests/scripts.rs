//! Scripted faults of answers.

use super::*;
use crate::NextStep;

fn code(code: &str, moves_money: bool) -> AnswerFault {
    AnswerFault::Code {
        code: code.into(), message: "Something".into(), message_kh: "អ្វីមួយ".into(), moves_money
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_webhook_reports_a_status_unless_it_is_said_not_to() {
    let read = |text| serde_json::from_str::<StatusScript>(text).unwrap().webhook;
    assert!(read(r#"{"status":"pending"}"#) && !read(r#"{"status":"pending","webhook":false}"#));
}

#[test]
fn serves_each_fault_once_at_its_attempt() {
    let anything = |moves_money| AnswerFault::Answer {
        status: 500,
        body: "<html>".into(),
        headers: [("Content-Type".to_owned(), "text/html".to_owned())].into(),
        moves_money,
    };
    let redirect = AnswerFault::Redirect { status: 307, location: "http://127.0.0.1:2/".into() };
    let statuses =
        AnswerFault::Statuses { bill: Some("success".into()), payment: Some("pending".into()), moves_money: true };
    for (fault, delivery, status, error) in [
        (AnswerFault::Slow { delay_ms: 9 }, ResponseTransport::Slow { delay_ms: 9 }, 200, "settled"),
        (AnswerFault::DropBefore, ResponseTransport::DropBefore, 200, ""),
        (AnswerFault::DropAfter, ResponseTransport::DropAfter, 200, ""),
        (anything(false), ResponseTransport::Send, 500, "http_status"),
        (anything(true), ResponseTransport::Send, 500, "http_status"),
        (redirect, ResponseTransport::Send, 307, "redirect"),
        (AnswerFault::Unreadable { moves_money: true }, ResponseTransport::Send, 200, "invalid_json"),
        (code("777", false), ResponseTransport::Send, 200, "unknown_code"),
        (code("777", true), ResponseTransport::Send, 200, "unknown_code"),
        (statuses, ResponseTransport::Send, 200, "accepted"),
        // A status may contradict a body of success.
        (AnswerFault::HttpStatus { status: 400 }, ResponseTransport::Send, 400, "contradictory"),
        (AnswerFault::HttpStatus { status: 401 }, ResponseTransport::Send, 401, "contradictory"),
        (AnswerFault::HttpStatus { status: 422 }, ResponseTransport::Send, 422, "contradictory"),
        (AnswerFault::HttpStatus { status: 429 }, ResponseTransport::Send, 429, "contradictory"),
    ] {
        let mut world = World::new();
        let (name, moves_money) = (fault.name(), fault.moves_money());
        world.simulator.script(Script::default().settlement("INV-1", 2, fault));
        assert!(matches!(world.send(&bill("INV-1", 1)), Ok(SettlementOutcome::Settled { .. })), "{name}");
        let call = world.call(&bill("INV-1", 10));
        let answer = world.answer(&call);
        assert_eq!((answer.transport, answer.status), (delivery, status), "{name}");
        let content_type =
            answer.headers.iter().find(|(name, _)| name == "Content-Type").map(|(_, value)| value.as_str());
        let expected = match status {
            500 => Some("text/html"),
            307 => None,
            _ => Some("application/json"),
        };
        assert_eq!(content_type, expected, "{name}");
        match call.decode(answer.status, &answer.body) {
            _ if error.is_empty() => {}
            Ok(outcome) => assert_eq!(error, outcome.as_str()),
            Err(other) => assert_eq!(other.code().as_str(), error),
        }
        world.settle(&bill("INV-1", 100));
        let books = world.simulator.books();
        assert_eq!(books.totals["KHR"], if moves_money { 111 } else { 101 }, "{name}");
        assert_eq!(books.faults_served, [(format!("settlement/{name}"), 1)].into());
    }
}

#[test]
fn refused_request_does_not_count_as_attempt() {
    let mut world = World::new();
    world.simulator.script(Script::default().settlement("INV-1", 1, AnswerFault::DropAfter));
    let unknown = Settlement { settlement_to: "SUB-9".into(), ..bill("INV-1", 1) };
    assert_eq!(world.refusal(&unknown).0, 422);
    let call = world.call(&bill("INV-1", 1));
    assert_eq!(world.answer(&call).transport, ResponseTransport::DropAfter);
}

#[test]
fn serves_faults_of_onboarding_and_verification() {
    let mut world = World::new();
    let pending = AnswerFault::Statuses { bill: None, payment: Some("pending".into()), moves_money: false };
    let script = Script::default()
        .onboarding("SUB-2", 1, code("777", false))
        .onboarding("SUB-3", 1, code("310", true))
        .verification("INV-1", 1, pending)
        .verification("INV-1", 2, AnswerFault::DropBefore)
        .verification("INV-1", 3, AnswerFault::HttpStatus { status: 429 });
    world.simulator.script(script);

    let error = world.send(&onboarding("SUB-2")).unwrap_err();
    assert_eq!((error.code().as_str(), error.next_step()), ("unknown_code", NextStep::AskService));
    let to_unregistered = Settlement { settlement_to: "SUB-2".into(), ..bill("INV-0", 1) };
    assert_eq!(world.refusal(&to_unregistered).0, 422);
    assert_eq!(world.send(&onboarding("SUB-3")).unwrap_err().code().as_str(), "code_without_meaning");

    world.settle(&bill("INV-1", 40));
    assert_eq!(world.verify("INV-1", None).unwrap().data.status.as_str(), "pending");
    let call = world.call(&verification("INV-1"));
    assert_eq!(world.answer(&call).transport, ResponseTransport::DropBefore);
    let answer = world.answer(&call);
    assert_eq!((answer.status, call.decode(200, &answer.body).is_ok()), (429, true));
    assert_eq!(world.verify("INV-1", None).unwrap().data.status.as_str(), "success");
    assert_eq!(world.simulator.books().faults_served.values().sum::<u64>(), 5);
}
