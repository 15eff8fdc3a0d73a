/// A manifest's description of a file's content.
package struct ListedContent: Equatable, Sendable {
    private let size: UInt64
    /// Nil if the manifest has none.
    private let hash: String?

    init(_ line: ManifestFile) {
        size = line.size
        // Other texts cannot be the hash of a file.
        hash = ListedContent.hash(line.hash)
    }

    /// Returns the text if it can be the hash of a file.
    static func hash(_ text: String?) -> String? { text.flatMap { $0.utf8.count == hashBytes ? $0 : nil } }

    /// The length of `sha256:` and 64 digits.
    private static let hashBytes = 71

    /// Whether a file has different content now. False for an unreadable file.
    @concurrent
    package func differs(from file: PhotoFile) async -> Bool {
        guard file.size == size else { return true }
        guard let hash, let found = file.hashed()?.hash else { return false }
        return "\(found)" != hash
    }
}
