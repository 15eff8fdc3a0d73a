/// A place in a policy file.
public struct RulePlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Its path.
    public let file: String
    /// Counted from 1; nil where the file as a whole is meant.
    public let line: Int?

    public init(file: String, line: Int?) {
        self.file = file
        self.line = line
    }

    public static func < (left: RulePlace, right: RulePlace) -> Bool {
        (left.file, left.line ?? 0) < (right.file, right.line ?? 0)
    }

    public var description: String { line.map { "\(file):\($0)" } ?? file }
}

/// What a policy says of one thing, and where.
public struct Ruled<Value: Hashable & Sendable>: Hashable, Sendable {
    public let value: Value
    public let place: RulePlace

    public init(_ value: Value, at place: RulePlace) {
        self.value = value
        self.place = place
    }
}

/// A level that a policy can name, from the least to the most.
public enum RuleLevel: String, CaseIterable, Comparable, Sendable {
    case none
    case addOnly = "add-only"
    case limited, full

    public static func < (left: RuleLevel, right: RuleLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .addOnly: 1
        case .limited: 2
        case .full: 3
        }
    }

    /// The same as administrators set it.
    public var level: Level {
        switch self {
        case .none: .none
        case .addOnly: .addOnly
        case .limited: .limited
        case .full: .full
        }
    }
}

/// What the policy files say of one client, each thing with the place that decided it; nil where none says anything.
public struct ClientRules: Hashable, Sendable {
    /// The highest level allowed.
    public var highest: Ruled<RuleLevel>?
    /// What a client has about whom nobody decided anything; a nil inside takes an earlier preset back.
    public var preset: Ruled<RuleLevel?>?
    /// Whether the person may be asked.
    public var prompts: Ruled<Bool>?
    /// Whether it may be told where photos were taken.
    public var locations: Ruled<Bool>?
    /// What it may add within 24 hours; a nil inside: any amount.
    public var addedBytesPerDay: Ruled<UInt64?>?
    public var addedItemsPerDay: Ruled<UInt64?>?
    /// Grants that go unused for so many days end; a nil inside: never.
    public var lapseAfterDays: Ruled<UInt64?>?

    /// Nothing is ruled.
    public init() {}

    /// Takes over, key by key, what the later rules say.
    public mutating func override(with later: ClientRules) {
        highest = later.highest ?? highest
        preset = later.preset ?? preset
        prompts = later.prompts ?? prompts
        locations = later.locations ?? locations
        addedBytesPerDay = later.addedBytesPerDay ?? addedBytesPerDay
        addedItemsPerDay = later.addedItemsPerDay ?? addedItemsPerDay
        lapseAfterDays = later.lapseAfterDays ?? lapseAfterDays
    }
}

/// What holds, defaults included.
extension ClientRules {
    public var ceiling: RuleLevel { highest?.value ?? .full }

    public var presetLevel: RuleLevel? { preset?.value ?? nil }

    public var allowsPrompts: Bool { prompts?.value ?? true }

    public var allowsLocations: Bool { locations?.value ?? true }

    /// Nil: any amount.
    public var bytesPerDay: UInt64? { addedBytesPerDay?.value ?? nil }

    /// Nil: any number.
    public var itemsPerDay: UInt64? { addedItemsPerDay?.value ?? nil }

    /// Nil: unused grants stay.
    public var daysToLapse: UInt64? { lapseAfterDays?.value ?? nil }
}
