import FilmgateDBus
import Synchronization

/// Connections that act for apps and have nothing to do, by the apps' names on the bus.
///
/// What the person answers for a program in no sandbox counts for one connection. With a new one for each file, they
/// would be asked each time.
final class KeptDelegates: Sendable {
    private let delegates = Mutex<[BusName: DelegateConnection]>([:])

    static let most = 64

    /// Returns the connection for an app, which is then no longer kept.
    func take(_ app: BusName) -> DelegateConnection? { delegates.withLock { $0.removeValue(forKey: app) } }

    /// Returns false if one is kept for this app already, or if there are too many.
    func keep(_ delegate: DelegateConnection, for app: BusName) -> Bool {
        delegates.withLock { delegates in
            guard delegates[app] == nil, delegates.count < Self.most else { return false }
            delegates[app] = delegate
            return true
        }
    }
}
