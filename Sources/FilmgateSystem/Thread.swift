internal import CFilmgateSystem
internal import Glibc

/// Starts a thread of one's own, for work that may wait for the world and therefore must not borrow anybody else's.
///
/// - Parameters:
///   - name: shown by `ps -L`; 15 bytes of it.
///   - niceness: how far it gives way to other threads, up to 19.
/// - Throws: `Errno` where the system has no thread to give.
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
    // Of this thread alone. One that cannot be had does no harm.
    if start.niceness > 0 { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, start.niceness) }
    start.body()
    return nil
}
