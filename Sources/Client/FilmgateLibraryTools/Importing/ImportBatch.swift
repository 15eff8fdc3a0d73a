package import Filmgate
import FilmgateModel
package import FilmgateSystem

package struct BatchOutcome: Sendable {
    /// The number of files whose content is new in the library.
    package var imported = 0
    package var importedBytes: UInt64 = 0
    /// The number of files whose photos were in the library before.
    package var present = 0
    /// Files with the same content as an earlier file of the import.
    package var twins: [DiskPath] = []
    /// Files of photos that are in the trash, which were left out.
    package var deleted: [DiskPath] = []
    /// The number of files beside photos, such as sidecars, that are now in the library with their photos.
    package var companions = 0
    package var failures: [FailedFile] = []
    /// The photos that are now in the library.
    package var placed: [PlacedFile] = []
    /// The number of files that were not sent because of `stop`.
    package var left = 0
    /// An error that also affects the other files.
    package var stop: PhotoLibraryError?

    package init() {}

    /// Adds the results of other files of the same import.
    package mutating func add(_ other: BatchOutcome) {
        imported += other.imported
        importedBytes += other.importedBytes
        present += other.present
        twins += other.twins
        deleted += other.deleted
        companions += other.companions
        failures += other.failures
        placed += other.placed
        left += other.left
        stop = stop ?? other.stop
    }
}

/// A file whose photo is in the library.
package struct PlacedFile: Hashable, Sendable {
    package let item: ImportItem
    /// The asset; nil if the photo was already in the library and its asset is unknown.
    package let asset: AssetID?
    /// Whether this run imported the file.
    package let isNew: Bool
    /// The `fstat` result of the photo's file, from before it was read; nil if it was not read. The library has exactly
    /// the bytes that were read.
    package var read: FileStatus?

    package var file: PhotoFile { item.file }
}

package struct ImportSettings: Sendable {
    /// Whether files of which only a part can be shown are imported.
    package var allowsDamaged = true
    /// Whether photos that were deleted, and are still in the trash, are left out.
    package var leavesOutDeleted = false
    /// The record of the batches' undo names; nil if they need no names.
    package var undoNames: UndoNames?

    package init() {}
}

/// One batch of files to send. If some of them are faulty, the others are sent again without them.
package struct ImportBatch {
    let library: PhotoLibrary
    let settings: ImportSettings
    /// The sizes that several files of the import share. Only such files can have equal content.
    let repeatedSizes: Set<UInt64>
    package private(set) var outcome = BatchOutcome()
    /// The files beside photos that were added to each asset.
    private var companions: [AssetID: [ResourceType: PhotoFile]] = [:]
    private var hashes = FileHashes()

    package init(
        to library: PhotoLibrary, _ settings: ImportSettings = ImportSettings(), repeatedSizes: Set<UInt64> = []
    ) {
        self.library = library
        self.settings = settings
        self.repeatedSizes = repeatedSizes
    }

    /// A photo, and the number of its group.
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
                // An unreadable sidecar must not block its photo.
                faulty.photo.dropCompanions(because: fault.reason)
                waiting.append([faulty])
            } else {
                fail(faulty, fault)
            }
            // The broker reports only one faulty file at a time, after copying all files before it. To avoid many
            // repetitions, the rest is sent group by group after a second fault. The items of a group have to be sent
            // together.
            if faults == 1, !rest.isEmpty { waiting.append(rest) } else { waiting += rest.grouped(by: \.group) }
        }
    }

    /// A photo that cannot be imported.
    private struct FaultyPhoto {
        let index: Int
        let reason: String
        /// Whether the photo cannot be added to the asset that it seemed to belong to.
        let belongsElsewhere: Bool
    }

    /// Sends photos, all of them or none. Returns a photo that prevents this; nil if there is none.
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
            let placeholder = photo.photo.create(&request, joining: target, allowsDamaged: settings.allowsDamaged)
            firsts[photo.group] = firsts[photo.group] ?? placeholder
            return placeholder
        }
        // The same batch moves these photos to the trash, so that an interruption cannot leave them outside it.
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
            outcome.twins.append(photo.photo.file.path)
        } else {
            outcome.present += 1
        }
    }

    /// Returns the files beside a photo that differ from files of the same type in the asset that it joined, such as
    /// the sidecar of an edit.
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
            PlacedFile(
                item: photo.item, asset: known, isNew: isNew,
                read: photo.item.onlyCompanions ? nil : photo.photo.facts))
    }

    private mutating func fail(_ photo: Photo, _ fault: FaultyPhoto) {
        // If only files beside the photo were sent, its asset may have been deleted meanwhile.
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
    /// Reports that a file beside a photo differs from the one in the library.
    init(differing file: PhotoFile) {
        self.init(path: file.path, reason: "The photo or video has a different file of this kind already.")
    }
}

extension ImportItem {
    /// Failures for the files beside a photo that cannot be imported.
    var failedCompanions: [FailedFile] {
        companions.map {
            FailedFile(path: $0.file.path, reason: "The photo or video that it belongs to was not imported.")
        }
    }
}

extension PhotoLibraryError {
    /// Whether the error concerns only one file, so that other files may still succeed.
    fileprivate var isOfOneFile: Bool {
        switch self {
        case .invalidContent, .invalidArgument, .tooLarge, .inputOutput, .notFound: true
        default: false
        }
    }
}
