import Billwire
import Foundation

/// The inputs of a job in one script: 64 different ones, so that nothing is answered from a cache.
struct InputSet {
    let job: String
    let script: String
    let size: Int
    /// Each as its text.
    let bodies: [Data]

    func bills() throws -> [Bill] {
        let decoder = Bill.decoder()
        return try bodies.map { try decoder.decode(Bill.self, from: $0) }
    }
}

/// Reads what `tests/bench/js/write-inputs.mjs` has written.
func readInputs(_ file: URL) throws -> [InputSet] {
    struct File: Decodable {
        struct Head: Decodable {
            let job, script: String
            let size: Int
        }
        let cases: [Head]
    }
    let text = try Data(contentsOf: file)
    let heads = try JSONDecoder().decode(File.self, from: text).cases
    let bodies = objects(in: [UInt8](text), depth: 3)
    let share = bodies.count / heads.count
    return heads.enumerated().map { number, head in
        let own = bodies[(number * share)..<((number + 1) * share)]
        return InputSet(job: head.job, script: head.script, size: head.size, bodies: own.map { Data($0) })
    }
}

/// The texts of all objects of one depth, in their order: no reader of Foundation's keeps the order of their members.
private func objects(in text: [UInt8], depth wanted: Int) -> [ArraySlice<UInt8>] {
    var objects: [ArraySlice<UInt8>] = []
    var (depth, start, isText, isEscaped) = (0, 0, false, false)
    for (at, byte) in text.enumerated() {
        switch byte {
        case _ where isEscaped: isEscaped = false
        case UInt8(ascii: "\\"): isEscaped = true
        case UInt8(ascii: "\""): isText.toggle()
        case UInt8(ascii: "{") where !isText:
            depth += 1
            if depth == wanted { start = at }
        case UInt8(ascii: "}") where !isText:
            if depth == wanted { objects.append(text[start...at]) }
            depth -= 1
        default: break
        }
    }
    return objects
}

extension Notice {
    /// Copies the fields of billwire's payload that are compared.
    init(_ payload: WebhookPayload) {
        self.init(
            tran_id: payload.tranId, tran_no: payload.tranNo,
            payment_service_type: payload.paymentServiceType.map(word),
            tran_date: payload.tranDate, currency: payload.currency, bank_code: payload.bankCode,
            bank_name: payload.bankName, bank_ref: payload.bankRef, identity_code: payload.identityCode,
            purpose_of_transaction: payload.purposeOfTransaction, device_code: payload.deviceCode,
            status: payload.status == .success ? "success" : nil, tran_amount: payload.tranAmount,
            customers: payers(payload.customers))
    }
}

private func payers(_ customers: Customers) -> [Notice.Payer]? {
    guard case .listed(let customers) = customers else { return nil }
    return customers.map { customer in
        Notice.Payer(
            branch_code: customer.branchCode, branch_name: customer.branchName, customer_code: customer.customerCode,
            customer_name: customer.customerName, customer_name_latin: customer.customerNameLatin,
            bill_no: customer.billNo, amount: customer.amount)
    }
}

private func word(_ type: PaymentServiceType) -> String {
    switch type {
    case .bankChannel: "Bank Channel"
    case .khqr: "KHQR"
    case .deeplinkCheckout: "Deeplink/Checkout"
    case .directDebit: "Direct Debit"
    case .other(let text): text
    }
}
