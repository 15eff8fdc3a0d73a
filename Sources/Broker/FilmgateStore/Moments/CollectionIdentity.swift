import FilmgateHashing
import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite

/// Makes identifiers for moments and years. They are stable, and reveal nothing, because they are hashes with a secret.
struct CollectionIdentity {
    let secret: [UInt8]
    /// The scope that they belong to. All clients that see everything share one.
    let scope: String

    init(of scope: Scope, in database: DatabaseConnection) throws {
        secret = try database.secret()
        self.scope =
            switch scope {
            case .everything: "everything"
            case .assets(of: let type): "assets of \(type.rawValue)"
            case .selection(of: let holder, only: _): holder.key
            case .item, .nothing: ""
            }
    }

    func moment(from first: AssetID) -> ObjectID { id(1, first.bytes) }

    func year(_ year: Int) -> ObjectID { id(2, withUnsafeBytes(of: Int64(year).bigEndian) { Array($0) }) }

    private func id(_ kind: UInt8, _ bytes: [UInt8]) -> ObjectID {
        var digest = SHA256Digest()
        for part in [secret, [kind, UInt8(bytes.count)], bytes, Array(scope.utf8)] {
            part.withUnsafeBytes { digest.update($0) }
        }
        var id = Array(digest.finish().bytes.prefix(16))
        // The version and variant bits of a random UUID.
        id[6] = id[6] & 0x0f | 0x40
        id[8] = id[8] & 0x3f | 0x80
        guard let id = ObjectID(bytes: id) else { preconditionFailure("16 bytes make an identifier") }
        return id
    }
}

extension DatabaseConnection {
    /// Returns the 32 random bytes that were made with the library.
    func secret() throws -> [UInt8] {
        let secret = try first("SELECT secret FROM library") { $0.blob(0) }
        guard let secret, secret.count == 32 else { throw DamagedRow(table: "library") }
        return secret
    }
}
