import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

@Suite("Where systemd has put a process")
struct SystemdUnitTests {
    private static let slice = "/user.slice/user-1000.slice/user@1000.service/app.slice"

    @Test(
        "a scope or service of an application's own names it",
        arguments: [
            ("app-org.gnome.Photos-4242.scope", "org.gnome.Photos", nil),
            ("app-gnome-org.gnome.Photos-4242.scope", "org.gnome.Photos", "gnome"),
            ("app-KDE-org.kde.gwenview@a1b2.service", "org.kde.gwenview", "KDE"),
            ("app-org.kde.gwenview.service", "org.kde.gwenview", nil),
            ("app-flatpak-org.example.App-1.scope", "org.example.App", "flatpak"),
            ("app-gnome-google\\x2dchrome-1.scope", "google-chrome", "gnome"),
            ("app-a\\x2fb-1.scope", nil, nil), ("app-\\x2e\\x2e-1.scope", nil, nil), ("app-a\\x0ab-1.scope", nil, nil),
            ("app-a\\xzz-1.scope", nil, nil), ("app-a\\x-1.scope", nil, nil), ("app-a\\xff-1.scope", nil, nil),
            ("app-a\\y20-1.scope", nil, nil), ("app--1.scope", nil, nil), ("app-a-.scope", nil, nil),
            ("app-a.scope", nil, nil), ("app-.service", nil, nil), ("app.service", nil, nil),
            ("app-a-b-c-d.scope", nil, nil),
            ("App-a-1.scope", nil, nil), ("run-u42.scope", nil, nil), ("session-3.scope", nil, nil),
        ] as [(String, String?, String?)])
    func applications(unit: String, id: String?, launcher: String?) {
        let expected = id.map { SystemdUnit.application(id: $0, launcher: launcher) } ?? .elsewhere
        for below in ["", "/init.scope", "/tab(4242).scope"] {
            #expect(SystemdUnit(controlGroup: "\(Self.slice)/\(unit)\(below)", of: 1000) == expected)
        }
        #expect(SystemdUnit(controlGroup: "\(Self.slice)/app-x.slice/\(unit)", of: 1000) == expected)
        // Of another user's manager, of the system's, and of none it is nobody's application.
        #expect(SystemdUnit(controlGroup: "\(Self.slice)/\(unit)", of: 1001) == .elsewhere)
        #expect(SystemdUnit(controlGroup: "/user.slice/user-1000.slice/\(unit)", of: 1000) == .elsewhere)
        #expect(SystemdUnit(controlGroup: "/\(unit)", of: 1000) == .elsewhere)
    }

    @Test("services of the system are known by their units, and snaps' by their snaps")
    func others() {
        func place(_ path: String?) -> SystemdUnit { SystemdUnit(controlGroup: path, of: 1000) }
        #expect(place("/system.slice/cups.service") == .service("cups.service"))
        #expect(place("/system.slice/system-getty.slice/getty@tty1.service/x") == .service("getty@tty1.service"))
        #expect(place("/system.slice/snap.lxd.daemon.service") == .snap("lxd"))
        #expect(place("\(Self.slice)/snap.firefox.firefox-0a1b.scope") == .snap("firefox"))
        for path in [
            nil, "", "/", "/system.slice", "/system.slice/x.scope", "/init.scope", "/../system.slice/x.service",
        ] {
            #expect(place(path) == .elsewhere)
        }
    }

    @Test("10,000 made-up paths make nobody of another user's, and no name with a slash or a control character")
    func madeUp() {
        var random = SeededRandom(seed: 3)
        let parts = [
            "user.slice", "user-1000.slice", "user@1000.service", "app.slice", "system.slice", "app-a-1.scope",
            "app-", "\\x2d", "\\x2f", "\\x", "-", ".", "@", ".service", ".scope", "snap.", "a", "é", "\u{1}", "..", "/",
            "/",
        ]
        var named = 0
        for _ in 0..<10_000 {
            var path = Bool.random(using: &random) ? Self.slice + "/" : "/"
            for _ in 0..<Int.random(in: 1...8, using: &random) { path += parts.randomElement(using: &random)! }
            guard case .application(let id, _) = SystemdUnit(controlGroup: path, of: 1000) else { continue }
            #expect(path.hasPrefix("/user.slice/user-1000.slice/user@1000.service/"))
            #expect(ClientID(.app, id)?.isPossible == true, "\(path)")
            named += 1
        }
        #expect(named > 50)
    }
}

