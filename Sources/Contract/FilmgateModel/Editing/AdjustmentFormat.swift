/// The format of an edit's adjustment data, which the editing app chooses: a reverse domain name, and a version of it.
///
/// An app that knows both can read the adjustment data, and resume the edit.
public struct AdjustmentFormat: Hashable, Sendable {
    public let identifier: String
    public let version: String

    /// In bytes: the longest identifier and the longest version.
    public static let longestName = 255
    /// In bytes.
    public static let mostData = 2 << 20

    /// Returns nil if one of them is empty or too long.
    public init?(identifier: String, version: String) {
        guard (1...AdjustmentFormat.longestName).contains(identifier.utf8.count),
            (1...AdjustmentFormat.longestName).contains(version.utf8.count)
        else { return nil }
        self.identifier = identifier
        self.version = version
    }

    /// Of edits that were made elsewhere and imported. Their adjustment data, if there is some, is the other program's.
    public static let imported = AdjustmentFormat(known: "org.filmgate.import", "1")

    private init(known identifier: String, _ version: String) {
        self.identifier = identifier
        self.version = version
    }
}
