/// The limits that clients can rely on. The broker refuses requests that exceed them.
public enum ContractLimits {
    /// The maximum size of a title or an alt text, small enough that a reply has room for all items of a pick.
    public static let titleBytes = 1024
    public static let captionBytes = 64 * 1024
    public static let keywords = 256
    public static let keywordBytes = 256
    public static let filenameBytes = 255
    public static let changesInBatch = 1000
    public static let identifiersInQuestion = 1000
    public static let rowsInRead: UInt32 = 1000
    /// The maximum nesting depth of folders.
    public static let folderLevels = 32
    public static let snapshotBytes = 256 << 20
    /// The maximum number of indexes in a `FetchDifference`. If there are more, the client reads the result again.
    public static let indexesInDifference = 100_000
    /// The maximum size of a predicate's text, and of each text argument.
    public static let predicateBytes = 4096
    /// The maximum number of clients' smart albums in a library. Each one costs time when albums are counted.
    public static let rules = 256
    /// The maximum nesting depth of parentheses and `not` in a predicate.
    public static let predicateLevels = 32
    public static let predicatePlaceholders = 256
    /// The maximum number of rows in a reply of `CountBy`.
    public static let valuesCounted = 10_000
    public static let searchBytes = 1024
    public static let searchWords = 32
    public static let pixels: ClosedRange<UInt32> = 1...1_000_000
    public static let rating: ClosedRange<Int32> = 0...5
    /// The valid time zone offsets, in seconds east of UTC.
    public static let timeZones: ClosedRange<Int32> = -86_400...86_400
    /// The years 1 to 9999, which every calendar and every client's date type can represent.
    public static let dates: ClosedRange<Timestamp> =
        Timestamp(rawValue: -62_135_596_800_000_000)...Timestamp(rawValue: 253_402_300_799_999_999)

    /// Returns the nearest date within `dates`. Adding a time zone offset can move a date outside this range.
    public static func clamped(_ date: Timestamp) -> Timestamp { min(max(date, dates.lowerBound), dates.upperBound) }

    public static func allow(title: String?) -> Bool { (title?.utf8.count ?? 0) <= titleBytes }

    public static func allow(caption: String?) -> Bool { (caption?.utf8.count ?? 0) <= captionBytes }

    public static func allow(keywords: [String]) -> Bool {
        keywords.count <= self.keywords && keywords.allSatisfy { $0.utf8.count <= keywordBytes && !$0.isEmpty }
    }
}
