//! Links: the page behind `web_url`, what it leaves behind, and what a settlement needs of it.

use super::*;
use crate::{Authentication, Json, OnboardingOutcome, OnboardingResult, OperationName, UntypedRequest};

const BACK: &str = "https://merchant.example/back";

fn shop(code: &str) -> Onboarding {
    Onboarding { bank_id: Some("ABA".into()), return_url: Some(BACK.into()), ..onboarding(code) }
}

fn world(profile: &str) -> World {
    let profile = WireProfile::from_json(profile.as_bytes()).unwrap();
    let linking = LinkingConfig::builder().required(true).build();
    World::with(SimulatorConfig { linking, ..config(profile) })
}

impl World {
    fn onboard(&mut self, code: &str) -> OnboardingOutcome {
        self.send(&shop(code)).unwrap()
    }

    /// Sends a request to the page of a link.
    fn visit(&mut self, link: &str, method: &str, form: &str) -> Answer {
        let path = self.simulator.path(link).unwrap().to_owned();
        let request = Request { method, path: &path, headers: Vec::new(), body: form.as_bytes() };
        self.simulator.handle(&request, self.now)
    }

    /// Whether the service says that a sub biller is linked.
    fn is_linked(&mut self, code: &str) -> bool {
        let body = self.ask(OperationName::VerifyLinkedBankAccount, "/verify_linked_bank_account", code);
        body.as_object().and_then(|body| body.get("data")?.as_object()?.get("linked").cloned())
            == Some(Json::Bool(true))
    }

    fn ask(&mut self, operation: OperationName, path: &str, code: &str) -> Json {
        let json = Json::Object([("supplier_sync_code", code)].into_iter().collect());
        let request = UntypedRequest::builder().path(path).json(json).authentication(Authentication::Bearer).build();
        let call = self.biller.prepare_operation(operation, &request).unwrap();
        let headers = call.headers.iter().map(|header| (&*header.name, header.value.as_str())).collect();
        let body = call.body.as_deref().unwrap_or_default().as_bytes();
        let answer = self.simulator.handle(&Request { method: "POST", path, headers, body }, self.now);
        call.decode(answer.status, &answer.body).unwrap().json.unwrap()
    }
}

fn link_of(outcome: &OnboardingOutcome) -> String {
    outcome.link.as_ref().unwrap().as_str().to_owned()
}

fn to(shop: &str, ref_id: &str) -> Settlement {
    Settlement { settlement_to: shop.into(), ..bill(ref_id, 40_000) }
}

fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

#[test]
fn a_shop_links_on_its_second_visit_and_is_paid() {
    let mut world = world("{}");
    let link = link_of(&world.onboard("SHOP-1"));
    assert_eq!(world.refusal(&to("SHOP-1", "INV-1")), (422, "NOT_LINKED".into()));
    let page = world.visit(&link, "GET", "");
    assert_eq!((page.status, header(&page, "Content-Type")), (200, Some("text/html; charset=utf-8")));
    assert!(text(&page).contains("<form method=\"post\">") && text(&page).contains("value=\"ABA\""));

    // The address to which the shop returns proves nothing.
    let left = world.visit(&link, "POST", "action=leave");
    assert_eq!((left.status, header(&left, "Location")), (303, Some(BACK)));
    assert!(!world.is_linked("SHOP-1"));
    assert_eq!(world.refusal(&to("SHOP-1", "INV-1")), (422, "NOT_LINKED".into()));

    let linked = world.visit(&link, "POST", "bank=ABA&currency=KHR&action=link");
    assert_eq!((linked.status, header(&linked, "Location")), (303, Some(BACK)));
    world.onboard("SHOP-1");
    assert!(world.is_linked("SHOP-1"), "an onboarding keeps the link");
    world.settle(&to("SHOP-1", "INV-1"));
    let dollars = Settlement { currency: "USD".into(), exchange_rate_khr: Some(4_100.into()), ..to("SHOP-1", "INV-2") };
    assert_eq!(world.refusal(&dollars), (422, "OTHER_CURRENCY".into()));
    let books = world.simulator.books();
    let booked = books.sub_billers.iter().find(|known| known.supplier_sync_code == "SHOP-1").unwrap();
    assert_eq!((booked.accounts.len(), booked.accounts[0].currency.as_str(), booked.visits), (1, "KHR", 2));
}

#[test]
fn settling_needs_no_link_by_default() {
    let mut world = World::new();
    let outcome = world.onboard("SHOP-1");
    assert_eq!((outcome.result, outcome.warnings.len()), (OnboardingResult::Onboarded, 0));
    world.settle(&to("SHOP-1", "INV-1"));
}

