import Billwire
import Foundation

/// Form of a value on the wire, from its mirror: names with underscores, without absent fields, and with the members of
/// `extra`.
func onTheWire(_ value: Any) throws -> Json? {
    switch value {
    case let text as String: return .text(text)
    case let hidden as SensitiveText: return .text(hidden.text)
    case let amount as Decimal: return .text(amount.description)
    case let whole as any BinaryInteger: return .number("\(whole)")
    case let bool as Bool: return .bool(bool)
    case let customers as Customers: return try shown(customers)
    case let type as PaymentServiceType: return .text(shown(type))
    case let list as [Any]: return try .list(list.compactMap(onTheWire))
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return try mirror.children.first.flatMap { try onTheWire($0.value) }
    case .enum: return try word(value, mirror)
    case .struct: return try .object(mirror.children.compactMap(member))
    default: throw Difference("\(type(of: value)) has no form on the wire")
    }
}

private func member(_ child: Mirror.Child) throws -> Json.Member? {
    guard let label = child.label, let value = try onTheWire(child.value) else { return nil }
    let isMembers = label == "extra"
    let inner = isMembers ? try Json(parsing: (value.text ?? "").utf8) : value
    return Json.Member(name: underscored(label), value: inner, source: "")
}

/// Turns `nameKh` into `name_kh`.
func underscored(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
}

/// Text of a known or an unknown word.
private func word(_ value: Any, _ mirror: Mirror) throws -> Json {
    guard let payload = mirror.children.first else { return .text(String(describing: value)) }
    guard payload.label == "other", let text = Mirror(reflecting: payload.value).children.first?.value as? String else {
        throw Difference("\(type(of: value)) has no word on the wire")
    }
    return .text(text)
}

private func shown(_ customers: Customers) throws -> Json? {
    switch customers {
    case .absent: nil
    case .null: .null
    case .listed(let customers): try onTheWire(customers)
    }
}

/// Words of section 2.7.
private func shown(_ type: PaymentServiceType) -> String {
    switch type {
    case .bankChannel: "Bank Channel"
    case .khqr: "KHQR"
    case .deeplinkCheckout: "Deeplink/Checkout"
    case .directDebit: "Direct Debit"
    case .other(let text): text
    }
}

/// Returns the same JSON with decimals as `Decimal` prints them, without trailing zeros.
func plain(_ json: Json, decimals names: Set<String>) -> Json {
    switch json {
    case .list(let items): .list(items.map { plain($0, decimals: names) })
    case .object(let members):
        .object(
            members.map { member in
                let isDecimal = names.contains(member.name)
                let value = isDecimal ? trimmed(member.value) : plain(member.value, decimals: names)
                return Json.Member(name: member.name, value: member.name == "extra" ? member.value : value, source: "")
            })
    default: json
    }
}

private func trimmed(_ decimal: Json) -> Json {
    guard let text = decimal.text, text.contains(".") else { return decimal }
    let digits = text.reversed().drop { $0 == "0" }.reversed().map(String.init).joined()
    return .text(digits.hasSuffix(".") ? String(digits.dropLast()) : digits)
}
