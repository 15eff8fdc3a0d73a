import CFilmgateSystem
import Glibc

/// Starts a thread for work that may block, and so must not run on a shared thread.
///
/// - Parameters:
///   - name: the thread's name, of which `ps -L` shows 15 bytes.
///   - niceness: the nice value, up to 19.
/// - Throws: `Errno` if the system cannot start a thread.
public func startThread(
    named name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void
) throws(Errno) {
    let start = Unmanaged.passRetained(ThreadStart(name: name, niceness: niceness, body: body))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, runThread, start.toOpaque())
    guard code == 0 else {
        start.release()
        throw Errno(rawValue: code)
    }
    pthread_detach(thread)
}

private final class ThreadStart: Sendable {
    let name: String
    let niceness: Int32
    let body: @Sendable () -> Void

    init(name: String, niceness: Int32, body: @escaping @Sendable () -> Void) {
        self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
        self.niceness = niceness
        self.body = body
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    fg_name_thread(start.name)
    // On Linux, this affects only this thread. A failure is harmless.
    if start.niceness > 0 { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, start.niceness) }
    start.body()
    return nil
}
