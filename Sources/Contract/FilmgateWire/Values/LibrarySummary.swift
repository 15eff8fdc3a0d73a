public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// A summary of the library and its broker: the reply of `GetSummary`.
public struct LibrarySummary: OptionDictionary, Hashable {
    /// The broker's version.
    public let version: String
    /// The identifier of the library. A new library in the same folder has a different identifier. Nil if the broker
    /// does not report it.
    public let library: String?
    /// The UID of the library's owner.
    public let user: UInt32
    /// The number of assets outside the trash.
    public let assets: Int
    public let trashed: Int
    /// The number of days that the trash keeps an asset; nil if the broker does not report it.
    public let trashDays: Int?
    /// The size of all originals, in bytes.
    public let bytes: UInt64
    /// The maximum size of all originals, including the trash; nil if only the disk limits it.
    public let capacity: UInt64?
    /// The time at which the last backup ended; nil if there was no backup.
    public let lastBackup: Timestamp?
    /// The time at which the library was last restored from a backup; nil if the library was never restored.
    public let lastRestore: Timestamp?
    /// The relation between the policy in force and its files; nil if the broker sends a value that this program does
    /// not know.
    public let policy: PolicyStatus?
    /// The errors in the policy files, in the form `FILE:LINE: SENTENCE`.
    public let policyFaults: [String]

    package init(
        version: String, library: String? = nil, user: UInt32, assets: UInt32, trashed: UInt32, trashDays: UInt32?,
        bytes: UInt64,
        capacity: UInt64?, lastBackup: Timestamp? = nil, lastRestore: Timestamp? = nil,
        policy: PolicyStatus, policyFaults: [String]
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

    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        version = try options.field("version", value?.version) ?? ""
        library = try options.field("library", value?.library)
        user = try options.field("user", value?.user) ?? 0
        assets = try options.count("assets", value?.assets) ?? 0
        trashed = try options.count("trashed", value?.trashed) ?? 0
        trashDays = try options.count("trash-days", value?.trashDays)
        bytes = try options.field("bytes", value?.bytes) ?? 0
        capacity = try options.field("capacity", value?.capacity)
        lastBackup = try options.raw("last-backup", value?.lastBackup)
        lastRestore = try options.raw("last-restore", value?.lastRestore)
        policy = try options.raw("policy", value?.policy)
        policyFaults = try options.field("policy-faults", value?.policyFaults) ?? []
    }
}
