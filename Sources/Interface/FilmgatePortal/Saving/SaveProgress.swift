import FilmgateSystem
import Glibc

/// How far an app has come with a file that it saves: events of the file's name in, a state out.
struct SaveProgress: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Not written since the dialog, or no longer there.
        case unwritten
        /// Written, and not closed since.
        case beingWritten
        /// Closed after writing.
        case closed
        /// Moved to this name.
        case moved
    }

    private(set) var state = State.unwritten

    /// The kinds of inotify events on which the state depends.
    static let eventKinds = [IN_CREATE, IN_MODIFY, IN_CLOSE_WRITE, IN_MOVED_TO, IN_MOVED_FROM, IN_DELETE].map { Int($0) }

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
            // A new name with nothing in it, or a link; or the name is gone.
            state = .unwritten
        }
    }

    /// Notes that events were lost: the file may have been written.
    mutating func loseEvents() { state = .closed }

    /// Notes that the file at the name is not what the app saves.
    mutating func refuse() { state = .unwritten }
}
