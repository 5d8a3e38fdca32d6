// What one would write without billwire: a body and its hash, a body that is read. Nothing is validated.
import Billwire
import COpenSSL
import Foundation

/// A bill as a backend has it.
struct Bill: Codable {
    var refId: String
    var date: Date
    var dueDate: Date
    var currency: String
    var totalAmount: Int64
    var customerSyncCode: String
    var totalTax: Int64?
    var settlementTo: String
    var description: String?
    var exchangeRateKhr: String?
    var totalAmountKhr: String
    var details: [Item]?
    var hash: String?

    enum CodingKeys: String, CodingKey {
        case refId = "ref_id"
        case date
        case dueDate = "due_date"
        case currency
        case totalAmount = "total_amount"
        case customerSyncCode = "customer_sync_code"
        case totalTax = "total_tax"
        case settlementTo = "settlement_to"
        case description
        case exchangeRateKhr = "exchange_rate_khr"
        case totalAmountKhr = "total_amount_khr"
        case details, hash
    }

    /// A line of a bill.
    struct Item: Codable {
        var itemName, description: String?
        var quantity: Int64?
        var price, amount, taxAmount: Decimal?
        var taxName: String?

        enum CodingKeys: String, CodingKey {
            case itemName = "item_name"
            case description, quantity, price, amount
            case taxAmount = "tax_amount"
            case taxName = "tax_name"
        }
    }

    static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            // The style cuts off what a Double has below the millisecond: half a one more, and it is the nearest.
            try container.encode((date + 0.000_5).formatted(millis))
        }
        return encoder
    }

    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try millis.parse($0.singleValueContainer().decode(String.self)) }
        return decoder
    }

    /// The same bill as billwire's.
    var settlement: Settlement {
        Settlement(
            refId: refId, date: date, dueDate: dueDate, currency: currency, totalAmount: totalAmount,
            customerSyncCode: customerSyncCode, totalTax: totalTax, settlementTo: settlementTo,
            description: description, exchangeRateKhr: exchangeRateKhr.flatMap { Decimal(string: $0) },
            totalAmountKhr: Decimal(string: totalAmountKhr),
            details: details?.map { item in
                Line(
                    itemName: item.itemName, description: item.description, quantity: item.quantity, price: item.price,
                    amount: item.amount, taxAmount: item.taxAmount, taxName: item.taxName)
            })
    }
}

private let millis = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

/// A webhook's body.
struct Notice: Decodable, Equatable {
    let tran_id, tran_no, payment_service_type, tran_date, currency, bank_code, bank_name, bank_ref: String?
    let identity_code, purpose_of_transaction, device_code, status: String?
    let tran_amount: Decimal?
    let customers: [Payer]?

    /// A customer of a webhook.
    struct Payer: Decodable, Equatable {
        let branch_code, branch_name, customer_code, customer_name, customer_name_latin, bill_no: String?
        let amount: Decimal?
    }
}

/// HMAC by OpenSSL, since swift-crypto is no package of Debian's. It is for one thread.
final class Hmac {
    private let context: OpaquePointer

    /// The key is prepared once, which is the fastest way.
    init(_ token: String) throws {
        guard let mac = EVP_MAC_fetch(nil, "HMAC", nil), let context = EVP_MAC_CTX_new(mac) else { throw Fault() }
        self.context = context
        var digest = Array("SHA512".utf8CString)
        let isReady = digest.withUnsafeMutableBufferPointer { digest in
            let parameters = [
                OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.baseAddress, 0),
                OSSL_PARAM_construct_end(),
            ]
            return EVP_MAC_init(context, Array(token.utf8), token.utf8.count, parameters) == 1
        }
        guard isReady else { throw Fault() }
    }

    struct Fault: Error {}

    func hash(_ bill: Bill) -> String {
        var text = signingString(bill)
        return text.withUTF8 { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { hash in
                var count = 0
                EVP_MAC_init(context, nil, 0, nil)
                EVP_MAC_update(context, bytes.baseAddress, bytes.count)
                EVP_MAC_final(context, hash.baseAddress, &count, hash.count)
                return Data(buffer: hash).base64EncodedString()
            }
        }
    }

    /// The shortest way to write it.
    static func hashAtOnce(_ bill: Bill, _ token: String) -> String {
        let text = Array(signingString(bill).utf8)
        var hash = [UInt8](repeating: 0, count: 64)
        HMAC(EVP_sha512(), token, Int32(token.utf8.count), text, text.count, &hash, nil)
        return Data(hash).base64EncodedString()
    }
}

private func signingString(_ bill: Bill) -> String {
    "\(bill.refId)\(digits(bill.date))\(bill.currency)\(bill.totalAmount)\(bill.customerSyncCode)\(bill.settlementTo)"
}

/// By C's own calendar: forty times as fast as a DateFormatter.
private func digits(_ date: Date) -> String {
    var seconds = time_t((date.timeIntervalSince1970 * 1000).rounded() / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { text in
        guard let start = text.baseAddress, strftime(start, text.count, "%Y%m%d%H%M%S", &parts) > 0 else { return "" }
        return String(cString: start)
    }
}
