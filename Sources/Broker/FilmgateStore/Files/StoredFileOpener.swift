import FilmgateSystem
import Synchronization

/// A folder of stored files. It can open files for reading even while programs hold leases (`F_SETLEASE`) on them.
struct StoredFileOpener: Sendable {
    let folder: Directory
    /// The guard against clients' leases, or nil if no client can take leases on these files.
    let guarding: LeaseGuard?

    /// The number of files that code opens at the same time when it reads all files of the folder.
    static let batch = 64

    /// Opens a file. If a client holds a lease on the file, waits until the kernel breaks the lease. While `LeaseGuard`
    /// keeps the file open, no client can take a new lease.
    @concurrent
    func open(_ name: StoredFileName) async throws(Errno) -> OwnedDescriptor {
        do throws(Errno) { return try openAtOnce(name) } catch {
            guard error == .wouldBlock else { throw error }
            let file = try await LeaseWaiter().open(name, in: folder)
            try keepOpen(name)
            return file
        }
    }

    /// Opens a small number of files. Waits for all leases on them at the same time.
    @concurrent
    func open(_ names: [StoredFileName]) async -> [Result<OwnedDescriptor, Errno>] {
        await withTaskGroup(of: (Int, Result<OwnedDescriptor, Errno>).self) { group in
            var results: [Result<OwnedDescriptor, Errno>] = names.map { name in
                Result { () throws(Errno) in try openAtOnce(name) }
            }
            for (index, name) in names.enumerated() {
                guard case .failure(.wouldBlock) = results[index] else { continue }
                group.addTask { (index, await opened(name)) }
            }
            for await (index, result) in group { results[index] = result }
            return results
        }
    }

    private func opened(_ name: StoredFileName) async -> Result<OwnedDescriptor, Errno> {
        do throws(Errno) { return .success(try await open(name)) } catch { return .failure(error) }
    }

    /// Keeps a file open, so that no client can take a lease on it.
    func keepOpen(_ name: StoredFileName) throws(Errno) {
        try guarding?.keepOpen(name) { () throws(Errno) in try openAtOnce(name) }
    }

    /// - Throws: `wouldBlock` if a program holds a lease, which the kernel then starts to break, and other errors that
    ///   opening a file can cause.
    private func openAtOnce(_ name: StoredFileName) throws(Errno) -> OwnedDescriptor {
        do throws(Errno) { return try folder.directory(name.folder).file(name.description) } catch {
            guard error == .noDescriptors, let guarding else { throw error }
            guarding.giveWay()
            return try folder.directory(name.folder).file(name.description)
        }
    }
}

/// Keeps the most recently opened files open, so that no program can take write leases on them. The kernel grants a
/// write lease only if no other descriptor of the file is open.
///
/// A program that holds a lease would block all others that open the file: the backup, `verify`, and other apps.
final class LeaseGuard: Sendable {
    private struct State {
        var files: [StoredFileName: OwnedDescriptor] = [:]
        /// The names in the order of their addition, possibly including names that were removed.
        var order: [StoredFileName] = []

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

    /// - Parameter descriptors: the process's maximum number of descriptors. The guard uses up to a quarter of them.
    convenience init(descriptors: Int) {
        self.init(most: min(descriptors / 4, 1 << 14), high: Int32(clamping: descriptors - descriptors / 8))
    }

    /// - Parameter open: opens the file again, because the guard must not share a descriptor with a client.
    func keepOpen(_ name: StoredFileName, _ open: () throws(Errno) -> OwnedDescriptor) throws(Errno) {
        guard state.withLock({ $0.files[name] == nil }) else { return }
        let file = try open()
        if file.rawValue >= high { giveWay() }
        try state.withLock { state throws(Errno) in
            // If the file has no name, it was removed meanwhile, and `forget` may have run already.
            guard try file.facts().links > 0 else { return }
            guard state.files.updateValue(file, forKey: name) == nil else { return }
            state.order.append(name)
            state.drop(until: most)
        }
    }

    /// Closes a removed file, so that its disk space is freed.
    func forget(_ name: StoredFileName) { state.withLock { _ = $0.files.removeValue(forKey: name) } }

    /// Closes the older half of the files, to free descriptors for other uses.
    func giveWay() { state.withLock { $0.drop(until: $0.order.count / 2) } }
}

/// Opens files on which programs hold leases. Waits on a separate thread.
actor LeaseWaiter {
    private let queue = SerialQueue(named: "lease")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func open(_ name: StoredFileName, in folder: Directory) throws(Errno) -> OwnedDescriptor {
        try folder.directory(name.folder).fileAwaitingLease(name.description)
    }
}
