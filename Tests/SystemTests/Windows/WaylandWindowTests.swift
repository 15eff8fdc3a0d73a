import FilmgateTestKit
import Foundation
import Testing

/// What differs from X11: how a window of one program belongs to a window of another.
@Suite("Windows on Wayland")
struct WaylandWindowTests {
    @Test("a prompt belongs to the window whose handle the app names, and appears without one if the handle is wrong")
    func parent() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(1)
            let compositor = try await WaylandCompositor(in: world)
            let handle = try await compositor.openExportedWindow()
            let agent = [BuiltProgram.path("filmgate-agent"), "--window", BuiltProgram.path("filmgate-window")]
            _ = try world.start(agent, environment: compositor.environment)
            try await world.agentRegisters()
            // The compositor puts a window beside others, but one that belongs to another floats over it.
            for (app, handle, kind) in [
                ("org.example.Frame", handle, "floating_con"), ("org.example.Other", "wrong", "con"),
            ] {
                let app = try await world.client(flatpak: app)
                let request = try await app.requestAccess("read-write", ["parent-window": .text("wayland:\(handle)")])
                try await eventually { try await compositor.windows()["Access to photos"] == kind }
                try await app.close(request)
                try await eventually { try await compositor.windows()["Access to photos"] == nil }
            }
        }
    }
}

/// A Wayland compositor without a screen: sway.
private struct WaylandCompositor {
    private let world: World
    private let folder: String
    /// What programs need to show their windows here.
    let environment: [String: String]

    /// Starts it. It ends with the world.
    init(in world: World) async throws {
        self.world = world
        let folder = "\(world.folder)/wayland"
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data().write(to: URL(filePath: "\(world.folder)/sway"))
        // It does not run as root.
        let start = """
            [ "$(id -u)" != 0 ] || { chown nobody:nogroup "$0"; user="setpriv --reuid nobody --regid nogroup --clear-groups"; }
            exec $user sway -c "$1"
            """
        _ = try world.start(
            ["/bin/sh", "-c", start, folder, "\(world.folder)/sway"],
            environment: [
                "XDG_RUNTIME_DIR": folder, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
                "WLR_LIBINPUT_NO_DEVICES": "1",
            ])
        func socket(_ prefix: String) throws -> String? {
            try FileManager.default.contentsOfDirectory(atPath: folder).first {
                $0.hasPrefix(prefix) && !$0.hasSuffix(".lock")
            }
        }
        try await eventually { try socket("wayland-") != nil && socket("sway-ipc") != nil }
        environment = [
            "WAYLAND_DISPLAY": "\(folder)/\(try socket("wayland-") ?? "")",
            "SWAYSOCK": "\(folder)/\(try socket("sway-ipc") ?? "")", "GDK_BACKEND": "wayland",
            "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none", "LC_ALL": "C.UTF-8",
            "HOME": world.folder, "XDG_RUNTIME_DIR": world.folder,
        ]
    }

    /// Opens a window of a different program.
    ///
    /// - Returns: the handle that it exports.
    func openExportedWindow() async throws -> String {
        let (lines, hearing) = AsyncStream.makeStream(of: String?.self)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "TestKit/Python/exported_window.py").path
        _ = try world.start(
            ["/usr/bin/python3", script], environment: environment, onLine: { hearing.yield($0) })
        for await line in lines {
            if let line, !line.isEmpty { return line }
            break
        }
        throw ClientFailure("no window was exported")
    }

    /// The kinds of the windows, by their titles: `con` beside others, `floating_con` over another.
    func windows() async throws -> [String: String] {
        let result = try await world.start(
            ["/usr/bin/swaymsg", "-r", "-t", "get_tree"], environment: environment
        ).result()
        var kinds: [String: String] = [:]
        func look(at node: [String: Any]) {
            if node["pid"] != nil, let name = node["name"] as? String { kinds[name] = node["type"] as? String }
            for key in ["nodes", "floating_nodes"] {
                for child in node[key] as? [[String: Any]] ?? [] { look(at: child) }
            }
        }
        look(at: try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:])
        return kinds
    }
}
