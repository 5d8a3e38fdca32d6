"""Answers with values that no decision needs: blank, of another type, or about another subject."""

from itertools import chain

from answers import OPERATIONS, when_unsure
from json_text import Number, compact
from request_cases import bill, search
from response_cases import LOOKUP, SHOP, failure, judged, outcome, undetermined
from responses_succeeded import NO_LINK, TRANSACTION, body_with, settlement, verified, with_statuses

OTHER = {
    "number": "7",
    "boolean": "true",
    "array": "[]",
    "object": "{}",
    "false": "false",
    "zero": "0",
    "fraction": "12.50",
    "exponent": "1E3",
    "deep": '{"a":[1,{"b":"\u1780"},null]}',
}
# Fields on which no decision depends.
UNUSED = ["tran_date", "bank_code", "bank_ref", "customer_name", "customer_phone", "description"]
WITH_BANK = {**SHOP, "bank_id": "ABA", "return_url": "https://shop.example/back"}
LINK = "https://bank.example/link/1"


def cases():
    return chain(
        messages(),
        unused_texts(),
        empty_objects(),
        links(),
        exists_already(),
        other_subjects(),
        same_subjects(),
        may_repeat(),
    )


def messages():
    """A message of another type refuses nothing. It is kept as its JSON text."""
    for name, value in OTHER.items():
        body = body_with().replace('"Transaction found"', value)
        yield verified(f"message-is-{name}", body)
        for field in ["message", "message_kh"]:
            yield outcome(f"{field}-is-{name}", "onboarding", f'{{"code":"000","{field}":{value}}}')
            body = f'{{"code":"000","{field}":{value}{with_statuses("success", "success")}}}'
            order = ["message", "message_kh", "code", "data", "extra"]
            yield settlement(f"{field}-is-{name}", body, "settled", None, order=order)
            for operation in OPERATIONS:
                yield judged(
                    f"{field}-is-{name}-of-an-error", operation, 200, f'{{"code":"E","{field}":{value}}}'
                )


def unused_texts():
    for field in UNUSED:
        for name, value in OTHER.items():
            body = body_with(**{field: value}) if field in TRANSACTION else body_with(f',"{field}":{value}')
            yield verified(f"data-{field}-is-{name}", body)
    for field in ["name", "name_kh", "address"]:
        for name, value in OTHER.items():
            body = f'{{"code":"000","data":{{"{field}":{value}}}}}'
            yield outcome(f"data-{field}-is-{name}", "onboarding", body)
    for name, value in {
        "number": "7",
        "boolean": "true",
        "list": f'[{{"web_url":"{LINK}"}}]',
        "text": '"x"',
    }.items():
        body = f'{{"code":"000","data":{{"name":"ក","add_link_account":{value}}}}}'
        yield outcome(f"add_link_account-is-{name}", "onboarding", body)
    for name, value in OTHER.items():
        body = f'{{"code":"000","data":{{"add_link_account":{{"web_url":{value}}}}}}}'
        yield outcome(f"web_url-is-{name}", "onboarding", body, warnings=[NO_LINK.format("no_address")])
    several = body_with(',"description":[1]', tran_date="2085436800000", bank_ref="true", fee_amount="null")
    yield verified("several-unused", several)


def empty_objects():
    """PHP writes `[]` for an empty object, and others a blank value for none."""
    nothing = {"array": "[]", "object": "{}", "null": "null", "text": '""', "false": "false", "zero": "0"}
    for name, value in {**nothing, "spaced-array": "[ \t]", "blanks": '[null,""]'}.items():
        body = f'{{"code":"000","data":{{"add_link_account":{value}}}}}'
        yield outcome(f"add_link_account-is-empty-{name}", "onboarding", body)
        wanted = [NO_LINK.format("required")]
        title = f"add_link_account-is-empty-{name}-with-a-bank"
        yield outcome(title, "onboarding", body, request=WITH_BANK, warnings=wanted)
        yield outcome(f"data-is-empty-{name}", "onboarding", f'{{"code":"000","data":{value}}}')
        order = ["code", "extra", "data"]
        for suffix, profile, step in [("", None, "askService"), ("-with-lookup", LOOKUP, "verifyFirst")]:
            body = f'{{"code":"000","data":{value}}}'
            yield settlement(f"data-is-empty-{name}{suffix}", body, "accepted", step, profile, order)
            body = f'{{"code":"000","data":{{"bill":{value},"payment":{{"status":"success"}}}}}}'
            yield settlement(f"bill-is-empty-{name}{suffix}", body, "accepted", step, profile, order)
    for operation in OPERATIONS:
        yield judged("body-is-an-empty-list", operation, 200, "[]")


