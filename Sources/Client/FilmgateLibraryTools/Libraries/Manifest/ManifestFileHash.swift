/// The size and the hash of a file according to a manifest.
package struct ManifestFileHash: Equatable, Sendable {
    private let size: UInt64
    /// The hash of the file; nil if the manifest contains no valid hash.
    private let hash: String?

    init(_ line: ManifestFile) {
        size = line.size
        // Ignores strings that have a different length than a hash.
        hash = ManifestFileHash.hash(line.hash)
    }

    /// Returns the string if it has the length of a hash, or nil.
    static func hash(_ text: String?) -> String? { text.flatMap { $0.utf8.count == hashBytes ? $0 : nil } }

    /// The length of `sha256:` and 64 hexadecimal digits.
    private static let hashBytes = 71

    /// Returns whether a file differs from the manifest. Returns false for an unreadable file of the same size.
    @concurrent
    package func differs(from file: PhotoFile) async -> Bool {
        guard file.size == size else { return true }
        guard let hash, let found = file.hashed()?.hash else { return false }
        return "\(found)" != hash
    }
}
