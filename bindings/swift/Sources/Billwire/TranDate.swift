import BillwireBindings
import Foundation

/// Returns the instant of a received `tran_date`, which carries no zone (section 2.6).
///
/// - Parameters:
///   - text: The received text.
///   - assumedOffset: Zone in which the service writes it.
/// - Returns: The instant, or nil if the text is no date.
public func readTranDate(text: String, assumedOffset: UTCOffset) -> Date? {
    BillwireBindings.readTranDate(text: text, assumedOffset: assumedOffset)
}
