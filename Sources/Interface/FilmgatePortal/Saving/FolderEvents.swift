import FilmgateSystem
import Glibc

/// Reports events of the files in watched folders, with inotify.
///
/// The process uses one instance for all folders, because the kernel limits the number of instances for each user.
struct FolderEvents: Sendable {
    struct Event: Hashable, Sendable {
        /// The watch descriptor that `add` returned.
        let folder: Int32
        let mask: UInt32
        let name: [UInt8]

        func has(_ kind: Int) -> Bool { mask & UInt32(kind) != 0 }

        /// Whether the kernel dropped events of any folder.
        var hasLostEvents: Bool { has(Int(IN_Q_OVERFLOW)) }

        /// Whether the folder is no longer watched, because it was removed.
        var isEndOfFolder: Bool { has(Int(IN_IGNORED)) }
    }

    /// The inotify descriptor. It is readable when there are events.
    let descriptor: OwnedDescriptor

    private static let kinds = UInt32(
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)

    init() throws(Errno) {
        let raw = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard raw >= 0 else { throw Errno.current }
        descriptor = OwnedDescriptor(owning: raw)
    }

    /// Watches a folder through its descriptor, so that a different folder with the same path is never watched.
    /// Returns the watch descriptor, which is the same for each call with this folder.
    func add(_ folder: Directory) throws(Errno) -> Int32 {
        let number = unsafe inotify_add_watch(
            descriptor.rawValue, "/proc/self/fd/\(folder.descriptor.rawValue)", Self.kinds)
        guard number >= 0 else { throw Errno.current }
        return number
    }

    func remove(_ folder: Int32) { _ = inotify_rm_watch(descriptor.rawValue, folder) }

    /// Returns the pending events without blocking; an empty array if there are none.
    func next() -> [Event] {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe Glibc.read(descriptor.rawValue, $0.baseAddress, $0.count)
        }
        return Self.events(in: bytes.prefix(max(0, count)))
    }

    /// Decodes `struct inotify_event`: the folder, the mask, a cookie, the length of the name, and the name with zeros.
    static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
        var events: [Event] = []
        var rest = bytes
        while rest.count >= 16 {
            let length = Int(number(rest, 12))
            guard rest.count >= 16 + length else { break }
            events.append(
                Event(
                    folder: Int32(truncatingIfNeeded: number(rest, 0)), mask: number(rest, 4),
                    name: Array(rest.dropFirst(16).prefix(length).prefix { $0 != 0 })))
            rest = rest.dropFirst(16 + length)
        }
        return events
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        let start = bytes.startIndex + offset
        // The bytes are little-endian, as on all architectures of the Debian packages.
        return bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
