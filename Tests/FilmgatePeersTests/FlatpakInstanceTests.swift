import FilmgateModel
import FilmgateSystem
import Foundation
import Testing

@testable import FilmgatePeers

/// In the system setting, for a user who has a service manager.
@Suite("A Flatpak's marks must agree")
struct FlatpakInstanceTests {
    private let temporaryFolder: TemporaryFolder
    private static let app = "org.example.App"

    init() throws {
        temporaryFolder = try TemporaryFolder()
        try make("units", "root", "run/\(geteuid())/.flatpak/7")
        try temporaryFolder.write("", to: "units/invocation:user@\(geteuid()).service")
        try temporaryFolder.write(Self.info(), to: "root/.flatpak-info")
        try temporaryFolder.write(Self.info(), to: "run/\(geteuid())/.flatpak/7/info")
    }

    private func make(_ folders: String...) throws {
        for folder in folders {
            try FileManager.default.createDirectory(
                at: temporaryFolder.url.appending(path: folder), withIntermediateDirectories: true)
        }
    }

    private static func info(_ app: String = app, instance: String? = "7") -> String {
        "[Application]\nname=\(app)\n" + (instance.map { "[Instance]\ninstance-id=\($0)\n" } ?? "")
    }

    private func identity(scope: String? = "app-flatpak-\(app)-4711.scope", of user: UInt32 = geteuid())
        -> ResolverResult
    {
        let manager = "/user.slice/user-\(user).slice/user@\(user).service/app.slice/"
        let process = FakeProcess(
            rootResult: .success(temporaryFolder.path + "/root"),
            controlGroupResult: .success(scope.map { manager + $0 } ?? "/user.slice/user-\(user).slice/session-1.scope")
        )
        let instances = FlatpakInstances(
            runtimeFolders: temporaryFolder.path + "/run", activeUnits: temporaryFolder.path + "/units")
        return FlatpakIdentityResolver(instances: instances).identify(process, BusCredentials(user: user))
    }

    private static let known = ResolverResult.client(ClientID(.flatpak, app)!)

    @Test("mark, instance and scope of one app make it that app")
    func agreeing() { #expect(identity() == Self.known) }

    @Test("a mark that an app wrote at its own root, without a scope of Flatpak's, is an error")
    func noScope() {
        for scope in [nil, "app-\(Self.app)-1.scope", "run-1.scope", "app-flatpak-org.example.Other-1.scope"] {
            guard case .failed(.contradicted) = identity(scope: scope) else {
                Issue.record("\(scope ?? "none"): \(identity(scope: scope))")
                continue
            }
        }
    }

    @Test(
        "a mark that no instance on the host bears out is an error",
        arguments: ["missing", "another app", "another number", "no number", "link", "FIFO", "no folder"])
    func instance(_ fault: String) throws {
        let path = temporaryFolder.path + "/run/\(geteuid())/.flatpak/7/info"
        unlink(path)
        switch fault {
        case "missing": break
        case "another app": try Self.info("org.example.Other").write(toFile: path, atomically: true, encoding: .utf8)
        case "another number": try Self.info(instance: "8").write(toFile: path, atomically: true, encoding: .utf8)
        case "no number":
            try Self.info(instance: nil).write(toFile: path, atomically: true, encoding: .utf8)
            try temporaryFolder.rewrite("root/.flatpak-info", as: Self.info(instance: nil))
        case "link": symlink(temporaryFolder.path + "/root/.flatpak-info", path)
        case "FIFO": mkfifo(path, 0o600)
        default: try FileManager.default.removeItem(atPath: temporaryFolder.path + "/run")
        }
        guard case .failed = identity() else {
            Issue.record("\(identity())")
            return
        }
    }

    @Test("without a service manager there is neither scope nor a certain folder, and the mark stands alone")
    func noManager() throws {
        unlink(temporaryFolder.path + "/units/invocation:user@\(geteuid()).service")
        try FileManager.default.removeItem(atPath: temporaryFolder.path + "/run")
        #expect(identity(scope: nil) == Self.known)
    }

    @Test("where nothing tells whether there is a service manager, that is an error")
    func unknownManager() throws {
        try FileManager.default.removeItem(atPath: temporaryFolder.path + "/units")
        try temporaryFolder.write("", to: "units")
        guard case .failed(.unreadable) = identity() else {
            Issue.record("\(identity())")
            return
        }
    }
}
