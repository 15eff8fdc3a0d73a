/// The format of an edit's adjustment data, which the editing app chooses: a reverse domain name, and a version.
///
/// An app that supports this name and version can read the adjustment data, and resume the edit.
public struct AdjustmentFormat: Hashable, Sendable {
    public let identifier: String
    public let version: String

    /// The maximum size of the identifier, and of the version, in bytes.
    public static let longestName = 255
    /// The maximum size of adjustment data, in bytes.
    public static let mostData = 2 << 20

    /// Returns nil if the identifier or the version is empty or too long.
    public init?(identifier: String, version: String) {
        guard (1...AdjustmentFormat.longestName).contains(identifier.utf8.count),
            (1...AdjustmentFormat.longestName).contains(version.utf8.count)
        else { return nil }
        self.identifier = identifier
        self.version = version
    }

    /// The format of imported edits. Their adjustment data, if any, belongs to the program that made the edit.
    public static let imported = AdjustmentFormat(known: "org.filmgate.import", "1")

    init(known identifier: String, _ version: String) {
        self.identifier = identifier
        self.version = version
    }
}
