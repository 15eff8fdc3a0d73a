import FilmgateDBus
import FilmgatePickStore

/// Removes the copies that apps got, 24 hours after their dialog: until then apps find them in their lists of recent
/// files, also when they are started again.
struct CopyRemover: Sendable {
    let store: PickStore
    let loop: EventLoop
    let cleaner: DocumentCleaner
    /// How long an app finds the copies after the dialog.
    var time: Duration = .seconds(24 * 3600)

    func remove(later folder: PickFolder) {
        let (store, cleaner) = (store, cleaner)
        loop.after(time) {
            store.remove(folder)
            Task { await cleaner.removeEnded() }
        }
    }
}
