import Billwire
import Foundation

/// The sub billers and the bills of a file. billwire validates them when they are prepared.
struct BillsFile {
    let subBillers: [Onboarding]
    let bills: [Settlement]

    init(reading file: URL) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .custom(instant)
        let content = try decoder.decode(Content.self, from: Data(contentsOf: file))
        subBillers = content.subBillers.map(\.onboarding)
        bills = content.bills.map(\.settlement)
    }
}

private struct Content: Decodable {
    let subBillers: [SubBiller]
    let bills: [Bill]
}

private struct SubBiller: Decodable {
    let supplierSyncCode, name: String
    let nameKh, address, bankId, returnUrl, currency: String?

    var onboarding: Onboarding {
        Onboarding(
            supplierSyncCode: supplierSyncCode, name: name, nameKh: nameKh, address: address, bankId: bankId,
            returnUrl: returnUrl, currency: currency)
    }
}

private struct Bill: Decodable {
    let refId, currency, customerSyncCode, settlementTo: String
    let date, dueDate: Date
    let totalAmount: Int64
    let totalTax: Int64?
    let description: String?
    let exchangeRateKhr: Amount?
    let details: [Item]?

    var settlement: Settlement {
        Settlement(
            refId: refId, date: date, dueDate: dueDate, currency: currency, totalAmount: totalAmount,
            customerSyncCode: customerSyncCode, totalTax: totalTax, settlementTo: settlementTo,
            description: description, exchangeRateKhr: exchangeRateKhr?.decimal, details: details?.map(\.line))
    }
}

private struct Item: Decodable {
    let itemName, description, taxName: String?
    let quantity: Int64?
    let price, amount, taxAmount: Amount?

    var line: Line {
        Line(
            itemName: itemName, description: description, quantity: quantity, price: price?.decimal,
            amount: amount?.decimal, taxAmount: taxAmount?.decimal, taxName: taxName)
    }
}

/// Decimal text, so that money is never a float, not even in JSON.
private struct Amount: Decodable {
    let decimal: Decimal

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let decimal = Decimal(string: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no decimal text")
        }
        self.decimal = decimal
    }
}

@Sendable private func instant(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return try format.parse(container.decode(String.self))
}
