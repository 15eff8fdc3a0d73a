/// Cuts a list of files into batches that one message carries and that are done in a moment.
struct ImportBatches: Sequence, IteratorProtocol {
    /// The bus passes this many descriptors in one message.
    static let mostFiles = 16
    /// So that progress is seen, and little is done twice where a file is at fault.
    static let mostBytes: UInt64 = 64 << 20

    private var rest: ArraySlice<PhotoFile>

    init(_ files: [PhotoFile]) { rest = files[...] }

    mutating func next() -> [PhotoFile]? {
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
