import CFilmgateAV
import FilmgateRendering
import Glibc

/// A stream with a position in an output file, for libavformat, which writes, reads and seeks through callbacks.
final class OutputStream {
    private let file: MappedOutputFile
    private var position: UInt64 = 0

    private init(_ file: MappedOutputFile) { self.file = file }

    private static let bufferSize = 65536

    /// Opens a context, which must be closed with `close`. Returns nil if memory is exhausted.
    static func open(_ file: MappedOutputFile, isForWriting: Bool) -> UnsafeMutablePointer<AVIOContext>? {
        guard let buffer = av_malloc(bufferSize) else { return nil }
        let stream = Unmanaged.passRetained(OutputStream(file))
        let context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), isForWriting ? 1 : 0, stream.toOpaque(),
            readOutput, writeOutput, seekOutput)
        if context == nil {
            av_free(buffer)
            stream.release()
        }
        return context
    }

    /// Closes a context. Bytes that were not flushed are lost.
    static func close(_ context: UnsafeMutablePointer<AVIOContext>?) {
        guard let context else { return }
        if let stream = context.pointee.opaque { Unmanaged<OutputStream>.fromOpaque(stream).release() }
        av_free(context.pointee.buffer)
        var closing: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&closing)
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = file.read(at: position, into: buffer)
        if count > 0 { position += UInt64(count) }
        return count
    }

    fileprivate func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard file.write(bytes, at: position) else { return false }
        position += UInt64(bytes.count)
        return true
    }

    /// Moves the position as `lseek` does. Returns the new position, or -1 if it would be before the start.
    fileprivate func seek(to offset: Int64, from origin: Int32) -> Int64 {
        position.seek(to: offset, from: origin, size: file.size)
    }

    fileprivate var size: UInt64 { file.size }

    fileprivate static func of(_ context: UnsafeMutableRawPointer) -> OutputStream {
        Unmanaged<OutputStream>.fromOpaque(context).takeUnretainedValue()
    }
}

private func readOutput(_ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32)
    -> Int32
{
    guard let context else { return fg_av_eof }
    let read = OutputStream.of(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
    return read == 0 ? fg_av_eof : read < 0 ? -EIO : Int32(read)
}

private func writeOutput(_ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32)
    -> Int32
{
    guard let context else { return -EIO }
    return OutputStream.of(context).write(UnsafeRawBufferPointer(start: buffer, count: Int(count))) ? count : -ENOSPC
}

private func seekOutput(_ context: UnsafeMutableRawPointer?, _ offset: Int64, _ origin: Int32) -> Int64 {
    guard let context else { return -1 }
    let stream = OutputStream.of(context)
    return origin & fg_av_seek_size != 0 ? Int64(clamping: stream.size) : stream.seek(to: offset, from: origin & 3)
}
