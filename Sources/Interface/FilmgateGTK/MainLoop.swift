import CFilmgateGTK
import Glibc

/// Connects GLib's main loop to Swift's main actor: the loop runs on the main thread, and runs the actor's jobs.
public enum MainLoop {
    /// Prepares GTK and libadwaita. Call this once, before using anything else in this module.
    ///
    /// - Parameters:
    ///   - id: the program's identifier, which is the name of its desktop file and its icon.
    ///   - name: the name that people see.
    /// - Returns: false if there is no display.
    public static func prepare(id: String, name: String) -> Bool {
        g_set_prgname(id)
        g_set_application_name(name)
        guard gtk_init_check() != 0 else { return false }
        adw_init()
        if let display = gdk_display_get_default() { fg_watch_outputs(display) }
        let queue = _dispatch_get_main_queue_handle_4CF()
        g_unix_fd_add(
            queue, G_IO_IN,
            { descriptor, _, _ in
                var count: UInt64 = 0
                _ = read(descriptor, &count, 8)
                _dispatch_main_queue_callback_4CF(nil)
                return 1
            }, nil)
        return true
    }

    private static let loop = g_main_loop_new(nil, 0)

    /// Runs the loop until `quit` is called.
    public static func run() { g_main_loop_run(loop) }

    /// The current time of a monotonic clock.
    public static var milliseconds: UInt64 { UInt64(g_get_monotonic_time() / 1000) }

    public static func quit() { g_main_loop_quit(loop) }

    private static var terminate: () -> Void = {}

    /// Calls `body` each time a Unix signal asks the program to end, for example at logout.
    public static func onTermination(_ body: @escaping () -> Void) {
        terminate = body
        for signal in [SIGTERM, SIGHUP, SIGINT] { g_unix_signal_add(signal, { _ in MainLoop.terminated() }, nil) }
    }

    nonisolated private static func terminated() -> gboolean {
        MainActor.assumeIsolated { MainLoop.terminate() }
        return 1
    }

    /// Calls `body` once, after a delay.
    ///
    /// - Returns: an object that can cancel the call.
    @discardableResult
    public static func after(milliseconds: UInt32, _ body: @escaping () -> Void) -> Timeout {
        let timeout = Timeout(body)
        timeout.source = g_timeout_add_full(
            G_PRIORITY_DEFAULT, milliseconds, { Timeout.fire($0) }, Unmanaged.passRetained(timeout).toOpaque(),
            { data in if let data { Unmanaged<Timeout>.fromOpaque(data).release() } })
        return timeout
    }
}

/// A delayed call, which can be cancelled.
public final class Timeout {
    fileprivate var source: UInt32 = 0
    private var body: (() -> Void)?

    fileprivate init(_ body: @escaping () -> Void) { self.body = body }

    /// Cancels the call. Does nothing if the closure was already called.
    public func cancel() {
        guard body != nil else { return }
        body = nil
        g_source_remove(source)
    }

    nonisolated fileprivate static func fire(_ data: UnsafeMutableRawPointer?) -> gboolean {
        guard let data else { return 0 }
        let address = UInt(bitPattern: data)
        MainActor.assumeIsolated {
            guard let data = UnsafeMutableRawPointer(bitPattern: address) else { return }
            let timeout = Unmanaged<Timeout>.fromOpaque(data).takeUnretainedValue()
            let body = timeout.body
            timeout.body = nil
            body?()
        }
        return 0
    }
}
