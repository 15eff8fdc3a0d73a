import Filmgate
package import FilmgateModel

/// What one asset is made of: a photo or video, the files beside it, and what is known of it.
package struct ImportItem: Hashable, Sendable {
    /// How many keywords an asset can have.
    package static let mostKeywords = Bounds.keywords

    package var file: PhotoFile
    /// The files that are kept beside it, at most one of each type.
    package var companions: [Companion] = []
    /// What is known of it elsewhere, which overrides what its files tell.
    package var properties = AssetChanges()
    /// When it was taken, if its files do not tell.
    package var fallbackDate: Timestamp?
    /// Whether that date is a guess.
    package var isFallbackGuessed = false
    /// When it was taken by the clock of the place, as its library says, whatever its files tell.
    package var clock: CivilTime?
    /// How its library turned the picture, by Exif's numbers, whatever its files tell.
    package var orientation: UInt32?
    /// The paths of its albums.
    package var albums: [[String]] = []
    /// Whether the library from which it comes says that it is in the trash.
    package var isTrashed = false
    /// Whether that library says that it is not.
    package var isKept = false
    package var joins = Joins.nothing
    /// Whether the asset that it joins has the photo itself already.
    package var onlyCompanions = false
    /// Its identifier in an export of Filmgate, which says all that its files do not tell.
    package var identifier: String?
    /// That of the asset of which it is a version.
    package var originalIdentifier: String?
    /// The hash of the photo of which an export of Filmgate made the file, with other metadata; nil if it is the photo itself.
    package var originalHash: String?
    /// The asset of which it is a version, once it is known.
    package var original: AssetID?
    /// That of its burst in an export of Filmgate, and when it was added to the library, in microseconds since 1970.
    package var burstIdentifier: String?
    package var addedDate: Int64?
    /// The library's identifier of the burst that it joins, once it is known; nil for the one that its file names.
    package var burst: ObjectID?

    package struct Companion: Hashable, Sendable {
        package let type: ResourceType
        package let file: PhotoFile

        package init(_ type: ResourceType, _ file: PhotoFile) { (self.type, self.file) = (type, file) }
    }

    /// Which asset the file may belong to.
    package enum Joins: Hashable, Sendable {
        case nothing
        /// The one to which its name and time point.
        case related
        /// The first of its group.
        case first
        case asset(AssetID)
    }

    package init(_ file: PhotoFile) { self.file = file }

    /// All its files, the photo or video first.
    package var files: [PhotoFile] { [file] + companions.map(\.file) }
    package var fileCount: Int { 1 + companions.count }
    /// The most descriptors that it is sent with: how the picture is turned is one.
    package var descriptorCount: Int { fileCount + (orientation == nil ? 0 : 1) - (onlyCompanions ? 1 : 0) }

    /// Whether it is a RAW file with its JPEG.
    package var isPair: Bool { companions.contains { $0.type == .alternatePhoto } }

    package var bytes: UInt64 { files.reduce(0) { $0.addingReportingOverflow($1.size).partialValue } }

    /// Adds a file of a type that it has not yet. Returns false if it has one.
    package mutating func add(_ type: ResourceType, _ file: PhotoFile) -> Bool {
        guard !companions.contains(where: { $0.type == type }) else { return false }
        companions.append(Companion(type, file))
        return true
    }
}

/// Items that may become one asset, the one that is its original first. They are sent in one batch.
package struct ImportGroup: Hashable, Sendable {
    package var items: [ImportItem]

    package init(_ items: [ImportItem]) { self.items = items }

    package var bytes: UInt64 { items.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue } }
    package var fileCount: Int { items.reduce(0) { $0 + $1.fileCount } }
}
