import FilmgateModel
import Synchronization

/// Counts the dialogs and files of each app that Filmgate follows, so that no app uses up the others' share.
final class SaveLimits: Sendable {
    private let counts = Mutex<[ClientID: Int]>([:])

    static let ofApp = 16
    static let ofAll = 64

    /// Counts one more; returns false if there are too many.
    func take(_ app: ClientID) -> Bool {
        counts.withLock { counts in
            guard counts[app, default: 0] < Self.ofApp, counts.values.reduce(0, +) < Self.ofAll else { return false }
            counts[app, default: 0] += 1
            return true
        }
    }

    func giveBack(_ app: ClientID) {
        counts.withLock { counts in
            let rest = counts[app, default: 1] - 1
            counts[app] = rest > 0 ? rest : nil
        }
    }
}
