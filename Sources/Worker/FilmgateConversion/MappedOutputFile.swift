import FilmgateRendering
import FilmgateSystem
import Glibc

/// The output file of a job that writes in many steps. The file has its maximum size from the start.
///
/// The worker's sandbox does not allow calls that write to files. So parts of the file are mapped into memory.
final class MappedOutputFile {
    private let descriptor: OwnedDescriptor
    private let room: UInt64
    /// The offset after the last written byte.
    private(set) var size: UInt64 = 0
    /// Whether any bytes did not fit.
    private(set) var isFull = false
    private var window: (start: UInt64, content: UnsafeMutableRawBufferPointer)?
    private static let windowSize: UInt64 = 4 << 20

    init(_ descriptor: OwnedDescriptor) throws(UnreadableFileError) {
        let end = lseek(descriptor.rawValue, 0, SEEK_END)
        guard end > 0 else { throw .enormous("There is no room for the video.") }
        self.descriptor = descriptor
        room = UInt64(end)
    }

    deinit { unmap() }

    /// Writes bytes at an offset. Returns false if they do not fit, or if the file cannot be mapped.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) -> Bool {
        let (end, overflows) = offset.addingReportingOverflow(UInt64(bytes.count))
        guard !overflows, end <= room else {
            isFull = true
            return false
        }
        var written = 0
        while written < bytes.count {
            guard let target = mapped(at: offset + UInt64(written)) else { return false }
            let count = min(target.count, bytes.count - written)
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[written..<written + count]))
            written += count
        }
        size = max(size, end)
        return true
    }

    /// Reads bytes at an offset. Returns the number of bytes, which is smaller than the buffer only at the end; -1 if
    /// reading fails.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset < size else { return 0 }
        return pread(descriptor.rawValue, buffer.baseAddress, min(buffer.count, Int(size - offset)), off_t(offset))
    }

    /// Returns the mapped bytes from an offset to the end of the window; nil if mapping fails.
    private func mapped(at offset: UInt64) -> UnsafeMutableRawBufferPointer? {
        let start = offset / MappedOutputFile.windowSize * MappedOutputFile.windowSize
        if window?.start != start {
            unmap()
            let length = Int(min(MappedOutputFile.windowSize, room - start))
            let address = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.rawValue, off_t(start))
            guard let address, address != MAP_FAILED else { return nil }
            window = (start, UnsafeMutableRawBufferPointer(start: address, count: length))
        }
        guard let window else { return nil }
        return UnsafeMutableRawBufferPointer(rebasing: window.content[Int(offset - start)...])
    }

    private func unmap() {
        if let window { munmap(window.content.baseAddress, window.content.count) }
        window = nil
    }
}
