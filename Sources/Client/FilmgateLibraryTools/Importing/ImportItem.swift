import Filmgate
package import FilmgateModel

/// The parts of a future asset: a photo or video, its companion files, and its metadata.
package struct ImportItem: Hashable, Sendable {
    /// The maximum number of keywords of an asset.
    package static let mostKeywords = ContractLimits.keywords

    package var file: PhotoFile
    /// The files that belong to the photo or video, such as sidecars; at most one of each type.
    package var companions: [Companion] = []
    /// Metadata from other sources, which overrides the metadata in the files.
    package var properties = AssetChanges()
    /// The date to use if the files contain no date.
    package var fallbackDate: Timestamp?
    /// Whether `fallbackDate` is a guess.
    package var isFallbackGuessed = false
    /// The photo's local time according to the library from which it is imported. Overrides the date in the files.
    package var clock: CivilTime?
    /// The Exif orientation in the library from which the photo is imported. Overrides the orientation in the files.
    package var orientation: UInt32?
    /// The paths of the albums that contain the item.
    package var albums: [[String]] = []
    /// Whether the item is in the trash of the library from which it is imported.
    package var isTrashed = false
    /// Whether the library from which the item is imported lists it outside the trash.
    package var isKept = false
    package var joins = JoinTarget.nothing
    /// Whether only the companion files are to be added, because the asset already has the photo itself.
    package var onlyCompanions = false
    /// The identifier of the item in a Filmgate export; nil for items from other sources. The export's manifest
    /// contains the metadata of the item.
    package var identifier: String?
    /// The identifier, in the export, of the original asset of which this item is a modified copy.
    package var originalIdentifier: String?
    /// The hash of the original file, if the Filmgate export changed the metadata in this file; nil if this file is the
    /// original.
    package var originalHash: String?
    /// The asset of which this item is a modified copy; nil if not known yet.
    package var original: AssetID?
    /// The identifier of the burst in a Filmgate export. `addedDate` is the date of the addition to the exported
    /// library, in microseconds since 1970.
    package var burstIdentifier: String?
    package var addedDate: Int64?
    /// The burst to which the item is added; nil if unknown, or to use the burst in the file's metadata.
    package var burst: ObjectID?

    package struct Companion: Hashable, Sendable {
        package let type: ResourceType
        package let file: PhotoFile

        package init(_ type: ResourceType, _ file: PhotoFile) { (self.type, self.file) = (type, file) }
    }

    /// The asset to which the item is to be added, if any.
    package enum JoinTarget: Hashable, Sendable {
        case nothing
        /// The asset that the broker finds by the file's name and time.
        case related
        /// The asset of the first item in the group.
        case first
        case asset(AssetID)
    }

    package init(_ file: PhotoFile) { self.file = file }

    /// All files of the item, the photo or video first.
    package var files: [PhotoFile] { [file] + companions.map(\.file) }
    package var fileCount: Int { 1 + companions.count }
    /// The maximum number of file descriptors for sending the item, including a generated sidecar for the orientation.
    package var descriptorCount: Int { fileCount + (orientation == nil ? 0 : 1) - (onlyCompanions ? 1 : 0) }

    /// Whether the item is a RAW file with a JPEG.
    package var isPair: Bool { companions.contains { $0.type == .alternatePhoto } }

    package var bytes: UInt64 { files.reduce(0) { $0.addingReportingOverflow($1.size).partialValue } }

    /// Adds a companion file. Returns false if the item already has a companion file of this type.
    package mutating func add(_ type: ResourceType, _ file: PhotoFile) -> Bool {
        guard !companions.contains(where: { $0.type == type }) else { return false }
        companions.append(Companion(type, file))
        return true
    }
}

/// Items that may become one asset, the original first. All of them are sent in one batch.
package struct ImportGroup: Hashable, Sendable {
    package var items: [ImportItem]

    package init(_ items: [ImportItem]) { self.items = items }

    package var bytes: UInt64 { items.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue } }
    package var fileCount: Int { items.reduce(0) { $0 + $1.fileCount } }
}