#[test]
fn settings_say_how_an_unlinked_shop_is_answered() {
    let linking = LinkingConfig::builder()
        .required(true)
        .not_linked_status(200)
        .not_linked_code("105")
        .other_currency_code("106")
        .page_url("https://link.example/")
        .build();
    let mut world = World::with(SimulatorConfig { linking, ..config(WireProfile::default()) });
    let link = link_of(&world.onboard("SHOP-1"));
    assert_eq!(link, "https://link.example/link/SUP-000002/1");
    assert_eq!(world.refusal(&to("SHOP-1", "INV-1")), (200, "105".into()));
    world.visit(&link, "POST", "currency=USD");
    assert_eq!(world.refusal(&to("SHOP-1", "INV-1")), (422, "106".into()));
}

#[test]
fn a_shop_links_only_the_currency_that_it_was_onboarded_for() {
    let mut world = world("{}");
    let only = Onboarding { currency: Some("KHR".into()), ..shop("SHOP-1") };
    let link = link_of(&world.send(&only).unwrap());
    assert_eq!(world.visit(&link, "POST", "currency=USD").status, 422);
    assert!(!world.is_linked("SHOP-1"));
    world.visit(&link, "POST", "");
    assert!(world.is_linked("SHOP-1"));
}

#[test]
fn visits_are_abandoned_doubled_or_expire_by_script() {
    let mut world = world("{}");
    let script = Script::default().link("SHOP-1", 1, LinkFault::Abandoned).link("SHOP-1", 2, LinkFault::Expired);
    world.simulator.script(script.link("SHOP-1", 3, LinkFault::Twice));
    let first = link_of(&world.onboard("SHOP-1"));
    assert_eq!(world.visit(&first, "POST", "").status, 303);
    assert!(!world.is_linked("SHOP-1"));
    assert_eq!(world.visit(&first, "POST", "").status, 410);
    assert_eq!(world.visit(&first, "GET", "").status, 410);

    let second = link_of(&world.onboard("SHOP-1"));
    assert_ne!(first, second);
    assert_eq!(world.visit(&second, "POST", "").status, 303);
    assert_eq!(world.visit(&second, "POST", "").status, 303);
    let books = world.simulator.books();
    let faults = ["link/abandoned", "link/expired", "link/twice"].map(|fault| books.faults_served[fault]);
    assert_eq!((books.sub_billers[0].accounts.len(), faults), (1, [1, 1, 1]));
}

#[test]
fn a_new_link_ends_the_old_one() {
    let mut world = world("{}");
    let first = link_of(&world.onboard("SHOP-1"));
    let body = world.ask(OperationName::AddLinkAccount, "/add_link_account", "SHOP-1").to_string();
    assert!(body.contains("/link/SUP-000002/2"), "{body}");
    assert_eq!(world.visit(&first, "POST", "").status, 410);
    assert_eq!(world.visit("https://bank.example/link/SUP-000002/2", "POST", "").status, 303);
    for unknown in ["SUP-000002/3", "SUP-000009/1", "SHOP-1/1", "SUP-000002", "SUP-000002/x", ""] {
        assert_eq!(world.visit(&format!("https://bank.example/link/{unknown}"), "GET", "").status, 404, "{unknown}");
    }
}

#[test]
fn answers_of_another_shop_and_of_one_that_exists() {
    let mut world = world(r#"{"existsAlreadyCodes":{"onboarding":["310"]}}"#);
    let another = AnswerFault::AnotherShop { supplier_sync_code: "SHOP-2".into() };
    let script = Script::default()
        .onboarding("SHOP-1", 1, another)
        .onboarding("SHOP-1", 2, AnswerFault::ExistsAlready { with_data: true })
        .onboarding("SHOP-1", 3, AnswerFault::ExistsAlready { with_data: false });
    world.simulator.script(script);
    let error = world.send(&shop("SHOP-1")).unwrap_err();
    assert_eq!((error.code(), error.answer().unwrap().data.is_none()), (crate::Code::Contradictory, true));
    let with_data = world.onboard("SHOP-1");
    assert_eq!(
        (with_data.result, link_of(&with_data)),
        (OnboardingResult::ExistsAlready, "https://bank.example/link/SUP-000002/1".into())
    );
    let without = world.onboard("SHOP-1");
    assert_eq!((without.result, without.link, without.response.data), (OnboardingResult::ExistsAlready, None, None));
}

#[test]
fn the_page_shows_no_markup_of_a_name() {
    let mut world = world("{}");
    let named = Onboarding { name: "<b>&\"Shop\"".into(), ..shop("SHOP-1") };
    let link = link_of(&world.send(&named).unwrap());
    let page = text(&world.visit(&link, "GET", "")).to_owned();
    assert!(page.contains("&lt;b&gt;&amp;&quot;Shop&quot;") && !page.contains("<b>"), "{page}");
}
