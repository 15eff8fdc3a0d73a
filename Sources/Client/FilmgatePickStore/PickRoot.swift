import FilmgateSystem
import Glibc
import Synchronization

/// The folder with the copies of all programs of this user, at one location.
///
/// The folder contains a subfolder `OWNER-RANDOM-SIZE` for each copy, and a file `.OWNER` for each program with copies.
/// The program holds a lock on this file until it ends.
final class PickRoot: Sendable {
    let location: PickLocation
    private let state = Mutex(State())

    private struct State {
        var share: ProgramPickCopies?
        var hasEnded = false
    }

    init(_ location: PickLocation) { self.location = location }

    /// Creates the folder and this program's lock file, if they do not exist.
    func prepare() throws(Errno) { _ = try ownShare() }

    private func ownShare() throws(Errno) -> ProgramPickCopies {
        try state.withLock { state throws(Errno) in
            if let share = state.share { return share }
            guard !state.hasEnded else { throw .noEntry }
            let made = try ProgramPickCopies(in: location.opened())
            state.share = made
            return made
        }
    }

    /// - Parameter limit: the maximum total size of the copies of all programs, in bytes.
    /// - Throws: `Errno`, such as `quotaExceeded` if the copy would exceed the limit.
    func add(_ copy: UnwrittenCopy, within limit: UInt64) throws(Errno) -> WrittenCopy {
        do throws(Errno) { return try ownShare().add(copy, within: limit) } catch .noEntry {
            // The folder was deleted, so creates it again.
            state.withLock { $0.share = nil }
            return try ownShare().add(copy, within: limit)
        }
    }

    /// Deletes this program's copies. After that, `add` throws `noEntry`.
    func removeOwn() {
        let share = state.withLock { state in
            defer { state = State(share: nil, hasEnded: true) }
            return state.share
        }
        share?.removeAll()
    }

    /// Deletes the copies of programs that have ended, and old copies.
    ///
    /// - Parameter limit: a time, in nanoseconds since 1970. Copies that are older are deleted even if their program is
    ///   running.
    func sweep(keepingFrom limit: Int64) {
        for folder in location.existing() {
            // If the folder cannot be read, the next sweep tries again.
            for (owner, names) in Dictionary(grouping: (try? folder.names()) ?? [], by: ProgramPickCopies.owner) {
                switch ProgramState(of: owner, in: folder) {
                case .running:
                    for name in names where !name.hasPrefix(".") {
                        // If this fails, the copy has been deleted in the meantime.
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
        /// The program has ended. The lock prevents two programs from deleting the same copies at the same time.
        case ended(OwnedDescriptor?)

        init(of owner: String, in folder: Directory) {
            let name = ProgramPickCopies.lockName(of: owner)
            guard folder.has(name) else {
                self = .ended(nil)
                return
            }
            do throws(Errno) {
                self = try folder.lock(name).map { .ended($0) } ?? .running
            } catch {
                // An entry that is not a regular file cannot be locked. If descriptors or memory are exhausted, assumes
                // that the program is running.
                self = [EMFILE, ENFILE, ENOMEM].contains(error.rawValue) ? .running : .ended(nil)
            }
        }
    }
}
