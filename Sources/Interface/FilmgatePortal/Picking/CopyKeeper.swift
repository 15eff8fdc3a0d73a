import FilmgateDBus
import FilmgatePickStore

/// Keeps the copies that apps got for 24 hours, for their lists of recent files, also if the app has ended.
struct CopyKeeper: Sendable {
    let store: PickStore
    let loop: EventLoop
    let cleaner: DocumentCleaner
    /// How long an app finds the copies after the dialog.
    var time: Duration = .seconds(24 * 3600)

    func keep(_ folder: PickFolder) {
        let (store, cleaner) = (store, cleaner)
        loop.after(time) {
            store.remove(folder)
            Task { await cleaner.removeEnded() }
        }
    }
}
