package import Filmgate
import FilmgateModel
package import FilmgateSystem
import FoundationEssentials

package struct BatchOutcome: Sendable {
    /// The number of photos and videos that were added to the library.
    package var imported = 0
    package var importedBytes: UInt64 = 0
    /// The number of files whose photos were already in the library.
    package var present = 0
    /// The files with the same contents as an earlier file of the import.
    package var duplicates: [DiskPath] = []
    /// The files that were skipped because their photos are in the trash.
    package var deleted: [DiskPath] = []
    /// The number of companion files, such as sidecars, that the library now has together with their photos.
    package var companions = 0
    package var failures: [FailedFile] = []
    /// The files whose photos are now in the library.
    package var placed: [ImportedFile] = []
    /// The number of files that were not sent because of `stop`.
    package var left = 0
    /// An error that also prevents the import of the remaining files.
    package var stop: PhotoLibraryError?

    package init() {}

    /// Adds the results for other files of the same import.
    package mutating func add(_ other: BatchOutcome) {
        imported += other.imported
        importedBytes += other.importedBytes
        present += other.present
        duplicates += other.duplicates
        deleted += other.deleted
        companions += other.companions
        failures += other.failures
        placed += other.placed
        left += other.left
        stop = stop ?? other.stop
    }
}

/// A file whose photo is in the library.
package struct ImportedFile: Hashable, Sendable {
    package let item: ImportItem
    /// The asset; nil if the photo was already in the library and its asset is unknown.
    package let asset: AssetID?
    /// Whether this import added the file to the library.
    package let isNew: Bool
    /// The result of `fstat` before the photo's file was read; nil if the file was not read, or if the library does not
    /// have exactly the bytes of this file.
    package var read: FileStatus?

    package var file: PhotoFile { item.file }
}

package struct ImportSettings: Sendable {
    /// Whether to import damaged files, of which only a part can be shown.
    package var allowsDamaged = true
    /// Whether to skip photos that the library has in the trash.
    package var leavesOutDeleted = false
    /// Records the undo names of the batches; nil for batches without names.
    package var undoNames: UndoNames?
    /// When the import began. The broker lists the assets of the import that began last as an album.
    let began = Timestamp(Date())

    package init() {}
}

