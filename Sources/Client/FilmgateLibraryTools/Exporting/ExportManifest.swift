import Filmgate
import FilmgateHashing
import Glibc

/// The manifest of an export, which is written while the export runs. At the end, it replaces the manifest of the
/// previous run.
package struct ExportManifest {
    /// A file that an earlier run wrote. The file may have changed after that run.
    struct EarlierFile {
        let asset: String
        let size: UInt64
        let hash: String?
        /// The modification date of the asset in the earlier run, in microseconds since 1970.
        let modified: Int64?
        /// Whether XMP is embedded in the file. If so, `originalHash` is the hash of the original, and `packetHash` is
        /// the hash of the XMP.
        let isEmbedded: Bool
        let originalHash: String?
        let packetHash: String?

        init(_ file: ManifestFile, of asset: ManifestAsset) {
            (self.asset, size, hash, modified) = (asset.id, file.size, file.hash, asset.modificationDate)
            (isEmbedded, originalHash, packetHash) = (file.isEmbedded == true, file.originalHash, file.packetHash)
        }
    }

    private let folder: ExportTreeFolder
    private let content: OwnedDescriptor
    /// The files of earlier runs, by path.
    private let earlier: [String: EarlierFile]
    private var unwritten: [UInt8] = []
    /// The assets that could not be written in this run. Their lines from earlier runs are copied to the new manifest.
    var kept: Set<String> = []

    /// Begins a run: reads the manifest of the previous run, and continues the manifest of an interrupted run.
    ///
    /// - Parameters:
    ///   - without: the kinds of metadata that are removed from the files.
    ///   - selection: a hash that identifies the set of exported photos.
    ///   - embeds: whether XMP is embedded in the photos.
    ///   - library: the identifier of the library.
    /// - Throws: an error if the manifest cannot be read, or if the folder contains a different export.
    init(
        in folder: ExportTreeFolder, without: Set<MetadataKind>, selection: String?, embeds: Bool, library: String?
    ) throws {
        self.folder = folder
        let header = ManifestHeader(
            without: without.map(\.rawValue).sorted(), selection: selection, embeds: embeds,
            library: library.map { ExportManifest.hash(of: Array("library\n\($0)".utf8)) })
        var earlier: [String: EarlierFile] = [:]
        for name in [Manifest.name, Manifest.unfinishedName] {
            guard folder.isTaken(name) else { continue }
            try ExportManifest.read(name, in: folder, header, into: &earlier)
        }
        self.earlier = earlier
        content = try folder.openForAppending(Manifest.unfinishedName)
        // Ends an incomplete line, which a killed run may have written and which readers skip.
        let size = try content.facts().size
        unwritten = size > 0 ? [UInt8(ascii: "\n")] : []
        unwritten += try Manifest.text(of: ManifestLine(header: header))
        try flush()
    }

    private static func read(
        _ name: String, in folder: ExportTreeFolder, _ header: ManifestHeader, into earlier: inout [String: EarlierFile]
    ) throws(ExportFailure) {
        var others: [ManifestHeader] = []
        // The files of each asset, in order. Lines with copies list the paths in the same order.
        var files: [String: [EarlierFile?]] = [:]
        do throws(UnreadableLibraryError) {
            guard let content = folder.open(name) else { throw UnreadableLibraryError(reason: "It is not a file.") }
            // An unfinished manifest without lines is from a run that was killed before it wrote a line.
            guard name == Manifest.name || content.hasLines else { return }
            try Manifest.each(in: content) { line in
                if let found = line?.header, !header.shouldContinue(with: found), others.isEmpty {
                    others.append(found)
                }
                if let asset = line?.asset {
                    let found = asset.files.map { file in
                        file.isFixed && header.without.isEmpty && header.embeds != true
                            ? nil : EarlierFile(file, of: asset)
                    }
                    for (file, known) in zip(asset.files, found) where known != nil { earlier[file.path] = known }
                    files[asset.id] = found.contains { $0 != nil } ? found : nil
                }
                guard let copies = line?.copies, let found = files[copies.asset] else { return }
                for (path, known) in zip(copies.paths, found) where known != nil { earlier[path] = known }
            }
        } catch {
            throw .invalidManifest("\(folder.path)/\(name)", error)
        }
        guard let other = others.first else { return }
        throw if !header.isOfSameLibrary(as: other) {
            .otherLibrary(folder.path)
        } else if other.without != header.without {
            .otherWithout(folder.path)
        } else if other.embeds != header.embeds {
            .otherEmbed(folder.path)
        } else { .otherPhotos(folder.path) }
    }

    /// Returns the file that an earlier run wrote at a path, if the file belongs to the asset.
    func earlier(_ path: String, of asset: AssetID) -> EarlierFile? {
        earlier[path].flatMap { $0.asset == asset.description ? $0 : nil }
    }

    mutating func add(_ line: ManifestLine) throws {
        unwritten += try Manifest.text(of: line)
        if unwritten.count > 1 << 16 { try flush() }
    }

    mutating func flush() throws {
        do { try content.write(unwritten) } catch {
            throw ExportFailure.notWritten("\(folder.path)/\(Manifest.name)", error)
        }
        unwritten = []
    }

    /// Completes the manifest, and replaces the previous manifest with it.
    mutating func finish() throws {
        try keepLines()
        try flush()
        try folder.replace(Manifest.name, with: Manifest.unfinishedName)
    }

    /// Copies the lines of earlier runs for assets that failed in this run, so that the next run knows their files.
    private mutating func keepLines() throws {
        guard !kept.isEmpty else { return }
        var lines: [String: [ManifestLine]] = [:]
        for name in [Manifest.name, Manifest.unfinishedName] {
            guard let content = folder.open(name), content.hasLines else { continue }
            try Manifest.each(in: content) { (line) throws(UnreadableLibraryError) in
                guard let line, let id = line.asset?.id ?? line.copies?.asset, kept.contains(id) else { return }
                if line.asset != nil { lines[id] = [] }
                lines[id, default: []].append(line)
            }
        }
        for line in lines.values.joined() { try add(line) }
    }

    /// Returns the hash of bytes, in the form of `ManifestFile.hash`.
    package static func hash(of bytes: [UInt8]) -> String {
        var digest = SHA256Hasher()
        unsafe bytes.withUnsafeBytes { unsafe digest.update($0) }
        return "\(digest.finish())"
    }
}

extension OwnedDescriptor {
    /// Whether a run wrote lines to this manifest; false if the file cannot be read.
    fileprivate var hasLines: Bool { (try? facts().size) ?? 0 > 1 }
}

extension ManifestFile {
    /// Whether the file is an original, whose content never changes.
    fileprivate var isFixed: Bool { ResourceType(rawValue: role)?.isPrimary ?? false }
}
