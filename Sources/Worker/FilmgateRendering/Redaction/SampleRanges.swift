/// The ranges of a movie's samples in the file, according to the tables of the tracks.
struct SampleRanges {
    private let base: Int
    /// The start and the end of each chunk. The end is nil if the sizes of the samples are unknown.
    private var chunks: [(start: Int, end: Int?)] = []
    private static let mostEntries = 20_000_000

    init(base: Int) { self.base = base }

    mutating func read(_ tables: [ISOBox], isSound: Bool, _ plan: RedactionPlan) throws(UnreadableFileError) {
        let offsets = try offsets(tables, plan)
        if offsets.isEmpty { return }
        let sizes = try sizes(tables, isSound: isSound, plan)
        guard let runs = ISOBox.first("stsc", in: tables) else { throw .invalid("A track of it has no chunks.") }
        let table = ByteBlock(try content(runs, plan))
        let count = table.number(4, 4) ?? 0
        var (sample, run, samplesInChunk) = (0, 0, 0)
        for (index, start) in offsets.enumerated() {
            while run < count, let first = table.number(8 + 12 * run, 4), first <= index + 1 {
                samplesInChunk = table.number(12 + 12 * run, 4) ?? 0
                run += 1
            }
            switch sizes {
            case .unknown: chunks.append((base + start, nil))
            case .each(let size):
                let (bytes, overflows) = size.multipliedReportingOverflow(by: samplesInChunk)
                // No samples are beyond the end of the file.
                chunks.append((base + start, overflows ? nil : base + start + min(bytes, Int(plan.file.size))))
            case .listed(let list):
                guard samplesInChunk <= list.count - sample else {
                    throw .invalid("A track of it has more samples than sizes.")
                }
                chunks.append((base + start, base + start + list[sample..<sample + samplesInChunk].reduce(0, +)))
                sample += samplesInChunk
            }
        }
    }

    /// Adds all chunks. If the sizes of samples are unknown, a chunk extends to the next chunk.
    func add(to kept: inout KeptRanges, within end: Int) {
        let sorted = chunks.sorted { $0.start < $1.start }
        for (index, chunk) in sorted.enumerated() {
            let next = index + 1 < sorted.count ? sorted[index + 1].start : end
            let last = min(chunk.end ?? next, end)
            if chunk.start < last { kept.add(chunk.start..<last) }
        }
    }

    private enum SampleSizes {
        case listed([Int])
        case each(Int)
        /// The sizes in bytes are unknown. For example, QuickTime's sample sizes for sound can be in other units.
        case unknown
    }

    private func sizes(_ tables: [ISOBox], isSound: Bool, _ plan: RedactionPlan) throws(UnreadableFileError)
        -> SampleSizes
    {
        guard let box = ISOBox.first("stsz", in: tables) else {
            // The compact table of sizes (`stz2`) is rare, and is not read.
            return .unknown
        }
        let table = ByteBlock(try content(box, plan))
        guard let each = table.number(4, 4), let count = table.number(8, 4) else {
            throw .invalid("A track of it has no sizes.")
        }
        if each > 0 { return isSound ? .unknown : .each(each) }
        guard count <= (table.bytes.count - 12) / 4 else { throw .truncated("table of sizes") }
        return .listed((0..<count).map { table.number(12 + 4 * $0, 4) ?? 0 })
    }

    private func offsets(_ tables: [ISOBox], _ plan: RedactionPlan) throws(UnreadableFileError) -> [Int] {
        let (type, width) = ISOBox.first("co64", in: tables) != nil ? ("co64", 8) : ("stco", 4)
        guard let box = ISOBox.first(type, in: tables) else { throw .invalid("A track of it has no chunks.") }
        let table = ByteBlock(try content(box, plan))
        guard let count = table.number(4, 4), count <= (table.bytes.count - 8) / width else {
            throw .truncated("table of chunks")
        }
        var offsets: [Int] = []
        for index in 0..<count {
            guard let offset = table.number(8 + width * index, width), offset <= Int(plan.file.size) else {
                throw .truncated("video")
            }
            offsets.append(offset)
        }
        return offsets
    }

    private func content(_ box: ISOBox, _ plan: RedactionPlan) throws(UnreadableFileError) -> [UInt8] {
        guard box.range.count <= 4 * SampleRanges.mostEntries else { throw .enormous("Its tables are too long.") }
        return try plan.bytes(box.range)
    }
}
