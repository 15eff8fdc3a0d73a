import FilmgateDBus
import FilmgatePickStore

/// Removes copies from the pick store 24 hours after the dialog. Until then, apps find the copies in their lists of
/// recent files, even after a restart of the app.
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
