import Billwire
import Foundation

/// The form as the user typed it.
public struct BillForm: Sendable, Equatable {
    public var number = ""
    public var customer = ""
    public var currency = "KHR"
    public var amount = ""
    /// Riel for one unit of another currency.
    public var rate = ""
    public var due: Date?
    public var note = ""

    public init() {}
}

/// A field of the form.
public enum Field: Sendable, CaseIterable {
    case number, customer, currency, amount, rate, due, note
    /// The whole form, for a finding at no field.
    case form

    /// Creates the field of a path at which billwire finds fault.
    init(path: String) {
        self =
            switch path {
            case "ref_id": .number
            case "customer_sync_code": .customer
            case "currency": .currency
            case "total_amount": .amount
            // Without a rate, the total in riel cannot be computed.
            case "exchange_rate_khr", "total_amount_khr": .rate
            case "due_date": .due
            case "description": .note
            default: .form
            }
    }
}

/// The draft of a form, with findings at its fields.
public struct CheckedForm: Sendable {
    public let draft: Settlement
    public let violations: [Field: [Finding]]
    public let warnings: [Field: [Finding]]

    public var isValid: Bool { violations.isEmpty }
}

extension BillForm {
    /// Reads the form in the language of the user's numbers, and validates it. No credential is needed.
    public func check(now: Date, shop: String, locale: Locale) throws -> CheckedForm {
        let total = readWhole("total_amount", amount, locale)
        let khr = rate.isEmpty ? Read(value: nil) : readDecimal("exchange_rate_khr", rate, locale)
        let trimmed = { (text: String) in text.trimmingCharacters(in: .whitespaces) }
        let draft = Settlement(
            refId: trimmed(number), date: now, dueDate: due ?? now, currency: currency,
            totalAmount: total.value ?? 1,  // 0 would draw a warning of its own
            customerSyncCode: trimmed(customer), settlementTo: shop,
            description: trimmed(note).isEmpty ? nil : trimmed(note), exchangeRateKhr: khr.value)
        let validation = try validateSettlement(draft: draft)
        let typed = [total.finding, khr.finding].compactMap { $0 }
        // The text that was typed counts, and not its placeholder.
        let others = validation.violations.listed.filter { found in
            !typed.contains { Field(path: $0.path) == Field(path: found.path) }
        }
        let missing = due == nil ? [Finding(path: "due_date", code: .required)] : []
        return CheckedForm(
            draft: draft, violations: byField(typed + missing + others), warnings: byField(validation.warnings))
    }
}

private func byField(_ findings: [Finding]) -> [Field: [Finding]] {
    Dictionary(grouping: findings) { Field(path: $0.path) }
}

private struct Read<Value> {
    let value: Value?
    var finding: Finding?
}

private func readDecimal(_ path: String, _ text: String, _ locale: Locale) -> Read<Decimal> {
    if text.trimmingCharacters(in: .whitespaces).isEmpty {
        return Read(value: nil, finding: Finding(path: path, code: .required))
    }
    guard let number = parseAmount(text, locale: locale) else {
        return Read(value: nil, finding: Finding(path: path, code: .invalidDecimal))
    }
    return Read(value: number)
}

private func readWhole(_ path: String, _ text: String, _ locale: Locale) -> Read<Int64> {
    let read = readDecimal(path, text, locale)
    guard let number = read.value else { return Read(value: nil, finding: read.finding) }
    var (whole, exact) = (Decimal(), number)
    NSDecimalRound(&whole, &exact, 0, .plain)
    if whole != number { return Read(value: nil, finding: Finding(path: path, code: .notAnInteger)) }
    guard let value = Int64(whole.description) else {
        return Read(value: nil, finding: Finding(path: path, code: .outOfRange))
    }
    return Read(value: value)
}

extension Finding {
    /// A finding of the app's own, about text that is no number.
    init(path: String, code: Code) {
        self.init(path: path, code: code, explanation: codeSentence(code: code, language: .english), offset: nil)
    }
}
