//! The simulated service under any sequence of requests. An input is a byte of settings and steps of six bytes; the
//! books are compared before and after each.

use super::{
    Verdict,
    billers::{HASH_TOKEN, biller},
    ensure,
};
use crate::{dynamic_value, with};
use billwire::{
    BearerToken, Biller, HashToken, OperationName, Outcome, SettlementOutcome, VerificationToken, WebhookReceiver,
    WebhookToken, WireProfile,
    simulator::{
        Answer, AnswerFault, Books, DeliveryResult, RepeatedBill, Request, ResponseTransport, Script, Simulator,
        SimulatorConfig, StatusScript, TransactionScript, WebhookCounts, WebhookEndpoint, WebhookFault,
    },
};
use billwire_wasm::entrances::{self, Prepared};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const CURRENCIES: [&str; 3] = ["KHR", "USD", "THB"];
const ENDPOINT: &str = "http://127.0.0.1:1/hook";
const TOKEN: &str = "webhook-token";
const LARGEST_AMOUNT: u64 = (1 << 53) - 1;
const MOST_STEPS: usize = 64;

type Serve = fn(&mut Simulator, &Request<'_>, u64) -> Answer;

pub(crate) fn check(input: &[u8]) -> Verdict {
    conserves_money(input, Simulator::handle)
}

pub(crate) fn control(input: &[u8]) -> Verdict {
    conserves_money(input, |service, request, now| {
        service.handle(request, now);
        service.handle(request, now)
    })
}

fn conserves_money(input: &[u8], serve: Serve) -> Verdict {
    let Some((settings, steps)) = input.split_first() else { return Ok(()) };
    let mut world = World::new(*settings, serve)?;
    for step in steps.chunks_exact(6).take(MOST_STEPS) {
        if let [kind, who, bill, high, low, fault] = *step {
            let step = Step { who, bill, amount: u16::from_be_bytes([high, low]), fault };
            world.take(kind, &step)?;
        }
        world.is_balanced()?;
    }
    world.end()
}

/// One step of a run.
struct Step {
    who: u8,
    bill: u8,
    amount: u16,
    fault: u8,
}

impl Step {
    fn sub_biller(&self) -> String {
        format!("SUB-{}", self.who % 3)
    }

    fn ref_id(&self) -> String {
        format!("INV-{}", self.bill % 5)
    }

    fn currency(&self) -> &'static str {
        CURRENCIES[usize::from(self.bill) % CURRENCIES.len()]
    }

    /// A payment of up to two transactions, each with up to three statuses.
    fn payment(&self) -> Vec<TransactionScript> {
        let mut draw = Draw(u32::from_be_bytes([self.who, self.fault, self.bill, self.amount as u8]));
        let count = draw.below(3);
        let transactions = (0..count).map(|_| {
            let (amount, currency) = (draw.below(50_000), draw.below(6) as usize);
            let statuses = (0..draw.below(4)).map(|_| {
                let status = ["pending", "success", "failed"][draw.below(3) as usize];
                with(StatusScript::new(draw.below(3_000).into(), status), |one| one.webhook = draw.below(2) == 0)
            });
            let statuses: Vec<_> = statuses.collect();
            TransactionScript::builder()
                .maybe_amount((amount % 2 == 0).then_some(amount.into()))
                .maybe_currency(CURRENCIES.get(currency).copied())
                .statuses(statuses)
                .build()
        });
        transactions.collect()
    }

    /// Small amounts, and some at the upper end.
    fn amount(&self) -> u64 {
        if self.amount >= 0xff00 { LARGEST_AMOUNT - u64::from(!self.amount) } else { u64::from(self.amount) }
    }
}

/// Small numbers that follow from the bytes of a step.
struct Draw(u32);

impl Draw {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % bound
    }
}

/// The service, with separate books.
struct World {
    service: Simulator,
    serve: Serve,
    biller: Biller,
    fee: u64,
    refuses_again: bool,
    faults_move_money: bool,
    now: u64,
    registered: BTreeSet<String>,
    settled: BTreeSet<String>,
    /// Scripted payments that no settlement has taken yet, by `ref_id`.
    scripts: BTreeMap<String, VecDeque<Vec<TransactionScript>>>,
    payments: Vec<Payment>,
    /// Statuses that a webhook has to report.
    reported: usize,
}

/// A transaction by the books of this world.
struct Payment {
    currency: String,
    amount: u128,
    /// Times and statuses.
    statuses: Vec<(u64, String)>,
}

