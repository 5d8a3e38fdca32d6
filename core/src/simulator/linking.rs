//! Links of sub billers' accounts: the page behind `web_url`, and the two operations about links.
//!
//! The interface shows neither the page nor the shapes of these operations (section 4.5), so both are the simulator's
//! own.

use super::{
    books::LinkedAccount,
    config::SimulatorConfig,
    exchange::{Answer, Request},
    faults, gate,
    ledger::SubBiller,
    page, reading,
    refusal::Refusal,
    script::LinkFault,
    service::Simulator,
};
use crate::interface::models::ONBOARDING_SUCCESS;
use crate::wire::{Json, Members};

const PAGE: &str = "/link/";
/// Path of Verify Linked Bank Account.
const VERIFY: &str = "/verify_linked_bank_account";
/// Path of Add Link Account.
const ADD: &str = "/add_link_account";

impl SubBiller {
    /// Address of the page at which it links an account.
    pub(super) fn web_url(&self, config: &SimulatorConfig) -> String {
        format!("{}{PAGE}{}/{}", config.linking.page_url.trim_end_matches('/'), self.code, self.link)
    }

    /// The link as an answer carries it.
    pub(super) fn add_link_account(&self, config: &SimulatorConfig) -> Members {
        Members::from_iter([("web_url", self.web_url(config))])
    }
}

impl Simulator {
    /// Answers a request to a page, or to an operation about links; none for any other path.
    pub(super) fn linking(&mut self, request: &Request<'_>) -> Option<Answer> {
        if let Some(link) = request.path.strip_prefix(PAGE) {
            return Some(self.page(request, link.split('?').next().unwrap_or_default()));
        }
        let answers: fn(&SubBiller, &SimulatorConfig) -> Members = match request.path {
            VERIFY => |shop, _| accounts(shop),
            ADD => |shop, config| [("add_link_account", shop.add_link_account(config))].into_iter().collect(),
            _ => return None,
        };
        let passed = gate::pass_with_bearer(request, &self.config).and_then(|()| {
            let body = reading::parse(request.body).map_err(|_| Refusal::Invalid)?;
            let code = body.get("supplier_sync_code").and_then(Json::as_text).unwrap_or_default().to_owned();
            self.ledger.destination(&code).map(str::to_owned).ok_or(Refusal::UnknownSubBiller)
        });
        let code = match passed {
            Ok(code) => code,
            Err(refusal) => return Some(refusal.answer()),
        };
        let shop = self.ledger.sub_biller(&code)?;
        if request.path == ADD {
            shop.renew_link();
        }
        let mut data = Members::from_iter([("supplier_sync_code", code.as_str())]);
        data.0.extend(answers(shop, &self.config).0);
        let mut body = Members::from_iter([("code", ONBOARDING_SUCCESS), ("message", "Success")]);
        body.insert("data", data);
        Some(faults::ok(body))
    }

    /// Serves the page of a link. A visit is a form that was sent; it links an account, or leaves the page.
    fn page(&mut self, request: &Request<'_>, link: &str) -> Answer {
        let (code, number) = link.split_once('/').unwrap_or((link, ""));
        let sync_code = self.ledger.destination(code).filter(|_| self.ledger.knows_code(code)).map(str::to_owned);
        let shop = sync_code.as_deref().and_then(|code| self.ledger.sub_biller(code));
        let (Some(shop), Ok(number)) = (shop, number.parse::<u32>()) else { return page::notice(404, page::UNKNOWN) };
        if number > shop.link {
            return page::notice(404, page::UNKNOWN);
        }
        if number <= shop.expired {
            return page::notice(410, page::EXPIRED);
        }
        match request.method {
            "GET" => page::form(shop),
            "POST" => {
                shop.visits = shop.visits.saturating_add(1);
                let fault = self.faults.next_visit(&shop.supplier_sync_code, shop.visits);
                visit(shop, number, &page::fields(request.body), fault.as_ref())
            }
            _ => page::notice(405, page::METHOD).with_header("Allow", "GET, POST"),
        }
    }
}

/// Applies the form of a visit.
fn visit(shop: &mut SubBiller, number: u32, form: &page::Form, fault: Option<&LinkFault>) -> Answer {
    if fault == Some(&LinkFault::Expired) {
        shop.expired = number;
        return page::notice(410, page::EXPIRED);
    }
    let is_left = form.action == "leave" || fault == Some(&LinkFault::Abandoned);
    let bank_id = [&form.bank, shop.bank_id.as_deref().unwrap_or_default()].into_iter().find(|bank| !bank.is_empty());
    let currency = [&form.currency, shop.currency.as_deref().unwrap_or_default(), "KHR"];
    let currency = currency.into_iter().find(|currency| !currency.is_empty()).unwrap_or_default();
    if is_left {
        return page::done(shop, page::LEFT);
    }
    if shop.currency.as_deref().is_some_and(|only| only != currency) {
        return page::notice(422, page::CURRENCY);
    }
    let account = LinkedAccount { bank_id: bank_id.unwrap_or("BANK").to_owned(), currency: currency.to_owned() };
    // A form that arrives twice links once.
    for _ in 0..if fault == Some(&LinkFault::Twice) { 2 } else { 1 } {
        if !shop.accounts.contains(&account) {
            shop.accounts.push(account.clone());
        }
    }
    page::done(shop, page::LINKED)
}

fn accounts(shop: &SubBiller) -> Members {
    let account = |account: &LinkedAccount| {
        Json::Object(Members::from_iter([
            ("bank_id", account.bank_id.as_str()),
            ("currency", account.currency.as_str()),
        ]))
    };
    let mut data = Members::from_iter([("linked", !shop.accounts.is_empty())]);
    data.insert("accounts", Json::Array(shop.accounts.iter().map(account).collect()));
    data
}
