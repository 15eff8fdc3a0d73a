/// Divides a list of files into batches that fit into one message and are soon done.
package struct ImportBatches: Sequence, IteratorProtocol {
    /// The most descriptors in one message on the bus.
    package static let mostFiles = 16
    /// Limits the work between two steps of progress, and the work that is repeated if a file is faulty.
    package static let mostBytes: UInt64 = 64 << 20

    private var rest: ArraySlice<PhotoFile>

    package init(_ files: [PhotoFile]) { rest = files[...] }

    package mutating func next() -> [PhotoFile]? {
        var bytes: UInt64 = 0
        let batch = rest.prefix(ImportBatches.mostFiles).prefix { file in
            let (sum, overflow) = bytes.addingReportingOverflow(file.size)
            let fits = bytes == 0 || (!overflow && sum <= ImportBatches.mostBytes)
            bytes = overflow ? .max : sum
            return fits
        }
        guard !batch.isEmpty else { return nil }
        rest = rest.dropFirst(batch.count)
        return Array(batch)
    }
}
