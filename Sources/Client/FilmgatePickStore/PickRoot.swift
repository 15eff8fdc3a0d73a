import FilmgateSystem
import Glibc
import Synchronization

/// A folder with the copies of all programs of this user.
///
/// For each copy it has a folder `OWNER-RANDOM-SIZE`, and for each program with copies a file `.OWNER`, which the
/// program locks until it ends.
final class PickRoot: Sendable {
    let location: PickLocation
    private let state = Mutex(State())

    private struct State {
        var share: PickShare?
        var hasEnded = false
    }

    init(_ location: PickLocation) { self.location = location }

    /// Creates what this program needs for its first copy.
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

    /// - Parameter limit: the size that all copies here may have, in bytes.
    /// - Throws: `quotaExceeded` if the copy does not fit.
    func add(_ copy: PendingCopy, within limit: UInt64) throws(Errno) -> WrittenCopy {
        do throws(Errno) { return try ownShare().add(copy, within: limit) } catch .noEntry {
            // The folder has been removed.
            state.withLock { $0.share = nil }
            return try ownShare().add(copy, within: limit)
        }
    }

    /// Removes this program's copies, which makes no more.
    func removeOwn() {
        let share = state.withLock { state in
            defer { state = State(share: nil, hasEnded: true) }
            return state.share
        }
        share?.removeAll()
    }

    /// - Parameter limit: removes also copies of running programs from before this time, in nanoseconds since the Unix
    ///   epoch.
    func sweep(keepingFrom limit: Int64) {
        for folder in location.existing() {
            // The next sweep removes what cannot be removed now.
            for (owner, names) in Dictionary(grouping: (try? folder.names()) ?? [], by: PickShare.owner) {
                switch ProgramState(of: owner, in: folder) {
                case .running:
                    for name in names where !name.hasPrefix(".") {
                        // One that cannot be looked at has just been removed.
                        guard let changed = try? folder.located(name).facts().changed, changed < limit else { continue }
                        // The next sweep tries again.
                        try? folder.removeTree(name)
                    }
                case .ended(let lock):
                    let entries = names.filter { !$0.hasPrefix(".") }
                    for name in entries + names.filter({ $0.hasPrefix(".") }) {
                        // The next sweep tries again.
                        try? folder.removeTree(name)
                    }
                    withExtendedLifetime(lock) {}
                }
            }
        }
    }

    private enum ProgramState {
        case running
        /// The lock prevents that two programs sweep the same copies.
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
                // Something that is no file is no lock. Without descriptors or memory it is not known.
                self = [EMFILE, ENFILE, ENOMEM].contains(error.rawValue) ? .running : .ended(nil)
            }
        }
    }
}
