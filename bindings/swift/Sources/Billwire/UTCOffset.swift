/// Fixed offset from UTC: the zone in which a signature's digits or a received date are written.
public struct UTCOffset: Hashable, Sendable {
    /// Seconds east of UTC.
    public let seconds: Int

    /// Creates an offset of seconds east of UTC. West of UTC they are negative.
    public init(seconds: Int) {
        self.seconds = seconds
    }

    /// UTC itself.
    public static let utc = UTCOffset(seconds: 0)

    /// Returns an offset of whole hours east of UTC, such as 7 for `+07:00`. More than a day counts as a day.
    public static func hours(_ hours: Int) -> UTCOffset {
        UTCOffset(seconds: min(max(hours, -24), 24) * 3600)
    }
}
