public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite
public import FilmgateSystem

/// The file that an asset's images are made of.
public struct PictureFile: Hashable, Sendable {
    let name: FileName
    public let type: ResourceType
    /// In pixels, as stored: a picture that is to be turned has them the other way round.
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
}

extension Library {
    /// Finds the file that an asset's images are made of. No right is needed: an image holds no metadata.
    ///
    /// - Returns: nil if the asset does not exist or is not visible.
    public func picture(of id: AssetID, visibleTo visibility: Visibility) async throws -> PictureFile? {
        try await picture(of: id) { try SQLScope(visibility, in: $0) }
    }

    /// Finds the file for the library itself: the image goes only into the cache.
    public func picture(of id: AssetID) async throws -> PictureFile? { try await picture(of: id) { _ in .everything } }

    private func picture(
        of id: AssetID, in scope: @Sendable (DatabaseConnection) throws -> SQLScope
    ) async throws -> PictureFile? {
        try await database.read { database in
            guard let key = try database.key(of: id, in: scope(database)) else { return nil }
            let files = try database.all("\(Library.storedResources) WHERE r.asset = \(key.rawValue)") {
                try StoredResource($0)
            }
            guard let primary = files.first(where: \.resource.type.isPrimary) else {
                throw DamagedRow(table: "resource")
            }
            return try database.first("SELECT pixel_width, pixel_height FROM asset WHERE row = \(key.rawValue)") {
                PictureFile(
                    name: primary.file, type: primary.resource.type, pixelWidth: UInt32(clamping: $0.integer(0)),
                    pixelHeight: UInt32(clamping: $0.integer(1)))
            }
        }
    }

    /// Opens a picture, read-only and with a position of its own.
    ///
    /// - Throws: `Errno`; `noEntry` if the asset was purged meanwhile.
    @concurrent
    public func content(of picture: PictureFile) async throws -> OwnedDescriptor { try originals.open(picture.name) }
}
