import Glibc

/// A file with a position, for libraries that read and seek through callbacks.
class FileStream {
    let file: InputFile
    final var position: UInt64 = 0
    /// Whether a read reached beyond the end of the file.
    private(set) var ranOut = false
    /// Whether a read began before the end of the file, and reached beyond the end.
    private(set) var wasCut = false
    /// A buffered part of the file, because the libraries make many small reads.
    private var window: [UInt8] = []
    private var windowStart: UInt64 = 0

    init(_ file: InputFile) { self.file = file }

    var size: UInt64 { file.size }

    /// Returns the stream to which a callback's context pointer refers.
    static func of(_ context: UnsafeMutableRawPointer) -> FileStream {
        Unmanaged<FileStream>.fromOpaque(context).takeUnretainedValue()
    }

    /// Reads at the position. Returns the number of bytes; 0 at the end of the file, and if the file cannot be read.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard buffer.count < FileStream.windowSize else {
            let count = max(0, file.read(at: position, into: buffer))
            noteEnd(found: count, of: buffer.count)
            position += UInt64(count)
            return count
        }
        if position < windowStart || position + UInt64(buffer.count) > windowStart + UInt64(window.count) {
            window = file.bytes(at: position, count: FileStream.windowSize)
            windowStart = position
        }
        let start = Int(position - windowStart)
        let count = min(buffer.count, window.count - start)
        noteEnd(found: max(0, count), of: buffer.count)
        guard count > 0 else { return 0 }
        window.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
        position += UInt64(count)
        return count
    }

    private func noteEnd(found count: Int, of wanted: Int) {
        guard count < wanted else { return }
        ranOut = true
        if count > 0 { wasCut = true }
    }

    /// Moves the position as `lseek` does. Returns the new position, or -1 if it would be before the start.
    func seek(to offset: Int64, from origin: Int32) -> Int64 {
        position.seek(to: offset, from: origin, size: size)
    }

    private static let windowSize = 16384
}

extension UInt64 {
    /// Moves a position in a file as `lseek` does.
    ///
    /// - Returns: the new position; -1 if it would be before the start. Then the position does not change.
    package mutating func seek(to offset: Int64, from origin: Int32, size: UInt64) -> Int64 {
        let base: Int64 =
            switch origin {
            case SEEK_CUR: Int64(clamping: self)
            case SEEK_END: Int64(clamping: size)
            default: 0
            }
        let (target, overflows) = base.addingReportingOverflow(offset)
        guard !overflows, target >= 0 else { return -1 }
        self = UInt64(target)
        return target
    }
}
