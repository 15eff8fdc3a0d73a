import CFilmgateDBus
import Glibc

/// A transport over a socket. Owns the `DBusConnection`: only this class calls libdbus for the connection, always on
/// the loop.
///
/// libdbus calls functions of this class to add and remove descriptors and timeouts. When the connection has work, this
/// class calls `notify`.
final class SocketTransport: Transport {
    private let raw: OpaquePointer
    private let loop: EventLoop
    private let notify: @Sendable (TransportEvent) -> Void
    private var watches: [OpaquePointer] = []
    private var registrations: [Int32: (token: UInt64, interest: PollEvents)] = [:]
    private var timeouts: [UInt64: (raw: OpaquePointer, timer: Timer)] = [:]
    private var lastTimeout: UInt64 = 0
    private var isHandling = false

    /// Connects to the bus without waiting for its reply.
    ///
    /// - Throws: `ErrorReply` if the address is invalid, if no bus listens at it, or if libdbus has no more memory.
    init(address: String, loop: EventLoop, notify: @escaping @Sendable (TransportEvent) -> Void) throws(ErrorReply) {
        guard !address.utf8.contains(0) else { throw .failed("the bus address holds a NUL") }
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let raw = dbus_connection_open_private(address, &error) else {
            throw ErrorReply(name: String(cString: error.name), message: String(cString: error.message))
        }
        dbus_connection_set_exit_on_disconnect(raw, 0)
        // Messages are also freed on other threads. With limits, libdbus would call this class on those threads.
        dbus_connection_set_max_received_size(raw, .max)
        dbus_connection_set_max_received_unix_fds(raw, .max)
        self.raw = raw
        self.loop = loop
        self.notify = notify
        guard installCallbacks() else { throw .limitsExceeded("libdbus is out of memory") }
    }

    deinit {
        // libdbus calls this class for each watch, while `self` is still valid.
        removeCallbacks()
        dbus_connection_close(raw)
        dbus_connection_unref(raw)
    }

    func send(_ message: OpaquePointer) -> UInt32? {
        var serial: UInt32 = 0
        return dbus_connection_send(raw, message, &serial) != 0 ? serial : nil
    }

    func receive() -> OpaquePointer? { dbus_connection_pop_message(raw) }

    func close() { dbus_connection_close(raw) }

    func handle(_ event: TransportEvent) {
        isHandling = true
        defer { isHandling = false }
        switch event {
        case .ready(let descriptor, let readiness):
            for watch in watches {
                // Handling one watch may have removed another one.
                guard watches.contains(watch), dbus_watch_get_unix_fd(watch) == descriptor,
                    dbus_watch_get_enabled(watch) != 0
                else { continue }
                let flags = readiness.flags(for: dbus_watch_get_flags(watch))
                if flags != 0 { dbus_watch_handle(watch, flags) }
            }
        case .timeout(let id):
            guard let timeout = timeouts[id] else { return }
            dbus_timeout_handle(timeout.raw)
            // A timeout of libdbus repeats until it is removed.
            if timeouts[id] != nil { schedule(timeout.raw, as: id) }
        case .pending: break
        }
    }

    var isReadable: Bool { readable != nil }

    /// Reads more data if there is any. libdbus reads only two kilobytes at a time, which contain about a dozen calls.
    func readMore() -> Bool {
        guard let descriptor = readable else { return false }
        handle(.ready(descriptor, Readiness(readable: true, writable: false, hungUp: false, failed: false)))
        return true
    }

