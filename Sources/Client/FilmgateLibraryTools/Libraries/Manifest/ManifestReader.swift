import Filmgate

/// A reader of Filmgate's exports by their manifest. The manifest is not trusted: its paths only select files that the
/// walk has found. The memory usage grows with the number of those files, not with the number of lines in the manifest.
enum ManifestReader {
    /// Opens the manifest in a folder. Returns nil if the folder has no manifest.
    static func manifest(in path: DiskPath) -> OwnedDescriptor? {
        // Any error means that there is no usable manifest.
        try? FoundPath(named: path).appending(Array(Manifest.name.utf8)).openFile().0
    }

    /// - Throws: an error if there is no manifest, or if it cannot be read.
    static func read(_ walk: ScannedFiles, in folder: DiskPath) throws(UnreadableLibraryError) -> ImportedLibraryContent
    {
        guard let file = manifest(in: folder) else {
            throw UnreadableLibraryError(reason: "There is no \(Manifest.name) in it.")
        }
        let files = ManifestFiles(walk, in: folder)
        var reading = ManifestRun(files)
        try Manifest.each(in: file) { (line) throws(UnreadableLibraryError) in
            if line?.header != nil { reading = ManifestRun(files) }
            try reading.add(line)
        }
        var content = ImportedLibraryContent(ImportPlan(reading.groups, skipped: walk.skipped))
        content.left = reading.left
        content.failures = reading.failures
        content.listed = reading.listed
        content.collections = ManifestCollections(reading.collections)
        content.edits = reading.edits
        let albums = content.collections?.paths ?? [:]
        content.plan.forEachItem { item in item.albums = item.identifier.flatMap { albums[$0] } ?? [] }
        return content
    }
}

/// The files of a walk, by their paths relative to the folder of a manifest.
final class ManifestFiles {
    let folder: DiskPath
    let files: [String: PhotoFile]
    /// The relative paths of photos and videos.
    let media: [String]

    init(_ walk: ScannedFiles, in folder: DiskPath) {
        self.folder = folder
        let prefix = folder.appending([]).bytes
        func named(_ files: [PhotoFile]) -> [(String, PhotoFile)] {
            files.filter { $0.path.bytes.starts(with: prefix) }
                .map { (String(decoding: $0.path.bytes.dropFirst(prefix.count), as: UTF8.self), $0) }
        }
        let media = named(walk.files)
        self.media = media.map(\.0)
        files = Dictionary(media + named(walk.sidecars) + named(walk.unknown)) { first, _ in first }
    }
}
