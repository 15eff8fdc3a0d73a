internal import FilmgateSystem
internal import Synchronization

/// Keeps the files that were opened last open, so that no program can take a write lease of them: the kernel gives one only if no other
/// descriptor reads the file.
///
/// A program with a lease would hold up whoever opens the file: the backup, `verify`, and other apps.
final class LeaseGuard: Sendable {
    private struct State {
        var files: [FileName: OwnedDescriptor] = [:]
        /// In the order in which they came; also some that are gone.
        var order: [FileName] = []
    }

    private static let most = 2048
    private let state = Mutex(State())

    /// - Parameter open: opens the file anew: a descriptor that a client shares would not count.
    func keepOpen(_ name: FileName, _ open: () throws(Errno) -> OwnedDescriptor) throws(Errno) {
        guard state.withLock({ $0.files[name] == nil }) else { return }
        let file = try open()
        state.withLock { state in
            guard state.files.updateValue(file, forKey: name) == nil else { return }
            state.order.append(name)
            guard state.order.count > Self.most else { return }
            state.files[state.order.removeFirst()] = nil
        }
    }

    /// Lets the disk have the space of a file that is removed.
    func forget(_ name: FileName) { state.withLock { _ = $0.files.removeValue(forKey: name) } }
}

/// Opens a file that a program holds a lease of, on a thread of its own, which waits.
actor LeaseWait {
    private let queue = SerialQueue(named: "lease")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func open(_ name: FileName, in folder: Directory) throws(Errno) -> OwnedDescriptor {
        try folder.directory(name.folder).fileAwaitingLease(name.description)
    }
}
