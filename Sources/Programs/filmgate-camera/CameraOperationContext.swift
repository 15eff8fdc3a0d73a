import CFilmgateGPhoto
import FilmgateCameraJobs
import FilmgateChannel
import FilmgateSystem

/// The context in which libgphoto2 runs operations. Reports progress to the client, the program that started this one.
/// Cancels an operation if the client sends a request or closes the socket.
///
/// libgphoto2 periodically calls the functions in `context`, on the thread that called libgphoto2.
final class CameraOperationContext {
    let context: OpaquePointer?
    var file: OwnedDescriptor?
    private(set) var errorText = ""

    private let channel: MessageChannel<CameraReply, CameraRequest>
    private let clock = ContinuousClock()
    private var lastReported: ContinuousClock.Instant
    private var isCancelled = false

    init(_ channel: MessageChannel<CameraReply, CameraRequest>) {
        self.channel = channel
        lastReported = clock.now
        context = gp_context_new()
        let this = Unmanaged.passUnretained(self).toOpaque()
        gp_context_set_cancel_func(
            context,
            { _, this in
                let shouldContinue = this.map {
                    Unmanaged<CameraOperationContext>.fromOpaque($0).takeUnretainedValue().shouldContinue()
                }
                return shouldContinue ?? true ? GP_CONTEXT_FEEDBACK_OK : GP_CONTEXT_FEEDBACK_CANCEL
            }, this)
        gp_context_set_progress_funcs(
            context, { _, _, _, _ in 0 },
            { _, _, _, this in
                _ = this.map { Unmanaged<CameraOperationContext>.fromOpaque($0).takeUnretainedValue().shouldContinue() }
            }, { _, _, _ in }, this)
        gp_context_set_error_func(
            context,
            { _, text, this in
                guard let text, let this else { return }
                Unmanaged<CameraOperationContext>.fromOpaque(this).takeUnretainedValue().errorText = String(
                    cString: text)
            }, this)
    }

    deinit { gp_context_unref(context) }

    func begin() {
        isCancelled = false
        errorText = ""
    }

    /// Returns whether the operation may continue. Reports the number of written bytes to the client, at most ten
    /// times a second.
    private func shouldContinue() -> Bool {
        guard !isCancelled, clock.now - lastReported >= .milliseconds(100) else { return !isCancelled }
        lastReported = clock.now
        // If the client has closed the socket, the check below detects that.
        if let file { try? channel.send(.progress(file.facts().size)) }
        // While the client waits for a reply, it sends nothing except a cancellation.
        isCancelled = (try? channel.socket.waitUntilReadable(atMost: .zero)) ?? true
        return !isCancelled
    }

    /// Returns the fault for a negative result of libgphoto2.
    func fault(_ code: Int32) -> CameraFault {
        if isCancelled || code == GP_ERROR_CANCEL { return CameraFault(.cancelled) }
        let text = errorText.isEmpty ? gp_result_as_string(code).map { String(cString: $0) } ?? "" : errorText
        let kind: CameraFault.Kind =
            switch code {
            case GP_ERROR_IO_USB_CLAIM, GP_ERROR_IO_LOCK, GP_ERROR_CAMERA_BUSY: .inUse
            case GP_ERROR_IO_USB_FIND, GP_ERROR_UNKNOWN_PORT, GP_ERROR_MODEL_NOT_FOUND: .notFound
            case GP_ERROR_FILE_NOT_FOUND, GP_ERROR_DIRECTORY_NOT_FOUND: .noSuchFile
            case GP_ERROR_NOT_SUPPORTED: .notSupported
            case GP_ERROR_NO_SPACE: .noSpace
            default: .failed
            }
        return CameraFault(kind, String(text.prefix(500)))
    }

    /// Throws if a result of libgphoto2 is negative, or if the operation was cancelled. After a cancellation, some
    /// drivers report success.
    @discardableResult
    func check(_ result: Int32) throws(CameraFault) -> Int32 {
        guard result >= GP_OK, !isCancelled else { throw fault(result) }
        return result
    }
}
