package import Filmgate

/// Imports files, a few batches at a time, so that the broker always has files to copy.
package struct FileImporter: Sendable {
    /// Keeps below the bus' limit of descriptors in flight for one program.
    private static let batchesInFlight = 3

    private let library: PhotoLibrary

    package init(to library: PhotoLibrary) { self.library = library }

    /// How an import ended.
    package struct Ending: Sendable {
        /// How many files were not sent.
        package var left = 0
        /// An error that ended it early.
        package var stop: PhotoLibraryError?
    }

    /// - Parameters:
    ///   - mayGoOn: is asked before each batch.
    ///   - each: is called after each batch, one call after the other.
    package func run(
        _ files: [PhotoFile], while mayGoOn: () -> Bool, each: ([PhotoFile], BatchOutcome) async -> Void
    ) async -> Ending {
        var ending = Ending()
        await withTaskGroup(of: (files: [PhotoFile], outcome: BatchOutcome).self) { group in
            var batches = ImportBatches(files)
            func begin() {
                guard ending.stop == nil, mayGoOn(), let files = batches.next() else { return }
                group.addTask { [library] in
                    var batch = ImportBatch(to: library)
                    await batch.send(files)
                    return (files, batch.outcome)
                }
            }
            for _ in 0..<FileImporter.batchesInFlight { begin() }
            while let (files, outcome) = await group.next() {
                ending.stop = ending.stop ?? outcome.stop
                await each(files, outcome)
                begin()
            }
            while let files = batches.next() { ending.left += files.count }
        }
        return ending
    }
}
