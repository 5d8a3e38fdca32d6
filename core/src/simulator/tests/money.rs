//! No money appears or vanishes, for any requests and faults.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

const CURRENCIES: [&str; 3] = ["KHR", "USD", "THB"];

#[derive(Clone, Debug)]
enum Step {
    Onboard { sub_biller: u8, fault: Option<AnswerFault> },
    Settle { bill: u8, sub_biller: u8, currency: usize, amount: i64, wrong_hash: bool, fault: Option<AnswerFault> },
    Verify { bill: u8, fault: Option<AnswerFault> },
    Rubbish(Vec<u8>),
    ScriptWebhook { bill: u8, fault: WebhookFault },
    ScriptPayment { bill: u8, transactions: Vec<TransactionScript> },
    Deliver { after_ms: u64, status: u16 },
}

fn answer_fault() -> impl Strategy<Value = Option<AnswerFault>> {
    let any = any::<bool>().prop_flat_map(|moves_money| {
        prop_oneof![
            Just(AnswerFault::Slow { delay_ms: 5 }),
            Just(AnswerFault::DropBefore),
            Just(AnswerFault::DropAfter),
            Just(AnswerFault::Answer { status: 503, body: "no".into(), headers: BTreeMap::new(), moves_money }),
            Just(AnswerFault::Redirect { status: 302, location: "/".into() }),
            Just(AnswerFault::Unreadable { moves_money }),
            Just(AnswerFault::Code { code: "9".into(), message: "".into(), message_kh: "".into(), moves_money }),
            Just(AnswerFault::Statuses { bill: None, payment: None, moves_money }),
            Just(AnswerFault::HttpStatus { status: 429 }),
        ]
    });
    prop::option::weighted(0.4, any)
}

fn webhook_fault() -> impl Strategy<Value = WebhookFault> {
    prop_oneof![
        Just(WebhookFault::Twice),
        Just(WebhookFault::Late { delay_ms: 700 }),
        Just(WebhookFault::OutOfOrder),
        Just(WebhookFault::PendingFirst),
        Just(WebhookFault::Forged),
        Just(WebhookFault::WrongAmount),
        Just(WebhookFault::Failed),
    ]
}