impl Payment {
    /// The last status that it has by this time.
    fn status(&self, now: u64) -> Option<&str> {
        let had = self.statuses.iter().enumerate().filter(|(_, (since, _))| *since <= now);
        had.max_by_key(|(place, (since, _))| (*since, *place)).map(|(_, (_, status))| status.as_str())
    }

    fn is_paid(&self, now: u64) -> bool {
        self.status(now) == Some("success")
    }
}

/// Result of a request.
struct Sent {
    outcome: Option<Outcome>,
    /// Whether it took effect, as far as a scripted fault is concerned.
    unhindered: bool,
    transactions: usize,
}

impl World {
    fn new(settings: u8, serve: Serve) -> Result<World, String> {
        let [refuses_again, checkout, faults_move_money] = [1, 2, 4].map(|bit| settings & bit != 0);
        let fee = u64::from(settings >> 4);
        let proxy = || WebhookEndpoint::merchant_proxy(ENDPOINT, WebhookToken::new(TOKEN));
        let config = SimulatorConfig::builder()
            .bearer(BearerToken::new("bearer"))
            .verification_token(VerificationToken::new("verification"))
            .hash_token(HashToken::new(HASH_TOKEN))
            .webhook(if checkout { WebhookEndpoint::checkout(ENDPOINT) } else { proxy() })
            .fee(fee)
            .repeated_bill(if refuses_again { RepeatedBill::Refuse } else { RepeatedBill::Settle });
        let service = Simulator::new(config.build());
        Ok(World {
            service: service.map_err(|error| error.to_string())?,
            serve,
            biller: biller(WireProfile::default()).map_err(|error| error.to_string())?,
            fee,
            refuses_again,
            faults_move_money,
            now: 1_769_824_800_123,
            registered: BTreeSet::new(),
            settled: BTreeSet::new(),
            scripts: BTreeMap::new(),
            payments: Vec::new(),
            reported: 0,
        })
    }

    fn take(&mut self, kind: u8, step: &Step) -> Verdict {
        self.now += 1;
        match kind % 9 {
            0 => self.onboard(step),
            1 => self.settle(step, None),
            2 => self.settle(step, Some((step.who, step.fault))),
            3 => self.verify(step),
            4 => self.script(step),
            5 => {
                self.service.script(Script::default().webhook(step.ref_id(), webhook_fault(step.fault)));
                Ok(())
            }
            6 => self.deliver(u64::from(step.amount), step.fault),
            7 => {
                let script = step.payment();
                self.service.script(Script::default().payment(step.ref_id(), script.clone()));
                self.scripts.entry(step.ref_id()).or_default().push_back(script);
                Ok(())
            }
            _ => self.refuse(&[step.who, step.bill, step.fault]),
        }
    }

    fn onboard(&mut self, step: &Step) -> Verdict {
        let draft = json!({"supplier_sync_code": step.sub_biller(), "name": "A shop"});
        let sent = self.send(OperationName::Onboarding, &draft, None)?;
        ensure!(sent.transactions == 0, "an onboarding moves money");
        if sent.unhindered {
            self.registered.insert(step.sub_biller());
        }
        Ok(())
    }

    fn settle(&mut self, step: &Step, wound: Option<(u8, u8)>) -> Verdict {
        let draft = json!({
            "ref_id": step.ref_id(), "date": "2026-01-31T09:00:00Z", "due_date": "2026-02-28T09:00:00Z",
            "currency": step.currency(), "total_amount": step.amount(), "customer_sync_code": "C-17",
            "settlement_to": step.sub_biller(), "total_amount_khr": (step.currency() != "KHR").then_some("1.5"),
        });
        // The books show the effect of a damaged request, if its payment has no script.
        let wound = wound.filter(|_| self.scripts.get(&step.ref_id()).is_none_or(VecDeque::is_empty));
        let sent = self.send(OperationName::Settlement, &draft, wound)?;
        let allowed = self.registered.contains(&step.sub_biller())
            && !(self.refuses_again && self.settled.contains(&step.ref_id()))
            && step.amount() + self.fee <= LARGEST_AMOUNT;
        let due = allowed && sent.unhindered;
        // Damage in unsigned fields may settle all the same.
        let takes = due && (wound.is_none() || sent.transactions == 1);
        let paid = if takes { self.accept(step) } else { 0 };
        ensure!(sent.transactions == paid, "{} transactions, and {paid} were due", sent.transactions);
        let settled = matches!(sent.outcome, Some(Outcome::Settlement(SettlementOutcome::Settled { .. })));
        ensure!(!settled || paid > 0, "settled, and no money has moved");
        Ok(())
    }

