public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// A summary of the library and its broker.
public struct LibrarySummary: DBusRepresentable, Hashable {
    /// The broker's version.
    public let version: String
    /// Tells this library from others, also from one that is created anew in its place; nil if the broker does not tell.
    public let library: String?
    /// The uid of the library's owner.
    public let user: UInt32
    /// The number of assets outside the trash.
    public let assets: Int
    public let trashed: Int
    /// For how many days the trash keeps an asset; nil if the broker does not tell.
    public let trashDays: Int?
    /// The size of all originals, in bytes.
    public let bytes: UInt64
    /// The maximum size of all originals, including the trash; nil: no limit but the disk.
    public let capacity: UInt64?
    /// When the last backup ended; nil if there was none.
    public let lastBackup: Timestamp?
    /// When the library was last restored from a backup; nil if it never was.
    public let lastRestore: Timestamp?
    /// How the policy relates to its files; nil if the broker sends a value that this library does not know.
    public let policy: PolicyStanding?
    /// The errors in the policy files, in the form `FILE:LINE: SENTENCE`.
    public let policyFaults: [String]

    package enum Key: String, CodingKey {
        case version, library, user, assets, trashed, bytes, capacity, policy
        case trashDays = "trash-days"
        case lastBackup = "last-backup"
        case lastRestore = "last-restore"
        case policyFaults = "policy-faults"
    }

    package init(
        version: String, library: String? = nil, user: UInt32, assets: UInt32, trashed: UInt32, trashDays: UInt32?,
        bytes: UInt64,
        capacity: UInt64?, lastBackup: Timestamp? = nil, lastRestore: Timestamp? = nil,
        policy: PolicyStanding, policyFaults: [String]
    ) {
        self.version = version
        self.library = library
        self.user = user
        self.assets = Int(assets)
        self.trashed = Int(trashed)
        self.trashDays = trashDays.map(Int.init)
        self.bytes = bytes
        self.capacity = capacity
        self.lastBackup = lastBackup
        self.lastRestore = lastRestore
        self.policy = policy
        self.policyFaults = policyFaults
    }

    public init(representation options: Options) {
        version = options[Key.version] ?? ""
        library = options[Key.library]
        user = options[Key.user] ?? 0
        assets = Int(options[Key.assets, as: UInt32.self] ?? 0)
        trashed = Int(options[Key.trashed, as: UInt32.self] ?? 0)
        trashDays = options[Key.trashDays, as: UInt32.self].map(Int.init)
        bytes = options[Key.bytes] ?? 0
        capacity = options[Key.capacity]
        lastBackup = options[Key.lastBackup, as: Int64.self].map(Timestamp.init(rawValue:))
        lastRestore = options[Key.lastRestore, as: Int64.self].map(Timestamp.init(rawValue:))
        policy = options[Key.policy].flatMap(PolicyStanding.init(rawValue:))
        policyFaults = options[Key.policyFaults] ?? []
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.version] = version
        options[Key.library] = library
        options[Key.user] = user
        options[Key.assets] = UInt32(clamping: assets)
        options[Key.trashed] = UInt32(clamping: trashed)
        options[Key.trashDays] = trashDays.map { UInt32(clamping: $0) }
        options[Key.bytes] = bytes
        options[Key.capacity] = capacity
        options[Key.lastBackup] = lastBackup?.rawValue
        options[Key.lastRestore] = lastRestore?.rawValue
        options[Key.policy] = policy?.rawValue
        options[Key.policyFaults] = policyFaults
        return options
    }
}
