internal import CFilmgateDBus
internal import FilmgateSystem
internal import Glibc

/// The owner of a DBusConnection: it alone calls libdbus about it, always on the loop.
///
/// libdbus tells it by callbacks what to wait for; those of them that need the connection's actor go through
/// `notify`, as values.
final class Link {
    /// What the loop found out, for `handle`.
    enum Event: Sendable {
        case ready(Int32, Readiness)
        case timeout(UInt64)
        /// Messages wait that did not come through a descriptor.
        case pending
    }

    /// What incoming calls may hold.
    var callBudget = DecodingBudget()

    private let raw: OpaquePointer
    private let loop: EventLoop
    private let notify: @Sendable (Event) -> Void
    private var watches: [OpaquePointer] = []
    private var registrations: [Int32: (token: UInt64, interest: Interest)] = [:]
    private var timeouts: [UInt64: (raw: OpaquePointer, timer: Timer)] = [:]
    private var lastTimeout: UInt64 = 0
    private var isHandling = false

    /// Connects, without waiting for the bus to answer.
    ///
    /// - Throws: `ErrorReply` where the address is none or nobody listens there.
    init(address: String, loop: EventLoop, notify: @escaping @Sendable (Event) -> Void) throws(ErrorReply) {
        guard !address.utf8.contains(0) else { throw .failed("the bus address holds a NUL") }
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let raw = dbus_connection_open_private(address, &error) else {
            throw ErrorReply(name: String(cString: error.name), message: String(cString: error.message))
        }
        dbus_connection_set_exit_on_disconnect(raw, 0)
        // Messages are let go of on other threads too: no bound of libdbus's may then call back from there.
        dbus_connection_set_max_received_size(raw, .max)
        dbus_connection_set_max_received_unix_fds(raw, .max)
        self.raw = raw
        self.loop = loop
        self.notify = notify
        guard installCallbacks() else { throw .limitsExceeded("libdbus is out of memory") }
    }

    deinit {
        // libdbus calls back once more for each watch, while this object is still whole.
        removeCallbacks()
        dbus_connection_close(raw)
        dbus_connection_unref(raw)
    }

    /// Hangs up; a `disconnected` message comes last.
    func close() { dbus_connection_close(raw) }

    // MARK: Messages

    /// The number under which an answer will come.
    ///
    /// - Throws: `outOfResources` also where the message holds descriptors and the connection passes none.
    @discardableResult
    func send(_ message: borrowing OutgoingMessage) throws(EncodingFailure) -> UInt32 {
        var serial: UInt32 = 0
        guard dbus_connection_send(raw, message.raw, &serial) != 0 else { throw .outOfResources }
        return serial
    }

    /// The next of the messages that came in, in the bus' order.
    func next() -> IncomingMessage? {
        while let message = dbus_connection_pop_message(raw) {
            defer { release(message) }
            if let value = IncomingMessage(message, callBudget: callBudget) { return value }
        }
        return nil
    }

    /// libdbus closes a message's descriptors with it, which may wait for whoever sent them.
    private func release(_ message: OpaquePointer) {
        guard dbus_message_contains_unix_fds(message) != 0 else { return dbus_message_unref(message) }
        let last = LastReference(message: message)
        Disposal.run { dbus_message_unref(last.message) }
    }

    /// Lets libdbus read and write; afterwards `next` has what came.
    func handle(_ event: Event) {
        isHandling = true
        defer { isHandling = false }
        switch event {
        case .ready(let descriptor, let readiness):
            for watch in watches {
                // Handling one may have removed another.
                guard watches.contains(watch), dbus_watch_get_unix_fd(watch) == descriptor,
                    dbus_watch_get_enabled(watch) != 0
                else { continue }
                let flags = readiness.flags(for: dbus_watch_get_flags(watch))
                if flags != 0 { dbus_watch_handle(watch, flags) }
            }
        case .timeout(let id):
            guard let timeout = timeouts[id] else { return }
            dbus_timeout_handle(timeout.raw)
            // libdbus's timeouts repeat until they are removed.
            if timeouts[id] != nil { schedule(timeout.raw, as: id) }
        case .pending: break
        }
    }

    /// Reads on where more has come: libdbus takes two kilobytes at a time, which is a dozen calls.
    ///
    /// - Returns: whether it did.
    func readMore() -> Bool {
        for watch in watches
        where dbus_watch_get_enabled(watch) != 0 && dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE.rawValue != 0 {
            let descriptor = dbus_watch_get_unix_fd(watch)
            guard isReadable(descriptor) else { continue }
            handle(.ready(descriptor, Readiness(readable: true, writable: false, hungUp: false, failed: false)))
            return true
        }
        return false
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1 && Int32(entry.revents) & POLLIN != 0
    }

    // MARK: What libdbus asks for

    private func installCallbacks() -> Bool {
        // libdbus holds this pointer until removeCallbacks, which deinit calls.
        let data = Unmanaged.passUnretained(self).toOpaque()
        let watching = dbus_connection_set_watch_functions(
            raw,
            { watch, data in
                Link.from(data)?.add(watch: watch)
                return 1
            },
            { watch, data in Link.from(data)?.remove(watch: watch) },
            { watch, data in Link.from(data)?.refresh(watch) }, data, nil)
        let timing = dbus_connection_set_timeout_functions(
            raw,
            { timeout, data in
                Link.from(data)?.add(timeout: timeout)
                return 1
            },
            { timeout, data in Link.from(data)?.remove(timeout: timeout) },
            { timeout, data in
                Link.from(data)?.remove(timeout: timeout)
                Link.from(data)?.add(timeout: timeout)
            }, data, nil)
        dbus_connection_set_dispatch_status_function(
            raw,
            { _, status, data in
                if status == DBUS_DISPATCH_DATA_REMAINS { Link.from(data)?.messagesWait() }
            }, data, nil)
        return watching != 0 && timing != 0
    }

    private func removeCallbacks() {
        dbus_connection_set_dispatch_status_function(raw, nil, nil, nil)
        dbus_connection_set_watch_functions(raw, nil, nil, nil, nil, nil)
        dbus_connection_set_timeout_functions(raw, nil, nil, nil, nil, nil)
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> Link? {
        data.map { Unmanaged<Link>.fromOpaque($0).takeUnretainedValue() }
    }

    private func messagesWait() {
        // Whoever handles an event empties the queue afterwards anyway.
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

    /// Brings the loop up to date on one watch's descriptor; libdbus has one watch for reading and one for writing.
    private func refresh(_ watch: OpaquePointer?) {
        guard let watch else { return }
        let descriptor = dbus_watch_get_unix_fd(watch)
        let flags = watches.filter { dbus_watch_get_unix_fd($0) == descriptor && dbus_watch_get_enabled($0) != 0 }
            .reduce(0) { $0 | dbus_watch_get_flags($1) }
        let interest = Interest(
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
    /// As libdbus names them, of those that a watch is for.
    fileprivate func flags(for watched: UInt32) -> UInt32 {
        var flags: UInt32 = 0
        if readable { flags |= watched & DBUS_WATCH_READABLE.rawValue }
        if writable { flags |= watched & DBUS_WATCH_WRITABLE.rawValue }
        if hungUp { flags |= DBUS_WATCH_HANGUP.rawValue }
        if failed { flags |= DBUS_WATCH_ERROR.rawValue }
        return flags
    }
}

/// The only reference to a message, on its way to where it is dropped. libdbus counts references atomically, and nobody else
/// has this one.
private struct LastReference: @unchecked Sendable {
    let message: OpaquePointer
}
