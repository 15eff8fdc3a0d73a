public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite
public import FilmgateSystem

/// An opened stored file.
public struct OriginalFile: Sendable {
    /// A read-only descriptor with its own position.
    public let content: OwnedDescriptor
    let name: StoredFileName

    /// The identity of the stored file. It does not keep the file open.
    public var identity: StoredFileIdentity { StoredFileIdentity(name: name) }
}

/// The identity of a stored file. The content of a stored file never changes, and its name is never reused.
public struct StoredFileIdentity: Hashable, Sendable {
    let name: StoredFileName
}

/// The result of opening a stored file.
public enum ResourceOpenResult: Sendable {
    case opened(OriginalFile)
    /// The file was opened, but the client may get only a copy without some kinds of metadata.
    case needsRedaction(OriginalFile)
    /// The asset does not exist or is invisible. The client cannot distinguish these cases.
    case noSuchAsset
    case noSuchResource
    /// The client may not read files, for the given reason.
    case withheld(FileAccessRefusal)
}

extension Library {
    /// Returns the files of an asset, or nil if the asset does not exist or is invisible. The owner can also pass the
    /// identifier of an inbox item.
    public func resources(of id: AssetID, visibleTo visibility: Visibility) async throws -> [Resource]? {
        try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else {
                return visibility.isOwners ? try database.quarantinedResources(of: id)?.map(\.resource) : nil
            }
            return try database.resources(of: key).map(\.resource)
        }
    }

    /// Opens a file of an asset without changing its access time. The owner can also open a file of an inbox item.
    ///
    /// - Parameter resumable: the edit that the client can resume. The client may not read the adjustment data of other
    ///   edits.
    /// - Throws: `Errno`, also for an incomplete file, and an error of the database.
    public func openResource(
        of id: AssetID, type: ResourceType, visibleTo visibility: Visibility, resuming resumable: EditableAsset? = nil
    ) async throws -> ResourceOpenResult {
        let stored: StoredResource?? = try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else {
                guard visibility.isOwners, let files = try database.quarantinedResources(of: id) else { return nil }
                return .some(files.first { $0.resource.type == type })
            }
            return .some(try database.resource(type, of: key))
        }
        guard let stored else { return .noSuchAsset }
        guard let stored else { return .noSuchResource }
        let isOfEdit = type == .adjustmentData && stored.isOfEdit
        if isOfEdit, !visibility.isOwners, resumable == nil { return .noSuchResource }
        if let reason = visibility.closesFiles { return .withheld(reason) }
        do {
            let file = try await originals.open(stored.file, ofSize: stored.resource.fileSize)
            let original = OriginalFile(content: file, name: stored.file)
            return isOfEdit || visibility.redactedKinds.isEmpty ? .opened(original) : .needsRedaction(original)
        } catch let error as Errno {
            // The asset may have been purged meanwhile. If the asset still exists, the error comes from the disk.
            guard try await resources(of: id, visibleTo: visibility) == nil else { throw error }
            return .noSuchAsset
        }
    }

    /// Reads the adjustment data of an edit. Only a client that can resume the edit may get this data.
    ///
    /// - Returns: the data, or an empty array if the asset is not edited, is invisible, or no longer exists.
    public func adjustmentData(of asset: EditableAsset, visibleTo visibility: Visibility) async throws -> [UInt8] {
        let stored = try await database.read { database in
            try database.key(of: asset.id, in: SQLScope(visibility, in: database)).flatMap {
                try database.resource(.adjustmentData, of: $0)
            }
        }
        guard let stored, stored.isOfEdit else { return [] }
        return try await content(of: stored)
    }

    @concurrent
    private func content(of resource: StoredResource) async throws -> [UInt8] {
        let size = resource.resource.fileSize
        return try await originals.open(resource.file, ofSize: size).bytes(at: 0, count: Int(clamping: size))
    }
}

extension DatabaseConnection {
    private static let storedResources: SQL = """
        SELECT r.type, r.mime_type, r.filename, r.size, r.file,
            (SELECT a.adjustment_format IS NOT NULL FROM asset AS a WHERE a.row = r.asset) FROM resource AS r
        """

    /// Returns the files of an asset, sorted by type.
    func resources(of key: AssetKey) throws -> [StoredResource] {
        try all("\(DatabaseConnection.storedResources) WHERE r.asset = \(key.rawValue) ORDER BY r.type") {
            try StoredResource($0)
        }
    }

    func resource(_ type: ResourceType, of key: AssetKey) throws -> StoredResource? {
        try first(
            "\(DatabaseConnection.storedResources) WHERE r.asset = \(key.rawValue) AND r.type = \(type.rawValue)"
        ) { try StoredResource($0) }
    }

    func resourceTypes(of key: AssetKey) throws -> Set<ResourceType> {
        let types = try all("SELECT type FROM resource WHERE asset = \(key.rawValue)") { $0.text(0) }
        return Set(types.compactMap(ResourceType.init))
    }
}

struct StoredResource: Sendable {
    let resource: Resource
    let file: StoredFileName
    /// Whether the asset is edited.
    let isOfEdit: Bool

    init(_ row: borrowing Row) throws {
        guard let type = ResourceType(rawValue: row.text(0)), let file = StoredFileName(bytes: row.blob(4)) else {
            throw CorruptRowError(table: "resource")
        }
        resource = Resource(
            type: type, mimeType: row.text(1), filename: row.optionalText(2), fileSize: UInt64(clamping: row.integer(3))
        )
        self.file = file
        isOfEdit = row.flag(5)
    }
}

/// An error for a database row with values that this program never writes.
struct CorruptRowError: Error, Hashable {
    let table: String
}