@Suite("An application of the host")
struct HostApplicationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, keys) in [
            ("org.example.App", "Categories=Graphics;Viewer;"), ("org.example.Plain", ""),
            ("org.example.Terminal", "Categories=System;TerminalEmulator;"), ("org.example.Code", "Categories=IDE;"),
        ] {
            try folder.write(
                "[Desktop Entry]\nType=Application\nName=x\nExec=/bin/true\n\(keys)\n", to: "\(name).desktop")
        }
        try folder.write("no desktop file", to: "org.example.Broken.desktop")
    }

    private func identity(
        _ unit: String, user: UInt32 = 1000, path: String = "/usr/bin/staged", namesServices: Bool = false
    ) -> ResolverResult {
        let process = FakeProcess(
            executableResult: .success(.fake(path)),
            controlGroupResult: .success("/user.slice/user-1000.slice/user@1000.service/app.slice/\(unit)"))
        let identifier = HostIdentityResolver(
            applications: InstalledApplications(folders: [folder.path]), namesServices: namesServices)
        return identifier.identify(process, BusCredentials(user: user))
    }

    private static let program = ResolverResult.client(ClientID(.exe, "/usr/bin/staged")!)

    @Test("is known by its scope where the system has its desktop file")
    func named() {
        #expect(identity("app-gnome-org.example.App-1.scope") == .client(ClientID(.app, "org.example.App")!))
        #expect(identity("app-org.example.Plain@1.service") == .client(ClientID(.app, "org.example.Plain")!))
        // Its executable may have been replaced since: it is not what it is known by.
        #expect(
            identity("app-org.example.App-1.scope", path: "/usr/bin/staged (deleted)")
                == .client(ClientID(.app, "org.example.App")!))
    }

    @Test(
        "is a program as any other without a desktop file, and in a terminal's scope or that of a workbench",
        arguments: ["org.example.None", "org.example.Broken", "org.example.Terminal", "org.example.Code"])
    func program(id: String) {
        #expect(identity("app-gnome-\(id)-1.scope") == Self.program)
        #expect(
            identity("app-gnome-\(id)-1.scope", path: "/usr/bin/staged (deleted)") == .failed(.executableGone))
    }

    @Test("a scope of a sandbox's around a program of the host is an error")
    func sandboxes() {
        for unit in ["app-flatpak-org.example.App-1.scope", "snap.firefox.firefox-1.scope"] {
            #expect(identity(unit) == .failed(.contradicted("the scope")))
        }
    }

    @Test("in the scope of another user it is a program, and root's is the system's where such are named")
    func otherUsers() {
        #expect(identity("app-org.example.App-1.scope", user: 1001) == Self.program)
        #expect(identity("app-org.example.App-1.scope", user: 0) == Self.program)
        for user in [0, 33, 999, 65_534] as [UInt32] {
            #expect(
                identity("app-org.example.App-1.scope", user: user, namesServices: true)
                    == .client(ClientID(.system, "\(user)")!))
        }
        #expect(identity("run-1.scope", user: 1000, namesServices: true) == Self.program)
    }

    @Test(
        "is told by the kernel's own word, and a tool in its scope is the tool",
        .enabled(if: ControlGroup.isPossible, "no control groups here"), .privateBus)
    func kernel() async throws {
        let bus = try #require(PrivateBus.current)
        let user = geteuid()
        let group = try ControlGroup(
            "user.slice/user-\(user).slice/user@\(user).service/app.slice/app-test-org.example.App-\(getpid()).scope")
        defer { group.remove() }
        var lookup = Lookup()
        lookup.identifiers = [
            SnapIdentityResolver(), FlatpakIdentityResolver(),
            HostIdentityResolver(applications: InstalledApplications(folders: [folder.path])),
        ]
        let fixture = try await RegistryFixture(on: bus, TemporaryFolder(), lookup: lookup)
        try await fixture.connection.requestName(BusName(FilmgateTestKit.TestClient.service)!)
        let guest = try await Guest.start(on: bus, in: group)
        let client = try #require(await fixture.identification(of: guest).known)
        #expect(client.id == ClientID(.app, "org.example.App"))
        #expect(!client.isVerified && !client.isSandboxed && !client.isOwnersTool)

        let keeper = try await RegistryFixture(
            on: bus, TemporaryFolder(), lookup: lookup, programs: .own([Guest.interpreter]))
        try await keeper.connection.requestNameFrom(fixture.connection)
        let other = try await Guest.start(on: bus, in: group)
        let tool = try #require(await keeper.identification(of: other).known)
        #expect(tool.isOwnersTool && tool.id == ClientID(.exe, Guest.interpreter))
        await guest.end()
        await other.end()
    }
}

extension Connection {
    fileprivate func requestNameFrom(_ other: Connection) async throws {
        try await other.releaseName(BusName(FilmgateTestKit.TestClient.service)!)
        try await requestName(BusName(FilmgateTestKit.TestClient.service)!)
    }
}
