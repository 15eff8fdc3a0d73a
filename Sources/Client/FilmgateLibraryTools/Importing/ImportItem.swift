import Filmgate
package import FilmgateModel

/// The parts of one asset: a photo or video, the files beside it, and its metadata.
package struct ImportItem: Hashable, Sendable {
    /// The maximum number of keywords of an asset.
    package static let mostKeywords = Bounds.keywords

    package var file: PhotoFile
    /// The files beside the photo or video, at most one of each type.
    package var companions: [Companion] = []
    /// Metadata from other sources, which overrides the metadata of its files.
    package var properties = AssetChanges()
    /// The date when it was taken, used if its files have no date.
    package var fallbackDate: Timestamp?
    /// Whether that date is a guess.
    package var isFallbackGuessed = false
    /// The local time when it was taken, according to the library from which it comes; overrides the date in its files.
    package var clock: CivilTime?
    /// The orientation according to the library from which it comes, as an Exif number; overrides that in its files.
    package var orientation: UInt32?
    /// The paths of the albums to which it belongs.
    package var albums: [[String]] = []
    /// Whether it is in the trash of the library from which it comes.
    package var isTrashed = false
    /// Whether that library records that it is not in the trash.
    package var isKept = false
    package var joins = JoinTarget.nothing
    /// Whether the asset that it joins already has the photo itself.
    package var onlyCompanions = false
    /// Its identifier in an export of Filmgate; nil for other items. The export also lists the metadata that its files
    /// lack.
    package var identifier: String?
    /// The export's identifier of the asset of which this item is a version.
    package var originalIdentifier: String?
    /// The hash of the original photo, if an export of Filmgate changed the metadata in the file; nil if the file is
    /// the original.
    package var originalHash: String?
    /// The asset of which this item is a version, once it is known.
    package var original: AssetID?
    /// The identifier of its burst in an export of Filmgate, and the date when it was added to the library, in
    /// microseconds since 1970.
    package var burstIdentifier: String?
    package var addedDate: Int64?
    /// The library's identifier of the burst that it joins, once it is known; nil to use the burst that its file names.
    package var burst: ObjectID?

    package struct Companion: Hashable, Sendable {
        package let type: ResourceType
        package let file: PhotoFile

        package init(_ type: ResourceType, _ file: PhotoFile) { (self.type, self.file) = (type, file) }
    }

    /// The way in which the asset to which the file may belong is found.
    package enum JoinTarget: Hashable, Sendable {
        case nothing
        /// The asset that the file's name and time indicate.
        case related
        /// The asset of the first item in its group.
        case first
        case asset(AssetID)
    }

    package init(_ file: PhotoFile) { self.file = file }

    /// All files of the item, the photo or video first.
    package var files: [PhotoFile] { [file] + companions.map(\.file) }
    package var fileCount: Int { 1 + companions.count }
    /// The maximum number of descriptors with which the item is sent, including a sidecar with the orientation.
    package var descriptorCount: Int { fileCount + (orientation == nil ? 0 : 1) - (onlyCompanions ? 1 : 0) }

    /// Whether it is a RAW file with a JPEG.
    package var isPair: Bool { companions.contains { $0.type == .alternatePhoto } }

    package var bytes: UInt64 { files.reduce(0) { $0.addingReportingOverflow($1.size).partialValue } }

    /// Adds a file of a type that it does not have yet. Returns false if the item already has a file of this type.
    package mutating func add(_ type: ResourceType, _ file: PhotoFile) -> Bool {
        guard !companions.contains(where: { $0.type == type }) else { return false }
        companions.append(Companion(type, file))
        return true
    }
}

/// Items that may become one asset, the original first. One batch sends them all.
package struct ImportGroup: Hashable, Sendable {
    package var items: [ImportItem]

    package init(_ items: [ImportItem]) { self.items = items }

    package var bytes: UInt64 { items.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue } }
    package var fileCount: Int { items.reduce(0) { $0 + $1.fileCount } }
}
