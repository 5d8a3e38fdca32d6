import Billwire
import Foundation

/// A merchant's backend, in one run with an audit of the books, or as a service.
@main
struct Main {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments)
            if options.isService { try await serve(options) }
            exit(try await run(options) ? 0 : 1)
        } catch {
            print("✗ \(error)")  // credentials print nowhere, not even in errors
            exit(1)
        }
    }

    /// Onboards the sub billers, settles every bill, receives the webhooks and audits the books. Returns true if nothing
    /// is wrong at the end.
    private static func run(_ options: Options) async throws -> Bool {
        let file = try BillsFile(reading: options.bills)
        let sandbox = Sandbox(options.sandbox)
        let merchant = try Merchant(options)
        try await merchant.books.enter(file.bills)
        let endpoint = try listenForWebhooks(merchant, port: options.port)
        let otherOrigin = try listenAsOtherOrigin(merchant)
        defer {
            endpoint.close()
            otherOrigin.close()
        }
        try await sandbox.sendWebhooks(to: "\(endpoint.address)/webhook", token: options.webhookToken)
        try await onboardAll(merchant, file.subBillers)

        let planned = try await sandbox.planFaults(options.faults, redirectingTo: otherOrigin.address)
        try await settleAll(merchant, file.bills, atOnce: options.concurrency)
        try await waitForWebhooks(merchant, sandbox)

        let report = try await Report(
            entries: merchant.books.entries(), theirs: sandbox.books(), diary: merchant.diary, plannedFaults: planned)
        if let summary = options.summary { try report.write(to: summary) }
        return await report.printed()
    }

    /// Another origin, to which the faults redirect settlements. A client that follows a redirect would send the bill,
    /// and perhaps the bearer token, to it. So no request may ever arrive.
    private static func listenAsOtherOrigin(_ merchant: Merchant) throws -> Listener {
        try Listener { _ in
            await merchant.diary.strayed()
            return Answer(status: 404)
        }
    }

    /// Waits, up to a limit, until every settled bill is paid and the sandbox has no more webhooks to deliver.
    /// Meanwhile it asks about bills without a webhook.
    private static func waitForWebhooks(_ merchant: Merchant, _ sandbox: Sandbox) async throws {
        let deadline = ContinuousClock.now + merchant.patience.webhooks
        var question = ContinuousClock.now + merchant.patience.silence
        while ContinuousClock.now < deadline {
            if ContinuousClock.now >= question {
                try await askAboutUnpaid(merchant)
                question = ContinuousClock.now + merchant.patience.silence
            }
            let settled = await merchant.diary.count(.settled)
            let allPaid = try await merchant.books.countPaid() >= settled
            let pending = try await sandbox.books().webhooks.pending
            if allPaid && pending == 0 { return }
            try await Task.sleep(for: .milliseconds(200))
        }
    }
}
