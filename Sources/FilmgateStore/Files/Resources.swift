public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite
public import FilmgateSystem

/// What becomes of the wish to open a stored file.
public enum ResourceAccess: Sendable {
    /// Read-only, at a position of its own.
    case opened(OwnedDescriptor)
    /// There is none, or none that may be seen: the two are one.
    case noSuchAsset
    case noSuchResource
    /// The grant lacks a right to something that a file may hold, and nothing is cut out of files yet.
    case withheld
}

extension Library {
    /// The stored files of one asset; nil where it does not exist or may not be seen.
    public func resources(of id: AssetID, visibleTo visibility: Visibility) async throws -> [Resource]? {
        try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else { return nil }
            return try database.all("\(Library.storedResources) WHERE r.asset = \(key.rawValue) ORDER BY r.type") {
                try StoredResource($0).resource
            }
        }
    }

    /// Opens a stored file anew, leaving no trace of having been read.
    public func openResource(of id: AssetID, type: ResourceType, visibleTo visibility: Visibility) async throws
        -> ResourceAccess
    {
        let stored: StoredResource?? = try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else { return nil }
            return .some(
                try database.first(
                    "\(Library.storedResources) WHERE r.asset = \(key.rawValue) AND r.type = \(type.rawValue)"
                ) { try StoredResource($0) })
        }
        guard let stored else { return .noSuchAsset }
        guard let stored else { return .noSuchResource }
        guard visibility.lackingForFiles.isEmpty else { return .withheld }
        switch Result(catching: { () throws(Errno) in try originals.open(stored.file) }) {
        case .success(let file): return .opened(file)
        case .failure(let error):
            // It may have been purged since it was looked up; if its row is there, the disk is at fault.
            guard try await key(of: id, visibleTo: visibility) == nil else { throw error }
            return .noSuchAsset
        }
    }

    static let storedResources: SQL = "SELECT r.type, r.mime_type, r.filename, r.size, r.file FROM resource AS r"
}

/// A resource and where its bytes are.
struct StoredResource: Sendable {
    let resource: Resource
    let file: FileName

    init(_ row: borrowing Row) throws {
        guard let type = ResourceType(rawValue: row.text(0)), let file = FileName(bytes: row.blob(4)) else {
            throw DamagedRow(table: "resource")
        }
        resource = Resource(
            type: type, mimeType: row.text(1), filename: row.optionalText(2), fileSize: UInt64(clamping: row.integer(3))
        )
        self.file = file
    }
}

/// A row that holds what this program never writes.
struct DamagedRow: Error, Hashable {
    let table: String
}
