import Billwire
import Foundation

/// Returns the language of billwire's sentences for a user's language.
public func language(of locale: Locale) -> Language {
    locale.language.languageCode?.identifier == "km" ? .khmer : .english
}

extension Answer {
    /// Returns the text of an answer for the user.
    public func text(in language: Language, locale: Locale) -> String {
        switch self {
        case .known(let state, let transaction):
            let amount = transaction.map { formatAmount($0.totalAmount, currency: $0.currency, locale: locale) }
            return [state.text(in: language), amount].compactMap { $0 }.joined(separator: ": ")
        case .refused(let reason):
            return language.pick(
                "The shop did not accept the bill (\(reason)).", "ហាងមិនបានទទួលវិក្កយបត្រទេ (\(reason))។"
            )
        case .lost: return language.pick("No answer. Send again.", "គ្មានចម្លើយទេ។ សូមផ្ញើម្ដងទៀត។")
        }
    }
}

extension BillState {
    fileprivate func text(in language: Language) -> String {
        switch self {
        case .settled: language.pick("Settled", "បានទូទាត់រួច")
        case .refused: language.pick("Refused; no money has moved", "ត្រូវបានបដិសេធ គ្មានប្រាក់ផ្ទេរទេ")
        case .unclear: language.pick("Unclear: ask the service", "មិនច្បាស់៖ សូមសួរសេវា")
        case .pending: language.pick("In progress", "កំពុងដំណើរការ")
        }
    }
}

extension Language {
    fileprivate func pick(_ english: String, _ khmer: String) -> String { self == .khmer ? khmer : english }
}
