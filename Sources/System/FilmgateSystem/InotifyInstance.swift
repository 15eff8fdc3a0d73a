import Glibc

/// An inotify instance: the kernel's reports about the names in watched folders.
///
/// The kernel limits how many instances a user can have (`fs.inotify.max_user_instances`).
package struct InotifyInstance: Sendable {
    /// Readable if there are events.
    package let descriptor: OwnedDescriptor
    /// The kinds of events, such as `IN_CREATE`.
    private let kinds: UInt32

    /// - Parameter kinds: the kinds of events that are reported about each watched folder.
    package init(_ kinds: [Int]) throws(Errno) {
        let raw = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard raw >= 0 else { throw Errno.current }
        descriptor = OwnedDescriptor(owning: raw)
        self.kinds = kinds.reduce(UInt32(IN_ONLYDIR)) { $0 | UInt32($1) }
    }

    /// Watches a folder through its descriptor, so that a different folder that later has the same path is not watched.
    ///
    /// - Returns: the watch number. If the folder is already watched, this is the same number as before.
    package func add(_ folder: OwnedDescriptor) throws(Errno) -> Int32 {
        let number = unsafe inotify_add_watch(descriptor.rawValue, "/proc/self/fd/\(folder.rawValue)", kinds)
        guard number >= 0 else { throw Errno.current }
        return number
    }

    package func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor.rawValue, watch) }

    /// Returns the pending events without waiting.
    package func next() -> [InotifyEvent] {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe Glibc.read(descriptor.rawValue, $0.baseAddress, $0.count)
        }
        return InotifyEvent.all(in: bytes.prefix(max(0, count)))
    }
}

/// An event of a watched folder.
package struct InotifyEvent: Hashable, Sendable {
    /// The watch number of the folder.
    package let watch: Int32
    package let mask: UInt32
    /// The name in the folder; empty for an event of the folder itself.
    package let name: [UInt8]

    package init(watch: Int32, mask: UInt32, name: [UInt8]) { (self.watch, self.mask, self.name) = (watch, mask, name) }

    /// - Parameter kind: a kind of event, such as `IN_CREATE`.
    package func has(_ kind: Int) -> Bool { mask & UInt32(kind) != 0 }

    /// Whether the kernel dropped events, of any folder.
    package var hasLostEvents: Bool { has(Int(IN_Q_OVERFLOW)) }

    /// Whether the folder is no longer watched, because the folder or the watch was removed.
    package var isEndOfFolder: Bool { has(Int(IN_IGNORED)) }

    /// Decodes `struct inotify_event`: the watch number, the mask, a cookie, the length of the name, and the name with
    /// trailing zeros.
    static func all(in bytes: ArraySlice<UInt8>) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        var rest = bytes
        while rest.count >= 16 {
            let length = Int(number(rest, 12))
            guard rest.count >= 16 + length else { break }
            events.append(
                InotifyEvent(
                    watch: Int32(truncatingIfNeeded: number(rest, 0)), mask: number(rest, 4),
                    name: Array(rest.dropFirst(16).prefix(length).prefix { $0 != 0 })))
            rest = rest.dropFirst(16 + length)
        }
        return events
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        let start = bytes.startIndex + offset
        // The numbers have the machine's byte order. All architectures of the Debian packages are little-endian.
        return bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
