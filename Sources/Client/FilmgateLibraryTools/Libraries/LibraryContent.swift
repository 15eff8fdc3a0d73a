/// The photo libraries of other programs whose content can be imported.
package enum LibraryKind: String, CaseIterable, Sendable {
    /// A folder tree with sidecars.
    case folder
    /// Google Takeout.
    case takeout
    /// An export of Apple's Photos or iCloud.
    case apple
    case digikam, shotwell
    /// An export of Filmgate, with its manifest.
    case filmgate

    /// Returns whether a folder is an export of Filmgate.
    package static func isExport(_ path: DiskPath) -> Bool { ManifestReader.manifest(in: path) != nil }
}

/// The content of another program's library, as items to import.
package struct LibraryContent: Equatable, Sendable {
    package var plan: ImportPlan
    /// Entries of the library that are not imported, with the reasons.
    package var left: [FailedFile] = []
    /// Files that the library lists but that are missing or cannot be imported.
    package var failures: [FailedFile] = []
    /// The number of entries of each kind that Filmgate does not support.
    package var dropped: [DroppedKind: Int] = [:]
    /// The number of metadata files that were read, such as the JSON files of a Takeout.
    package var described = 0
    /// The metadata of files in an export of Filmgate.
    package var listed: [PhotoFile: ListedContent] = [:]
    /// The albums and folders of an export of Filmgate.
    package var collections: ManifestCollections?
    /// The edits of Filmgate's apps, in an export of Filmgate.
    package var edits: [ManifestContentEdit] = []

    /// Reads a library. Uses only files below the paths of the walk, even if the library lists other paths.
    ///
    /// - Throws: `UnreadableLibrary` if it does not exist, or if it cannot be read.
    package init(
        _ kind: LibraryKind, _ walk: PhotoWalk, in paths: [DiskPath], pairing: Bool, keepsUnknown: Bool
    ) throws(UnreadableLibrary) {
        switch kind {
        case .folder: plan = ImportPlan(walk, pairing: pairing, keepsUnknown: keepsUnknown)
        case .takeout:
            self = TakeoutReader.read(walk, pairing: pairing)
        case .apple:
            let reader = AppleReader(walk)
            var photos = walk
            photos.leaveOut(reader.lists)
            plan = ImportPlan(photos, pairing: pairing, keepsUnknown: keepsUnknown)
            describe(reader.entries)
            (left, described) = (reader.left, reader.lists.count)
        case .digikam:
            plan = ImportPlan(walk, pairing: pairing, keepsUnknown: keepsUnknown)
            let database = try ForeignDatabase.find(["digikam4.db"], in: paths)
            try DigikamReader(database).read(walk, into: &self)
        case .shotwell:
            plan = ImportPlan(walk, pairing: pairing, keepsUnknown: keepsUnknown)
            let names = ["photo.db", "data/photo.db", ".local/share/shotwell/data/photo.db"]
            let database = try ForeignDatabase.find(names, in: paths)
            try ShotwellReader(database).read(walk, into: &self)
        case .filmgate:
            guard let path = paths.first, paths.count == 1 else {
                throw UnreadableLibrary(reason: "An export is imported alone.")
            }
            self = try ManifestReader.read(walk, in: path)
        }
        if kind != .filmgate {
            var hashes = FileHashes()
            plan.keepCopies(&hashes)
            plan.shareFacts(&hashes)
        }
    }

    init(_ plan: ImportPlan) { self.plan = plan }

    /// Adds a library's metadata of files to the items of these files.
    mutating func describe(_ facts: [PhotoFile: LibraryEntry]) {
        plan.forEachItem { item in
            guard let entry = facts[item.file] else { return }
            item.properties = entry.properties
            item.fallbackDate = entry.fallbackDate
            (item.clock, item.orientation) = (entry.clock, entry.orientation)
            item.albums = entry.albums
            (item.isTrashed, item.isKept) = (entry.isTrashed, entry.isKept)
        }
    }
}

/// The reason why a library of another program cannot be read.
package struct UnreadableLibrary: Error, Hashable {
    /// A sentence for the person.
    package let reason: String
}
