package import Filmgate

/// An export of a library to folders, one for each album. A photo in several albums becomes one file with several hard
/// links, or several files if the file system does not support links.
///
/// Skips the files of an earlier run, which have the same name, size and date.
package struct LibraryExport {
    package struct Settings {
        package var links = true
        /// Whether to write the library's metadata to XMP files beside the photos.
        package var sidecars = true
        /// Whether to embed that XMP in photos whose format allows it.
        package var embeds = false
        /// The kinds of metadata that the files must not have.
        package var without: Set<MetadataKind> = []
        /// A hash of the selection, which distinguishes exports of different photos; nil for the whole library.
        package var selection: String?
        /// A hash that identifies the library.
        package var library: String?

        package init() {}
    }

    let library: PhotoLibrary
    let tree: ExportTree
    let settings: Settings
    let interruption: Interruption
    var manifest: ExportManifest
    private(set) var report = LibraryExportReport()
    /// The names that this run uses, in lower case, by folder.
    var taken: [[String]: Set<String>]
    /// The next number for files that would have the same names, by folder and names.
    var numbers: [[String]: Int] = [:]
    /// The folders from which the incomplete files of earlier runs were removed.
    private var cleared: Set<[String]> = []
    /// The photos in each folder, in the order of its album.
    private var orders: [[String]: [String]] = [:]
    /// The written files of each asset.
    private(set) var written: [AssetID: WrittenAsset] = [:]

    struct WrittenAsset {
        let folder: [String]
        let files: [ExportTreeFile]
        /// Whether the XMP is embedded in the photo.
        let isEmbedded: Bool
    }

    /// The number of assets that are requested at a time, while files of other assets are opened. The broker accepts 64
    /// simultaneous calls from a program.
    private static let batch = 40

    /// - Parameter taken: the names that files cannot get, in lower case, by folder.
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

    /// The properties that an export needs.
    static let properties = XMPSidecar.properties.union([
        .trashedDate, .originalAsset, .contentHash, .hasAdjustments, .adjustmentFormat, .burstID, .addedDate, .filename,
    ])

    /// Writes the assets of a result to one folder.
    ///
    /// - Parameters:
    ///   - isAlbum: whether the folder stands for an album.
    ///   - onlyNew: whether to skip assets that were written to another folder.
    /// - Returns: the assets in their order; nil if the export was interrupted.
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
            // Assets in the trash were written to a separate folder.
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

    /// Assets with the lists of their files.
    private struct Batch {
        var assets: [Asset] = []
        var listed: [Result<[AssetResource], PhotoLibraryError>] = []
    }

    /// Writes a batch. Meanwhile, the broker lists the files of the next batch.
    private mutating func export(
        _ batch: Batch, listing next: [Asset], to path: [String], _ each: () async -> Void
    ) async throws -> Batch {
        async let listed = library.resources(of: next)
        if !batch.assets.isEmpty { try await export(batch, to: path, each) }
        return Batch(assets: next, listed: try await listed)
    }

    /// The result for an asset.
    fileprivate struct ExportedAsset {
        var files: [ExportedContent] = []
        /// The number of files that are not written yet.
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
            taken[path, default: []].insert(OrderFile.filename)
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
        // Only writing a photo shows whether XMP can be embedded in it. If not, an XMP file is written.
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
        // An asset is recorded only when all its files are written. If the run was interrupted before, the next run
        // finds its complete files.
        for (asset, outcome) in zip(batch.assets, outcomes) where outcome.missing == 0 || outcome.failure != nil {
            try await note(outcome, of: asset, path)
            await each()
        }
    }

    /// Returns the files of an asset that must be written, after linking those that were written to another folder.
    private mutating func missing(
        _ outcome: inout ExportedAsset, of asset: Asset, number: Int, in folder: ExportTreeFolder
    ) throws -> [ExportJob] {
        var jobs: [ExportJob] = []
        let earlier = written[asset.id]
        for (index, content) in outcome.files.enumerated() where !content.isThere && !content.isFallback {
            // A change during the export may have given the asset more files.
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
            // If the hash is not recorded, the next run tries again.
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

    /// Writes an order file into a folder if an import would not find the same order without it. Removes the order file
    /// of an earlier run.
    ///
    /// - Parameters:
    ///   - isOfAlbum: whether the folder's photos belong to an album.
    ///   - folders: the names of the folders in it, in order; empty if they are sorted by title.
    func writeOrder(of path: [String], isOfAlbum: Bool, folders: [String]) async throws {
        let order = OrderFile(files: isOfAlbum ? orders[path] ?? [] : [], folders: folders)
        let folder = try tree.folder(path)
        let name = OrderFile.filename
        let earlier = folder.open(name).flatMap { OrderFile($0) }
        // Files of other programs stay.
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

    /// Returns the format of an edit. If the edit's data is not exported, returns the format of imported edits.
    private func edit(of asset: Asset, _ outcome: ExportedAsset) async throws -> ManifestEdit {
        var format = outcome.format
        if format == nil, let data = outcome.files.compactMap(\.resource).first(where: { $0.type == .adjustmentData }) {
            // An earlier run wrote the file, so the format must be asked for. If that fails, the format of imported
            // edits is used.
            format = try? await library.open(data).adjustmentFormat
        }
        let known = format ?? .imported
        return ManifestEdit(format: known.identifier, version: known.version)
    }
}

extension LibraryExport.ExportedAsset {
    /// Records the result for a file that was written.
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

    /// Decides whether a sidecar is needed, after the photo was written.
    ///
    /// - Returns: the job that writes the sidecar.
    mutating func settleFallbacks(number: Int, in folder: ExportTreeFolder) -> [ExportJob] {
        guard failure == nil, let index = files.firstIndex(where: \.isFallback),
            let isEmbedded = files.first(where: { $0.packet != nil })?.isEmbedded
        else { return [] }
        guard !isEmbedded else {
            // An earlier run wrote the sidecar, because the XMP could not be embedded in the photo at that time.
            if files[index].isThere || files[index].file.replaces { folder.remove(files[index].file.name) }
            files.remove(at: index)
            return []
        }
        files[index].isFallback = false
        guard !files[index].isThere else { return [] }
        missing += 1
        return [ExportJob(asset: number, index: index, content: files[index], hashes: false)]
    }
}
