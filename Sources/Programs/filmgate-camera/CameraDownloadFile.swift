import CFilmgateGPhoto
import FilmgateCameraJobs
import FilmgateSystem

/// The file into which libgphoto2 writes the data of a camera. Records why writing failed, because libgphoto2 does not
/// report the reason.
///
/// libgphoto2 may keep file objects that refer to this object. So this object exists as long as the camera.
final class CameraDownloadFile {
    private let handler = UnsafeMutablePointer<CameraFileHandler>.allocate(capacity: 1)
    private var file: OwnedDescriptor?
    private var written: UInt64 = 0
    private var limit: UInt64 = 0
    private var fault: CameraFault?

    init() {
        handler.initialize(
            to: CameraFileHandler(
                size: { this, size in
                    size?.pointee = this.map { CameraDownloadFile.at($0).written } ?? 0
                    return GP_OK
                },
                read: { _, _, _ in GP_ERROR_NOT_SUPPORTED },
                write: { this, bytes, count in
                    guard let this, let bytes, let count else { return GP_ERROR_BAD_PARAMETERS }
                    let part = UnsafeRawBufferPointer(start: bytes, count: Int(clamping: count.pointee))
                    return CameraDownloadFile.at(this).write(part) ? GP_OK : GP_ERROR_IO_WRITE
                }))
    }

    deinit { handler.deallocate() }

    private static func at(_ this: UnsafeMutableRawPointer) -> CameraDownloadFile {
        Unmanaged<CameraDownloadFile>.fromOpaque(this).takeUnretainedValue()
    }

    /// Calls `body` with a file object of libgphoto2 that writes into `file`.
    ///
    /// - Parameter limit: the maximum size in bytes, so that the device cannot fill the disk.
    /// - Throws: `noSpace` or `notWritten` if writing fails, `incomplete` beyond the limit, or the error of `body`.
    func writing(
        into file: OwnedDescriptor, atMost limit: UInt64, _ body: (OpaquePointer) throws(CameraFault) -> Void
    ) throws(CameraFault) {
        (self.file, self.limit, written, fault) = (file, limit, 0, nil)
        defer { self.file = nil }
        var target: OpaquePointer?
        let this = Unmanaged.passUnretained(self).toOpaque()
        guard gp_file_new_from_handler(&target, handler, this) == GP_OK, let target else {
            throw CameraFault(.failed, "out of memory")
        }
        defer { gp_file_unref(target) }
        do throws(CameraFault) { try body(target) } catch { throw error.kind == .cancelled ? error : fault ?? error }
        // Some drivers report success although a part could not be written.
        if let fault { throw fault }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let file, fault == nil else { return false }
        let (end, isTooLong) = written.addingReportingOverflow(UInt64(bytes.count))
        guard !isTooLong, end <= limit else {
            fault = CameraFault(.incomplete)
            return false
        }
        do throws(Errno) { try file.write(bytes, at: written) } catch {
            let isFull = error == .noSpace || error == .quotaExceeded
            fault = isFull ? CameraFault(.noSpace) : CameraFault(.notWritten, "\(error)")
            return false
        }
        written = end
        return true
    }
}
