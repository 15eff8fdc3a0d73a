/// The limits on the number of frames and container parts. Even a small file can contain a huge number of tiny parts.
struct AnimationLimits {
    /// The maximum number of frames: more than three minutes at 50 frames per second.
    static let frames = 10_000
    /// The maximum number of parts of the container, such as chunks and short blocks.
    static let parts = 250_000

    private let what: String
    private var framesSeen = 0
    private var partsSeen = 0

    init(of what: String) { self.what = what }

    /// - Throws: if there are too many frames.
    mutating func countFrame() throws(UnreadableFileError) {
        framesSeen += 1
        guard framesSeen <= Self.frames else { throw .enormous("The \(what) holds more than \(Self.frames) frames.") }
    }

    /// - Throws: if there are too many parts.
    mutating func countPart() throws(UnreadableFileError) {
        partsSeen += 1
        guard partsSeen <= Self.parts else { throw .enormous("The \(what) holds more than \(Self.parts) parts.") }
    }
}

/// Counts the chunks of a file, before a library allocates memory for each of them.
///
/// - Parameters:
///   - start: the offset of the first chunk.
///   - next: returns the name and the end of the chunk at an offset; nil at the end and for a damaged chunk.
///   - frame: the name of the chunk that each frame has once.
/// - Throws: if there are too many chunks or frames.
func countChunks(
    of what: String, from start: Int, frame: UInt32, next: (Int) -> (name: UInt32, end: Int)?
) throws(UnreadableFileError) {
    var limits = AnimationLimits(of: what)
    var offset = start
    while let chunk = next(offset), chunk.end > offset {
        try limits.countPart()
        if chunk.name == frame { try limits.countFrame() }
        offset = chunk.end
    }
}

/// Returns four bytes of a file as a number, for comparisons.
func fourBytes(_ content: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    UInt32(littleEndian: content.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
}

/// Returns four letters as a number, for comparisons.
func fourBytes(_ letters: StaticString) -> UInt32 {
    letters.withUTF8Buffer { fourBytes(UnsafeRawBufferPointer($0), at: 0) }
}
