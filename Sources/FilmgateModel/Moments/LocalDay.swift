/// A calendar day in the time zone in which a photo was taken.
public struct LocalDay: Hashable, Comparable, Sendable {
    /// Days since the first of January 1970.
    public let number: Int32

    public init(number: Int32) { self.number = number }

    /// - Parameter offset: the time zone, in seconds east of UTC.
    public init(of moment: Timestamp, offset: Int32) {
        let seconds = moment.rawValue.floorDivided(by: 1_000_000) + Int64(offset)
        number = Int32(clamping: seconds.floorDivided(by: 86_400))
    }

    public static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }

    public var date: CivilDate { CivilDate(days: number) }

    public var year: Int { date.year }
}
