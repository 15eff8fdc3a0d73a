/// The kind of access that a client requests, after PhotoKit's `PHAccessLevel`.
public enum AccessLevel: String, CaseIterable, Codable, Sendable {
    case addOnly = "add-only"
    case readWrite = "read-write"
}

/// Whether a client may add assets.
public enum AddOnlyStatus: String, CaseIterable, Sendable {
    case notDetermined = "not-determined"
    case restricted, denied, authorized
}

/// Whether a client may read and change assets.
public enum ReadWriteStatus: String, CaseIterable, Sendable {
    case notDetermined = "not-determined"
    case restricted, denied, authorized, limited

    public var allowsReading: Bool {
        switch self {
        case .authorized, .limited: true
        case .notDetermined, .restricted, .denied: false
        }
    }
}

/// The rights of a grant. They determine which values of visible assets a client may read, and whether the client may
/// change assets.
public struct Rights: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reading the places where photos were taken.
    public static let location = Rights(rawValue: 1)
    /// Reading the original files.
    public static let originals = Rights(rawValue: 2)
    /// Reading titles, captions, alt texts and keywords.
    public static let captions = Rights(rawValue: 4)

    /// Reading metadata that identifies the device and its owner: camera, lens, serial numbers, artist.
    public static let metadata = Rights(rawValue: 8)
    /// Changing and deleting. Without this right, a client can only read and add.
    public static let write = Rights(rawValue: 16)
    /// Deleting and editing without the person's confirmation. Needs `write`.
    public static let manage = Rights(rawValue: 32)

    /// The rights for reading values and files.
    public static let reading: Rights = [.location, .originals, .captions, .metadata]
    public static let all: Rights = [.location, .originals, .captions, .metadata, .write, .manage]

    /// All rights except `manage`.
    public static let usual = all.subtracting(.manage)

    /// Returns the default rights of a grant for this kind of client.
    public static func usual(for kind: ClientKind) -> Rights {
        kind.isSandboxed ? usual.subtracting(.location) : usual
    }

    private static let names: [(Rights, String)] = [
        (.location, "location"), (.originals, "originals"), (.captions, "captions"), (.metadata, "metadata"),
        (.write, "write"), (.manage, "manage"),
    ]

    /// Whether the rights include `write` if they include `manage`, which needs `write`.
    public var isComplete: Bool { !contains(.manage) || contains(.write) }

    /// The rights that have an effect. Without `write`, `manage` has none.
    public var effective: Rights { isComplete ? self : subtracting(.manage) }

    /// The names of the rights on the bus, in a fixed order.
    public var names: [String] { Rights.names.filter { contains($0.0) }.map(\.1) }

    /// The rights as a phrase for a sentence: `right 'location'`, `rights 'location' and 'captions'`.
    public var phrase: String {
        let quoted = names.map { "'\($0)'" }
        let list = quoted.count > 2 ? quoted.dropLast().joined(separator: ", ") : quoted.first ?? ""
        return quoted.count > 1 ? "rights \(list) and \(quoted[quoted.count - 1])" : "right \(list)"
    }

    public init?(name: String) {
        guard let match = Rights.names.first(where: { $0.1 == name }) else { return nil }
        self = match.0
    }
}

/// The origin of a grant.
public enum Grantor: String, Sendable {
    case person, admin, policy
}

/// A client's access: two independent statuses, the rights, and the limits on content.
public struct Grant: Hashable, Sendable {
    public var addOnly: AddOnlyStatus
    public var readWrite: ReadWriteStatus
    public var rights: Rights
    public var limits: ContentLimits
    /// The origin of the decision; nil if there is no decision.
    public var grantor: Grantor?

    public init(
        addOnly: AddOnlyStatus, readWrite: ReadWriteStatus, rights: Rights, limits: ContentLimits = ContentLimits(),
        grantor: Grantor?
    ) {
        self.addOnly = addOnly
        self.readWrite = readWrite
        self.rights = rights
        self.limits = limits
        self.grantor = grantor
    }

    /// The grant of a client for which no decision was made.
    public static let undetermined = Grant(
        addOnly: .notDetermined, readWrite: .notDetermined, rights: [], grantor: nil)
}

extension Grant {
    /// The rights and limits as text for the audit log: `rights=originals;write max-pixels=512`.
    public var allowanceText: String {
        let rights = rights.names.isEmpty ? "none" : rights.names.joined(separator: ";")
        let limited = ContentLimit.allCases.compactMap { limit in
            limits.text(of: limit).map { "\(limit.rawValue)=\($0)" }
        }
        return (["rights=\(rights)"] + limited).joined(separator: " ")
    }
}
