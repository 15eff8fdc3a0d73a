public import FilmgateModel
public import FilmgatePolicy
internal import FilmgateSQLite
public import FilmgateSystem

/// The file that an asset's images are made of.
public struct PictureFile: Hashable, Sendable {
    let name: FileName
    public let type: ResourceType
    /// In bytes.
    let size: UInt64
    /// In pixels, as stored: a picture that is to be turned has them the other way round.
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
    /// Whether the asset shows an edit of it.
    public let isReplaced: Bool
    /// Whether the owner imported the asset although it can be shown in part only.
    public let isDamaged: Bool
}

extension Library {
    /// Finds the file that an asset's images are made of. No right is needed: an image holds no metadata. What an edit has
    /// replaced needs the right to originals, which the caller must check.
    ///
    /// - Returns: nil if the asset does not exist or is not visible.
    public func picture(
        of id: AssetID, as version: ImageSpecification.Version = .current, visibleTo visibility: Visibility
    ) async throws -> PictureFile? {
        let picture = try await picture(of: id, as: version) { try SQLScope(visibility, in: $0) }
        if picture != nil || !visibility.isOwners { return picture }
        // The owner looks at what waits in the inbox.
        return try await database.read { try $0.quarantinedPicture(of: id) }
    }

    /// Finds the file for the library itself: the image goes only into the cache.
    public func picture(of id: AssetID) async throws -> PictureFile? {
        try await picture(of: id, as: .current) { _ in .everything }
    }

    private func picture(
        of id: AssetID, as version: ImageSpecification.Version,
        in scope: @Sendable (DatabaseConnection) throws -> SQLScope
    ) async throws -> PictureFile? {
        try await database.read { database in
            guard let key = try database.key(of: id, in: scope(database)) else { return nil }
            let files = try database.all("\(Library.storedResources) WHERE r.asset = \(key.rawValue)") {
                try StoredResource($0)
            }
            guard let primary = files.first(where: \.resource.type.isPrimary) else {
                throw DamagedRow(table: "resource")
            }
            let render = files.first { $0.resource.type == primary.resource.type.render }
            let file = version == .current ? render ?? primary : primary
            return try database.first(
                """
                SELECT pixel_width, pixel_height, ifnull(original_width, pixel_width),
                    ifnull(original_height, pixel_height), subtypes
                FROM asset WHERE row = \(key.rawValue)
                """
            ) { row in
                let column = file.resource.type.isPrimary ? 2 : 0
                return PictureFile(
                    name: file.file, type: file.resource.type, size: file.resource.fileSize,
                    pixelWidth: UInt32(clamping: row.integer(column)),
                    pixelHeight: UInt32(clamping: row.integer(column + 1)),
                    isReplaced: render != nil && file.resource.type.isPrimary,
                    isDamaged: Set(column: row.integer(4)).contains(MediaSubtype.damaged))
            }
        }
    }

    /// Opens a picture, read-only and with a position of its own.
    ///
    /// - Throws: `Errno`; `noEntry` if the asset was purged meanwhile, `badMessage` if the file is not whole.
    public func content(of picture: PictureFile) async throws -> OwnedDescriptor {
        try await originals.open(picture.name, ofSize: picture.size)
    }
}
