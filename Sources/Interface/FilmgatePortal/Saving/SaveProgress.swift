import FilmgateSystem
import Glibc

/// The progress of an app in saving a file, derived from the events of the file's name.
struct SaveProgress: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// The file has not been written since the dialog, or no longer exists.
        case unwritten
        /// The file was written, and has not been closed since.
        case beingWritten
        /// The file was closed after writing.
        case closed
        /// The file was moved to its name.
        case moved
    }

    private(set) var state = State.unwritten

    /// The kinds of inotify events on which the state depends.
    static let eventKinds = [IN_CREATE, IN_MODIFY, IN_CLOSE_WRITE, IN_MOVED_TO, IN_MOVED_FROM, IN_DELETE].map {
        Int($0)
    }

    var isWhole: Bool {
        switch state {
        case .closed, .moved: true
        case .unwritten, .beingWritten: false
        }
    }

    mutating func take(_ event: InotifyEvent) {
        if event.has(Int(IN_CLOSE_WRITE)) {
            state = .closed
        } else if event.has(Int(IN_MOVED_TO)) {
            state = .moved
        } else if event.has(Int(IN_MODIFY)) {
            state = .beingWritten
        } else {
            // An empty file or a link was created, or the name was removed.
            state = .unwritten
        }
    }

    /// Records that events were lost. The file may have been written, so it counts as closed.
    mutating func loseEvents() { state = .closed }

    /// Records that the file with this name is not the file that the app saves.
    mutating func refuse() { state = .unwritten }
}
