import BillwireBindings
import Foundation

@_exported import enum BillwireBindings.Code
@_exported import struct BillwireBindings.ErrorDetails
@_exported import struct BillwireBindings.Finding
@_exported import enum BillwireBindings.Language
@_exported import enum BillwireBindings.NextStep

/// The only error that billwire throws, with a case for each kind.
///
/// Look at ``ErrorDetails/nextStep``, not at the HTTP status. The text of an error contains no value and no secret. From
/// the service it repeats only a code, escaped and shortened.
public enum BillwireError: Error, Hashable, Sendable {
    /// The request breaks a rule. Nothing was sent.
    case invalidRequest(details: ErrorDetails)
    /// The settings cannot be used.
    case invalidConfig(details: ErrorDetails)
    /// The call needs a credential that is not configured.
    case missingCredential(details: ErrorDetails)
    /// The service refused by a code that the profile lists as a refusal (section 7).
    case rejected(details: ErrorDetails)
    /// The result of the request is unknown.
    case undetermined(details: ErrorDetails)
    /// The response has HTTP status 200, and its body does not have the shape of the operation.
    case unreadable(details: ErrorDetails)
    /// The webhook did not show an expected token (section 5.4).
    case unauthenticated(details: ErrorDetails)
    /// The body of the webhook does not have the shape of section 2.7.
    case invalidWebhook(details: ErrorDetails)
    /// billwire itself is at fault.
    case `internal`(details: ErrorDetails)

    /// The details of the error, of whichever kind it is.
    public var details: ErrorDetails {
        switch self {
        case .invalidRequest(let details), .invalidConfig(let details), .missingCredential(let details),
            .rejected(let details), .undetermined(let details), .unreadable(let details),
            .unauthenticated(let details), .invalidWebhook(let details), .internal(let details):
            details
        }
    }
}

extension BillwireError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// The text of the error. It is safe to log.
    public var description: String { "\(details.text) [\(details.kind), next: \(details.nextStep)]" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension BillwireError {
    init(_ error: BillwireBindings.BillwireError) {
        self =
            switch error {
            case .InvalidRequest(let details): .invalidRequest(details: details)
            case .InvalidConfig(let details): .invalidConfig(details: details)
            case .MissingCredential(let details): .missingCredential(details: details)
            case .Rejected(let details): .rejected(details: details)
            case .Undetermined(let details): .undetermined(details: details)
            case .Unreadable(let details): .unreadable(details: details)
            case .Unauthenticated(let details): .unauthenticated(details: details)
            case .InvalidWebhook(let details): .invalidWebhook(details: details)
            case .Internal(let details): .internal(details: details)
            }
    }
}

extension Code {
    /// The stable text of the code, such as `missing_offset`, which logs and other languages use.
    public var text: String { codeText(code: self) }

    /// The address of the code in the error catalogue, which has its cause and its remedy.
    public var docUrl: String { codeDocUrl(code: self) }

    /// Returns the sentence of the code in a language, to show to people. It never holds a value.
    public func sentence(in language: Language) -> String { codeSentence(code: self, language: language) }
}

extension Finding {
    /// Returns one sentence on what the rule asks for in a language, to show at the field that ``path`` names.
    ///
    /// In English it is the ``explanation``, which may name more than the sentence of the code.
    public func sentence(in language: Language) -> String {
        findingSentence(code: code, explanation: explanation, language: language)
    }
}

/// Runs a call into the library, and throws its errors as ``BillwireError``.
func withBillwireErrors<Result>(_ call: () throws -> Result) throws(BillwireError) -> Result {
    do {
        return try call()
    } catch let error as BillwireBindings.BillwireError {
        throw BillwireError(error)
    } catch {
        // A panic of the library. Its message may quote values.
        throw .internal(details: .fault)
    }
}

extension ErrorDetails {
    fileprivate static let fault = ErrorDetails(
        text: "billwire has failed (internal)", kind: "internal", code: .internal, nextStep: .askService,
        violations: [], violationsOmitted: 0, operation: nil, httpStatus: nil, responseCode: nil, messageEn: nil,
        messageKh: nil,
        response: nil)
}
