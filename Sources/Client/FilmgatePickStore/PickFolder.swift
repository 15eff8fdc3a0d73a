public import FilmgateModel
public import FilmgateSystem
import Synchronization

/// The copies of one pick. No two of them have the same name.
public final class PickFolder: Sendable {
    private struct State {
        var entries: [WrittenCopy] = []
        var names: Set<String> = []
        var hasEnded = false

        /// Returns a name that is not used yet. Ignores case, as some file systems do.
        mutating func take(_ name: PickName) -> String {
            var number = 1
            while !names.insert(name.text(number: number).lowercased()).inserted { number += 1 }
            return name.text(number: number)
        }
    }

    private let store: PickStore
    private let state = Mutex(State())

    init(in store: PickStore) { self.store = store }

    /// Copies a file. This blocks the thread.
    ///
    /// - Parameters:
    ///   - name: the name of the copy, which is made safe and different from the pick's other names.
    ///   - modified: the modification time of the copy, such as the photo's date; nil for the current time.
    ///   - content: a file, whose whole content is copied.
    /// - Returns: the path of the copy.
    /// - Throws: `Errno`: `noSpace` if the disk is full, `noEntry` if the pick has ended.
    public func add(
        named name: String, modified: Timestamp?, copying content: OwnedDescriptor
    ) throws(Errno) -> String {
        let name = state.withLock { $0.take(PickName(name)) }
        let copy = PendingCopy(name: name, modified: modified, content: content, size: try content.facts().size)
        let entry = try store.add(copy)
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.entries.append(entry) }
            return state.hasEnded
        }
        guard !hasEnded else {
            entry.remove()
            throw .noEntry
        }
        return entry.path
    }

    /// The paths of the copies, in the order in which they were added.
    public var paths: [String] { state.withLock { $0.entries.map(\.path) } }

    func end() {
        let entries = state.withLock { state in
            defer { (state.entries, state.hasEnded) = ([], true) }
            return state.entries
        }
        for entry in entries { entry.remove() }
    }
}
