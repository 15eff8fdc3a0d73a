/// The kinds of libraries that can be imported.
package enum LibraryKind: String, CaseIterable, Sendable {
    /// A folder, with sidecars.
    case folder
    /// Google Takeout.
    case takeout
    /// An export of Apple Photos or iCloud.
    case apple
    case digikam, shotwell
    /// An export of Filmgate, with a manifest.
    case filmgate

    /// Returns whether a folder is an export of Filmgate.
    package static func isExport(_ path: DiskPath) -> Bool { ManifestReader.manifest(in: path) != nil }
}

/// The contents of a library that is imported, as items.
package struct ImportedLibraryContent: Equatable, Sendable {
    package var plan: ImportPlan
    /// The entries of the library that are not imported, with the reasons.
    package var left: [FailedFile] = []
    /// The files that the library lists but that are missing or cannot be imported.
    package var failures: [FailedFile] = []
    /// The number of entries that Filmgate does not support, by kind.
    package var dropped: [UnsupportedFeature: Int] = [:]
    /// The number of metadata files that were read, such as the JSON files of a Takeout.
    package var described = 0
    /// The descriptions of files in the manifest of a Filmgate export.
    package var listed: [PhotoFile: ManifestFileHash] = [:]
    /// The albums and folders of a Filmgate export.
    package var collections: ManifestCollections?
    /// The edits by Filmgate apps, from a Filmgate export.
    package var edits: [ManifestContentEdit] = []

    /// Reads a library. Uses only files that the walk has found, even if the library lists other paths.
    ///
    /// - Throws: an error if the library does not exist or cannot be read.
    package init(
        _ kind: LibraryKind, _ walk: ScannedFiles, in paths: [DiskPath], pairing: Bool, keepsUnknown: Bool
    ) throws(UnreadableLibraryError) {
        switch kind {
        case .folder: plan = ImportPlan(walk, pairing: pairing, keepsUnknown: keepsUnknown)
        case .takeout:
            self = TakeoutReader.read(walk, pairing: pairing)
        case .apple:
            let reader = ICloudExportReader(walk)
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
                throw UnreadableLibraryError(reason: "An export is imported alone.")
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

    /// Adds the metadata that a library stores for files to the items of these files.
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

/// The reason why a library cannot be read.
package struct UnreadableLibraryError: Error, Hashable {
    /// A sentence for the person.
    package let reason: String
}
