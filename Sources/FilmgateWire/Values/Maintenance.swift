public import FilmgateDBus

/// A summary of the library and its broker.
public struct LibrarySummary: DBusRepresentable, Hashable {
    /// The broker's version.
    public var version: String
    public var user: UInt32
    /// The number of assets outside the trash.
    public var assets: UInt32
    public var trashed: UInt32
    /// The size of all originals, in bytes.
    public var bytes: UInt64
    /// The maximum size of all originals; nil: no limit but the disk.
    public var capacity: UInt64?
    /// Whether the policy files are used: `in-force`, `kept` or `closed`.
    public var policy: String
    /// The errors in the policy files, in the form `FILE:LINE: SENTENCE`.
    public var policyFaults: [String]

    public init(
        version: String, user: UInt32, assets: UInt32, trashed: UInt32, bytes: UInt64, capacity: UInt64?,
        policy: String, policyFaults: [String]
    ) {
        self.version = version
        self.user = user
        self.assets = assets
        self.trashed = trashed
        self.bytes = bytes
        self.capacity = capacity
        self.policy = policy
        self.policyFaults = policyFaults
    }

    public init(representation: Options) throws {
        self.init(
            version: representation["version"]?.value(as: String.self) ?? "",
            user: representation["user"]?.value(as: UInt32.self) ?? 0,
            assets: representation["assets"]?.value(as: UInt32.self) ?? 0,
            trashed: representation["trashed"]?.value(as: UInt32.self) ?? 0,
            bytes: representation["bytes"]?.value(as: UInt64.self) ?? 0,
            capacity: representation["capacity"]?.value(as: UInt64.self),
            policy: representation["policy"]?.value(as: String.self) ?? "",
            policyFaults: representation["policy-faults"]?.value(as: [String].self) ?? [])
    }

    public var representation: Options {
        var options: Options = [
            "version": Variant(version), "user": Variant(user), "assets": Variant(assets), "trashed": Variant(trashed),
            "bytes": Variant(bytes), "policy": Variant(policy), "policy-faults": Variant(policyFaults),
        ]
        if let capacity { options["capacity"] = Variant(capacity) }
        return options
    }
}

/// A fault that `Verify` found.
public struct Finding: DBusRepresentable, Hashable {
    /// The kind of fault, in a word.
    public let kind: String
    /// A sentence for a person.
    public let detail: String

    public init(kind: String, detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public init(representation: Options) throws {
        kind = representation["kind"]?.value(as: String.self) ?? ""
        detail = representation["detail"]?.value(as: String.self) ?? ""
    }

    public var representation: Options { ["kind": Variant(kind), "detail": Variant(detail)] }
}
