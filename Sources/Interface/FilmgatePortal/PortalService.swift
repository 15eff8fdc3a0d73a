import FilmgateDBus
import FilmgatePickStore
import FilmgateSystem

/// The backend for file dialogs that xdg-desktop-portal calls, on one session bus.
struct PortalService: Sendable {
    private let connection: Connection
    private let store: PickStore
    private let object: FileChooserObject
    private let cleaner: DocumentCleaner
    private let saver: PhotoSaver

    /// - Parameter brokerBus: the address of the broker's bus.
    init(_ connection: Connection, brokerBus: String, store: PickStore, _ folders: DesktopFolders) {
        self.connection = connection
        self.store = store
        let cleaner = DocumentCleaner(connection: connection, store: store)
        self.cleaner = cleaner
        let remover = CopyRemover(store: store, loop: connection.loop, cleaner: cleaner)
        let settings = PortalSettingsFile(folders)
        let picker = PhotoPicker(
            connection: connection, brokerBus: brokerBus, store: store, settings: settings, runtime: folders.runtime)
        let saver = PhotoSaver(
            connection: connection, brokerBus: brokerBus, settings: settings, watcher: SaveWatcher(on: connection.loop))
        self.saver = saver
        let finder = CopyFinder(connection: connection, store: store)
        let dialogs = FileDialogRouter(
            folders: folders,
            forwarder: DialogForwarder(connection: connection) {
                folders.backendChoice(configured: folders.settings.backend).busName
            },
            pick: { dialog, accepted, settings in await picker.pick(for: dialog, accepted, settings) },
            isCopy: { await finder.isCopy($0) },
            keep: { remover.remove(later: $0) },
            offer: { dialog, settings in await saver.offer(for: dialog, settings) })
        object = FileChooserObject(on: connection) { dialog in try await dialogs.show(dialog) }
    }

    /// Acquires the bus name, and begins to serve. Removes the copies that an earlier process did not remove.
    ///
    /// - Throws: `NameTaken` if another process owns the bus name; errors of the connection.
    func begin() async throws {
        try await connection.followOwner(of: FileChooserInterface.caller)
        // The portal makes the calls of all apps on one connection, which needs higher limits than an app's.
        var limits = ServiceLimits(callsInFlight: 512)
        limits.callsOfAll = 2048
        await connection.serve(object, limits: limits)
        try await connection.requestName(FileChooserInterface.busName)
        let saver = saver
        try await connection.watchNames { change in
            guard change.name.isUnique, change.newOwner == nil else { return }
            Task { await saver.left(change.name) }
        }
        store.sweep()
        let cleaner = cleaner
        // Runs in a task, so that no dialog waits for it.
        Task { await cleaner.removeEnded() }
    }
}