    /// A watched descriptor that is readable; nil if there is none.
    private var readable: Int32? {
        for watch in watches
        where dbus_watch_get_enabled(watch) != 0 && dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE.rawValue != 0 {
            let descriptor = dbus_watch_get_unix_fd(watch)
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, 0) == 1, Int32(entry.revents) & POLLIN != 0 { return descriptor }
        }
        return nil
    }

    // MARK: Callbacks of libdbus

    private func installCallbacks() -> Bool {
        // libdbus uses this pointer until `deinit` calls `removeCallbacks`.
        let data = Unmanaged.passUnretained(self).toOpaque()
        let watching = dbus_connection_set_watch_functions(
            raw,
            { watch, data in
                SocketTransport.from(data)?.add(watch: watch)
                return 1
            },
            { watch, data in SocketTransport.from(data)?.remove(watch: watch) },
            { watch, data in SocketTransport.from(data)?.refresh(watch) }, data, nil)
        let timing = dbus_connection_set_timeout_functions(
            raw,
            { timeout, data in
                SocketTransport.from(data)?.add(timeout: timeout)
                return 1
            },
            { timeout, data in SocketTransport.from(data)?.remove(timeout: timeout) },
            { timeout, data in
                SocketTransport.from(data)?.remove(timeout: timeout)
                SocketTransport.from(data)?.add(timeout: timeout)
            }, data, nil)
        dbus_connection_set_dispatch_status_function(
            raw,
            { _, status, data in
                if status == DBUS_DISPATCH_DATA_REMAINS { SocketTransport.from(data)?.messagesWait() }
            }, data, nil)
        return watching != 0 && timing != 0
    }

    private func removeCallbacks() {
        dbus_connection_set_dispatch_status_function(raw, nil, nil, nil)
        dbus_connection_set_watch_functions(raw, nil, nil, nil, nil, nil)
        dbus_connection_set_timeout_functions(raw, nil, nil, nil, nil, nil)
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> SocketTransport? {
        data.map { Unmanaged<SocketTransport>.fromOpaque($0).takeUnretainedValue() }
    }

    private func messagesWait() {
        // While an event is being handled, no notification is needed: the connection reads all messages afterwards.
        if !isHandling { notify(.pending) }
    }

    private func add(watch: OpaquePointer?) {
        guard let watch else { return }
        watches.append(watch)
        refresh(watch)
    }

    private func remove(watch: OpaquePointer?) {
        guard let watch else { return }
        watches.removeAll { $0 == watch }
        refresh(watch)
    }

    /// Updates the loop's watch of a descriptor. libdbus has separate watches for reading and writing.
    private func refresh(_ watch: OpaquePointer?) {
        guard let watch else { return }
        let descriptor = dbus_watch_get_unix_fd(watch)
        let flags = watches.filter { dbus_watch_get_unix_fd($0) == descriptor && dbus_watch_get_enabled($0) != 0 }
            .reduce(0) { $0 | dbus_watch_get_flags($1) }
        let interest = PollEvents(
            readable: flags & DBUS_WATCH_READABLE.rawValue != 0, writable: flags & DBUS_WATCH_WRITABLE.rawValue != 0)
        let isWatched = watches.contains { dbus_watch_get_unix_fd($0) == descriptor }
        switch (registrations[descriptor], isWatched) {
        case (let known?, true) where known.interest != interest:
            loop.change(descriptor, known.token, to: interest)
            registrations[descriptor] = (known.token, interest)
        case (let known?, false):
            loop.unregister(descriptor, known.token)
            registrations[descriptor] = nil
        case (nil, true):
            let notify = notify
            // If registering fails, the next refresh tries again.
            let token = try? loop.register(descriptor, interest) { notify(.ready(descriptor, $0)) }
            registrations[descriptor] = token.map { ($0, interest) }
        default: break
        }
    }

    private func add(timeout: OpaquePointer?) {
        guard let timeout, dbus_timeout_get_enabled(timeout) != 0 else { return }
        lastTimeout += 1
        schedule(timeout, as: lastTimeout)
    }

    private func schedule(_ timeout: OpaquePointer, as id: UInt64) {
        let notify = notify
        let timer = loop.after(.milliseconds(Int64(dbus_timeout_get_interval(timeout)))) { notify(.timeout(id)) }
        timeouts[id] = (timeout, timer)
    }

    private func remove(timeout: OpaquePointer?) {
        for (id, known) in timeouts where known.raw == timeout {
            known.timer.cancel()
            timeouts[id] = nil
        }
    }
}

extension Readiness {
    /// Returns libdbus's flags. Includes readable and writable only if the watch waits for them.
    fileprivate func flags(for watched: UInt32) -> UInt32 {
        var flags: UInt32 = 0
        if readable { flags |= watched & DBUS_WATCH_READABLE.rawValue }
        if writable { flags |= watched & DBUS_WATCH_WRITABLE.rawValue }
        if hungUp { flags |= DBUS_WATCH_HANGUP.rawValue }
        if failed { flags |= DBUS_WATCH_ERROR.rawValue }
        return flags
    }
}
