package import Filmgate

/// An export of assets to folders, one for each album. A photo in several albums becomes one file with several hard
/// links, or several files if the file system does not support links.
///
/// Skips the files that an earlier run wrote and that have the same name, size and date.
package struct LibraryExport {
    package struct Settings {
        package var links = true
        /// Whether to write the library's metadata to XMP files beside the photos (sidecars).
        package var sidecars = true
        /// Whether to embed the XMP in photos whose format allows embedding.
        package var embeds = false
        /// The kinds of metadata to remove from the files.
        package var without: Set<MetadataKind> = []
        /// A hash that identifies the set of exported photos; nil for the whole library.
        package var selection: String?
        /// The identifier of the library.
        package var library: String?

        package init() {}
    }

    let library: PhotoLibrary
    let tree: ExportTree
    let settings: Settings
    let interruption: Interruption
    var manifest: ExportManifest
    private(set) var report = LibraryExportReport()
    /// For each folder, the lower-case names that are taken in this run.
    var taken: [[String]: Set<String>]
    /// The next number to try if file names are taken, by the path of the folder followed by these file names.
    var numbers: [[String]: Int] = [:]
    /// The folders from which incomplete files of earlier runs were removed.
    private var cleared: Set<[String]> = []
    /// The names of the photos in each folder, in the order of the album.
    private var orders: [[String]: [String]] = [:]
    /// The first location to which each asset was written.
    private(set) var written: [AssetID: WrittenAsset] = [:]

    struct WrittenAsset {
        let folder: [String]
        let files: [ExportTreeFile]
        /// Whether the XMP is embedded in the photo.
        let isEmbedded: Bool
    }

    /// The number of assets in a batch. The files of a batch are listed concurrently while files of the previous batch
    /// are opened, and the broker accepts only 64 concurrent calls.
    private static let batch = 40

    /// - Parameter taken: for each folder, the lower-case names that files must not get.
    init(
        _ library: PhotoLibrary, to tree: ExportTree, taken: [[String]: Set<String>], _ settings: Settings,
        _ interruption: Interruption
    ) throws {
        self.library = library
        self.interruption = interruption
        self.tree = tree
        self.taken = taken
        self.settings = settings
        self.taken[[], default: []].insert(Manifest.name)
        manifest = try ExportManifest(
            in: tree.top, without: settings.without, selection: settings.selection, embeds: settings.embeds,
            library: settings.library)
    }

    static let properties = XMPSidecar.properties.union([
        .trashedDate, .originalAsset, .contentHash, .hasAdjustments, .adjustmentFormat, .burstID, .addedDate, .filename,
    ])

    /// Writes the assets of a result to one folder.
    ///
    /// - Parameters:
    ///   - isAlbum: whether the folder belongs to an album.
    ///   - onlyNew: whether to skip assets that were already written to a different folder.
    /// - Returns: the assets in order; nil if the export was interrupted.
    mutating func export(
        _ result: FetchResult<Asset>, to path: [String], isAlbum: Bool, onlyNew: Bool, each: () async -> Void
    ) async throws -> [AssetID]? {
        if isAlbum, result.count > 0 { report.albums += 1 }
        var members: [AssetID] = []
        var batch: [Asset] = []
        var next = Batch()
        for try await asset in result {
            guard !interruption.isRequested else { break }
            members.append(asset.id)
            // Assets in the trash were already written to the folder of the trash.
            guard written[asset.id] == nil || !(onlyNew || asset.isTrashed) else {
                await each()
                continue
            }
            batch.append(asset)
            guard batch.count == LibraryExport.batch else { continue }
            next = try await export(next, listing: batch, to: path, each)
            batch = []
        }
        for rest in [batch, []] where !interruption.isRequested {
            next = try await export(next, listing: rest, to: path, each)
        }
        try manifest.flush()
        return interruption.isRequested ? nil : members
    }

    /// Assets, and the list of files of each asset.
    private struct Batch {
        var assets: [Asset] = []
        var listed: [Result<[AssetResource], PhotoLibraryError>] = []
    }

    /// Writes a batch. At the same time, lists the files of the next batch.
    private mutating func export(
        _ batch: Batch, listing next: [Asset], to path: [String], _ each: () async -> Void
    ) async throws -> Batch {
        async let listed = library.resources(of: next)
        if !batch.assets.isEmpty { try await export(batch, to: path, each) }
        return Batch(assets: next, listed: try await listed)
    }

    /// The result of exporting an asset.
    fileprivate struct ExportedAsset {
        var files: [ExportedContent] = []
        /// The number of files that remain to be written.
        var missing = 0
        var isNew = false
        var isLink = false
        var format: AdjustmentFormat?
        var failure: PhotoLibraryError?
    }

    private mutating func export(_ batch: Batch, to path: [String], _ each: () async -> Void) async throws {
        let folder = try tree.folder(path)
        if cleared.insert(path).inserted {
            folder.clear()
            taken[path, default: []].insert(ExportOrderFile.filename)
        }
        var outcomes: [ExportedAsset] = []
        var jobs: [ExportJob] = []
        for (asset, listed) in zip(batch.assets, batch.listed) where !interruption.isRequested {
            var outcome = ExportedAsset()
            do {
                outcome.files = try await contents(of: asset, listed.get(), in: folder, path)
                jobs += try missing(&outcome, of: asset, number: outcomes.count, in: folder)
            } catch let error as PhotoLibraryError where error.isOfOneAsset || error.isOfTooMuch {
                outcome.failure = error
            } catch is CancellationError {
                break
            }
            outcomes.append(outcome)
        }
        var bytes: UInt64 = 0
        let writer = ExportWriter(library: library, folder: folder, without: settings.without)
        // Only writing a photo shows whether XMP can be embedded. The second pass writes the necessary sidecars.
        for _ in 0..<2 {
            try await ExportJob.run(jobs, by: writer.write, while: { [interruption] in !interruption.isRequested }) {
                job, result in
                switch result {
                case .failure(let error): outcomes[job.asset].failure = error
                case .success(let result):
                    bytes += result.size
                    outcomes[job.asset].note(result, of: job)
                    if job.content.resource == nil { report.sidecars += 1 }
                    if result.isEmbedded { report.embedded += 1 }
                }
            }
            jobs = outcomes.indices.flatMap { outcomes[$0].settleFallbacks(number: $0, in: folder) }
        }
        report.bytes += bytes
        // An asset is recorded only when all of its files are written or one has failed. After an interruption, the
        // next run finds the complete files of the other assets.
        for (asset, outcome) in zip(batch.assets, outcomes) where outcome.missing == 0 || outcome.failure != nil {
            try await note(outcome, of: asset, path)
            await each()
        }
    }

    /// Returns the asset's files that must be written, after linking files already written to a different folder.
    private mutating func missing(
        _ outcome: inout ExportedAsset, of asset: Asset, number: Int, in folder: ExportTreeFolder
    ) throws -> [ExportJob] {
        var jobs: [ExportJob] = []
        let earlier = written[asset.id]
        for (index, content) in outcome.files.enumerated() where !content.exists && !content.isFallback {
            // The asset may have got more files because of a change during the export.
            if settings.links, let earlier, let source = earlier.files.dropFirst(index).first,
                try folder.link(source.name, in: tree.folder(earlier.folder), as: content.file)
            {
                outcome.isLink = true
                outcome.files[index].isEmbedded = content.packet.map { _ in earlier.isEmbedded }
            } else {
                jobs.append(
                    ExportJob(
                        asset: number, index: index, content: content,
                        hashes: content.hash == nil || !settings.without.isEmpty))
            }
        }
        outcome.missing = jobs.count
        return jobs
    }

    private mutating func note(_ outcome: ExportedAsset, of asset: Asset, _ path: [String]) async throws {
        if let failure = outcome.failure {
            if written[asset.id] == nil { manifest.kept.insert(asset.id.description) }
            report.failures.append(.init(id: asset.id.description, filename: asset.filename, reason: failure.message))
            return
        }
        if let name = outcome.files.first?.file.name { orders[path, default: []].append(name) }
        if outcome.isNew {
            report.exported += 1
        } else if outcome.isLink {
            report.linked += 1
        } else {
            report.present += 1
        }
        guard written[asset.id] == nil else {
            let paths = outcome.files.map { (path + [$0.file.name]).joined(separator: "/") }
            return try manifest.add(ManifestLine(copies: ManifestCopies(asset: asset.id.description, paths: paths)))
        }
        let isEmbedded = outcome.files.contains { $0.isEmbedded == true }
        written[asset.id] = WrittenAsset(folder: path, files: outcome.files.map(\.file), isEmbedded: isEmbedded)
        var line = ManifestAsset(of: asset, without: settings.without)
        for content in outcome.files {
            var file = ManifestFile(
                path: (path + [content.file.name]).joined(separator: "/"), role: content.role,
                size: content.file.size ?? 0, hash: content.hash, filename: content.resource?.filename)
            // If the hash is not recorded, the next run tries to embed the XMP again.
            if let packet = content.packet, content.isFinal {
                file.packetHash = ExportManifest.hash(of: packet)
                file.isEmbedded = content.isEmbedded == true ? true : nil
                if content.isEmbedded == true, settings.without.isEmpty { file.originalHash = asset.contentHash }
            }
            line.files.append(file)
        }
        if asset.hasAdjustments { line.edit = try await edit(of: asset, outcome) }
        manifest.kept.remove(line.id)
        try manifest.add(ManifestLine(asset: line))
    }

    var albumPaths: [[String]] { Array(orders.keys) }

    /// Writes an order file into a folder if an import needs the file to recreate the order. If no file is needed,
    /// removes the order file of an earlier run.
    ///
    /// - Parameters:
    ///   - isOfAlbum: whether the folder's photos belong to an album.
    ///   - folders: the names of the subfolders, in order; empty if they are sorted by title.
    func writeOrder(of path: [String], isOfAlbum: Bool, folders: [String]) async throws {
        let order = ExportOrderFile(files: isOfAlbum ? orders[path] ?? [] : [], folders: folders)
        let folder = try tree.folder(path)
        let name = ExportOrderFile.filename
        let earlier = folder.open(name).flatMap { ExportOrderFile($0) }
        // Leaves files of other programs unchanged.
        let isOwn = earlier != nil
        guard order.isNeeded else {
            if isOwn { folder.remove(name) }
            return
        }
        guard earlier != order, isOwn || !folder.isTaken(name) else { return }
        var file = ExportTreeFile(name: name, size: nil, date: nil)
        file.replaces = isOwn
        _ = try await folder.write(order.text(), to: file)
    }

    /// Returns the format of an edit, or a format for imported edits if the format of the edit is unknown.
    private func edit(of asset: Asset, _ outcome: ExportedAsset) async throws -> ManifestEdit {
        var format = outcome.format
        if format == nil, let data = outcome.files.compactMap(\.resource).first(where: { $0.type == .adjustmentData }) {
            // An earlier run wrote the file, so the format must be requested. If the request fails, the format is that
            // of imported edits.
            format = try? await library.open(data).adjustmentFormat
        }
        let known = format ?? .imported
        return ManifestEdit(format: known.identifier, version: known.version)
    }
}

