import FilmgateSystem
import Synchronization

/// Keeps the most recently opened files open, so that no program can take a write lease on them: the kernel grants one
/// only if no other descriptor reads the file.
///
/// A program with a lease would block everything that opens the file: the backup, `verify`, and other apps.
final class LeaseGuard: Sendable {
    private struct State {
        var files: [FileName: OwnedDescriptor] = [:]
        /// In the order in which they were added. Includes some that have been removed since.
        var order: [FileName] = []

        mutating func drop(until count: Int) {
            guard order.count > count else { return }
            for name in order.prefix(order.count - count) { files[name] = nil }
            order.removeFirst(order.count - count)
        }
    }

    private let most: Int
    /// If a new descriptor has this number or a higher one, few are left: the kernel assigns the lowest free number.
    private let high: Int32
    private let state = Mutex(State())

    init(most: Int, high: Int32 = .max) {
        self.most = most
        self.high = high
    }

    /// - Parameter descriptors: how many descriptors the process can have. The guard uses a quarter of them.
    convenience init(descriptors: Int) {
        self.init(most: min(descriptors / 4, 1 << 14), high: Int32(clamping: descriptors - descriptors / 8))
    }

    /// - Parameter open: opens the file again: a descriptor that a client shares would not count.
    func keepOpen(_ name: FileName, _ open: () throws(Errno) -> OwnedDescriptor) throws(Errno) {
        guard state.withLock({ $0.files[name] == nil }) else { return }
        let file = try open()
        if file.rawValue >= high { giveWay() }
        try state.withLock { state throws(Errno) in
            // Without a name it was removed meanwhile, and `forget` may have been here before.
            guard try file.facts().links > 0 else { return }
            guard state.files.updateValue(file, forKey: name) == nil else { return }
            state.order.append(name)
            state.drop(until: most)
        }
    }

    /// Closes a file that was removed, so that the disk frees its space.
    func forget(_ name: FileName) { state.withLock { _ = $0.files.removeValue(forKey: name) } }

    /// Closes half of the files, because descriptors are needed for something else.
    func giveWay() { state.withLock { $0.drop(until: $0.order.count / 2) } }
}

/// Opens a file on which a program holds a lease, on a separate thread, which waits.
actor LeaseWait {
    private let queue = SerialQueue(named: "lease")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func open(_ name: FileName, in folder: Directory) throws(Errno) -> OwnedDescriptor {
        try folder.directory(name.folder).fileAwaitingLease(name.description)
    }
}
