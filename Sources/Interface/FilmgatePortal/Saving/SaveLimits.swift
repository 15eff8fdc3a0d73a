import FilmgateModel
import Synchronization

/// Limits the dialogs and files that Filmgate follows at the same time, for each app and in total.
final class SaveLimits: Sendable {
    private let counts = Mutex<[ClientID: Int]>([:])

    static let ofApp = 16
    static let ofAll = 64

    /// Counts one more dialog of an app. Returns false if a limit is reached.
    func take(_ app: ClientID) -> Bool {
        counts.withLock { counts in
            guard counts[app, default: 0] < Self.ofApp, counts.values.reduce(0, +) < Self.ofAll else { return false }
            counts[app, default: 0] += 1
            return true
        }
    }

    func release(_ app: ClientID) {
        counts.withLock { counts in
            let rest = counts[app, default: 1] - 1
            counts[app] = rest > 0 ? rest : nil
        }
    }
}
