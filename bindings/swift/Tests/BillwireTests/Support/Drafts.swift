import Billwire
import Foundation

/// Request in the types of the package.
enum Draft {
    case onboarding(Onboarding)
    case settlement(Settlement)
    case verification(Verification)

    /// Creates the request of a vector, or returns nil if types cannot express it, such as a number in place of text.
    init?(_ operation: String, _ request: Json) {
        guard case .object(let members) = request else { return nil }
        let fields = Fields(members)
        switch operation {
        case "onboarding":
            self = .onboarding(
                Onboarding(
                    supplierSyncCode: fields.required(fields.text("supplier_sync_code"), or: ""),
                    name: fields.required(fields.text("name"), or: ""),
                    nameKh: fields.text("name_kh"),
                    address: fields.text("address"),
                    bankId: fields.text("bank_id"),
                    returnUrl: fields.text("return_url"),
                    currency: fields.text("currency"),
                    extra: fields.extra()))
        case "settlement":
            self = .settlement(
                Settlement(
                    refId: fields.required(fields.text("ref_id"), or: ""),
                    date: fields.required(fields.instant("date"), or: .distantPast),
                    dueDate: fields.required(fields.instant("due_date"), or: .distantPast),
                    currency: fields.required(fields.text("currency"), or: ""),
                    totalAmount: fields.required(fields.whole("total_amount"), or: 0),
                    customerSyncCode: fields.required(fields.text("customer_sync_code"), or: ""),
                    totalTax: fields.whole("total_tax"),
                    paymentMethodToken: fields.text("payment_method_token").map(SensitiveText.init),
                    settlementTo: fields.required(fields.text("settlement_to"), or: ""),
                    description: fields.text("description"),
                    exchangeRateKhr: fields.decimal("exchange_rate_khr"),
                    totalAmountKhr: fields.decimal("total_amount_khr"),
                    details: fields.lines("details"),
                    extra: fields.extra()))
        case "verification":
            self = .verification(
                Verification(
                    identityCode: fields.required(fields.text("identity_code"), or: ""),
                    tranId: fields.text("tran_id"),
                    bankRef: fields.text("bank_ref"),
                    purposeOfTransaction: fields.required(fields.text("purpose_of_transaction"), or: ""),
                    extra: fields.extra()))
        default: fatalError("\(operation) has no shape")
        }
        guard fields.areComplete else { return nil }
    }

    /// The smallest valid request of an operation.
    static func minimal(_ operation: String) -> Draft {
        switch operation {
        case "onboarding": .onboarding(shop)
        case "settlement": .settlement(bill)
        case "verification": .verification(search)
        default: fatalError("\(operation) has no shape")
        }
    }
}

/// Call of any operation, with the parts that tests compare.
struct Prepared {
    let request: HttpRequest
    let warnings: [Finding]
    let operation: OperationName
    let decode: (Int, Data) throws -> Any

    init(_ call: some TypedCall) {
        (request, warnings, operation) = (call.request, call.warnings, call.operation)
        decode = { try call.decode(status: $0, body: $1) }
    }
}

/// Call of an operation with a shape.
protocol TypedCall {
    associatedtype Outcome
    var request: HttpRequest { get }
    var warnings: [Finding] { get }
    var operation: OperationName { get }
    func decode(status: Int, body: Data) throws -> Outcome
}

extension OnboardingCall: TypedCall {}
extension SettlementCall: TypedCall {}
extension VerificationCall: TypedCall {}

extension Biller {
    func prepare(_ operation: String, json: String) throws -> Prepared {
        switch operation {
        case "onboarding": try Prepared(prepareOnboardingJson(json: json))
        case "settlement": try Prepared(prepareSettlementJson(json: json))
        case "verification": try Prepared(prepareVerificationJson(json: json))
        default: throw Difference("\(operation) has no shape")
        }
    }

    func prepare(_ draft: Draft) throws -> Prepared {
        switch draft {
        case .onboarding(let request): try Prepared(prepareOnboarding(request: request))
        case .settlement(let bill): try Prepared(prepareSettlement(bill: bill))
        case .verification(let request): try Prepared(prepareVerification(request: request))
        }
    }

    func decode(_ operation: String, _ status: Int, _ body: Data) throws -> Any {
        switch operation {
        case "onboarding": try decodeOnboarding(status: status, body: body)
        case "settlement": try decodeSettlement(status: status, body: body)
        case "verification": try decodeVerification(status: status, body: body)
        default: throw Difference("\(operation) has no shape")
        }
    }
}

