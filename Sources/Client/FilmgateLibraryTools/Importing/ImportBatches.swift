package import FilmgateModel

/// Divides groups into batches that fit into one message and are soon done. Groups of different folders with files of one name are in
/// different batches: in one batch, the broker takes these for one shot more easily.
package struct ImportBatches: Sequence, IteratorProtocol {
    /// The most descriptors in one message on the bus.
    package static let mostFiles = 16
    /// Limits the work between two steps of progress, and the work that is repeated if a file is faulty.
    package static let mostBytes: UInt64 = 64 << 20

    private var rest: ArraySlice<PendingGroup>

    package init(_ groups: [PendingGroup]) { rest = groups.flatMap(\.parts)[...] }

    package mutating func next() -> [PendingGroup]? {
        var bytes: UInt64 = 0
        var files = 0
        var stems: Set<String> = []
        let batch = rest.prefix { group in
            let own = group.stems
            let (sum, overflow) = bytes.addingReportingOverflow(group.bytes)
            let fits =
                files == 0
                || (!overflow && sum <= ImportBatches.mostBytes && files + group.fileCount <= ImportBatches.mostFiles
                    && stems.isDisjoint(with: own))
            bytes = overflow ? .max : sum
            files += group.fileCount
            stems.formUnion(own)
            return fits
        }
        guard !batch.isEmpty else { return nil }
        rest = rest.dropFirst(batch.count)
        return Array(batch)
    }
}

/// An item that is sent, and the asset that it is added to.
package struct PendingItem: Hashable, Sendable {
    package var item: ImportItem
    package var target = Target.itsOwn
    /// Whether the asset has the photo itself already.
    package var onlyCompanions = false

    package enum Target: Hashable, Sendable {
        /// A new asset, or the one that the broker finds.
        case itsOwn
        case asset(AssetID)
        /// That of the first item in the group.
        case first
    }

    package init(_ item: ImportItem) {
        self.item = item
        if item.joins == .first { target = .first }
    }

    fileprivate var fileCount: Int { item.descriptorCount - (onlyCompanions ? 1 : 0) }
}

/// The items of a group that are sent.
package struct PendingGroup: Hashable, Sendable {
    package var items: [PendingItem]

    package init(_ items: [PendingItem]) { self.items = items }

    /// The number of files of its items, with those that are not sent.
    package var itemFileCount: Int { items.reduce(0) { $0 + $1.item.fileCount } }

    fileprivate var bytes: UInt64 { items.reduce(0) { $0.addingReportingOverflow($1.item.bytes).partialValue } }
    fileprivate var fileCount: Int { items.reduce(0) { $0 + $1.fileCount } }

    /// What the names of its files have in common.
    fileprivate var stems: Set<String> {
        Set(items.compactMap { $0.item.file.libraryFilename.map { RelatedName($0).stem } }.filter { !$0.isEmpty })
    }

    /// The group itself; if it has too many files for one message, its first item with those that are added to the same asset, as far as
    /// they fit, and the others one by one.
    fileprivate var parts: [PendingGroup] {
        guard fileCount > ImportBatches.mostFiles, let first = items.first else { return [self] }
        var joined = PendingGroup([first])
        var rest: [PendingGroup] = []
        for item in items.dropFirst() {
            if item.target == .first, joined.fileCount + item.fileCount <= ImportBatches.mostFiles {
                joined.items.append(item)
            } else {
                var item = item
                if item.target == .first { item.target = .itsOwn }
                rest.append(PendingGroup([item]))
            }
        }
        return [joined] + rest
    }
}
