import Filmgate
import FilmgateModel

/// The contents of one run of an export, collected from the lines of the manifest.
struct ManifestRun {
    private(set) var groups: [ImportGroup] = []
    private(set) var edits: [ManifestContentEdit] = []
    private(set) var collections = ManifestCollectionLines()
    private let files: ManifestFiles
    private var named: Set<String> = []
    /// The sizes and hashes in the manifest, by file.
    private(set) var listed: [PhotoFile: ManifestFileHash] = [:]
    private var faults: [FailedFile] = []
    private var moreFaults = 0
    /// The values that are omitted or shortened.
    private var changes: [FailedFile] = []
    /// The number of invalid lines.
    private var bad = 0

    /// The maximum number of faults that are reported individually.
    private static let mostFaults = 1000
    /// The maximum length of a file name, in characters. Names in the library are shorter.
    private static let longestName = 1024

    init(_ files: ManifestFiles) { self.files = files }

    mutating func add(_ line: ManifestLine?) throws(UnreadableLibraryError) {
        guard let line else {
            bad += 1
            return
        }
        if let asset = line.asset { add(asset) }
        // These files are not imported, because their contents are equal to the files in the asset's line.
        if let copies = line.copies { named.formUnion(copies.paths.filter { files.files[$0] != nil }) }
        if try !collections.add(line) { bad += 1 }
    }

    /// The files and lines of the manifest that cannot be imported.
    var failures: [FailedFile] {
        let path = files.folder.appending(Array(Manifest.name.utf8))
        var failures = faults
        if moreFaults > 0 {
            failures.add(path, "\(moreFaults) further entries of it cannot be imported as they are.")
        }
        if bad > 0 { failures.add(path, "\(bad) of its lines cannot be read.") }
        return failures
    }

    /// The entries that are not imported exactly as listed, and the files that the manifest does not list.
    var left: [FailedFile] {
        let path = files.folder.appending(Array(Manifest.name.utf8))
        var left = changes
        if collections.cut > 0 { left.add(path, "\(collections.cut) titles of its albums and folders are cut.") }
        for path in files.media.sorted() where !named.contains(path) {
            guard let file = files.files[path] else { continue }
            left.add(file.path, "The manifest does not name it. '--from folder' imports it.")
        }
        return left
    }

    private mutating func fail(_ path: String, _ reason: String) {
        guard faults.count < ManifestRun.mostFaults else {
            moreFaults += 1
            return
        }
        faults.append(failed(path, reason))
    }

    private func failed(_ path: String, _ reason: String) -> FailedFile {
        FailedFile(path: files.folder.appending(Array(path.prefix(4096).utf8)), reason: reason)
    }

    // MARK: Assets

    private typealias Found = (type: ResourceType, file: PhotoFile, originalHash: String?)

    private mutating func add(_ asset: ManifestAsset) {
        let found = files(of: asset)
        guard let original = found.first(where: { $0.type.isPrimary }) else {
            for file in found { faults.add(file.file.path, "Its original is not there.") }
            return
        }
        guard collections.add(asset: asset.id) else {
            bad += 1
            return
        }
        var item = ImportItem(original.file)
        item.identifier = asset.id
        item.originalIdentifier = asset.originalAsset.flatMap { ManifestCollectionLines.isIdentifier($0) ? $0 : nil }
        if original.type == .photo, let burst = asset.burst, ManifestCollectionLines.isIdentifier(burst) {
            (item.burstIdentifier, item.addedDate) = (burst, asset.addedDate)
        }
        item.isTrashed = asset.isTrashed == true
        item.originalHash = original.originalHash
        let values = ManifestValues(asset)
        item.properties = values.properties
        (item.fallbackDate, item.isFallbackGuessed) = (values.guessedDate, values.guessedDate != nil)
        if !values.left.isEmpty, let path = asset.files.first?.path {
            // Reports at most one change for each file, even for many values.
            let keys = values.left.joined(separator: ", ")
            changes.append(failed(path, "The manifest has values that the library does not take: \(keys)."))
        }
        let edit = found.filter { $0.type.isRender || $0.type == .adjustmentData }
        let rest = found.filter { !$0.type.isPrimary && !$0.type.isRender && $0.type != .adjustmentData }
        for file in rest { _ = item.add(file.type == .adjustmentBaseData ? .adjustmentData : file.type, file.file) }
        guard let format = asset.edit, edit.contains(where: { $0.type.isRender }) else {
            // Without an edited file, the adjustment data belongs to the original.
            for file in edit where file.type == .adjustmentData { _ = item.add(.adjustmentData, file.file) }
            groups.append(ImportGroup([item]))
            return
        }
        if format.format == AdjustmentFormat.imported.identifier, let group = imported(edit, item) {
            groups.append(group)
            return
        }
        groups.append(ImportGroup([item]))
        edits.append(
            ManifestContentEdit(
                identifier: asset.id,
                format: AdjustmentFormat(identifier: format.format, version: format.version) ?? .imported,
                renders: edit.filter { $0.type.isRender }.map { ($0.type, $0.file) },
                data: edit.first { $0.type == .adjustmentData }?.file))
    }

    /// Returns the files of an asset that exist, at most one of each type.
    private mutating func files(of asset: ManifestAsset) -> [Found] {
        var found: [Found] = []
        for line in asset.files {
            guard var file = files.files[line.path] else {
                // A generated sidecar is not needed, because the manifest contains the same metadata.
                if line.role != ManifestFile.exportedSidecar {
                    fail(line.path, "The manifest names it, but it is not there.")
                }
                continue
            }
            guard named.insert(line.path).inserted else {
                fail(line.path, "The manifest names it twice.")
                continue
            }
            guard line.role != ManifestFile.exportedSidecar else { continue }
            guard let type = ResourceType(rawValue: line.role), !found.contains(where: { $0.type == type }) else {
                fail(line.path, "The manifest's type of this file is unknown, or its photo already has such a file.")
                continue
            }
            file.storedName = String((line.filename ?? "").prefix(ManifestRun.longestName))
            listed[file] = ManifestFileHash(line)
            found.append((type, file, ManifestFileHash.hash(line.originalHash)))
        }
        return found
    }

    /// Returns a group in which an edit by a different program joins its original, as in the first import of the edit.
    /// Returns nil if the file names do not look like an original and its edit.
    private func imported(_ edit: [Found], _ original: ImportItem) -> ImportGroup? {
        // The edited photo of a live photo comes first, because the edited video can only join an asset with an edited
        // photo.
        let renders = edit.filter { $0.type.isRender }.sorted {
            ($0.type == .fullSizePairedVideo ? 1 : 0) < ($1.type == .fullSizePairedVideo ? 1 : 0)
        }
        let stem = PhotoBaseName(original.file.libraryFilename ?? "").stem
        let names = renders.map { PhotoBaseName($0.file.libraryFilename ?? "") }
        guard names.allSatisfy({ $0.isEdit && $0.stem == stem }) else { return nil }
        var items = [original]
        for (index, render) in renders.enumerated() {
            var item = ImportItem(render.file)
            item.joins = .first
            let data = edit.first { $0.type == .adjustmentData }
            if index == 0, let data { _ = item.add(.adjustmentData, data.file) }
            items.append(item)
        }
        return ImportGroup(items)
    }
}
