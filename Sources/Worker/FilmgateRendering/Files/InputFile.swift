package import FilmgateSystem
import Glibc

/// The file of a worker's job. The worker has its descriptor, but does not know its name.
package final class InputFile {
    private let descriptor: OwnedDescriptor
    /// The offset in the descriptor's file at which this file begins.
    private let base: UInt64
    package let size: UInt64

    /// - Throws: if the descriptor does not refer to a regular file, or if the file is empty.
    package init(_ descriptor: OwnedDescriptor) throws(UnreadableFileError) {
        let end = lseek(descriptor.rawValue, 0, SEEK_END)
        guard end >= 0 else { throw .invalid("It is not a regular file.") }
        guard end > 0 else { throw .invalid("The file is empty.") }
        self.descriptor = descriptor
        base = 0
        size = UInt64(end)
    }

    /// Creates a file that consists of the bytes of another file from an offset on.
    ///
    /// - Parameter offset: smaller than the file's size.
    init(within file: InputFile, from offset: UInt64) {
        descriptor = file.descriptor
        base = file.base + offset
        size = file.size - offset
    }

    /// Fills the buffer from an offset. Returns the number of bytes; 0 at the end, -1 if the file cannot be read.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset < size else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                descriptor.rawValue, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
                off_t(base + offset) + off_t(filled))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                return filled > 0 ? filled : -1
            }
            filled += count
        }
        return filled
    }

    /// Returns at most `count` bytes from an offset.
    package func bytes(at offset: UInt64, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, read(at: offset, into: UnsafeMutableRawBufferPointer(buffer)))
        }
    }

    /// - Throws: if a part of the range is not in the file.
    func bytes(_ range: Range<Int>) throws(UnreadableFileError) -> [UInt8] {
        let bytes = range.lowerBound < 0 ? [] : self.bytes(at: UInt64(range.lowerBound), count: range.count)
        guard bytes.count == range.count else { throw .invalid("The file ends before its metadata does.") }
        return bytes
    }

    /// Maps the whole file into memory. Throws if this is a part of another file, or if mapping fails.
    ///
    /// If the file shrinks while it is mapped, the process crashes. The broker passes only its own files, which never
    /// shrink.
    func mapped() throws(UnreadableFileError) -> MappedFile {
        guard base == 0, let length = Int(exactly: size),
            let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor.rawValue, 0), start != MAP_FAILED
        else { throw .enormous("The file has \(size) bytes, more than a picture of this kind may have.") }
        return MappedFile(content: UnsafeRawBufferPointer(start: start, count: length))
    }

    func withContent<Result>(
        _ body: (UnsafeRawBufferPointer) throws(UnreadableFileError) -> Result
    ) throws(UnreadableFileError) -> Result {
        let file = try mapped()
        defer { withExtendedLifetime(file) {} }
        return try body(file.content)
    }
}

/// A file mapped into memory until this object is released.
final class MappedFile {
    let content: UnsafeRawBufferPointer

    fileprivate init(content: UnsafeRawBufferPointer) { self.content = content }

    deinit { munmap(UnsafeMutableRawPointer(mutating: content.baseAddress), content.count) }
}
