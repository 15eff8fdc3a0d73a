import FilmgateDBus
import Synchronization

/// Caches idle connections that act for apps, by the unique bus names of the apps.
///
/// For a program without a sandbox, the person's answer applies to one connection. With a new connection for each
/// file, the broker would ask the person each time.
final class DelegateConnectionCache: Sendable {
    private let delegates = Mutex<[BusName: DelegateConnection]>([:])

    static let most = 64

    /// Removes and returns the connection for an app.
    func take(_ app: BusName) -> DelegateConnection? { delegates.withLock { $0.removeValue(forKey: app) } }

    /// Adds a connection. Returns false if there is already one for this app, or if the cache is full.
    func keep(_ delegate: DelegateConnection, for app: BusName) -> Bool {
        delegates.withLock { delegates in
            guard delegates[app] == nil, delegates.count < Self.most else { return false }
            delegates[app] = delegate
            return true
        }
    }
}
