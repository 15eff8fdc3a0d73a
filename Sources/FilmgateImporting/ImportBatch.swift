package import Filmgate

/// The result of one batch.
package struct BatchOutcome: Sendable {
    package var imported = 0
    package var importedBytes: UInt64 = 0
    package var present = 0
    package var failures: [FailedFile] = []
    /// The photos that are now in the library, with their identifiers if this run imported them.
    package var placed: [PlacedFile] = []
    /// Files that were not sent because of `stop`.
    package var left = 0
    /// An error that affects the other files too.
    package var stop: PhotoLibraryError?
}

/// A file whose photo is in the library.
package struct PlacedFile: Hashable, Sendable {
    package let file: PhotoFile
    /// Nil if it was already in the library.
    package let asset: AssetID?
}

/// Sends one batch of files. If some are not photos, sends it again without them.
package struct ImportBatch {
    let library: PhotoLibrary
    package private(set) var outcome = BatchOutcome()

    package init(to library: PhotoLibrary) { self.library = library }

    package mutating func send(_ files: [PhotoFile]) async {
        var photos: [OpenPhoto] = []
        for file in files {
            do { photos.append(try OpenPhoto(file)) } catch { outcome.failures.append(error) }
        }
        var waiting = [photos]
        var faults = 0
        while let batch = waiting.first {
            waiting.removeFirst()
            guard outcome.stop == nil else {
                outcome.left += batch.count
                continue
            }
            guard let fault = await fault(of: batch) else { continue }
            faults += 1
            var rest = batch
            rest.remove(at: fault)
            // The broker names one faulty file at a time, and copies all files before. So after a second fault, the rest is sent one by
            // one.
            if faults == 1, !rest.isEmpty { waiting.append(rest) } else { waiting += rest.map { [$0] } }
        }
    }

    /// Sends photos, all or none.
    ///
    /// - Returns: the index of a photo that cannot be imported, or nil.
    private mutating func fault(of photos: [OpenPhoto]) async -> Int? {
        guard !photos.isEmpty else { return nil }
        var request = ChangeRequest()
        let placeholders = photos.map { $0.create(&request) }
        do throws(PhotoLibraryError) {
            let result = try await library.perform(request)
            for (photo, placeholder) in zip(photos, placeholders) {
                outcome.placed.append(PlacedFile(file: photo.file, asset: result[placeholder]))
                if result[placeholder] == nil {
                    outcome.present += 1
                } else {
                    outcome.imported += 1
                    outcome.importedBytes += photo.file.size
                }
            }
        } catch .inChange(let index, let error) where photos.indices.contains(index) && error.isOfOneFile {
            outcome.failures.append(FailedFile(path: photos[index].file.path, reason: error.message))
            return index
        } catch {
            outcome.left += photos.count
            outcome.stop = error
        }
        return nil
    }
}

extension PhotoLibraryError {
    /// Whether other files may still succeed.
    fileprivate var isOfOneFile: Bool {
        switch self {
        case .invalidContent, .invalidArgument, .tooLarge, .inputOutput: true
        default: false
        }
    }
}
