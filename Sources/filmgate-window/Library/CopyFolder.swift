internal import FilmgateSystem
internal import Glibc
internal import Synchronization

/// A folder of this process for copies of photos, in the user's folder of the session, which no other user can read and which goes at logout.
/// Each file in it has a folder of its own, so that it keeps its name.
///
/// A process that was killed leaves its folder behind without a lock. The next one removes it.
nonisolated final class CopyFolder: Sendable {
    private struct State {
        var own: Own?
        var isClosed = false
    }

    private struct Own {
        let name: String
        let directory: Directory
        let lock: OwnedDescriptor
    }

    /// Below the folder of the session, or below that of caches if there is no session.
    private let path: String?
    private let state = Mutex(State())

    private static let lockName = "lock"

    init() {
        let base =
            environmentVariable("XDG_RUNTIME_DIR") ?? environmentVariable("XDG_CACHE_HOME")
            ?? environmentVariable("HOME").map { $0 + "/.cache" }
        path = base.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private var folder: String { "\(path ?? "")/filmgate/copies" }

    private func root() throws(Errno) -> Directory {
        guard let path else { throw .noEntry }
        return try Directory(path: path).makingDirectory("filmgate").makingDirectory("copies")
    }

    /// Copies a file, and returns the path of the copy; nil if that fails.
    ///
    /// - Parameter name: what it cannot have in it is replaced.
    func add(_ content: OwnedDescriptor, named name: String) -> String? {
        let safe = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { $0 == "/" || $0.value < 32 || $0.value == 127 ? "_" : $0 }))
        let shown = safe.hasPrefix(".") || safe.isEmpty ? "_" + safe.dropFirst() : safe
        do throws(Errno) {
            let (parent, number) = (try own(), "\(UInt64.random(in: 0 ... .max))")
            let directory = try parent.directory.makingDirectory(number)
            do throws(Errno) { try Self.copy(content, to: try directory.newFile(shown)) } catch {
                try? parent.directory.removeTree(number)
                throw error
            }
            return "\(folder)/\(parent.name)/\(number)/\(shown)"
        } catch { return nil }
    }

    private static func copy(_ content: OwnedDescriptor, to file: OwnedDescriptor) throws(Errno) {
        var offset: UInt64 = 0
        while true {
            let bytes = try content.bytes(at: offset, count: 1 << 20)
            guard !bytes.isEmpty else { return }
            try file.write(bytes)
            offset += UInt64(bytes.count)
        }
    }

    /// The folder of this process, which is made for the first copy.
    private func own() throws(Errno) -> Own {
        try state.withLock { state throws(Errno) in
            guard !state.isClosed else { throw .noEntry }
            if let own = state.own { return own }
            let root = try root()
            // Nothing is swept between the making of the folder and its lock.
            let sweeping = try Self.sweepLock(of: root)
            defer { withExtendedLifetime(sweeping) {} }
            let name = "\(UInt64.random(in: 0 ... .max))"
            let directory = try root.makingDirectory(name)
            guard let lock = try directory.lock(Self.lockName) else { throw .wouldBlock }
            let own = Own(name: name, directory: directory, lock: lock)
            state.own = own
            return own
        }
    }

    /// Waits for the lock with which folders are made and swept; a process has it for a moment.
    private static func sweepLock(of root: Directory) throws(Errno) -> OwnedDescriptor {
        for _ in 1...100 {
            if let lock = try root.lock(lockName) { return lock }
            usleep(20_000)
        }
        throw .wouldBlock
    }

    /// Removes the folders of processes that have ended.
    func sweep() {
        guard let root = try? root(), let sweeping = try? Self.sweepLock(of: root) else { return }
        defer { withExtendedLifetime(sweeping) {} }
        for name in (try? root.names()) ?? [] where name != Self.lockName {
            guard let lock = try? root.directory(name).lock(Self.lockName) else { continue }
            withExtendedLifetime(lock) { try? root.removeTree(name) }
        }
    }

    /// Removes all copies, and makes no more.
    func remove() {
        let own = state.withLock { state in
            state.isClosed = true
            defer { state.own = nil }
            return state.own
        }
        if let own { try? root().removeTree(own.name) }
    }
}
