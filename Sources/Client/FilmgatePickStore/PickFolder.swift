public import FilmgateModel
public import FilmgateSystem
import Synchronization

/// The copies of the files of one pick, a person's selection in a photo picker. All copies have different names.
public final class PickFolder: Sendable {
    private struct State {
        var entries: [WrittenCopy] = []
        var names: Set<String> = []
        var hasEnded = false

        /// Returns a name that no other copy has, ignoring case, because some file systems ignore case.
        mutating func take(_ name: PickedFileName) -> String {
            var number = 1
            while !names.insert(name.text(number: number).lowercased()).inserted { number += 1 }
            return name.text(number: number)
        }
    }

    private let store: PickStore
    private let state = Mutex(State())

    init(in store: PickStore) { self.store = store }

    /// Copies a file. Blocks the thread.
    ///
    /// - Parameters:
    ///   - name: the name of the copy. Unsafe characters are replaced. A number makes it unique.
    ///   - modified: the modification date of the copy, such as the photo's date; nil for the current time.
    ///   - content: the file to copy.
    /// - Returns: the path of the copy.
    /// - Throws: `Errno`, such as `noSpace` if the disk is full or `noEntry` if the pick has ended.
    public func add(
        named name: String, modified: Timestamp?, copying content: OwnedDescriptor
    ) throws(Errno) -> String {
        let name = state.withLock { $0.take(PickedFileName(name)) }
        let copy = UnwrittenCopy(name: name, modified: modified, content: content, size: try content.facts().size)
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

    /// The paths of the copies, in order of addition.
    public var paths: [String] { state.withLock { $0.entries.map(\.path) } }

    func end() {
        let entries = state.withLock { state in
            defer { (state.entries, state.hasEnded) = ([], true) }
            return state.entries
        }
        for entry in entries { entry.remove() }
    }
}
