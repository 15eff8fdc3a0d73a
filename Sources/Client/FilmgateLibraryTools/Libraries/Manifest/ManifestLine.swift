/// A line of a manifest, which describes the content of an export of Filmgate: JSON with one of these keys.
///
/// The lines of a run begin with a header. Only the lines of the last run count.
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

    /// Whether it has no known key.
    var isEmpty: Bool {
        header == nil && asset == nil && folder == nil && album == nil && members == nil && copies == nil
    }
}

/// Begins the lines of one run.
package struct ManifestHeader: Codable, Hashable, Sendable {
    package let version: Int
    /// The kinds of metadata that the files lack.
    package let without: [String]
    /// A hash of the album and the condition that select the photos; nil for the whole library.
    package let selection: String?
    /// True if the export wrote XMP into the photos whose format allows it; otherwise nil.
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

    /// Returns whether two exports may be of the same library.
    package func isOfSameLibrary(as other: ManifestHeader) -> Bool {
        library == other.library || library == nil || other.library == nil
    }

    /// Returns whether a run with this header may continue an export with the other header.
    package func goesOn(with other: ManifestHeader) -> Bool {
        (version, selection, embeds) == (other.version, other.selection, other.embeds) && without == other.without
            && isOfSameLibrary(as: other)
    }

    package static let version = 1
}

/// An asset: its files and its properties. Its line precedes the lines of album members. Identifiers only connect the
/// lines of one manifest.
package struct ManifestAsset: Codable, Hashable, Sendable {
    package let id: String
    package var files: [ManifestFile] = []
    /// In microseconds since 1970.
    package var creationDate: Int64?
    /// Whether that date comes only from the file name.
    package var isDateGuessed: Bool?
    /// In seconds east of UTC.
    package var timeZone: Int32?
    /// In degrees; both are set, or neither.
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
    /// The asset of which this asset is a version.
    package var originalAsset: String?
    /// The burst that the asset is in; nil if it is in no burst, or alone in one.
    package var burst: String?
    /// When an asset of a burst was added, in microseconds since 1970: an import adds them in this order.
    package var addedDate: Int64?
    package var edit: ManifestEdit?
    /// When the library last changed it, in microseconds since 1970: only a later export needs it.
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
    /// The path below the folder of the manifest, with slashes.
    package let path: String
    /// A resource type, or `sidecar-of-export` for a sidecar that the export itself wrote.
    package let role: String
    /// In bytes.
    package let size: UInt64
    /// `sha256:` and 64 digits.
    package var hash: String?
    /// The name in the library; nil if it has none.
    package var filename: String?
    /// True if the file is the original with XMP added by the export; otherwise nil.
    package var isEmbedded: Bool?
    /// The hash of the original from which it was made; nil with `--without`, because it must not be revealed then.
    package var originalHash: String?
    /// The hash of the XMP that the export had for the file, even if the format does not allow embedding; nil without
    /// `--embed`.
    package var packetHash: String?

    private enum CodingKeys: String, CodingKey {
        case path, role, size, hash, filename
        case isEmbedded = "embedded"
        case originalHash = "original-hash"
        case packetHash = "xmp-hash"
    }

    /// The role of the XMP that an export writes. An import with the manifest does not need it.
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
    /// The albums and folders in the folder, both in order.
    package var children: [String]?
}

package struct ManifestAlbum: Codable, Hashable, Sendable {
    package let id: String
    package let title: String
    package var parent: String?
    /// The cover; nil if it is the newest asset.
    package var cover: String?
    /// The rule of a smart album; nil for an album of chosen assets.
    package var rule: String?
}

/// Assets of an album, in its order. A large album has several such lines.
package struct ManifestMembers: Codable, Hashable, Sendable {
    package let album: String
    package let assets: [String]

    /// The maximum number of assets in a line.
    package static let most = 1000
}

/// The files of an asset in one more folder, with the same content as those in its own line.
package struct ManifestCopies: Codable, Hashable, Sendable {
    package let asset: String
    /// The path below the folder of the manifest, with slashes.
    package let paths: [String]
}
