import FilmgateDBus
import FilmgatePickStore
import Synchronization

/// Removes the copies that apps got, 24 hours after the app has left the bus.
final class CopyRemover: Sendable {
    private let store: PickStore
    private let loop: EventLoop
    private let kept = Mutex<[BusName: [PickFolder]]>([:])

    /// How long an app that is started again finds the copies.
    static let time: Duration = .seconds(24 * 3600)

    init(_ store: PickStore, on loop: EventLoop) {
        self.store = store
        self.loop = loop
    }

    func keep(_ folder: PickFolder, for app: BusName?) {
        guard let app else { return removeLater([folder]) }
        kept.withLock { $0[app, default: []].append(folder) }
    }

    /// Lets the copies of an app that has left the bus end.
    func left(_ app: BusName) {
        guard let folders = kept.withLock({ $0.removeValue(forKey: app) }) else { return }
        removeLater(folders)
    }

    private func removeLater(_ folders: [PickFolder]) {
        let store = store
        loop.after(Self.time) { for folder in folders { store.remove(folder) } }
    }
}