/// A batch of files to send. If some of the files are faulty, the other files are sent again without them.
package struct ImportBatch {
    let library: PhotoLibrary
    let settings: ImportSettings
    /// The sizes that several files of the import have in common. Only files of these sizes can have equal contents.
    let repeatedSizes: Set<UInt64>
    package private(set) var outcome = BatchOutcome()
    /// The companion files that this batch added, by asset.
    private var companions: [AssetID: [ResourceType: PhotoFile]] = [:]
    private var hashes = FileHashes()

    package init(
        to library: PhotoLibrary, _ settings: ImportSettings = ImportSettings(), repeatedSizes: Set<UInt64> = []
    ) {
        self.library = library
        self.settings = settings
        self.repeatedSizes = repeatedSizes
    }

    /// A photo, and the index of its group in the batch.
    fileprivate struct Photo {
        var photo: OpenedImportItem
        let group: Int

        var item: ImportItem { photo.item }
    }

    package mutating func send(_ groups: [ImportGroup]) async {
        var photos: [Photo] = []
        for (number, group) in groups.enumerated() {
            for item in group.items {
                do {
                    photos.append(Photo(photo: try OpenedImportItem(item), group: number))
                } catch { outcome.failures += [error] + item.failedCompanions }
            }
        }
        var waiting = [photos]
        var faults = 0
        while let batch = waiting.first {
            waiting.removeFirst()
            guard outcome.stop == nil else {
                outcome.left += batch.reduce(0) { $0 + $1.item.fileCount }
                continue
            }
            guard let fault = await fault(of: batch) else { continue }
            faults += 1
            var rest = batch
            var faulty = rest.remove(at: fault.index)
            let isNamed = faulty.item.joins != .nothing && faulty.item.joins != .related
            if fault.belongsElsewhere, isNamed, !faulty.item.onlyCompanions {
                faulty.photo.item.joins = .nothing
                waiting.append([faulty])
            } else if faulty.photo.fileCount > 1, !faulty.item.onlyCompanions {
                // If the companion files may be the cause, sends the photo again without them.
                faulty.photo.dropCompanions(because: fault.reason)
                waiting.append([faulty])
            } else {
                fail(faulty, fault)
            }
            // The broker reports only the first faulty file of a batch, after copying the files before it. After a
            // second fault, sends the remaining photos group by group, to avoid many repetitions. The items of a group
            // must be sent together.
            if faults == 1, !rest.isEmpty { waiting.append(rest) } else { waiting += rest.grouped(by: \.group) }
        }
    }

    /// A photo that the broker refused.
    private struct FaultyPhoto {
        let index: Int
        let reason: String
        /// Whether the photo cannot be added to the asset to which it seemed to belong.
        let belongsElsewhere: Bool
    }

    /// Sends photos, either all or none. Returns the photo that the broker refused; nil after success, or if
    /// `outcome.stop` is set.
    private mutating func fault(of photos: [Photo]) async -> FaultyPhoto? {
        guard !photos.isEmpty else { return nil }
        var request = ChangeRequest()
        var firsts: [Int: AssetPlaceholder] = [:]
        let placeholders = photos.map { photo in
            let target: (any AssetReference)? =
                switch photo.item.joins {
                case .nothing, .related: nil
                case .asset(let id): id
                case .first: firsts[photo.group]
                }
            let placeholder = photo.photo.create(&request, joining: target, settings)
            firsts[photo.group] = firsts[photo.group] ?? placeholder
            return placeholder
        }
        // Also moves these photos to the trash in this batch, so that an interruption cannot prevent it.
        let trashed = zip(photos, placeholders).filter { $0.0.item.isTrashed && $0.0.item.identifier != nil }
        if !trashed.isEmpty { request.deleteAssets(trashed.map(\.1)) }
        do throws(PhotoLibraryError) {
            let result = try await library.perform(request, named: settings.undoNames)
            for (photo, placeholder) in zip(photos, placeholders) { note(photo, result[placeholder]) }
        } catch .inChange(let index, let error) where photos.indices.contains(index) && error.isOfOneFile {
            let isNotFound = if case .notFound = error { true } else { false }
            return FaultyPhoto(index: index, reason: error.message, belongsElsewhere: isNotFound)
        } catch {
            outcome.left += photos.reduce(0) { $0 + $1.item.fileCount }
            outcome.stop = error
        }
        return nil
    }

    private mutating func note(_ photo: Photo, _ asset: AssetID?) {
        outcome.failures += photo.photo.failures
        let differing = self.differing(photo, asset)
        outcome.failures += differing.map(FailedFile.init(differing:))
        outcome.companions += photo.photo.companionCount - differing.count
        let isNew = asset != nil && !photo.item.onlyCompanions
        place(photo, asset, isNew: isNew)
        if isNew {
            outcome.imported += 1
            outcome.importedBytes += photo.photo.file.size
        } else if !photo.item.onlyCompanions, repeatedSizes.contains(photo.photo.file.size) {
            outcome.duplicates.append(photo.photo.file.path)
        } else {
            outcome.present += 1
        }
    }

    /// Returns a photo's companion files, such as sidecars, that differ from its asset's files of the same type.
    private mutating func differing(_ photo: Photo, _ asset: AssetID?) -> [PhotoFile] {
        guard let asset, photo.photo.companionCount > 0 else { return [] }
        let failed = Set(photo.photo.failures.map(\.path))
        var differing: [PhotoFile] = []
        for companion in photo.item.companions where !failed.contains(companion.file.path) {
            if let known = companions[asset]?[companion.type] {
                if hashes.hash(of: known) != hashes.hash(of: companion.file) { differing.append(companion.file) }
            } else {
                companions[asset, default: [:]][companion.type] = companion.file
            }
        }
        return differing
    }

    private mutating func place(_ photo: Photo, _ asset: AssetID?, isNew: Bool) {
        var known = asset
        if case .asset(let id) = photo.item.joins { known = known ?? id }
        outcome.placed.append(
            ImportedFile(
                item: photo.item, asset: known, isNew: isNew,
                read: photo.item.onlyCompanions ? nil : photo.photo.facts))
    }

    private mutating func fail(_ photo: Photo, _ fault: FaultyPhoto) {
        // If only companion files were sent, the photo is in the library, unless its asset was not found.
        guard photo.item.onlyCompanions, !fault.belongsElsewhere else {
            outcome.failures.add(photo.photo.file.path, fault.reason)
            outcome.failures += photo.item.failedCompanions
            return
        }
        outcome.failures += photo.item.companions.map { FailedFile(path: $0.file.path, reason: fault.reason) }
        outcome.present += 1
        place(photo, nil, isNew: false)
    }
}

extension FailedFile {
    /// Creates the failure for a companion file that differs from the library's file of the same type.
    init(differing file: PhotoFile) {
        self.init(path: file.path, reason: "The photo or video has a different file of this kind already.")
    }
}

extension ImportItem {
    /// The failures of the companion files of a photo that was not imported.
    var failedCompanions: [FailedFile] {
        companions.map {
            FailedFile(path: $0.file.path, reason: "The photo or video that it belongs to was not imported.")
        }
    }
}

extension PhotoLibraryError {
    /// Whether the error concerns only one file, so that the import of other files may still succeed.
    fileprivate var isOfOneFile: Bool {
        switch self {
        case .invalidContent, .invalidArgument, .tooLarge, .inputOutput, .notFound: true
        default: false
        }
    }
}
