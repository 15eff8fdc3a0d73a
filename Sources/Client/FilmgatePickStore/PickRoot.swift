import FilmgateSystem
import Glibc
import Synchronization

/// A folder with the copies of all programs of this user.
///
/// It contains a folder `OWNER-RANDOM-SIZE` for each copy, and a file `.OWNER` for each program with copies. The
/// program keeps this file locked until it ends.
final class PickRoot: Sendable {
    let location: PickLocation
    private let state = Mutex(State())

    private struct State {
        var share: PickShare?
        var hasEnded = false
    }

    init(_ location: PickLocation) { self.location = location }

    /// Creates the folder and the lock that this program needs for its first copy.
    func prepare() throws(Errno) { _ = try ownShare() }

    private func ownShare() throws(Errno) -> PickShare {
        try state.withLock { state throws(Errno) in
            if let share = state.share { return share }
            guard !state.hasEnded else { throw .noEntry }
            let made = try PickShare(in: location.opened())
            state.share = made
            return made
        }
    }

    /// - Parameter limit: the maximum size of all copies in this folder, in bytes.
    /// - Throws: `quotaExceeded` if the copy does not fit.
    func add(_ copy: PendingCopy, within limit: UInt64) throws(Errno) -> WrittenCopy {
        do throws(Errno) { return try ownShare().add(copy, within: limit) } catch .noEntry {
            // The folder has been removed.
            state.withLock { $0.share = nil }
            return try ownShare().add(copy, within: limit)
        }
    }

    /// Removes this program's copies. Called when the program makes no more copies.
    func removeOwn() {
        let share = state.withLock { state in
            defer { state = State(share: nil, hasEnded: true) }
            return state.share
        }
        share?.removeAll()
    }

    /// Removes copies of programs that have ended, and old copies.
    ///
    /// - Parameter limit: the time before which even the copies of running programs are removed, in nanoseconds since
    ///   the Unix epoch.
    func sweep(keepingFrom limit: Int64) {
        for folder in location.existing() {
            // A folder that cannot be read or emptied now is left to the next sweep.
            for (owner, names) in Dictionary(grouping: (try? folder.names()) ?? [], by: PickShare.owner) {
                switch ProgramState(of: owner, in: folder) {
                case .running:
                    for name in names where !name.hasPrefix(".") {
                        // If the status of a copy cannot be read, it has just been removed.
                        guard let changed = try? folder.located(name).facts().changed, changed < limit else { continue }
                        // If this fails, the next sweep tries again.
                        try? folder.removeTree(name)
                    }
                case .ended(let lock):
                    let entries = names.filter { !$0.hasPrefix(".") }
                    for name in entries + names.filter({ $0.hasPrefix(".") }) {
                        // If this fails, the next sweep tries again.
                        try? folder.removeTree(name)
                    }
                    withExtendedLifetime(lock) {}
                }
            }
        }
    }

    private enum ProgramState {
        case running
        /// The program has ended. The lock prevents two programs from sweeping the same copies.
        case ended(OwnedDescriptor?)

        init(of owner: String, in folder: Directory) {
            let name = PickShare.lockName(of: owner)
            guard folder.has(name) else {
                self = .ended(nil)
                return
            }
            do throws(Errno) {
                self = try folder.lock(name).map { .ended($0) } ?? .running
            } catch {
                // If the entry is not a file, no program can hold a lock. If descriptors or memory are lacking, assume
                // that the program runs.
                self = [EMFILE, ENFILE, ENOMEM].contains(error.rawValue) ? .running : .ended(nil)
            }
        }
    }
}
