import CFilmgateCrypto
import FilmgateModel
import FilmgateSQLite

/// Encodes audit entries unambiguously, and hashes them.
///
/// The hash of an entry is the SHA-256 hash of the previous entry's hash and these fields. The hash before the first
/// entry is 32 zero bytes. Numbers are little-endian.
///
/// | bytes | content |
/// | --- | --- |
/// | 1 | the version of this encoding: 2 |
/// | 8 | sequence |
/// | 8 | date, microseconds since the Unix epoch |
/// | 8 | user |
/// | 8 | count |
/// | 4 + n | client: the number of bytes, then UTF-8 |
/// | 4 + n | the client that the operation concerns, in the same form |
/// | 4 + n | the delegate that called on behalf of the client, in the same form |
/// | 4 + n | operation, in the same form |
/// | 4 + n | outcome, in the same form |
/// | 4 + n | detail, in the same form |
/// | 4 + 16 n | identifiers: the number of bytes, then 16 bytes for each identifier |
///
/// Each text follows its length, so different entries have different encodings. Later versions of the encoding have a
/// different first byte.
final class AuditHasher {
    private var bytes: [UInt8] = []
    private let context: OpaquePointer
    /// The algorithm is fetched only once, because fetching it takes as long as hashing an entry.
    private let algorithm: OpaquePointer

    static let version: UInt8 = 2

    init() {
        // As in `SHA256Hasher`, libcrypto loads no configuration file.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        guard let context = EVP_MD_CTX_new(), let algorithm = EVP_MD_fetch(nil, "SHA256", nil) else {
            preconditionFailure("libcrypto lacks SHA-256, or memory")
        }
        self.context = context
        self.algorithm = algorithm
        bytes.reserveCapacity(512)
    }

    deinit {
        EVP_MD_CTX_free(context)
        EVP_MD_free(algorithm)
    }

    func hash(_ entry: AuditEntry, sequence: Int64, after previous: [UInt8]) -> [UInt8] {
        begin(previous, sequence, entry.date.rawValue, Int64(entry.user), Int64(entry.count))
        for text in [
            entry.client, entry.about, entry.through, entry.operation.rawValue, entry.outcome.rawValue, entry.detail,
        ] {
            append(UInt32(clamping: text.utf8.count))
            bytes.append(contentsOf: text.utf8)
        }
        append(UInt32(clamping: entry.ids.count * 16))
        for id in entry.ids { bytes.append(contentsOf: id.bytes) }
        return finish()
    }

    /// Returns the hash of a row with the columns `AuditRecord.columns`, without decoding an entry.
    func hash(_ row: borrowing Row, after previous: [UInt8]) -> [UInt8] {
        begin(previous, row.integer(0), row.integer(1), row.integer(2), row.integer(3))
        for column in 4...10 {
            row.withBytes(column) { content in
                append(UInt32(clamping: content.count))
                bytes.append(contentsOf: content)
            }
        }
        return finish()
    }

    /// The approximate size in the database of the entry hashed last. `bytes` contains the previous entry's hash
    /// instead of this entry's own, which has the same size.
    var size: Int64 { Int64(bytes.count) }

    /// An SQL expression for the size of a row, in bytes.
    static let sizeOfRow: SQL = """
        93 + length(CAST(client AS BLOB)) + length(CAST(about AS BLOB)) + length(CAST(through AS BLOB))
            + length(CAST(operation AS BLOB)) + length(CAST(outcome AS BLOB)) + length(CAST(detail AS BLOB)) + length(ids)
        """

    private func begin(_ previous: [UInt8], _ sequence: Int64, _ date: Int64, _ user: Int64, _ count: Int64) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: previous)
        bytes.append(AuditHasher.version)
        append(sequence)
        append(date)
        append(user)
        append(count)
    }

    private func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            let done =
                EVP_DigestInit_ex2(context, algorithm, nil) == 1
                && EVP_DigestUpdate(context, bytes, bytes.count) == 1
                && EVP_DigestFinal_ex(context, digest.baseAddress, nil) == 1
            precondition(done, "hashing bytes in memory does not fail")
            count = 32
        }
    }
}

@available(*, unavailable)
extension AuditHasher: Sendable {}
