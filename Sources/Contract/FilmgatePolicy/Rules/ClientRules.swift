public import FilmgateModel

/// A place in a policy file.
public struct PolicyFileLocation: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let file: String
    /// The line, counted from 1; nil means the whole file.
    public let line: Int?

    public init(file: String, line: Int?) {
        self.file = file
        self.line = line
    }

    public static func < (left: PolicyFileLocation, right: PolicyFileLocation) -> Bool {
        (left.file, left.line ?? 0) < (right.file, right.line ?? 0)
    }

    public var description: String { line.map { "\(file):\($0)" } ?? file }
}

/// A value that a policy sets, and the place where the policy sets it.
public struct PolicyValue<Value: Hashable & Sendable>: Hashable, Sendable {
    public let value: Value
    public let place: PolicyFileLocation

    public init(_ value: Value, at place: PolicyFileLocation) {
        self.value = value
        self.place = place
    }
}

/// A level that a policy can name. The cases are in ascending order.
public enum RuleLevel: String, OrderedCases, Sendable {
    case none
    case addOnly = "add-only"
    case limited, full

    /// The level of a grant with the same name.
    public var level: Level {
        switch self {
        case .none: .none
        case .addOnly: .addOnly
        case .limited: .limited
        case .full: .full
        }
    }
}

/// The sessions in which a pick by the person needs the person's password. Applies only on the system bus, and only to
/// programs outside every sandbox.
public enum PickPasswordRequirement: String, CaseIterable, Sendable {
    case never
    /// In all sessions except Wayland sessions. polkit keeps the authorization for a while.
    case x11
    /// In all sessions, for each pick.
    case always
}

/// The policy's values for one client, each with its place. A value is nil if no file sets it.
public struct ClientRules: Hashable, Sendable {
    /// The highest level allowed.
    public var highest: PolicyValue<RuleLevel>?
    /// The level of a client without a decision. A value of nil cancels an earlier preset.
    public var preset: PolicyValue<RuleLevel?>?
    /// Whether the client may ask the person.
    public var prompts: PolicyValue<Bool>?
    /// The precision with which the client may read locations. A value of nil means that the client may not read
    /// locations.
    public var locations: PolicyValue<LocationPrecision?>?
    /// The largest set of rights that a grant can have.
    public var rights: PolicyValue<Rights>?
    /// The maximum length of the longer side of images and videos for the client, in pixels; nil means any.
    public var maxPixels: PolicyValue<UInt32?>?
    /// The types of the assets that exist for the client.
    public var mediaTypes: PolicyValue<Set<MediaType>>?
    /// The maximum number of bytes that the client may add within 24 hours; `addedItemsPerDay` limits the number of
    /// assets. A value of nil means unlimited.
    public var addedBytesPerDay: PolicyValue<UInt64?>?
    public var addedItemsPerDay: PolicyValue<UInt64?>?
    /// Whether the client's additions wait in the inbox until the person has looked at them.
    public var quarantine: PolicyValue<Bool>?
    /// The number of days after which an unused grant ends. A value of nil means any number.
    public var lapseAfterDays: PolicyValue<UInt64?>?

    /// The number of different assets whose files the client may open within a period before it may no longer read;
    /// `tripwireImages` limits the assets whose images the client may get. A value of nil means any number.
    public var tripwireOriginals: PolicyValue<TripwireLimit?>?
    public var tripwireImages: PolicyValue<TripwireLimit?>?

    /// The sessions in which a pick by the person needs the person's password, for a client outside every sandbox.
    public var pickPassword: PolicyValue<PickPasswordRequirement>?

    /// Creates rules in which no value is set.
    public init() {}

    /// Replaces each value that the later rules also set.
    public mutating func override(with later: ClientRules) {
        highest = later.highest ?? highest
        preset = later.preset ?? preset
        prompts = later.prompts ?? prompts
        locations = later.locations ?? locations
        rights = later.rights ?? rights
        maxPixels = later.maxPixels ?? maxPixels
        mediaTypes = later.mediaTypes ?? mediaTypes
        addedBytesPerDay = later.addedBytesPerDay ?? addedBytesPerDay
        addedItemsPerDay = later.addedItemsPerDay ?? addedItemsPerDay
        quarantine = later.quarantine ?? quarantine
        lapseAfterDays = later.lapseAfterDays ?? lapseAfterDays
        tripwireOriginals = later.tripwireOriginals ?? tripwireOriginals
        tripwireImages = later.tripwireImages ?? tripwireImages
        pickPassword = later.pickPassword ?? pickPassword
    }
}

/// The values in force, including defaults.
extension ClientRules {
    public var ceiling: RuleLevel { highest?.value ?? .full }

    public var presetLevel: RuleLevel? { preset?.value ?? nil }

    public var allowsPrompts: Bool { prompts?.value ?? true }

    public var allowsLocations: Bool { locations.map { $0.value != nil } ?? true }

    /// The largest set of rights that a grant can have.
    public var mostRights: Rights {
        let most = rights?.value ?? .all
        return allowsLocations ? most : most.subtracting(.location)
    }

    public var limits: ContentLimits {
        ContentLimits(
            maxPixels: maxPixels?.value ?? nil, locationPrecision: locations?.value ?? .exact,
            mediaTypes: mediaTypes?.value ?? MediaType.all)
    }

    /// The number of bytes that the client may add in a day; nil if unlimited.
    public var bytesPerDay: UInt64? { addedBytesPerDay?.value ?? nil }

    /// The number of assets that the client may add in a day; nil if unlimited.
    public var itemsPerDay: UInt64? { addedItemsPerDay?.value ?? nil }

    public var quarantinesAdditions: Bool { quarantine?.value ?? false }

    public var passwordForPicks: PickPasswordRequirement { pickPassword?.value ?? .x11 }

    /// The number of days after which an unused grant ends; nil if unused grants do not end.
    public var daysToLapse: UInt64? { lapseAfterDays?.value ?? nil }
}
