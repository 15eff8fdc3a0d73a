import FilmgateDBus
import FilmgateModel
import FilmgateProcess
import FilmgateSystem
import FilmgateText
import Glibc

/// Adds saved files to the library, acting for the apps that save them.
struct PhotoSaver: Sendable {
    /// The session bus.
    let connection: Connection
    /// The address of the broker's bus.
    let brokerBus: String
    let settings: PortalSettingsFile
    let watcher: SaveWatcher
    private let limits = SaveLimits()
    private let kept = DelegateConnectionCache()

    /// How long a dialog waits for the broker before it appears without Filmgate's choice.
    private static let patience: Duration = .seconds(1)

    /// An app with an open dialog, or with a file that it has yet to save.
    private struct App: Sendable {
        let name: BusName
        let delegate: DelegateConnection
        /// The start of the dialog, in nanoseconds since the Unix epoch.
        let begin: Int64
        let parentWindow: String
        var client: ClientID { delegate.client }
    }

    init(connection: Connection, brokerBus: String, settings: PortalSettingsFile, watcher: SaveWatcher) {
        (self.connection, self.brokerBus, self.settings, self.watcher) = (connection, brokerBus, settings, watcher)
    }

    /// Closes the cached connection of an app that has left the bus. Soon ends its watches for incomplete files.
    func left(_ app: BusName) async {
        await kept.take(app)?.close()
        await watcher.left(app)
    }

    /// Returns an offer for a dialog; nil if the app may not get one, or if finding out takes longer than `patience`.
    func offer(for dialog: DialogCall, _ settings: PortalSettings) async -> SaveOffer? {
        guard let app = await findSoon(dialog, settings) else { return nil }
        return SaveOffer(isTicked: settings.appsAdding.contains(app.client.description)) { answer in
            await end(app, answer)
        }
    }

    /// Returns the result of `find`; nil if `find` takes longer than `patience`.
    private func findSoon(_ dialog: DialogCall, _ settings: PortalSettings) async -> App? {
        let (results, continuation) = AsyncStream.makeStream(of: App?.self, bufferingPolicy: .bufferingOldest(1))
        let timer = connection.loop.after(Self.patience) { continuation.yield(nil) }
        Task {
            let app = await find(dialog, settings)
            if case .enqueued = continuation.yield(app) { return }
            if let app { await forget(app) }
        }
        defer { timer.cancel() }
        for await result in results {
            continuation.finish()
            return result
        }
        return nil
    }

    private func find(_ dialog: DialogCall, _ settings: PortalSettings) async -> App? {
        let arrival = BootTicks.now
        let begin = SystemTime.nanoseconds(of: CLOCK_REALTIME)
        do {
            guard let name = dialog.appName, let process = try await AppProcess.find(name, on: connection),
                !process.isFilmgateProgram
            else { return nil }
            let delegate = try await delegate(for: name, process, startedBy: arrival)
            let app = App(name: name, delegate: delegate, begin: begin, parentWindow: dialog.parentWindow)
            guard PickerApp(client: app.client).isConsistent(with: dialog.appID),
                !settings.appsOff.contains(app.client.description),
                // If reading the status fails, the app is treated as not authorized.
                let status = try? await delegate.addOnlyStatus(), status == .authorized || status == .notDetermined,
                limits.take(app.client)
            else {
                await release(delegate, for: name)
                return nil
            }
            return app
        } catch {
            // Without the broker, an agent or a library, the desktop's own dialog appears without Filmgate's choice.
            return nil
        }
    }

    private func delegate(
        for app: BusName, _ process: AppProcess, startedBy ticks: BootTicks
    ) async throws -> DelegateConnection {
        if let delegate = kept.take(app) {
            // The call fails if the broker has ended meanwhile.
            if (try? await delegate.addOnlyStatus()) != nil { return delegate }
            await delegate.close()
        }
        return try await DelegateConnection.open(
            to: brokerBus, on: connection.loop, actingFor: process.handle, startedBy: ticks.rawValue)
    }

    /// Caches a connection for the next dialog of its app, as long as the app is on the bus.
    private func release(_ delegate: DelegateConnection, for app: BusName) async {
        guard kept.keep(delegate, for: app) else { return await delegate.close() }
        // If the call fails, the bus has ended, and this program ends, too.
        if (try? await connection.owner(of: app)) == nil { await kept.take(app)?.close() }
    }

    private func forget(_ app: App) async {
        limits.release(app.client)
        await release(app.delegate, for: app.name)
    }

    private func end(_ app: App, _ answer: (adds: Bool, path: String?)?) async {
        if let answer { remember(answer.adds, for: app.client.description) }
        guard let answer, answer.adds, let path = answer.path else { return await forget(app) }
        do {
            let target = try await SaveTarget.find(path, begin: app.begin)
            let save = try await watcher.begin(target, for: app.name)
            // Does not wait for the file, because the app writes it only after it gets the dialog's answer.
            Task {
                await add(save, named: target, for: app)
                await forget(app)
            }
        } catch {
            PortalProgram.program.report("'\(path)' is not added. Its folder cannot be watched: \(error)")
            await forget(app)
        }
    }

    private func add(_ save: SaveWatcher.SaveID, named target: SaveTarget, for app: App) async {
        do {
            // The app may have left the bus before the watch began.
            if try await connection.owner(of: app.name) == nil { await watcher.left(app.name) }
            // Asks while the person remembers the dialog, and not later, when a long download ends.
            guard try await app.delegate.mayAdd(parentWindow: app.parentWindow) else {
                return await watcher.end(save)
            }
            guard let file = await watcher.file(of: save) else { return }
            let status = try file.facts()
            guard let asset = try await app.delegate.add(file, named: target.name) else {
                return PortalProgram.program.report("'\(target.path)' is not added. It is no photo or video.")
            }
            if let earlier = app.delegate.saved.replace(target, with: asset, status) {
                await app.delegate.withdraw(earlier)
            }
        } catch {
            await watcher.end(save)
            PortalProgram.program.report("'\(target.path)' is not added. \(error)")
        }
    }

    private func remember(_ adds: Bool, for app: String) {
        guard settings.settings.appsAdding.contains(app) != adds else { return }
        do { try settings.remember(adds, for: app) } catch {
            PortalProgram.program.report("The answer cannot be remembered: \(error)")
        }
    }
}
