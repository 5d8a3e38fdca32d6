import Billwire
import Foundation
import Testing

@testable import BillLogic

/// The app against a real backend in Node, which settles with a real sandbox. `cargo xtask test "swift app"` starts
/// both.
@Suite("Backend")
@MainActor
struct BackendTests {
    private let url: URL
    private let form: BillForm
    private let american = Locale(identifier: "en_US")

    init() throws {
        let address = ProcessInfo.processInfo.environment["BILLWIRE_BACKEND"]
        url = try #require(address.flatMap(URL.init(string:)), "BILLWIRE_BACKEND is not set: see examples/ios-app")
        var form = BillForm()
        (form.number, form.customer, form.amount) = ("APP-\(UUID().uuidString)", "C-17", "40,000")
        (form.due, form.note) = (Date() + 86_400, "ទឹក ២០ លីត្រ")
        self.form = form
    }

    @Test("A draft is settled and its status is shown")
    func settles() async throws {
        let model = model()
        model.form = form
        try await model.send()
        guard case .known(.settled, let transaction?) = model.answer else {
            Issue.record("\(String(describing: model.answer))")
            return
        }
        #expect(transaction.identityCode == form.number)
        #expect(transaction.status == .success)
        #expect(transaction.tranAmount == 40_000)
        let text = model.answer?.text(in: .english, locale: american) ?? ""
        #expect(text.hasPrefix("Settled: KHR"))
        #expect(model.answer?.text(in: .khmer, locale: american).hasPrefix("បានទូទាត់រួច: ") == true)
        // The same draft again, as after a lost answer: the same transaction, so it was settled once.
        let answer = model.answer
        try await model.send()
        #expect(model.answer == answer)
    }

    @Test("A bill that changed after it was sent is refused")
    func changed() async throws {
        let model = model()
        model.form = form
        try await model.send()
        model.form.amount = "50,000"
        try await model.send()
        #expect(model.answer == .refused("other_bill"))
        model.form = form
        model.form.note = "other"
        try await model.send()
        #expect(model.answer == .refused("other_bill"))
    }

    @Test("The backend trusts no app")
    func distrusts() async throws {
        let strange = model(shop: "SB-999")
        strange.form = form
        try await strange.send()
        #expect(strange.answer == .refused("other_shop"))
        #expect(await Backend(url: url, session: "sandbox-session").settle(#"{"ref_id":""}"#) == .refused("invalid"))
        #expect(await Backend(url: url, session: "a-guess").settle("{}") == .refused("signed_out"))
    }

    @Test("An invalid form is not sent")
    func invalid() async throws {
        let closed = try #require(URL(string: "http://127.0.0.1:9"))
        let model = BillModel(backend: Backend(url: closed, session: "nobody"), shop: "SB-001", locale: american)
        model.form = form
        model.form.amount = "-1"
        try await model.send()
        #expect(model.answer == nil)
        model.form = form
        try await model.send()
        #expect(model.answer == .lost)
    }

    private func model(shop: String = "SB-001") -> BillModel {
        BillModel(backend: Backend(url: url, session: "sandbox-session"), shop: shop, locale: american)
    }
}
