import FilmgateModel

/// The division of groups into batches, each of which fits into one message and takes little time. Groups with the same
/// file name from different folders are in different batches, because the broker is more likely to treat files of one
/// batch as one shot.
package struct ImportBatches: Sequence, IteratorProtocol {
    /// The maximum number of file descriptors in one D-Bus message.
    package static let mostFiles = 16
    /// The maximum total size of the files of a batch. The limit makes progress reports frequent, and repetitions after
    /// a faulty file short.
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

    /// The stems of the file names, which related files have in common.
    fileprivate var stems: Set<String> {
        Set(items.compactMap { $0.file.libraryFilename.map { PhotoBaseName($0).stem } }.filter { !$0.isEmpty })
    }

    /// The group or, if it has too many files for one message, its parts. The first part has as many items as fit
    /// together with the first item, and each of the others has one item.
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
