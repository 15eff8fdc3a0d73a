package import Filmgate
import FilmgateHashing

/// An importer that sends files to the broker in concurrent batches, so that the broker always has files to copy.
package struct FileImporter: Sendable {
    /// The number of batches sent at a time. Together, they stay below the bus's limit on the number of file
    /// descriptors that a program has in transit.
    private static let batchesInFlight = 3

    let library: PhotoLibrary
    private let settings: ImportSettings

    package init(to library: PhotoLibrary, _ settings: ImportSettings = ImportSettings()) {
        self.library = library
        self.settings = settings
    }

    /// The result of an import.
    package struct ImportEnd: Sendable {
        /// The number of files that were not sent, because of `stop` or because `shouldContinue` returned false.
        package var left = 0
        /// The error that ended the import early.
        package var stop: PhotoLibraryError?

        package init(left: Int = 0, stop: PhotoLibraryError? = nil) { (self.left, self.stop) = (left, stop) }
    }

    /// - Parameters:
    ///   - shouldContinue: returns whether to continue; called before each batch.
    ///   - each: called with each sent batch and its outcome, never concurrently.
    package func run(
        _ groups: [ImportGroup], while shouldContinue: () -> Bool, each: ([ImportItem], BatchOutcome) async -> Void
    ) async -> ImportEnd {
        do throws(PhotoLibraryError) {
            let division = try await divide(groups, while: shouldContinue)
            let outcome = division.outcome
            if outcome.present + outcome.deleted.count + outcome.companions + outcome.failures.count > 0 {
                await each(division.present.map(\.item) + division.deleted, outcome)
            }
            return await send(division.pending, while: shouldContinue, each: each)
        } catch {
            return ImportEnd(left: groups.reduce(0) { $0 + $1.fileCount }, stop: error)
        }
    }

    /// Sends groups without checking whether the library already has them.
    package func send(
        _ groups: [ImportGroup], while shouldContinue: () -> Bool, each: ([ImportItem], BatchOutcome) async -> Void
    ) async -> ImportEnd {
        var ending = ImportEnd()
        await withTaskGroup(of: (groups: [ImportGroup], outcome: BatchOutcome).self) { group in
            var batches = ImportBatches(groups)
            let repeatedSizes = RepeatedFiles.sizes(of: groups.flatMap(\.items).map(\.file))
            func begin() {
                guard ending.stop == nil, shouldContinue(), let groups = batches.next() else { return }
                group.addTask { [library, settings] in
                    var batch = ImportBatch(to: library, settings, repeatedSizes: repeatedSizes)
                    await batch.send(groups)
                    return (groups, batch.outcome)
                }
            }
            for _ in 0..<FileImporter.batchesInFlight { begin() }
            var placed = ImportedFiles()
            while let (groups, part) = await group.next() {
                var outcome = part
                placed.findDuplicates(in: &outcome)
                ending.stop = ending.stop ?? outcome.stop
                await each(groups.flatMap(\.items), outcome)
                begin()
            }
            while let groups = batches.next() { ending.left += groups.reduce(0) { $0 + $1.fileCount } }
        }
        return ending
    }

    /// The groups to send, and the files that need not be sent.
    package struct DividedGroups: Sendable {
        package var pending: [ImportGroup] = []
        package var present: [ImportedFile] = []
        /// The photos that are skipped because the library has them in the trash.
        fileprivate(set) var deleted: [ImportItem] = []
        /// The number of companion files that the library already has.
        fileprivate(set) var presentCompanions = 0
        /// The companion files that differ from the library's files of the same type.
        fileprivate(set) var failures: [FailedFile] = []

        package var outcome: BatchOutcome {
            var outcome = BatchOutcome()
            (outcome.present, outcome.placed) = (present.count, present)
            (outcome.companions, outcome.failures) = (presentCompanions, failures)
            outcome.deleted = deleted.map(\.file.path)
            return outcome
        }
    }

    /// Determines which groups must be sent, without changing anything.
    package func divide(
        _ groups: [ImportGroup], while shouldContinue: () -> Bool
    ) async throws(PhotoLibraryError) -> DividedGroups {
        var known = KnownPhotoFinder(in: library)
        let items = groups.flatMap(\.items)
        try await known.find(
            items.map(\.file), describes: items.contains { $0.identifier != nil }, while: shouldContinue)
        try await known.findOriginals(of: items, while: shouldContinue)
        known.match(items)
        guard !known.isEmpty else { return DividedGroups(pending: groups) }
        var division = DividedGroups()
        for group in groups {
            if settings.leavesOutDeleted, let deleted = try await deletedItems(of: group, known) {
                division.deleted += deleted
                continue
            }
            var items: [ImportItem] = []
            for (examined, item) in zip(try await examine(group, known), group.items) {
                var others = examined.differing.count
                switch examined.state {
                case .pending(let pending):
                    items.append(pending)
                    others += pending.companions.count
                case .present(let file): division.present.append(file)
                }
                division.presentCompanions += item.companions.count - others
                division.failures += examined.differing.map(FailedFile.init(differing:))
            }
            if !items.isEmpty { division.pending.append(ImportGroup(items)) }
        }
        return division
    }

    /// Returns all items of a group if each of them belongs to a photo in the trash. If not, returns nil, and the group
    /// is imported.
    private func deletedItems(
        of group: ImportGroup, _ known: KnownPhotoFinder
    ) async throws(PhotoLibraryError) -> [ImportItem]? {
        let assets = group.items.map { known.deletedAsset(for: $0) }
        guard let anchor = assets.compactMap(\.self).first else { return nil }
        let resources = group.items.count > 1 ? try await library.resources(of: anchor) : []
        for (item, asset) in zip(group.items, assets) where asset == nil {
            guard await has(item.file, among: resources.filter({ $0.isCopy(of: item.file) })) else { return nil }
        }
        return group.items
    }

    private enum ItemState {
        case pending(ImportItem)
        case present(ImportedFile)
    }

    private struct ExaminedItem {
        let state: ItemState
        /// The companion files that differ from the asset's files of the same type.
        var differing: [PhotoFile] = []
    }

    private func examine(
        _ group: ImportGroup, _ known: KnownPhotoFinder
    ) async throws(PhotoLibraryError) -> [ExaminedItem] {
        // An item of an export either matches an asset, which stays unchanged, or is pending.
        if let first = group.items.first, first.identifier != nil {
            let asset = known.asset(for: first)
            return group.items.map { item in
                ExaminedItem(state: asset.map { asset in .present(known.placed(item, asset)) } ?? .pending(item))
            }
        }
        let assets = group.items.map { known.asset(for: $0) }
        guard let anchor = assets.compactMap(\.self).first else {
            return group.items.map { ExaminedItem(state: .pending($0)) }
        }
        // A group with one file has no other files to compare.
        let resources = group.fileCount > 1 ? try await library.resources(of: anchor) : []
        var examined: [ExaminedItem] = []
        for (item, asset) in zip(group.items, assets) {
            if let asset {
                let own = asset == anchor ? resources : try await library.resources(of: asset)
                examined.append(await examine(known.placed(item, asset), own))
            } else if await has(item.file, among: resources.filter { $0.isCopy(of: item.file) }) {
                let placed = ImportedFile(item: item, asset: anchor, isNew: false)
                examined.append(await examine(placed, resources))
            } else {
                var item = item
                if item.joins == .first, let first = assets[0] { item.joins = .asset(first) }
                examined.append(ExaminedItem(state: .pending(item)))
            }
        }
        return examined
    }

    /// Examines a photo that the library has: some of its companion files may be missing there, or differ.
    private func examine(_ placed: ImportedFile, _ resources: [AssetResource]) async -> ExaminedItem {
        var missing = placed.item
        missing.companions = []
        var differing: [PhotoFile] = []
        for companion in placed.item.companions {
            let present = resources.filter { $0.type == companion.type }
            if present.isEmpty {
                missing.companions.append(companion)
            } else if await !has(companion.file, among: present) {
                differing.append(companion.file)
            }
        }
        guard !missing.companions.isEmpty else { return ExaminedItem(state: .present(placed), differing: differing) }
        if let asset = placed.asset { missing.joins = .asset(asset) }
        missing.onlyCompanions = true
        return ExaminedItem(state: .pending(missing), differing: differing)
    }

    /// Returns whether one of the resources is equal to a file. Compares the hashes of files of up to 1 MiB, such as
    /// sidecars, because a changed sidecar may have the same size. Compares only the sizes of larger files.
    private func has(_ file: PhotoFile, among resources: [AssetResource]) async -> Bool {
        let candidates = resources.filter { $0.fileSize == file.size }
        guard !candidates.isEmpty else { return false }
        // A file above 1 MiB, or one that cannot be read, counts as equal.
        guard file.size <= FileImporter.mostComparedBytes, let hash = file.hashed()?.hash else { return true }
        for resource in candidates {
            // If the library's file cannot be read, the files also count as equal.
            guard let found = try? await SHA256Hasher.hash(of: library.open(resource).content) else { return true }
            if found == hash { return true }
        }
        return false
    }

    private static let mostComparedBytes: UInt64 = 1 << 20
}

extension KnownPhotoFinder {
    /// Returns the result for a file whose photo is already in the library.
    fileprivate func placed(_ item: ImportItem, _ asset: AssetID) -> ImportedFile {
        ImportedFile(item: item, asset: asset, isNew: false, read: facts(of: item.file))
    }
}

extension AssetResource {
    /// Returns whether the resource has the name and the size of a file.
    fileprivate func isCopy(of file: PhotoFile) -> Bool { filename == file.libraryFilename && fileSize == file.size }
}
