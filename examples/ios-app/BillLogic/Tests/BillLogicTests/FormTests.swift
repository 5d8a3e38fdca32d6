import Billwire
import Foundation
import Testing

@testable import BillLogic

private let now = Date(timeIntervalSince1970: 1_769_824_800)
private let american = Locale(identifier: "en_US")

private func full() -> BillForm {
    var form = BillForm()
    (form.number, form.customer, form.amount) = ("INV-1", "C-17", "40,000")
    form.due = now + 86_400
    return form
}

@Suite("Form")
struct FormTests {
    @Test("An empty form has findings at its fields in both languages")
    @MainActor
    func empty() throws {
        let model = BillModel(backend: nowhere, shop: "SB-001", locale: american, now: { now })
        try model.validate()
        #expect(Set(model.violations.keys) == [.number, .customer, .amount, .due])
        #expect(model.sentences(.amount, in: .english) == ["This field is required."])
        #expect(model.sentences(.amount, in: .khmer) == ["ត្រូវតែបំពេញ field នេះ។"])
        for field in model.violations.keys {
            #expect(model.sentences(field, in: .khmer).allSatisfy { $0.hasSuffix("។") })
            #expect(model.sentences(field, in: .english).allSatisfy { $0.hasSuffix(".") })
        }
    }

    @Test(
        "An amount is read as the user's language writes it",
        arguments: [
            ("40,000", "en_US", nil), ("40.000", "de_DE", nil), ("40000.00", "en_US", nil),
            ("12.5", "en_US", Code.notAnInteger), ("40 riel", "en_US", .invalidDecimal),
            ("12,5", "en_US", .invalidDecimal), ("1.2.3", "en_US", .invalidDecimal), ("1 2", "en_US", .invalidDecimal),
            ("-1", "en_US", .outOfRange), ("9007199254740992", "en_US", .outOfRange),
            ("99999999999999999999", "en_US", .outOfRange),
        ])
    func amount(text: String, locale: String, code: Code?) throws {
        var form = full()
        form.amount = text
        let checked = try form.check(now: now, shop: "SB-001", locale: Locale(identifier: locale))
        #expect(checked.violations[.amount]?.map(\.code) == code.map { [$0] })
    }

    @Test("A currency without a rate has a finding at the rate")
    func rate() throws {
        var form = full()
        (form.currency, form.amount) = ("USD", "12")
        var checked = try form.check(now: now, shop: "SB-001", locale: american)
        #expect(checked.violations[.rate]?.map(\.code) == [.underivable])
        form.rate = "four"
        checked = try form.check(now: now, shop: "SB-001", locale: american)
        #expect(checked.violations[.rate]?.map(\.code) == [.invalidDecimal])
        form.rate = "4,012.50"
        checked = try form.check(now: now, shop: "SB-001", locale: american)
        #expect(checked.isValid)
        let read = try settlementFromJson(json: settlementToJson(draft: checked.draft))
        #expect(read.exchangeRateKhr == Decimal(string: "4012.5"))
    }

    @Test("Findings follow the typing once they are shown")
    @MainActor
    func typing() throws {
        let model = BillModel(backend: nowhere, shop: "SB-001", locale: american, now: { now })
        model.form = full()
        model.form.amount = "x"
        #expect(model.violations.isEmpty)
        try model.validate()
        #expect(Set(model.violations.keys) == [.amount])
        model.form.amount = "1"
        #expect(model.violations.isEmpty)
    }

    @Test("A due date in the past is advice")
    func due() throws {
        var form = full()
        form.due = now - 86_400
        let checked = try form.check(now: now, shop: "SB-001", locale: american)
        #expect(checked.isValid)
        #expect(checked.warnings[.due]?.map(\.code) == [.dueBeforeDate])
    }

    @Test("Amounts are formatted exactly")
    func exact() throws {
        let large = try #require(Decimal(string: "9007199254740993.25"))
        #expect(formatAmount(large, currency: "USD", locale: american) == "$9,007,199,254,740,993.25")
        #expect(parseAmount("9,007,199,254,740,993.25", locale: american) == large)
        #expect(formatAmount(40_000, currency: "KHR", locale: american).contains("40,000"))
        #expect(parseAmount("1 2", locale: american) == nil)
    }
}

let nowhere = Backend(url: URL(fileURLWithPath: "/dev/null"), session: "nobody")