    /// Enters the payments of a settlement, and returns how many have moved money by now.
    fn accept(&mut self, step: &Step) -> usize {
        self.settled.insert(step.ref_id());
        let script = self.scripts.get_mut(&step.ref_id()).and_then(VecDeque::pop_front);
        let payments = script.unwrap_or_else(|| vec![TransactionScript::default()]).into_iter().map(|mut one| {
            if one.statuses.is_empty() {
                one.statuses.push(StatusScript::new(0, "success"));
            }
            self.reported += one.statuses.iter().filter(|status| status.webhook).count();
            Payment {
                currency: one.currency.unwrap_or_else(|| step.currency().to_owned()),
                amount: one.amount.unwrap_or_else(|| step.amount()).into(),
                statuses: one.statuses.into_iter().map(|one| (self.now + one.after_ms, one.status)).collect(),
            }
        });
        let payments: Vec<Payment> = payments.collect();
        let paid = payments.iter().filter(|payment| payment.is_paid(self.now)).count();
        self.payments.extend(payments);
        paid
    }

    /// Sends a settlement whose body is no JSON object.
    fn refuse(&mut self, body: &[u8]) -> Verdict {
        let headers = vec![("Authorization", "Bearer bearer"), ("Content-Type", "application/json")];
        let path = "/bill_payment/push_bill_with_payment";
        let answer = (self.serve)(&mut self.service, &Request { method: "POST", path, headers, body }, self.now);
        ensure!(answer.status == 400, "rubbish is answered with {}", answer.status);
        Ok(())
    }

    fn verify(&mut self, step: &Step) -> Verdict {
        let draft = json!({"identity_code": step.ref_id(), "purpose_of_transaction": step.ref_id()});
        let sent = self.send(OperationName::Verification, &draft, None)?;
        ensure!(sent.transactions == 0, "a verification moves money");
        let found = matches!(sent.outcome, Some(Outcome::Verification(_)));
        ensure!(!found || self.settled.contains(&step.ref_id()), "it was never settled, and is found");
        Ok(())
    }

    /// Sends a draft, whole or with one byte of its body changed.
    fn send(&mut self, operation: OperationName, draft: &Value, wound: Option<(u8, u8)>) -> Result<Sent, String> {
        let call =
            entrances::prepare(&self.biller, operation, &dynamic_value(draft)).map_err(|error| error.to_string())?;
        let Prepared { method, url, headers, body, .. } = call;
        let mut body = body.into_bytes();
        if let Some((at, change)) = wound {
            let at = usize::from(at) * body.len() / 256;
            body[at] ^= change;
        }
        let request = Request {
            method: method.as_str(),
            path: url.strip_prefix("https://service.example").unwrap_or_default(),
            headers: headers.iter().map(|header| (&*header.name, header.value.as_str())).collect(),
            body: &body,
        };
        self.service.advance(self.now);
        let before = self.service.books();
        let answer = (self.serve)(&mut self.service, &request, self.now);
        let after = self.service.books();
        let dropped = matches!(answer.transport, ResponseTransport::DropBefore | ResponseTransport::DropAfter);
        Ok(Sent {
            outcome: self.biller.decode(operation, answer.status, &answer.body).ok().filter(|_| !dropped),
            unhindered: self.unhindered(&before, &after)?,
            transactions: transactions(&after) - transactions(&before),
        })
    }

    /// Whether the fault that was served, if any, let the request take effect.
    fn unhindered(&self, before: &Books, after: &Books) -> Result<bool, String> {
        let count = |books: &Books, name: &str| books.faults_served.get(name).copied().unwrap_or(0);
        let mut served = after.faults_served.keys().filter(|name| count(after, name) > count(before, name));
        let name = served.next().and_then(|name| name.split_once('/')).map(|(_, name)| name);
        ensure!(served.next().is_none(), "two faults are served at once");
        Ok(match name {
            None | Some("slow" | "drop_after" | "http_status") => true,
            Some("drop_before" | "redirect") => false,
            Some(_) => self.faults_move_money,
        })
    }

    fn script(&mut self, step: &Step) -> Verdict {
        let fault = answer_fault(step.fault, self.faults_move_money);
        let (script, attempt) = (Script::default(), u32::from(step.amount % 4) + 1);
        self.service.script(match step.who % 3 {
            0 => script.onboarding(step.sub_biller(), attempt, fault),
            1 => script.settlement(step.ref_id(), attempt, fault),
            _ => script.verification(step.ref_id(), attempt, fault),
        });
        Ok(())
    }

