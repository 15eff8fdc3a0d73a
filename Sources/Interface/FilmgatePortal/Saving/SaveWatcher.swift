import FilmgateDBus
import FilmgateSystem
import FilmgateText

/// Waits until the files that apps save are complete: closed after writing or moved to their name, and then unchanged
/// for a second. Runs on the event loop.
actor SaveWatcher {
    typealias SaveID = UInt64

    private struct Save {
        let target: SaveTarget
        let app: BusName
        let folder: Int32
        let end: Timer
        var progress = SaveProgress()
        var lastEvent = ContinuousClock.now
        /// Whether the timer for the unchanged second is running, or the file is being checked.
        var isSettling = false
        /// Receives the file; nil unless `file(of:)` is waiting.
        var wanted: AsyncStream<OwnedDescriptor>.Continuation?
    }

    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let quiet: Duration
    private var inotify: InotifyInstance?
    private var watch: Watch?
    private var saves: [SaveID: Save] = [:]
    private var lastID: SaveID = 0

    /// The time limit for saving a file.
    static let time: Duration = .seconds(30 * 60)
    /// The time limit after the app has left the bus, because a different process may still write the file.
    static let timeAfterApp: Duration = .seconds(2)

    /// - Parameter quiet: how long a complete file must be unchanged.
    init(on loop: EventLoop, quiet: Duration = .seconds(1)) {
        self.loop = loop
        self.quiet = quiet
    }

    /// Begins to watch for a file. Ignores earlier events.
    ///
    /// - Throws: `Errno` if the folder cannot be watched.
    func begin(_ target: SaveTarget, for app: BusName) throws(Errno) -> SaveID {
        // Earlier events concern the files of other dialogs.
        readEvents()
        let folder = try openedInotify().add(target.folder.descriptor)
        lastID += 1
        let id = lastID
        let end = loop.after(Self.time) { [weak self] in self?.assumeIsolated { $0.end(id) } }
        saves[id] = Save(target: target, app: app, folder: folder, end: end)
        return id
    }

    /// Waits until the file is complete, and ends the watch.
    ///
    /// - Returns: the file; nil if the watch has ended without a file.
    func file(of id: SaveID) async -> OwnedDescriptor? {
        let (files, continuation) = AsyncStream.makeStream(of: OwnedDescriptor.self)
        guard saves[id] != nil else { return nil }
        saves[id]?.wanted = continuation
        settle(id)
        for await file in files { return file }
        end(id)
        return nil
    }

    func end(_ id: SaveID) {
        guard let save = saves.removeValue(forKey: id) else { return }
        save.end.cancel()
        save.wanted?.finish()
        if !saves.values.contains(where: { $0.folder == save.folder }) { inotify?.remove(save.folder) }
    }

    /// Waits for `timeAfterApp` after an app has left the bus, and then ends its watches for incomplete files.
    func left(_ app: BusName) {
        for (id, save) in saves where save.app == app {
            loop.after(Self.timeAfterApp) { [weak self] in
                self?.assumeIsolated { watcher in
                    watcher.readEvents()
                    if watcher.saves[id]?.progress.isWhole == false { watcher.end(id) }
                }
            }
        }
    }

    /// Returns the instance for all folders. There is only one, because the kernel limits each user's instances.
    private func openedInotify() throws(Errno) -> InotifyInstance {
        if let inotify { return inotify }
        let opened = try InotifyInstance(SaveProgress.eventKinds)
        watch = try loop.watch(opened.descriptor) { [weak self] in self?.assumeIsolated { $0.readEvents() } }
        inotify = opened
        return opened
    }

    private func readEvents() {
        for event in inotify?.next() ?? [] { take(event) }
    }

    private func take(_ event: InotifyEvent) {
        for (id, save) in saves {
            if event.hasLostEvents {
                saves[id]?.progress.loseEvents()
            } else if event.watch == save.folder, event.isEndOfFolder {
                end(id)
                continue
            } else if event.watch == save.folder, event.name.elementsEqual(save.target.name.utf8) {
                saves[id]?.progress.take(event)
            } else {
                continue
            }
            saves[id]?.lastEvent = .now
            settle(id)
        }
    }

    /// Checks the file when it has been unchanged for long enough.
    private func settle(_ id: SaveID) {
        guard let save = saves[id], save.progress.isWhole, save.wanted != nil, !save.isSettling else { return }
        saves[id]?.isSettling = true
        let rest = quiet - (.now - save.lastEvent)
        guard rest > .zero else {
            Task { await look(id) }
            return
        }
        loop.after(rest) { [weak self] in
            self?.assumeIsolated { watcher in
                watcher.saves[id]?.isSettling = false
                watcher.settle(id)
            }
        }
    }

    private func look(_ id: SaveID) async {
        guard let save = saves[id] else { return }
        let finding = await save.target.find(isMoved: save.progress.state == .moved)
        readEvents()
        guard let now = saves[id] else { return }
        saves[id]?.isSettling = false
        guard now.lastEvent == save.lastEvent else { return settle(id) }
        switch finding {
        case .saved(let file):
            now.wanted?.yield(file)
            end(id)
        case .nothing: saves[id]?.progress.refuse()
        case .refused(let reason):
            PortalProgram.program.report("'\(save.target.path)' is not added. \(reason)")
            saves[id]?.progress.refuse()
        }
    }
}
