import Filmgate
import FilmgateDBus
import FilmgateKeyFiles
import FilmgateModel
import FilmgateProcess
import FilmgateSystem
import FilmgateText
import Glibc

/// Starts the program's services: the search provider and the permission mirror. Each has its own connection to the
/// session bus.
struct ServiceStarter: Sendable {
    let loop: EventLoop
    /// The address of the broker's bus, or `system`.
    let brokerBus: String
    let failed: @Sendable (any Error) -> Void

    /// The folder of `desktop.conf`. Only the administrator can write there, because the file permits shells to search.
    private static let configuration = "/etc/filmgate"
    private static let retryTime = Duration.seconds(30)

    /// - Returns: the tasks of the services, which the caller cancels when the program ends.
    func start() -> [Task<Void, Never>] {
        [Task { await repeating { try await search() } }, Task { await repeating { try await mirror() } }]
    }

    /// Runs `body` until it succeeds or the task is cancelled. Pauses after each error, such as a missing broker.
    private func repeating(_ body: () async throws -> Void) async {
        while !Task.isCancelled {
            do { return try await body() } catch { failed(error) }
            // If the sleep is cancelled, the loop ends.
            try? await Task.sleep(for: Self.retryTime)
        }
    }

    private var broker: PhotoLibrary.Bus { brokerBus == "system" ? .system : .address(brokerBus) }

    private func search() async throws {
        let session = try await Connection.open("session", on: loop)
        let system = await systemBus()
        do {
            try await SearchProvider.serve(
                on: session, system: system, broker: broker, shells: Self.shells(in: Self.configuration), failed: failed
            ) { openLibrary(at: $0) }
        } catch {
            await session.close()
            throw error
        }
        await session.closed
    }

    /// Returns nil if the connection fails. Then only a screen saver can report that the screen is locked.
    private func systemBus() async -> Connection? {
        do { return try await Connection.open("system", on: loop) } catch {
            failed(error)
            return nil
        }
    }

    /// Returns the paths of the programs that may search: the usual ones, unless `desktop.conf` names others.
    ///
    /// - Throws: `Errno` or `KeyFileError` if the file exists but cannot be read, because it may permit fewer programs.
    static func shells(in folder: String) throws -> [String] {
        do {
            let bytes = try Directory(path: folder).file("desktop.conf").contents(upTo: 64 << 10)
            guard let bytes else { throw Errno(rawValue: EFBIG) }
            return try KeyFile(bytes).strings("shells", in: "search") ?? SearchProvider.usualShells
        } catch let error as Errno where error == .noEntry {
            return SearchProvider.usualShells
        } catch let error as KeyFileError {
            throw KeyFileError("\(folder)/desktop.conf: \(error.message)")
        }
    }

    /// - Parameter asset: the photo to show; nil shows all photos.
    private func openLibrary(at asset: AssetID?) {
        do throws(Errno) {
            // With `setsid`, the window stays open when this program ends.
            _ = try SpawnedProcess(
                "/usr/bin/setsid", arguments: ["--fork"] + Self.windowCommand(showing: asset),
                environment: SpawnedProcess.desktopEnvironment, descriptors: [])
        } catch { failed(error) }
    }

    static func windowCommand(showing asset: AssetID?) -> [String] {
        [ThisProgram.folder + "/filmgate-window"] + (asset.map { ["--asset", $0.description] } ?? [])
    }

    private func mirror() async throws {
        guard let state = stateFolder else { return }
        let session = try await Connection.open("session", on: loop)
        let library = try await PhotoLibrary.connect(to: broker)
        let mirror = PermissionMirror(session: session, library: library, state: try Directory.making(state))
        do {
            try await mirror.run(failed: failed)
            // The connection to the broker or to the session bus has ended.
            if !Task.isCancelled { throw Errno.brokenPipe }
        } catch {
            await session.close()
            throw error
        }
    }

    private var stateFolder: String? {
        let state = environmentVariable("XDG_STATE_HOME") ?? environmentVariable("HOME").map { $0 + "/.local/state" }
        return state.flatMap { $0.hasPrefix("/") ? $0 + "/filmgate" : nil }
    }
}