extension LibraryExport.ExportedAsset {
    /// Records the result of writing a file.
    mutating func note(_ result: ExportJob.Result, of job: ExportJob) {
        missing -= 1
        isNew = true
        files[job.index].file.size = result.size
        files[job.index].hash = result.hash
        if job.content.packet != nil {
            (files[job.index].isEmbedded, files[job.index].isFinal) = (result.isEmbedded, result.isFinal)
        }
        format = format ?? result.format
    }

    /// Returns the job that writes the sidecar, if the XMP was not embedded in the written photo. If the XMP was
    /// embedded, removes the sidecar of an earlier run.
    mutating func settleFallbacks(number: Int, in folder: ExportTreeFolder) -> [ExportJob] {
        guard failure == nil, let index = files.firstIndex(where: \.isFallback),
            let isEmbedded = files.first(where: { $0.packet != nil })?.isEmbedded
        else { return [] }
        guard !isEmbedded else {
            // An earlier run wrote the sidecar, when the XMP could not be embedded in the photo.
            if files[index].exists || files[index].file.replaces { folder.remove(files[index].file.name) }
            files.remove(at: index)
            return []
        }
        files[index].isFallback = false
        guard !files[index].exists else { return [] }
        missing += 1
        return [ExportJob(asset: number, index: index, content: files[index], hashes: false)]
    }
}
