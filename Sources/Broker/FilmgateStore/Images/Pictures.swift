public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite
public import FilmgateSystem

/// The stored file from which an asset's images are made.
public struct PictureFile: Hashable, Sendable {
    let name: StoredFileName
    public let type: ResourceType
    /// The size of the file, in bytes.
    public let size: UInt64
    /// The width of the stored picture in pixels, before any rotation for display.
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
    /// The Exif orientation.
    public let orientation: UInt32
    /// Whether this is the original picture of an edited asset.
    public let isReplaced: Bool
    /// Whether a file of the asset is damaged, so that possibly only a part of the picture can be shown.
    public let isDamaged: Bool
}

extension Library {
    /// Finds the stored file of an asset's picture. This requires no right, because images contain no metadata. If
    /// `isReplaced` is true, the caller must check the client's right to originals.
    ///
    /// - Returns: the file, or nil if the asset does not exist or is invisible.
    public func picture(
        of id: AssetID, as version: ImageSpecification.Version = .current, visibleTo visibility: Visibility
    ) async throws -> PictureFile? {
        let picture = try await picture(of: id, as: version) { try SQLScope(visibility, in: $0) }
        if picture != nil || !visibility.isOwners { return picture }
        // The owner can also see the pictures of inbox items.
        return try await database.read { try $0.quarantinedPicture(of: id) }
    }

    /// Finds the stored file of an asset's current picture regardless of visibility. Use it only to fill the cache.
    public func picture(of id: AssetID) async throws -> PictureFile? {
        try await picture(of: id, as: .current) { _ in .everything }
    }

    private func picture(
        of id: AssetID, as version: ImageSpecification.Version,
        in scope: @Sendable (DatabaseConnection) throws -> SQLScope
    ) async throws -> PictureFile? {
        try await database.read { database in
            guard let key = try database.key(of: id, in: scope(database)) else { return nil }
            let files = try database.resources(of: key)
            guard let primary = files.first(where: \.resource.type.isPrimary) else {
                throw CorruptRowError(table: "resource")
            }
            let render = files.first { $0.resource.type == primary.resource.type.render }
            let file = version == .current ? render ?? primary : primary
            return try database.first(
                """
                SELECT pixel_width, pixel_height, ifnull(original_width, pixel_width),
                    ifnull(original_height, pixel_height), subtypes, orientation,
                    ifnull(original_orientation, orientation)
                FROM asset WHERE row = \(key.rawValue)
                """
            ) { row in
                let column = file.resource.type.isPrimary ? 2 : 0
                return PictureFile(
                    name: file.file, type: file.resource.type, size: file.resource.fileSize,
                    pixelWidth: UInt32(clamping: row.integer(column)),
                    pixelHeight: UInt32(clamping: row.integer(column + 1)),
                    orientation: UInt32(clamping: row.integer(file.resource.type.isPrimary ? 6 : 5)),
                    isReplaced: render != nil && file.resource.type.isPrimary,
                    isDamaged: Set(column: row.integer(4)).contains(MediaSubtype.damaged))
            }
        }
    }

    /// Opens the sidecar of an asset, read-only and with its own position. Returns nil if the asset has no sidecar or
    /// is invisible.
    public func sidecar(of id: AssetID, visibleTo visibility: Visibility) async throws -> OwnedDescriptor? {
        let found = try await database.read { database in
            try database.key(of: id, in: SQLScope(visibility, in: database)).flatMap {
                try database.resource(.sidecar, of: $0)
            }
        }
        guard let found else { return nil }
        return try await originals.open(found.file, ofSize: found.resource.fileSize)
    }

    /// Opens a picture, read-only and with its own position.
    ///
    /// - Throws: `Errno`: `noEntry` if the asset was purged meanwhile, `badMessage` if the file is incomplete.
    public func content(of picture: PictureFile) async throws -> OwnedDescriptor {
        try await originals.open(picture.name, ofSize: picture.size)
    }
}
