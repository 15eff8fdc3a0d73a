import FilmgateModel

/// The batches into which groups are divided, so that each fits into one message and takes little time. Groups from
/// different folders with the same file name are in different batches, because the broker is more likely to treat files
/// of one batch as one shot.
package struct ImportBatches: Sequence, IteratorProtocol {
    /// The maximum number of descriptors in one message on the bus.
    package static let mostFiles = 16
    /// The size of a batch. It limits the work between two reports of progress, and the work to repeat if a file is
    /// faulty.
    package static let mostBytes: UInt64 = 64 << 20

    /// The maximum number of photos in one change to albums, dates or the trash.
    static let mostChanges = 500

    private var rest: ArraySlice<ImportGroup>

    package init(_ groups: [ImportGroup]) { rest = groups.flatMap(\.parts)[...] }

    package mutating func next() -> [ImportGroup]? {
        var bytes: UInt64 = 0
        var files = 0
        var stems: Set<String> = []
        let batch = rest.prefix { group in
            let own = group.stems
            let (sum, overflow) = bytes.addingReportingOverflow(group.bytes)
            let fits =
                files == 0
                || (!overflow && sum <= ImportBatches.mostBytes
                    && files + group.descriptorCount <= ImportBatches.mostFiles
                    && stems.isDisjoint(with: own))
            bytes = overflow ? .max : sum
            files += group.descriptorCount
            stems.formUnion(own)
            return fits
        }
        guard !batch.isEmpty else { return nil }
        rest = rest.dropFirst(batch.count)
        return Array(batch)
    }
}

extension ImportGroup {
    fileprivate var descriptorCount: Int { items.reduce(0) { $0 + $1.descriptorCount } }

    /// The common parts of the names of the files.
    fileprivate var stems: Set<String> {
        Set(items.compactMap { $0.file.libraryFilename.map { RelatedName($0).stem } }.filter { !$0.isEmpty })
    }

    /// The group itself, or its parts if it has too many files for one message: first as many items of the first asset
    /// as fit, then the others one by one.
    fileprivate var parts: [ImportGroup] {
        guard descriptorCount > ImportBatches.mostFiles, let first = items.first else { return [self] }
        var joined = ImportGroup([first])
        var rest: [ImportGroup] = []
        for item in items.dropFirst() {
            if item.joins == .first, joined.descriptorCount + item.descriptorCount <= ImportBatches.mostFiles {
                joined.items.append(item)
            } else {
                var item = item
                if item.joins == .first { item.joins = .nothing }
                rest.append(ImportGroup([item]))
            }
        }
        return [joined] + rest
    }
}
