/// A calendar day, in the time zone in which a photo was taken.
public struct LocalDay: Hashable, Comparable, Sendable {
    /// The days since 1 January 1970.
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

/// Returns the title of a moment: `1 May 2024`, `1–3 May 2024`, `30 April – 2 May 2024`.
public func title(from first: LocalDay, to last: LocalDay) -> String {
    let (from, to) = (first.date, last.date)
    let end = "\(to.day) \(to.monthName) \(to.year)"
    if first == last { return end }
    if from.year != to.year { return "\(from.day) \(from.monthName) \(from.year) – \(end)" }
    if from.month != to.month { return "\(from.day) \(from.monthName) – \(end)" }
    return "\(from.day)–\(end)"
}