    /// Takes the due webhooks after some time. Every one is readable, and only forged ones lack the token.
    fn deliver(&mut self, after_ms: u64, answer: u8) -> Verdict {
        self.now += after_ms;
        let proxy =
            WebhookReceiver::merchant_proxy(vec![WebhookToken::new(TOKEN)]).map_err(|error| error.to_string())?;
        for webhook in self.service.due(self.now) {
            let headers = &webhook.request.headers;
            let shown = headers.iter().any(|header| header.name == "Token" && header.value.as_str() == TOKEN);
            let headers = headers.iter().map(|header| (&*header.name, header.value.as_str()));
            ensure!(proxy.receive(headers, webhook.body().as_bytes()).is_ok() == shown, "a webhook cannot be received");
            let anybodys = WebhookReceiver::checkout().receive([], webhook.body().as_bytes());
            anybodys.map(drop).map_err(|error| format!("a webhook cannot be read: {error}"))?;
            let body = if answer.is_multiple_of(3) { "{}" } else { r#"{"status":"success","message":"success"}"# };
            let result = DeliveryResult::Answered { status: 200, body: body.into() };
            self.service.delivered(webhook.id, result, self.now);
        }
        Ok(())
    }

    /// Checks that balances, totals and the sums of the requests are equal, and that no webhook is lost.
    fn is_balanced(&mut self) -> Verdict {
        self.service.advance(self.now);
        let books = self.service.books();
        let mut sums: BTreeMap<String, u128> = BTreeMap::new();
        for (currency, balance) in books.balances.values().flatten() {
            *sums.entry(currency.clone()).or_default() += balance;
        }
        ensure!(sums == books.totals, "the balances are not the sum of the transactions");
        let mut totals: BTreeMap<String, u128> = BTreeMap::new();
        for payment in self.payments.iter().filter(|payment| payment.status(self.now).is_some()) {
            *totals.entry(payment.currency.clone()).or_default() +=
                if payment.is_paid(self.now) { payment.amount } else { 0 };
        }
        ensure!(books.totals == totals, "money has appeared or vanished");
        let paid = self.payments.iter().filter(|payment| payment.is_paid(self.now)).count();
        ensure!(transactions(&books) == paid, "a bill has another number of transactions");
        let WebhookCounts { due, acknowledged, failed, pending, .. } = books.webhooks;
        ensure!(due == acknowledged + failed + pending, "a webhook is lost");
        Ok(())
    }

    /// Delivers all webhooks: each reported status has one.
    fn end(&mut self) -> Verdict {
        while let Some(next) = self.service.next_due() {
            self.now = self.now.max(next);
            self.deliver(0, 1)?;
        }
        let WebhookCounts { due, pending, .. } = self.service.books().webhooks;
        ensure!(pending == 0 && due >= self.reported, "{due} webhooks for {} statuses", self.reported);
        Ok(())
    }
}

fn transactions(books: &Books) -> usize {
    books.bills.iter().map(|bill| bill.tran_ids.len()).sum()
}

fn answer_fault(kind: u8, moves_money: bool) -> AnswerFault {
    match kind % 9 {
        0 => AnswerFault::Slow { delay_ms: 5 },
        1 => AnswerFault::DropBefore,
        2 => AnswerFault::DropAfter,
        3 => AnswerFault::Answer { status: 503, body: "no".into(), headers: BTreeMap::new(), moves_money },
        4 => AnswerFault::Redirect { status: 302, location: "/".into() },
        5 => AnswerFault::Unreadable { moves_money },
        6 => AnswerFault::Code { code: "9".into(), message: String::new(), message_kh: String::new(), moves_money },
        7 => AnswerFault::HttpStatus { status: 429 },
        _ => AnswerFault::Statuses { bill: None, payment: Some("pending".into()), moves_money },
    }
}

fn webhook_fault(kind: u8) -> WebhookFault {
    match kind % 7 {
        0 => WebhookFault::Twice,
        1 => WebhookFault::Late { delay_ms: 700 },
        2 => WebhookFault::OutOfOrder,
        3 => WebhookFault::PendingFirst,
        4 => WebhookFault::Forged,
        5 => WebhookFault::WrongAmount,
        _ => WebhookFault::Failed,
    }
}

/// Short runs with each kind of step.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let life = |settings: u8| {
        let steps = (0..48u8).map(|number| {
            // All sub billers are registered first.
            let kind = if number < 3 { 0 } else { number.wrapping_mul(5).wrapping_add(settings) % 9 };
            let high = if number % 16 == 9 { 0xff } else { number };
            [kind, number, number.wrapping_mul(3), high, settings ^ number, number.wrapping_mul(7)]
        });
        [&[settings], steps.flatten().collect::<Vec<_>>().as_slice()].concat()
    };
    (0..16).map(|number| life(number * 17)).collect()
}
