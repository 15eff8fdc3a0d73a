public import Filmgate
public import FilmgateDBus
import FilmgateModel
public import FilmgateSystem

/// Mirrors the grants of sandboxed apps in the desktop's permission store, and takes back the grants that a person
/// removes from the store.
public struct PermissionMirror: Sendable {
    private let store: PermissionStore
    private let library: PhotoLibrary
    private let mirrored: MirroredApps

    /// - Parameter state: the folder of the file that lists the apps in the store.
    public init(session: Connection, library: PhotoLibrary, state: Directory) {
        store = PermissionStore(session: session)
        self.library = library
        mirrored = MirroredApps(in: state)
    }

    /// Runs until the task is cancelled, or until the connection to the session bus or to the broker ends.
    ///
    /// - Parameter failed: called with each error. The next change of the store or the grants starts another attempt.
    public func run(failed: @Sendable (any Error) -> Void) async throws {
        let (wakeups, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = try await store.watch(ended: { wake.finish() }) { wake.yield() }
        defer { watch.end() }
        let changes = library.administration.grantsChanged
        // The stream yields its first element immediately, so changes made before this program started are applied.
        let follower = Task {
            for await _ in changes { wake.yield() }
            wake.finish()
        }
        defer { follower.cancel() }
        var pause = WriteBackPause()
        for await _ in wakeups {
            do { pause.note(hasWritten: try await update()) } catch { failed(error) }
            try await Task.sleep(for: pause.duration)
        }
    }

    /// Takes back the grants of apps that were removed from the store, and writes the other grants to the store.
    ///
    /// - Returns: whether the function wrote to the store.
    func update() async throws -> Bool {
        var grants: [String: ClientGrant] = [:]
        for grant in try await library.administration.grants() where grant.isDecided {
            if let app = grant.client.nameInPermissionStore { grants[app] = grant }
        }
        let stored = try await store.entry()
        let before = mirrored.read()
        let plan = MirrorPlan(grants: grants.mapValues(\.level.rawValue), stored: stored, mirrored: before)
        for app in plan.resets {
            if let grant = grants[app], try await takesBack(grant.client) { grants[app] = nil }
        }
        let apps = Set(grants.keys)
        let wanted = MirrorPlan.permissions(for: grants.mapValues(\.level.rawValue), stored: stored)
        // If the update is interrupted here, an app that was not yet written must not count as removed from the store.
        try mirrored.write(before.intersection(apps))
        if let wanted { try await store.write(wanted) }
        try mirrored.write(apps)
        return wanted != nil
    }

    /// - Returns: false if the broker refuses, for example because policy would then give the app more access. The
    ///   app's permissions are then written to the store again.
    private func takesBack(_ client: ClientID) async throws -> Bool {
        do {
            try await library.administration.resetGrant(of: client)
            return true
        } catch {
            switch error {
            case .notAuthorized, .interactionRequired, .restricted: return false
            default: throw error
            }
        }
    }
}

extension ClientID {
    /// The identifier of a sandboxed app in the permission store; nil for programs without a sandbox.
    var nameInPermissionStore: String? {
        switch kind {
        case .flatpak: name
        case .snap: "snap.\(name)"
        case .app, .exe, .system: nil
        }
    }
}

/// The pause after an update. It doubles with each consecutive update that writes to the store, up to 25.6 seconds, so
/// that a program that changes the store in a loop costs little.
struct WriteBackPause {
    private var writes = 0

    mutating func note(hasWritten: Bool) { writes = hasWritten ? min(writes + 1, 8) : 0 }

    var duration: Duration { .milliseconds(100 << writes) }
}