def links():
    """Only an absolute https address may be shown to a shop."""
    for name, link, code in [
        ("https", LINK, None),
        ("https-in-capitals", "HTTPS://bank.example/link", None),
        ("https-with-port-and-query", "https://bank.example:8443/a?b=c#d", None),
        ("https-khmer", "https://bank.example/ធនាគារ", None),
        ("http", "http://bank.example/link", "insecure_link"),
        ("http-of-this-machine", "http://127.0.0.1:4010/link/1", "insecure_link"),
        ("relative", "/link/1", "no_address"),
        ("without-scheme", "bank.example/link/1", "no_address"),
        ("protocol-relative", "//bank.example/link", "no_address"),
        ("javascript", "javascript:alert(1)", "no_address"),
        ("javascript-with-slashes", "javascript://bank.example/%0aalert(1)", "no_address"),
        ("data", "data:text/html,x", "no_address"),
        ("app", "bank://link/1", "no_address"),
        ("host-missing", "https:///link", "no_address"),
        ("host-empty", "https://", "no_address"),
        ("host-is-a-port", "https://:443/", "no_address"),
        ("user", "https://bank.example@evil.example/", "no_address"),
        ("space-before", " https://bank.example/", "no_address"),
        ("space-inside", "https://bank.example/a b", "no_address"),
        ("backslash", "https:\\\\bank.example", "no_address"),
        ("blank", " ", "empty"),
        ("empty", "", "empty"),
        ("invisible", "\u200b", "empty"),
    ]:
        body = compact({"code": "000", "data": {"add_link_account": {"web_url": link}}})
        warnings = [NO_LINK.format(code)] if code else []
        shown = None if code else link
        for suffix, request in [("", None), ("-with-a-bank", WITH_BANK)]:
            title = f"link-{name}{suffix}"
            yield outcome(title, "onboarding", body, request=request, warnings=warnings, link=shown)
    for name, body in {
        "without-data": '{"code":"000"}',
        "null-data": '{"code":"000","data":null}',
        "without-link": '{"code":"000","data":{"code":"SUP-1"}}',
        "null-link": '{"code":"000","data":{"add_link_account":null}}',
        "null-address": '{"code":"000","data":{"add_link_account":{"web_url":null}}}',
    }.items():
        yield outcome(f"no-link-{name}", "onboarding", body)
        wanted = [NO_LINK.format("required")]
        yield outcome(f"no-link-{name}-with-a-bank", "onboarding", body, request=WITH_BANK, warnings=wanted)


def exists_already():
    profile = {"existsAlreadyCodes": {"onboarding": ["310", "E-5"]}}
    data = {
        "code": "SUP-1",
        "supplier_sync_code": "S-1",
        "name": "Angkor",
        "add_link_account": {"web_url": LINK},
    }
    told = {"outcome": "existsAlready"}
    for status in [200, 400, 409, 422, 500]:
        body = compact({"code": "310", "message": "exists", "data": data})
        title = f"exists-already-with-data-{status}"
        yield outcome(title, "onboarding", body, told, profile, status=status, link=LINK)
        body = compact({"code": Number("310"), "message": "exists", "data": None})
        yield outcome(
            f"exists-already-without-data-{status}", "onboarding", body, told, profile, status=status
        )
        wanted = [NO_LINK.format("required")]
        title = f"exists-already-without-link-{status}"
        yield outcome(title, "onboarding", body, told, profile, WITH_BANK, status, wanted)
    for name, listed in {"unlisted": {}, "refused": {"refusalCodes": {"onboarding": ["310"]}}}.items():
        body = compact({"code": "310", "data": data})
        yield judged(f"exists-already-{name}", "onboarding", 200, body, listed)
    body = compact({"code": "310", "data": {**data, "supplier_sync_code": "S-2"}})
    yield another("exists-already-another", "onboarding", 200, body, profile, SHOP)


def another(name, operation, status, body, profile, request):
    error = undetermined("contradictory", when_unsure(operation, profile))
    return failure(name, operation, status, body, error, profile, request, is_another=True)


BILL = bill()
ASKED = search(tran_id="T-1", bank_ref="BR-1")


