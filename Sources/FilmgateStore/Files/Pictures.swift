public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite
public import FilmgateSystem

/// The file that an asset's images are made of.
public struct PictureFile: Sendable {
    /// Read-only, with a position of its own.
    public let content: OwnedDescriptor
    public let type: ResourceType
    /// In pixels, as stored: a picture that is to be turned has them the other way round.
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
}

extension Library {
    /// Opens the file that an asset's images are made of. No right is needed: an image holds no metadata.
    ///
    /// - Returns: nil if the asset does not exist or is not visible.
    public func openPicture(of id: AssetID, visibleTo visibility: Visibility) async throws -> PictureFile? {
        let stored: StoredPicture? = try await database.read { database in
            guard let key = try database.key(of: id, in: SQLScope(visibility, in: database)) else { return nil }
            let files = try database.all("\(Library.storedResources) WHERE r.asset = \(key.rawValue)") {
                try StoredResource($0)
            }
            guard let primary = files.first(where: \.resource.type.isPrimary) else {
                throw DamagedRow(table: "resource")
            }
            return try database.first("SELECT pixel_width, pixel_height FROM asset WHERE row = \(key.rawValue)") {
                StoredPicture(
                    file: primary, width: UInt32(clamping: $0.integer(0)), height: UInt32(clamping: $0.integer(1)))
            }
        }
        guard let stored else { return nil }
        switch Result(catching: { () throws(Errno) in try originals.open(stored.file.file) }) {
        case .success(let content):
            return PictureFile(content: content, type: stored.file.resource.type, pixelWidth: stored.width,
                pixelHeight: stored.height)
        case .failure(let error):
            // The asset may have been purged meanwhile. If its row still exists, the disk failed.
            guard try await key(of: id, visibleTo: visibility) == nil else { throw error }
            return nil
        }
    }
}

private struct StoredPicture: Sendable {
    let file: StoredResource
    let width: UInt32
    let height: UInt32
}
