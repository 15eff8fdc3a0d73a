import FilmgateModel

/// The collected changes of a redaction. Changes without an effect are ignored, so that a redacted file needs no
/// changes.
struct RedactionPlan {
    let file: InputFile
    private let removal: MetadataRemoval
    private var changes: [RedactedRange] = []
    private var found: Set<MetadataKind> = []
    private static let blockSize = 1 << 16

    init(for file: InputFile, _ removal: MetadataRemoval) {
        self.file = file
        self.removal = removal
    }

    /// Whether the removal of `location` keeps rounded coordinates.
    var keepsTown: Bool { removal.keepsTown }

    /// Returns whether content of a kind stays. If it does not, records the kind as found.
    mutating func keeps(_ kind: MetadataKind) -> Bool {
        guard removal.kinds.contains(kind) else { return true }
        found.insert(kind)
        return false
    }

    /// Returns whether a file's comment stays. A comment by a program reveals the program or camera.
    mutating func keepsComment(_ text: some Collection<UInt8>) -> Bool {
        guard keeps(.captions) else { return false }
        // Checks who wrote the comment only if that matters. The check is slow, because it reads each byte, and some
        // comments are long padding.
        guard removal.kinds.contains(.metadata) else { return true }
        let isWhole = text.drop { $0 != 0 }.allSatisfy { $0 == 0 }
        if isWhole, GeneratedCaptionFilter.fileComment(MetadataText.decode(text)) != nil { return true }
        noteOpaque()
        return false
    }

    /// Records content of unknown meaning, such as a maker note. Such content is always removed.
    mutating func noteOpaque() { _ = keeps(.metadata) }

    /// Adds the kinds that another plan has found.
    mutating func note(_ other: RedactionPlan) { found.formUnion(other.found) }

    /// Returns a color profile of the same length without names; empty if the profile must be removed.
    mutating func neutral(_ profile: [UInt8]) -> [UInt8] {
        let neutral = ColorProfileRewriter.neutralInPlace(profile)
        if neutral != profile { noteOpaque() }
        return neutral
    }

    /// Overwrites the start of a range with bytes, and fills the rest.
    mutating func overwrite(_ range: Range<Int>, with bytes: [UInt8], filling byte: UInt8 = 0)
        throws(UnreadableFileError)
    {
        guard bytes.count <= range.count else { throw .invalid("Metadata cannot be rewritten in its place.") }
        let end = range.lowerBound + bytes.count
        if !bytes.isEmpty, try self.bytes(range.lowerBound..<end) != bytes {
            changes.append(RedactedRange(offset: UInt64(range.lowerBound), content: .bytes(bytes)))
        }
        try fill(end..<range.upperBound, with: byte)
    }

    mutating func fill(_ range: Range<Int>, with byte: UInt8 = 0) throws(UnreadableFileError) {
        guard range.lowerBound >= 0, range.upperBound <= Int(file.size) else {
            throw .invalid("Metadata lies outside of it.")
        }
        var start = range.lowerBound
        while start < range.upperBound {
            let count = min(RedactionPlan.blockSize, range.upperBound - start)
            guard try bytes(start..<start + count).allSatisfy({ $0 == byte }) else {
                let rest = UInt64(range.upperBound - start)
                changes.append(RedactedRange(offset: UInt64(start), content: .fill(byte, count: rest)))
                return
            }
            start += count
        }
    }

    /// Omits bytes from the copy. The caller must correct offsets that point beyond these bytes.
    mutating func leaveOut(_ range: Range<Int>) {
        if range.isEmpty { return }
        changes.append(RedactedRange(offset: UInt64(range.lowerBound), content: .leaveOut(count: UInt64(range.count))))
    }

    /// - Throws: if a part of the range is not in the file.
    func bytes(_ range: Range<Int>) throws(UnreadableFileError) -> [UInt8] { try file.bytes(range) }

    /// Applies all changes of `body`, or none if `body` fails.
    ///
    /// - Returns: nil if `body` failed.
    mutating func trying<Result>(_ body: (inout RedactionPlan) throws(UnreadableFileError) -> Result) -> Result? {
        var attempt = self
        // The caller then removes the content that cannot be redacted.
        guard let result = try? body(&attempt) else { return nil }
        self = attempt
        return result
    }

    /// - Throws: if two changes overlap, or if there are more changes than a worker may propose.
    func redaction() throws(UnreadableFileError) -> Redaction {
        let redaction = Redaction(changes: changes.sorted { $0.offset < $1.offset }, found: found)
        guard redaction.isPlausible else {
            throw .invalid("Its metadata lies in too many places, or in the same place.")
        }
        return redaction
    }
}

/// The ranges of a file that are not cleared.
struct KeptRanges {
    private var ranges: [Range<Int>] = []

    mutating func add(_ range: Range<Int>) { if !range.isEmpty { ranges.append(range) } }

    /// Returns the parts of a range that are not kept.
    func gaps(in whole: Range<Int>) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var end = whole.lowerBound
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let kept = range.clamped(to: whole)
            if kept.isEmpty { continue }
            if kept.lowerBound > end { gaps.append(end..<kept.lowerBound) }
            end = max(end, kept.upperBound)
        }
        if end < whole.upperBound { gaps.append(end..<whole.upperBound) }
        return gaps
    }

    func overlaps(_ other: Range<Int>) -> Bool { ranges.contains { $0.overlaps(other) } }
}
