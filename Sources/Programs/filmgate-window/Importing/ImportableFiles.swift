import FilmgateLibraryTools

/// The photos and videos in the files and folders that the person chose or dropped.
nonisolated struct ImportableFiles: Sendable {
    let walk: ScannedFiles
    private let paths: [DiskPath]

    /// Searches for photos and videos on a different thread, because disks can be slow.
    @concurrent
    static func find(_ chosen: ImportSources) async -> ImportableFiles { ImportableFiles(chosen) }

    private init(_ chosen: ImportSources) {
        walk = ScannedFiles(chosen.places)
        paths = chosen.places.map(\.path)
    }

    /// The kind of photo library, such as digiKam or Google Takeout, to which the files seem to belong.
    var likelyKind: LibraryKind {
        let names = Set(walk.unknown.map { String(decoding: $0.path.name, as: UTF8.self) })
        if names.contains("digikam4.db") { return .digikam }
        if names.contains(where: { $0.hasPrefix("Photo Details") && $0.hasSuffix(".csv") }) { return .apple }
        let named = paths.flatMap { $0.description.split(separator: "/") }
        let folders = named + walk.files.flatMap(\.folders).map { $0[...] }
        let isTakeout = folders.contains("Takeout") && walk.unknown.contains { $0.path.fileExtension == "json" }
        return isTakeout ? .takeout : .folder
    }

    /// Whether a photo is in a subfolder of a chosen folder.
    var hasFolders: Bool { walk.files.contains { !$0.folders.isEmpty } }

    /// Reads the metadata that a different photo program has stored with the photos, on a different thread.
    ///
    /// - Throws: `UnreadableLibraryError`.
    @concurrent
    func content(of kind: LibraryKind) async throws -> ImportedLibraryContent {
        try ImportedLibraryContent(kind, walk, in: paths, pairing: true, keepsUnknown: false)
    }
}
