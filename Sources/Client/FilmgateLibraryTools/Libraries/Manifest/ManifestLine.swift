/// A line of the manifest of a Filmgate export: a JSON object with one of these keys.
///
/// The lines of each run begin with a header. Only the lines of the last run are valid.
package struct ManifestLine: Codable, Sendable {
    package var header: ManifestHeader?
    package var asset: ManifestAsset?
    package var folder: ManifestFolder?
    package var album: ManifestAlbum?
    package var members: ManifestMembers?
    package var copies: ManifestCopies?

    private enum CodingKeys: String, CodingKey {
        case header = "filmgate-export"
        case asset, folder, album, members, copies
    }

    /// Whether the line has no known key.
    var isEmpty: Bool {
        header == nil && asset == nil && folder == nil && album == nil && members == nil && copies == nil
    }
}

/// The first line of each run.
package struct ManifestHeader: Codable, Hashable, Sendable {
    package let version: Int
    /// The kinds of metadata that were removed from the files.
    package let without: [String]
    /// A hash of the selection of the photos (an album and a condition); nil for the whole library.
    package let selection: String?
    /// True if the export embedded XMP in photos whose format allows embedding; nil if not.
    package let embeds: Bool?
    /// A hash that identifies the library; nil in older exports.
    package let library: String?

    private enum CodingKeys: String, CodingKey {
        case version, without, selection, library
        case embeds = "embed"
    }

    package init(without: [String], selection: String? = nil, embeds: Bool = false, library: String? = nil) {
        version = ManifestHeader.version
        self.library = library
        (self.without, self.selection, self.embeds) = (without, selection, embeds ? true : nil)
    }

    /// Returns whether both exports may be of the same library.
    package func isOfSameLibrary(as other: ManifestHeader) -> Bool {
        library == other.library || library == nil || other.library == nil
    }

    /// Returns whether a run with this header may continue an export that has the other header.
    package func shouldContinue(with other: ManifestHeader) -> Bool {
        (version, selection, embeds) == (other.version, other.selection, other.embeds) && without == other.without
            && isOfSameLibrary(as: other)
    }

    package static let version = 1
}

/// An asset, with its files and its properties. The line precedes the lines of the albums that contain the asset.
/// Identifiers are valid only within one manifest.
package struct ManifestAsset: Codable, Hashable, Sendable {
    package let id: String
    package var files: [ManifestFile] = []
    /// The creation date, in microseconds since 1970.
    package var creationDate: Int64?
    /// Whether the creation date is a guess, for example from the file name.
    package var isDateGuessed: Bool?
    /// The offset of the time zone, in seconds east of UTC.
    package var timeZone: Int32?
    /// The location in degrees. Both coordinates are set, or both are nil.
    package var latitude: Double?
    package var longitude: Double?
    package var isFavorite: Bool?
    package var isHidden: Bool?
    package var isTrashed: Bool?
    package var rating: Int32?
    package var title: String?
    package var caption: String?
    package var altText: String?
    package var keywords: [String]?
    /// The asset of which this asset is a modified copy.
    package var originalAsset: String?
    /// The burst of the asset; nil if there is none, or if no other photo of the burst exists.
    package var burst: String?
    /// For an asset of a burst, the date when the asset was added to the library, in microseconds since 1970. An import
    /// adds the assets of a burst in the order of these dates.
    package var addedDate: Int64?
    package var edit: ManifestEdit?
    /// The modification date of the asset, in microseconds since 1970. Only later exports to the same folder use it.
    package var modificationDate: Int64?

    private enum CodingKeys: String, CodingKey {
        case id, files, latitude, longitude, rating, title, caption, keywords, burst, edit
        case altText = "alt-text"
        case addedDate = "added-date"
        case creationDate = "creation-date"
        case isDateGuessed = "guessed-date"
        case timeZone = "time-zone"
        case modificationDate = "modification-date"
        case isFavorite = "favorite"
        case isHidden = "hidden"
        case isTrashed = "trashed"
        case originalAsset = "original-asset"
    }
}

package struct ManifestFile: Codable, Hashable, Sendable {
    /// The path relative to the folder of the manifest, with slashes.
    package let path: String
    /// A resource type, or `sidecar-of-export` for a sidecar that the export generated.
    package let role: String
    /// The size in bytes.
    package let size: UInt64
    /// The SHA-256 hash of the file: `sha256:` and 64 hexadecimal digits.
    package var hash: String?
    /// The file name in the library; nil if the file has no name there.
    package var filename: String?
    /// True if the export embedded XMP in the file; nil if not.
    package var isEmbedded: Bool?
    /// The hash of the original file before XMP was embedded; nil with `--without`, because the hash would reveal
    /// information about the removed metadata.
    package var originalHash: String?
    /// The hash of the XMP that the export tried to embed, even if the format does not allow embedding; nil without
    /// `--embed`.
    package var packetHash: String?

    private enum CodingKeys: String, CodingKey {
        case path, role, size, hash, filename
        case isEmbedded = "embedded"
        case originalHash = "original-hash"
        case packetHash = "xmp-hash"
    }

    /// The role of a sidecar that an export generates. An import that reads the manifest does not need this sidecar.
    package static let exportedSidecar = "sidecar-of-export"
}

/// The format of the adjustment data of an edit.
package struct ManifestEdit: Codable, Hashable, Sendable {
    package let format: String
    package let version: String
}

package struct ManifestFolder: Codable, Hashable, Sendable {
    package let id: String
    package let title: String
    package var parent: String?
    /// The identifiers of the folders and then the albums in the folder, both in order.
    package var children: [String]?
}

package struct ManifestAlbum: Codable, Hashable, Sendable {
    package let id: String
    package let title: String
    package var parent: String?
    /// The cover; nil if the cover is the newest asset.
    package var cover: String?
    /// The condition of a smart album; nil for other albums.
    package var rule: String?
}

/// Assets of an album, in the order of the album. A large album has several such lines.
package struct ManifestMembers: Codable, Hashable, Sendable {
    package let album: String
    package let assets: [String]

    /// The maximum number of assets in a line.
    package static let most = 1000
}

/// The files of an asset in a further folder. They have the same contents as the files in the asset's line.
package struct ManifestCopies: Codable, Hashable, Sendable {
    package let asset: String
    /// The paths relative to the folder of the manifest, with slashes.
    package let paths: [String]
}
