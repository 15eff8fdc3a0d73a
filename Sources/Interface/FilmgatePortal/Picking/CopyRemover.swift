import FilmgateDBus
import FilmgatePickStore

/// Removes the copies that the picker made for an app, 24 hours after the dialog. Until then, the app can open them
/// from its list of recent files, even after a restart.
struct CopyRemover: Sendable {
    let store: PickStore
    let loop: EventLoop
    let cleaner: DocumentCleaner
    /// The time from the dialog to the removal of the copies.
    var time: Duration = .seconds(24 * 3600)

    func remove(later folder: PickFolder) {
        let (store, cleaner) = (store, cleaner)
        loop.after(time) {
            store.remove(folder)
            Task { await cleaner.removeEnded() }
        }
    }
}
