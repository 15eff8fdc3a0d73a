import Filmgate
import FilmgateDBus
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgateDesktop

private let permissionStore = "/usr/libexec/xdg-permission-store"

@Suite(
    "The mirror of grants in the desktop's own permission store",
    .enabled(if: access(permissionStore, X_OK) == 0, "xdg-desktop-portal is not installed"))
struct PermissionMirrorTests {
    private static let service = "org.freedesktop.impl.portal.PermissionStore"
    private static let (viewer, other) = ("org.example.Viewer", "org.example.Other")

    /// A world with the permission store on its bus.
    private struct Desktop {
        let world: World
        let session: Connection
        let state: Directory

        init(_ world: World) async throws {
            self.world = world
            session = try await world.bus.connect()
            state = try Directory.making("\(world.folder)/kept")
            _ = try await startStore("data")
        }

        /// - Parameter data: the folder with its database.
        func startStore(_ data: String) async throws -> Program {
            let program = try world.start([permissionStore], environment: environment(data))
            _ = try await world.owner.ownerAppears(of: PermissionMirrorTests.service)
            return program
        }

        private func environment(_ data: String) -> [String: String] {
            [
                "DBUS_SESSION_BUS_ADDRESS": world.bus.address, "HOME": world.folder,
                "XDG_DATA_HOME": "\(world.folder)/\(data)",
            ]
        }

        func mirror() async throws -> PermissionMirror {
            PermissionMirror(
                session: session, library: try await PhotoLibrary.connect(to: .address(world.bus.address)),
                state: state)
        }

        /// Runs the mirror until `body` ends.
        func mirroring(_ body: () async throws -> Void) async throws {
            let mirror = try await mirror()
            let task = Task { try await mirror.run { Issue.record($0) } }
            try await body()
            task.cancel()
            // It ends by being cancelled.
            _ = try? await task.value
        }

        var entry: [String: [String]] {
            get async throws {
                guard case .written(let permissions) = try await PermissionStore(session: session).entry() else {
                    return ["": []]
                }
                return permissions
            }
        }

        /// Writes to the store as any program can.
        func set(_ app: String, _ permissions: [String]) async throws {
            try await world.owner.call(
                PermissionMirrorTests.service, "SetPermission", "sbssas", .text("filmgate"), false, .text("photos"),
                .text(app),
                .texts(permissions), at: "/org/freedesktop/impl/portal/PermissionStore",
                on: PermissionMirrorTests.service)
        }

        var grants: [String: String] {
            get async throws {
                var levels: [String: String] = [:]
                for grant in try await world.owner.grants() {
                    guard let client = grant["client"]?.text, let status = grant["read-write"]?.text else { continue }
                    if status != "not-determined" { levels[client] = status }
                }
                return levels
            }
        }
    }

    @Test("shows each grant of a sandboxed app and no other, and follows changes")
    func shows() async throws {
        try await withWorld { world in
            let desktop = try await Desktop(world)
            try await world.owner.grant("flatpak:\(Self.viewer)", "full")
            try await world.owner.grant("exe:/usr/bin/viewer", "full")
            try await world.owner.grant("snap:photos", "none")
            try await desktop.mirroring {
                try await eventually {
                    try await desktop.entry == [Self.viewer: ["full"], "snap.photos": ["none"]]
                }
                try await world.owner.grant("flatpak:\(Self.viewer)", "limited", selection: [])
                try await eventually { try await desktop.entry[Self.viewer] == ["limited"] }
                try await world.owner.resetGrant("snap:photos")
                try await eventually { try await desktop.entry == [Self.viewer: ["limited"]] }
            }
            #expect(try await desktop.grants["exe:/usr/bin/viewer"] == "authorized")
        }
    }

    @Test("an app that is removed from the store loses its grant, also the last one, and also while the mirror is away")
    func takesBack() async throws {
        try await withWorld { world in
            let desktop = try await Desktop(world)
            for app in [Self.viewer, Self.other] { try await world.owner.grant("flatpak:\(app)", "full") }
            try await desktop.mirroring {
                try await eventually { try await desktop.entry.count == 2 }
                try await desktop.set(Self.viewer, [])
                try await eventually { try await desktop.grants == ["flatpak:\(Self.other)": "authorized"] }
            }
            try await desktop.set(Self.other, [])
            try await desktop.mirroring { try await eventually { try await desktop.grants.isEmpty } }
            #expect(try await desktop.entry.isEmpty)
        }
    }

    @Test(
        "flatpak's own command takes a grant back, and shows it before",
        .enabled(if: access("/usr/bin/flatpak", X_OK) == 0, "flatpak is not installed"))
    func flatpak() async throws {
        try await withWorld { world in
            let desktop = try await Desktop(world)
            try await world.owner.grant("flatpak:\(Self.viewer)", "full")
            // flatpak lists the tables whose files it finds.
            let environment = [
                "DBUS_SESSION_BUS_ADDRESS": world.bus.address, "HOME": world.folder,
                "XDG_DATA_HOME": "\(world.folder)/data",
            ]
            try await desktop.mirroring {
                try await eventually { try await desktop.entry == [Self.viewer: ["full"]] }
                let shown = try await world.run("/usr/bin/flatpak", "permissions", environment: environment)
                #expect(shown.output.contains("filmgate") && shown.output.contains(Self.viewer), "\(shown.errors)")
                let reset = try await world.run(
                    "/usr/bin/flatpak", "permission-reset", Self.viewer, environment: environment)
                #expect(reset.code == 0, "\(reset.errors)")
                try await eventually { try await desktop.grants.isEmpty }
            }
        }
    }

    @Test("a program that raises a grant in the store, or names a strange app there, raises nothing and is set right")
    func raisesNothing() async throws {
        try await withWorld { world in
            let desktop = try await Desktop(world)
            try await world.owner.grant("flatpak:\(Self.viewer)", "none")
            let right = [Self.viewer: ["none"]]
            try await desktop.mirroring {
                try await eventually { try await desktop.entry == right }
                for (app, words) in [(Self.viewer, ["full"]), (Self.other, ["full"]), ("../../x y", ["none", "full"])] {
                    try await desktop.set(app, words)
                    try await eventually { try await desktop.entry == right }
                }
                for number in 0..<200 { try await desktop.set("org.example.App\(number)", ["full"]) }
                try await eventually { try await desktop.entry == right }
            }
            #expect(try await desktop.grants == ["flatpak:\(Self.viewer)": "denied"])
        }
    }

    @Test("an empty store is written again and takes nothing back, nor does an entry that a different program made")
    func empty() async throws {
        try await withWorld { world in
            let desktop = try await Desktop(world)
            try await world.owner.grant("flatpak:\(Self.viewer)", "full")
            try await desktop.mirroring { try await eventually { try await desktop.entry == [Self.viewer: ["full"]] } }
            try await world.owner.call(
                Self.service, "Delete", "ss", .text("filmgate"), .text("photos"),
                at: "/org/freedesktop/impl/portal/PermissionStore", on: Self.service)
            try await world.owner.call(
                Self.service, "SetPermission", "sbssas", .text("filmgate"), true, .text("photos"),
                .text(Self.other), .texts(["full"]), at: "/org/freedesktop/impl/portal/PermissionStore",
                on: Self.service)
            try await desktop.mirroring {
                try await eventually { try await desktop.entry == [Self.viewer: ["full"]] }
            }
            #expect(try await desktop.grants == ["flatpak:\(Self.viewer)": "authorized"])
        }
    }
}
