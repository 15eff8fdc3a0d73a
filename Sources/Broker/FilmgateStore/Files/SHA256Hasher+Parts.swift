import FilmgateHashing
import FilmgateModel

extension SHA256Hasher {
    /// Returns the SHA-256 hash of the concatenated parts.
    static func hash(of parts: [[UInt8]]) -> [UInt8] {
        var digest = SHA256Hasher()
        for part in parts { part.withUnsafeBytes { digest.update($0) } }
        return digest.finish().bytes
    }
}
