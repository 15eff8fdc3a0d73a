internal import Filmgate
internal import FilmgateText

/// Writes a library to folders, one for each album. A photo in several albums becomes a file with several links, or several files if the
/// file system has no links.
///
/// Skips the files of an earlier run, which have the same name, size and date.
struct LibraryExport {
    private let library: PhotoLibrary
    private let tree: ExportTree
    private let links: Bool
    private(set) var report = LibraryExportReport()
    /// The names of this run in lower case, by folder.
    private var taken: [[String]: Set<String>]
    /// The files of each asset.
    private var written: [AssetID: [Written]] = [:]

    private struct Written {
        let folder: [String]
        let name: String
    }

    /// - Parameters:
    ///   - taken: names that no file can have, in lower case, by folder.
    ///   - links: whether to link files.
    init(_ library: PhotoLibrary, to tree: ExportTree, taken: [[String]: Set<String>], links: Bool) {
        self.library = library
        self.tree = tree
        self.taken = taken
        self.links = links
    }

    /// Writes the assets of a result to one folder.
    ///
    /// - Parameter skippingWritten: whether to skip assets that are in a different folder.
    /// - Returns: false if it was interrupted.
    mutating func export(
        _ result: FetchResult<Asset>, to path: [String], skippingWritten: Bool = false, each: () async -> Void
    ) async throws -> Bool {
        if !path.isEmpty, result.count > 0 { report.albums += 1 }
        var folder: ExportTreeFolder?
        for try await asset in result {
            guard !Interruption.isRequested else { return false }
            if !(skippingWritten && written[asset.id] != nil) {
                let made = try folder ?? tree.folder(path)
                if folder == nil { made.clear() }
                folder = made
                do { try await export(asset, to: made, path) } catch let error as PhotoLibraryError
                    where error.isOfOneAsset
                {
                    report.failures.append(.init(id: asset.id.description, reason: error.message))
                }
            }
            await each()
        }
        return true
    }

    private mutating func export(_ asset: Asset, to folder: ExportTreeFolder, _ path: [String]) async throws {
        let resources = try await library.resources(of: asset.id)
        let files = free(ExportName.names(for: resources, of: asset), resources, asset, in: folder, path)
        var isNew = false
        var isLink = false
        for (index, (resource, file)) in zip(resources, files).enumerated() where folder.occupant(of: file) != .same {
            // A change during the export may have given the asset more files.
            if links, let source = written[asset.id]?.dropFirst(index).first,
                try folder.link(source.name, in: tree.folder(source.folder), as: file.name)
            {
                isLink = true
                continue
            }
            report.bytes += try await folder.write(try await library.open(resource).content, to: file)
            isNew = true
        }
        if isNew { report.exported += 1 } else if isLink { report.linked += 1 } else { report.present += 1 }
        if written[asset.id] == nil { written[asset.id] = files.map { Written(folder: path, name: $0.name) } }
    }

    /// Returns names for all files of an asset, with the first number with which none is taken.
    private mutating func free(
        _ names: [ExportName], _ resources: [AssetResource], _ asset: Asset, in folder: ExportTreeFolder,
        _ path: [String]
    ) -> [ExportTreeFile] {
        let date = asset.creationTimestamp
        var number = 1
        while true {
            let files = zip(names, resources).map { name, resource in
                ExportTreeFile(name: name.text(number: number), size: resource.fileSize, date: date)
            }
            let keys = files.map { $0.name.lowercased() }
            if taken[path, default: []].isDisjoint(with: keys), files.allSatisfy({ folder.occupant(of: $0) != .other })
            {
                taken[path, default: []].formUnion(keys)
                return files
            }
            number += 1
        }
    }
}

/// The result of an export.
struct LibraryExportReport: Encodable {
    struct Failed: Encodable {
        let id: String
        let reason: String
    }

    /// Assets with new files.
    var exported = 0
    var bytes: UInt64 = 0
    /// Assets that were linked only.
    var linked = 0
    /// Assets that an earlier run wrote.
    var present = 0
    var albums = 0
    var failures: [Failed] = []

    private enum CodingKeys: String, CodingKey {
        case exported, bytes, linked, present, albums
        case failures = "failed"
    }

    var text: String {
        let inAlbums = counted("{n} album", "{n} albums", albums)
        var lines = [
            counted(
                "Exported {n} asset ({size}) in {albums}.", "Exported {n} assets ({size}) in {albums}.", exported,
                ["size": Amount.bytes(bytes), "albums": inAlbums])
        ]
        if linked > 0 {
            lines.append(counted("Linked in further albums: {n}.", "Linked in further albums: {n}.", linked))
        }
        if present > 0 { lines.append(counted("Already there: {n}.", "Already there: {n}.", present)) }
        return lines.map { $0 + "\n" }.joined()
    }

    var failureText: String {
        guard !failures.isEmpty else { return "" }
        return counted("Not exported: {n}", "Not exported: {n}", failures.count) + "\n"
            + failures.map { "  \($0.id): \(Text.printable($0.reason))\n" }.joined()
    }
}
