import Billwire
import Foundation

#if !os(Linux)
import Observation
#endif

/// The logic behind the screen. It has no credentials: it validates, and the backend signs.
@MainActor
#if !os(Linux)
@Observable  // Swift 6.0 compiles it on Linux, and its library does not link there.
#endif
public final class BillModel {
    /// The form. While a draft is sent, the screen does not change it.
    public var form = BillForm() {
        didSet { if form != oldValue { formChanged() } }
    }
    public private(set) var violations: [Field: [Finding]] = [:]
    public private(set) var warnings: [Field: [Finding]] = [:]
    public private(set) var isSending = false
    public private(set) var answer: Answer?

    private let backend: Backend
    private let shop: String
    private let locale: Locale
    private let now: @Sendable () -> Date
    /// The draft that was sent, unchanged until the form changes: sent again, it is the same bill.
    private var draft: String?

    /// - Parameter shop: Where the money goes: the code of the sub biller.
    public init(backend: Backend, shop: String, locale: Locale, now: @escaping @Sendable () -> Date = Date.init) {
        self.backend = backend
        self.shop = shop
        self.locale = locale
        self.now = now
    }

    /// Returns the sentences below a field: what is wrong, then advice.
    public func sentences(_ field: Field, in language: Language) -> [String] {
        ((violations[field] ?? []) + (warnings[field] ?? [])).map { $0.sentence(language: language) }
    }

    /// Validates the form, and shows all findings at their fields.
    @discardableResult
    public func validate() throws -> CheckedForm {
        let checked = try form.check(now: now(), shop: shop, locale: locale)
        (violations, warnings) = (checked.violations, checked.warnings)
        return checked
    }

    /// Sends the draft of a valid form, or the same draft again, and shows what the backend answers.
    public func send() async throws {
        guard !isSending, let json = try draft ?? newDraft() else { return }
        (draft, isSending, answer) = (json, true, nil)
        let answer = await backend.settle(json)
        (isSending, self.answer) = (false, answer)
    }

    private func newDraft() throws -> String? {
        let checked = try validate()
        return checked.isValid ? try settlementToJson(draft: checked.draft) : nil
    }

    private func formChanged() {
        (draft, answer) = (nil, nil)
        if !violations.isEmpty { _ = try? validate() }  // once shown, findings follow the typing
    }
}