def other_subjects():
    """An answer about another subject is none, whatever its code and its status."""
    shop = lambda code, **more: compact({"code": code, "data": {"supplier_sync_code": "S-2", **more}})
    lists = {
        "refusalCodes": {"onboarding": ["E-17"], "settlement": ["E-17"]},
        "onboardingMayRepeat": True,
    }
    link = {"add_link_account": {"web_url": LINK}}
    for code in ["000", "E-17", "310", "777", None]:
        for status in [200, 201, 307, 400, 422, 429, 500, 503]:
            yield another(
                f"another-shop-{code}-{status}", "onboarding", status, shop(code, **link), lists, SHOP
            )
    for name, value in {"case": "s-1", "number": Number("7"), "longer": "S-1 ", "khmer": "ស-១"}.items():
        body = compact({"code": "000", "data": {"supplier_sync_code": value}})
        yield another(f"another-shop-{name}", "onboarding", 200, body, None, SHOP)
    yield another(
        "another-shop-outside", "onboarding", 200, '{"code":"000","supplier_sync_code":"S-2"}', None, SHOP
    )
    settled = {"bill": {"status": "success"}, "payment": {"status": "success"}}
    renamed = {"destinationKey": "settle_to"}
    for name, extra, profile in [
        ("bill", {"data": {**settled, "ref_id": "INV-2"}}, LOOKUP),
        ("bill-inside", {"data": {**settled, "bill": {"status": "success", "ref_id": "INV-2"}}}, LOOKUP),
        ("bill-outside", {"ref_id": "INV-2", "data": settled}, None),
        ("destination", {"data": {**settled, "settlement_to": "S-2"}}, LOOKUP),
        ("destination-renamed", {"data": {**settled, "settle_to": "S-2"}}, renamed),
        ("destination-of-the-interface", {"data": {**settled, "settlement_to": "S-2"}}, renamed),
    ]:
        for code, status in [("000", 200), ("000", 400), ("E-17", 422), (None, 422)]:
            listed = {**(profile or {}), "refusalCodes": {"settlement": ["E-17"]}}
            body = compact({"code": code, **extra})
            title = f"another-{name}-{code}-{status}"
            yield another(title, "settlement", status, body, listed, BILL)
    for field in ASKED:
        body = body_with(**{field: '"other"'})
        yield another(f"another-{field}", "verification", 200, body, None, ASKED)


def same_subjects():
    """What is not named, or is named blank, is no other. Codes are compared as text."""
    for name, value in {"text": "S-1", "null": None, "empty": "", "blank": " "}.items():
        body = compact({"code": "000", "data": {"supplier_sync_code": value}})
        yield outcome(f"same-shop-{name}", "onboarding", body, request=SHOP)
    numeric = {**SHOP, "supplier_sync_code": "1001"}
    body = '{"code":"000","data":{"supplier_sync_code":1001}}'
    yield outcome("same-shop-number", "onboarding", body, request=numeric)
    yield outcome("same-verification", "verification", body_with(), request=ASKED)
    neither = {"verificationTranId": "tran_no"}
    other = {**ASKED, "tran_id": "NO-1"}
    yield outcome("tran_no-is-no-tran_id", "verification", body_with(), None, neither, other)
    body = compact(
        {"code": "000", "data": {"bill": {"status": "success", "ref_id": "INV-0001"}, "settlement_to": "S-1"}}
    )
    told = {"outcome": "accepted", "nextStep": "askService"}
    yield outcome("same-bill", "settlement", body, told, None, BILL)


def may_repeat():
    """Lost, cut off, without a code, and 5xx: may be sent again. A code that nobody knows says the same again."""
    profile = {"onboardingMayRepeat": True, "refusalCodes": {"onboarding": ["E-17"]}}
    bodies = {
        "empty": "",
        "html": "<html>",
        "cut-off": '{"code":"000","data":{"supp',
        "no-code": "{}",
        "success": '{"code":"000"}',
        "unknown": '{"code":"777"}',
        "without-meaning": '{"code":"310"}',
        "refusal": '{"code":"E-17"}',
    }
    for name, body in bodies.items():
        for status in [200, 204, 302, 400, 401, 404, 408, 409, 422, 425, 429, 500, 502, 503, 504]:
            if status == 200 and name in ["success", "empty", "html", "cut-off"]:
                continue
            yield judged(f"may-repeat-{name}-{status}", "onboarding", status, body, profile)
    for operation in ["settlement", "verification"]:
        for status in [200, 500]:
            yield judged(f"may-repeat-{status}", operation, status, "{}", profile)