/// Members of a request, which become the fields of a draft one by one.
private final class Fields {
    private var left: [String: Json.Member]
    private var isExpressible = true

    init(_ members: [Json.Member]) {
        left = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whether every member became a field, in the type of that field.
    var areComplete: Bool { isExpressible && left.isEmpty }

    func required<Value>(_ value: Value?, or other: Value) -> Value {
        isExpressible = isExpressible && value != nil
        return value ?? other
    }

    func text(_ name: String) -> String? { take(name) { $0.value.text } }

    func whole(_ name: String) -> Int64? { take(name) { $0.value.number.flatMap { Int64($0) } } }

    func instant(_ name: String) -> Date? { take(name) { $0.value.text.flatMap(BillwireTests.instant) } }

    /// Decimal in the spelling of `Decimal`.
    func decimal(_ name: String) -> Decimal? {
        take(name) { member in
            // billwire refuses a JSON number of more than 15 digits, for it may come from a float. A `Decimal` never does.
            if let number = member.value.number, significantDigits(number) > 15 { return nil }
            let text = member.value.number ?? member.value.text
            guard let text, let decimal = Decimal(string: text), decimal.description == text else { return nil }
            // A `Decimal` has no trailing zeros.
            return significantDigits(text) > 34 && text.hasSuffix("0") ? nil : decimal
        }
    }

    func lines(_ name: String) -> [Line]? {
        take(name) { member in
            guard case .list(let items) = member.value else { return nil }
            let lines = items.compactMap(line)
            return lines.count == items.count ? lines : nil
        }
    }

    func extra() -> String? { take("extra") { $0.source } }

    private func take<Value>(_ name: String, _ read: (Json.Member) -> Value?) -> Value? {
        guard let member = left.removeValue(forKey: name), !member.value.isNull else { return nil }
        let value = read(member)
        isExpressible = isExpressible && value != nil
        return value
    }
}

private func significantDigits(_ decimal: String) -> Int {
    decimal.filter(\.isNumber).drop { $0 == "0" }.count
}

private func line(_ json: Json) -> Line? {
    guard case .object(let members) = json else { return nil }
    let fields = Fields(members)
    let line = Line(
        itemName: fields.text("item_name"),
        description: fields.text("description"),
        quantity: fields.whole("quantity"),
        price: fields.decimal("price"),
        amount: fields.decimal("amount"),
        taxAmount: fields.decimal("tax_amount"),
        taxName: fields.text("tax_name"),
        extra: fields.extra())
    return fields.areComplete ? line : nil
}

/// Reads RFC 3339 text with an offset and at most milliseconds, without the calendars of Foundation.
func instant(_ text: String) -> Date? {
    let pattern = #/(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?(?:Z|([+-])(\d\d):(\d\d))/#
    guard let found = text.wholeMatch(of: pattern) else { return nil }
    let parts = [found.1, found.2, found.3, found.4, found.5, found.6].compactMap { Int($0) }
    let (year, month, day) = (parts[0], parts[1], parts[2])
    guard (1...12).contains(month), (1...daysOf(month, year)).contains(day) else { return nil }
    guard parts[3] < 24, parts[4] < 60, parts[5] < 60 else { return nil }
    let millis = found.7.map { Int($0.padding(toLength: 3, withPad: "0", startingAt: 0)) ?? 0 } ?? 0
    var minutes = 0
    if let sign = found.8, let hour = found.9.flatMap({ Int($0) }), let minute = found.10.flatMap({ Int($0) }) {
        guard hour < 24, minute < 60 else { return nil }
        minutes = (sign == "-" ? -1 : 1) * (hour * 60 + minute)
    }
    let seconds = (daysSince1970(year, month, day) * 24 + parts[3]) * 3600 + (parts[4] - minutes) * 60 + parts[5]
    return Date(timeIntervalSince1970: Double(seconds * 1000 + millis) / 1000)
}

private func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

private func daysOf(_ month: Int, _ year: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
}

private func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let leaps = { (year: Int) in (year / 4) - (year / 100) + (year / 400) }
    let before = year == 0 ? -366 : 365 * (year - 1) + leaps(year - 1)
    let months = (1..<month).reduce(0) { $0 + daysOf($1, year) }
    return before + months + day - 1 - 719_162
}

/// Reads an offset such as `+05:45`.
func offset(_ text: String) -> UTCOffset {
    let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return .utc }
    return UTCOffset(seconds: (text.hasPrefix("-") ? -1 : 1) * (parts[0] * 3600 + parts[1] * 60))
}
