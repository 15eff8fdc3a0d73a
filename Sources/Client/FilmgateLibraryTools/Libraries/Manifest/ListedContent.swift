/// A manifest's description of a file's content.
package struct ListedContent: Equatable, Sendable {
    private let size: UInt64
    /// The hash of the content; nil if the manifest does not contain a valid hash.
    private let hash: String?

    init(_ line: ManifestFile) {
        size = line.size
        // Ignores texts that cannot be the hash of a file.
        hash = ListedContent.hash(line.hash)
    }

    /// Returns the text if it can be the hash of a file; nil for other texts.
    static func hash(_ text: String?) -> String? { text.flatMap { $0.utf8.count == hashBytes ? $0 : nil } }

    /// The length of `sha256:` and 64 digits.
    private static let hashBytes = 71

    /// Returns whether the content of a file differs from this description; false if the file is unreadable.
    @concurrent
    package func differs(from file: PhotoFile) async -> Bool {
        guard file.size == size else { return true }
        guard let hash, let found = file.hashed()?.hash else { return false }
        return "\(found)" != hash
    }
}