fn transaction() -> impl Strategy<Value = TransactionScript> {
    let status = (0..3_000u64, prop_oneof![Just("pending"), Just("success"), Just("failed")], any::<bool>());
    let status =
        status.prop_map(|(after_ms, status, webhook)| StatusScript { webhook, ..StatusScript::new(after_ms, status) });
    let amount = prop::option::of(0..1u64 << 53);
    (amount, prop::option::of(0..3usize), prop::collection::vec(status, 0..4)).prop_map(
        |(amount, currency, statuses)| {
            let currency = currency.map(|at| CURRENCIES[at].to_owned());
            TransactionScript { amount, currency, statuses, ..TransactionScript::default() }
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    let settle = (0..5u8, 0..3u8, 0..3usize, 0..1i64 << 53, prop::bool::weighted(0.1), answer_fault());
    prop_oneof![
        1 => (0..3u8, answer_fault()).prop_map(|(sub_biller, fault)| Step::Onboard { sub_biller, fault }),
        4 => settle.prop_map(|(bill, sub_biller, currency, amount, wrong_hash, fault)| {
            Step::Settle { bill, sub_biller, currency, amount, wrong_hash, fault }
        }),
        1 => (0..5u8, answer_fault()).prop_map(|(bill, fault)| Step::Verify { bill, fault }),
        1 => prop::collection::vec(any::<u8>(), 0..30).prop_map(Step::Rubbish),
        2 => (0..5u8, webhook_fault()).prop_map(|(bill, fault)| Step::ScriptWebhook { bill, fault }),
        2 => (0..5u8, prop::collection::vec(transaction(), 0..3))
            .prop_map(|(bill, transactions)| Step::ScriptPayment { bill, transactions }),
        2 => (0..3_000u64, prop_oneof![Just(200), Just(409), Just(503)])
            .prop_map(|(after_ms, status)| Step::Deliver { after_ms, status }),
    ]
}

/// The test's own books, computed separately from the simulator's.
#[derive(Default)]
struct Expected {
    sub_billers: Vec<String>,
    attempts: BTreeMap<String, u32>,
    scripts: BTreeMap<String, Vec<Vec<TransactionScript>>>,
    payments: Vec<Payment>,
    /// The number of statuses that a webhook reports.
    reported: usize,
    faults: u64,
}

struct Payment {
    currency: String,
    amount: u128,
    /// Times and statuses.
    statuses: Vec<(u64, String)>,
}

impl Payment {
    /// Returns the last status that it has by this time.
    fn status(&self, now: u64) -> Option<&str> {
        let had = self.statuses.iter().enumerate().filter(|(_, (since, _))| *since <= now);
        had.max_by_key(|(place, (since, _))| (*since, *place)).map(|(_, (_, status))| status.as_str())
    }
}

impl Expected {
    /// Returns the number of the next attempt, for the script.
    fn next(&mut self, key: &str) -> u32 {
        let attempt = self.attempts.entry(key.to_owned()).or_default();
        *attempt += 1;
        *attempt
    }

    fn settle(&mut self, request: &Settlement, now: u64) {
        let scripts = self.scripts.entry(request.ref_id.clone()).or_default();
        let script = if scripts.is_empty() { vec![TransactionScript::default()] } else { scripts.remove(0) };
        self.payments.extend(script.into_iter().map(|one| {
            let reported = one.statuses.iter().filter(|status| status.webhook).count();
            self.reported += if one.statuses.is_empty() { 1 } else { reported };
            let statuses = one.statuses.into_iter().map(|status| (now + status.after_ms, status.status));
            let mut statuses: Vec<_> = statuses.collect();
            if statuses.is_empty() {
                statuses.push((now, "success".into()));
            }
            Payment {
                currency: one.currency.unwrap_or(request.currency.clone()),
                amount: one.amount.map_or(request.total_amount as u128, u128::from),
                statuses,
            }
        }));
    }

    fn totals(&self, now: u64) -> BTreeMap<String, u128> {
        let mut totals: BTreeMap<String, u128> = BTreeMap::new();
        for payment in &self.payments {
            if let Some(status) = payment.status(now) {
                let total = totals.entry(payment.currency.clone()).or_default();
                *total += if status == "success" { payment.amount } else { 0 };
            }
        }
        totals
    }

    /// Returns whether the request takes effect.
    fn serve(&mut self, fault: &Option<AnswerFault>) -> bool {
        self.faults += u64::from(fault.is_some());
        fault.as_ref().is_none_or(AnswerFault::moves_money)
    }
}

impl World {
    fn do_step(&mut self, step: Step, expected: &mut Expected) {
        self.now += 1;
        match step {
            Step::Onboard { sub_biller, fault } => {
                let code = format!("SUB-{sub_biller}");
                let attempt = expected.next(&code);
                let moves = expected.serve(&fault);
                self.script(fault, |script, fault| script.onboarding(&code, attempt, fault));
                let call = self.call(&onboarding(&code));
                self.answer(&call);
                if moves && !expected.sub_billers.contains(&code) {
                    expected.sub_billers.push(code);
                }
            }
            Step::Settle { bill: number, sub_biller, currency, amount, wrong_hash, fault } => {
                let request = Settlement {
                    settlement_to: format!("SUB-{sub_biller}"),
                    currency: CURRENCIES[currency].into(),
                    total_amount_khr: (CURRENCIES[currency] != "KHR").then(|| "1.5".into()),
                    ..bill(&format!("INV-{number}"), amount)
                };
                let mut call = self.call(&request);
                if wrong_hash {
                    call.body = call.body.replace("C-17", "C-18");
                } else if expected.sub_billers.contains(&request.settlement_to) {
                    let attempt = expected.next(&request.ref_id);
                    if expected.serve(&fault) {
                        expected.settle(&request, self.now);
                    }
                    self.script(fault, |script, fault| script.settlement(&request.ref_id, attempt, fault));
                }
                self.answer(&call);
            }
            Step::Verify { bill, fault } => {
                let ref_id = format!("INV-{bill}");
                let attempt = expected.next(&format!("verification {ref_id}"));
                expected.serve(&fault);
                self.script(fault, |script, fault| script.verification(&ref_id, attempt, fault));
                let call = self.call(&verification(&ref_id));
                self.answer(&call);
            }
            Step::Rubbish(body) => {
                let call = self.call(&bill("INV-1", 1));
                let request = Request { body: &body, ..Request::of(&call) };
                assert_eq!(self.simulator.handle(&request, self.now).status, 400);
            }
            Step::ScriptWebhook { bill, fault } => {
                self.simulator.script(Script::default().webhook(format!("INV-{bill}"), fault));
            }
            Step::ScriptPayment { bill, transactions } => {
                let ref_id = format!("INV-{bill}");
                self.simulator.script(Script::default().payment(&ref_id, transactions.clone()));
                expected.scripts.entry(ref_id).or_default().push(transactions);
            }
            Step::Deliver { after_ms, status } => {
                self.now += after_ms;
                for webhook in self.simulator.due(self.now) {
                    self.simulator.delivered(webhook.id, answered(status), self.now);
                }
            }
        }
    }

    fn script(&mut self, fault: Option<AnswerFault>, add: impl FnOnce(Script, AnswerFault) -> Script) {
        if let Some(fault) = fault {
            self.simulator.script(add(Script::default(), fault));
        }
    }

    fn check(&mut self, expected: &Expected) {
        self.simulator.advance(self.now);
        let books = self.simulator.books();
        let mut sums: BTreeMap<String, u128> = BTreeMap::new();
        for (currency, balance) in books.balances.values().flatten() {
            *sums.entry(currency.clone()).or_default() += balance;
        }
        assert_eq!(sums, books.totals);
        assert_eq!(books.totals, expected.totals(self.now));
        let tran_ids: Vec<_> = books.bills.iter().flat_map(|bill| &bill.tran_ids).collect();
        let paid = expected.payments.iter().filter(|payment| payment.status(self.now) == Some("success"));
        assert_eq!(tran_ids.len(), paid.count());
        let WebhookCounts { due, acknowledged, failed, pending, .. } = books.webhooks;
        assert_eq!(due, acknowledged + failed + pending);
        let answers = books.faults_served.iter().filter(|(fault, _)| !fault.starts_with("webhook/"));
        assert_eq!(answers.map(|(_, count)| count).sum::<u64>(), expected.faults);
    }
}

proptest! {
    #[test]
    fn balances_equal_the_sum_of_all_transactions(steps in prop::collection::vec(step(), 1..60)) {
        let mut world = World::new();
        let mut expected = Expected { sub_billers: vec!["SUB-1".into()], ..Expected::default() };
        expected.attempts.insert("SUB-1".into(), 1);
        for step in steps {
            world.do_step(step, &mut expected);
            world.check(&expected);
        }
        // At the end every webhook was delivered, and none is pending.
        world.deliver(|_| answered(200));
        let counts = world.counts();
        prop_assert_eq!((counts.pending, counts.due), (0, counts.acknowledged + counts.failed));
        prop_assert!(counts.due >= expected.reported);
    }
}
