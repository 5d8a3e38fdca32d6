/// The merchant as a service. A signal, a crash or a lost database ends it. There is no orderly shutdown, because a crash
/// has none either: the next start continues from the books.
func serve(_ options: Options) async throws -> Never {
    let file = try BillsFile(reading: options.bills)
    let merchant = try Merchant(options)
    try await merchant.books.enter(file.bills)
    _ = try listenForWebhooks(merchant, port: options.port)
    try await onboardAll(merchant, file.subBillers)
    try await settleAll(merchant, file.bills, atOnce: options.concurrency)
    while true {
        try await Task.sleep(for: merchant.patience.silence)
        try await askAboutUnpaid(merchant)
    }
}
