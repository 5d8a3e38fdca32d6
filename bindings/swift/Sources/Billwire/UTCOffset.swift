/// How far a zone lies from UTC, always the same: the zone of a signature's digits, or the one assumed of a received date.
public struct UTCOffset: Hashable, Sendable {
    /// Seconds east of UTC.
    public let seconds: Int

    /// So many seconds east of UTC; west of it they are negative.
    public init(seconds: Int) {
        self.seconds = seconds
    }

    /// UTC itself.
    public static let utc = UTCOffset(seconds: 0)

    /// So many hours east of UTC, such as 7 for `+07:00`; more than a day is as much as a day.
    public static func hours(_ hours: Int) -> UTCOffset {
        UTCOffset(seconds: min(max(hours, -24), 24) * 3600)
    }
}
