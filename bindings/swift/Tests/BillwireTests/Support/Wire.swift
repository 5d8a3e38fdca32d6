import Billwire
import Foundation

/// Canonical JSON of a value in the names of the interface, by its mirror; nil if it is absent.
func wire(_ value: Any) throws -> String? {
    switch value {
    case let text as String: return text.debugDescription
    case let hidden as SensitiveText: return hidden.text.debugDescription
    case let amount as Decimal: return amount.description.debugDescription
    case let number as any BinaryInteger: return "\(number)"
    case let bool as Bool: return "\(bool)"
    case .absent as Customers: return nil
    case .null as Customers: return "null"
    case .listed(let customers) as Customers: return try wire(customers)
    case let list as [Any]: return try "[\(list.compactMap(wire).joined(separator: ","))]"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return try mirror.children.first.flatMap { try wire($0.value) }
    case .enum: return "\(value)".debugDescription
    default: return try object(mirror.children.compactMap(member))
    }
}

private func member(_ child: Mirror.Child) throws -> (String, String)? {
    guard let label = child.label, let value = try wire(child.value) else { return nil }
    let name = label.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
    guard name == "extra", let members = child.value as? String else { return (name, value) }
    return (name, Json(members).canonical())
}

/// Outcome of a call as a vector has it. That of a settlement has a name and a next step.
func outcome(_ outcome: Any) throws -> String {
    func named(_ name: String, _ nextStep: NextStep?, _ response: SettlementResponse) throws -> String {
        let step = nextStep.map { "\($0)".debugDescription } ?? "null"
        return object([
            ("outcome", name.debugDescription), ("nextStep", step), ("warnings", places(response.warnings())),
            ("response", try wire(response) ?? ""),
        ])
    }
    if let onboarding = outcome as? OnboardingOutcome {
        let told = ("outcome", "\(onboarding.result)".debugDescription)
        return try members(of: onboarding.response, and: [told, ("warnings", places(onboarding.warnings))])
    }
    if let verification = outcome as? VerificationResponse {
        return try members(of: verification, and: [("warnings", places(verification.warnings()))])
    }
    switch outcome as? SettlementOutcome {
    case .settled(let response): return try named("settled", nil, response)
    case .accepted(let response, let nextStep): return try named("accepted", nextStep, response)
    case .failed(let response, let nextStep): return try named("failed", nextStep, response)
    case nil: return try wire(outcome) ?? ""
    }
}

/// Members of a record beside others, as JavaScript has them.
private func members(of record: Any, and others: [(String, String)]) throws -> String {
    try object(Mirror(reflecting: record).children.compactMap(member) + others)
}

/// Paths and codes of findings, as the vectors have them.
func places(_ findings: [Finding]) -> String {
    let place = { (finding: Finding) in
        object([("path", finding.path.debugDescription), ("code", codeText(code: finding.code).debugDescription)])
    }
    return "[\(findings.map(place).joined(separator: ","))]"
}

/// What an error keeps of its answer, as JavaScript has it.
func wire(data: AnswerData?) throws -> String {
    switch data {
    case .onboarding(let subBiller): try wire(subBiller as Any) ?? "null"
    case .settlement(let statuses): try wire(statuses as Any) ?? "null"
    case .verification(let transaction): try wire(transaction as Any) ?? "null"
    case .unread(let members): object([("extra", Json(members).canonical())])
    case nil: "null"
    }
}

/// Paths and codes of findings, and offsets where the vector states one.
func samePlaces(_ what: String, _ found: [Finding], _ expected: [Json]) throws {
    try same("number of \(what)", "\(found.count)", "\(expected.count)")
    for (finding, expected) in zip(found, expected) {
        try same("path", finding.path, expected["path"].text)
        try same("code", codeText(code: finding.code), expected["code"].text)
        if !expected["offset"].isNull { try same("offset", "\(finding.offset ?? -1)", expected["offset"].source) }
    }
}
