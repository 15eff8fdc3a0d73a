import FilmgateTestKit
import Foundation
import Testing

/// `filmgate-portal` in a world, with stand-ins for xdg-desktop-portal and for the desktop's own backend.
struct PortalDesk {
    let world: World
    let portal: Program
    let dialogs: Script
    /// The app's name on the bus.
    let app: String
    var copies: String { "\(world.folder)/run/filmgate/picks" }

    static let pictures =
        "{'filters': <[('Pictures', [(uint32 0, '*.[jJ][pP][gG]'), (0, '*.[pP][nN][gG]')]), ('All', [(0, '*')])]>}"
    static let several = pictures.dropLast() + ", 'multiple': <true>}"

    /// - Parameters:
    ///   - app: the app's name on the bus; nil: a program of the host of its own.
    ///   - settings: what is in `portal.conf`.
    init(in world: World, app: String? = nil, settings: String = "") async throws {
        self.world = world
        for name in ["run", "portals", "config/filmgate", "home", "saved"] {
            try FileManager.default.createDirectory(
                atPath: "\(world.folder)/\(name)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try """
        [portal]
        DBusName=org.freedesktop.impl.portal.desktop.test
        Interfaces=org.freedesktop.impl.portal.FileChooser;
        """.write(toFile: "\(world.folder)/portals/test.portal", atomically: true, encoding: .utf8)
        // The broker of a world names its delegate's file.
        let program = "\(world.folder)/programs/delegate"
        _ = try await world.run("/bin/cp", BuiltProgram.path("filmgate-portal"), program)
        dialogs =
            if let app {
                try await world.script("file_dialogs.py", as: "viewer", app)
            } else {
                try await world.script("file_dialogs.py", as: "viewer")
            }
        self.app = String(try await dialogs.line().dropFirst("ready ".count))
        portal = try world.start(
            [program],
            environment: [
                "XDG_RUNTIME_DIR": "\(world.folder)/run", "XDG_DESKTOP_PORTAL_DIR": "\(world.folder)/portals",
                "XDG_CONFIG_HOME": "\(world.folder)/config", "HOME": "\(world.folder)/home",
            ])
        try write(settings: settings)
        _ = try await world.owner.ownerAppears(of: "org.freedesktop.impl.portal.desktop.filmgate")
    }

    func write(settings: String) throws {
        try settings.write(
            toFile: "\(world.folder)/config/filmgate/portal.conf", atomically: true, encoding: .utf8)
    }

    func open(
        _ token: String, _ options: some StringProtocol = Self.pictures, method: String = "OpenFile",
        appID: String = "-"
    ) { dialogs.program.write("\(method) \(token) \(appID) \(options)\n") }

    func close(_ token: String) { dialogs.program.write("Close \(token)\n") }

    /// Waits until a dialog is answered by the desktop's own backend.
    func getsOwnDialog(_ token: String) async throws {
        #expect(try await dialogs.line().hasPrefix("own OpenFile "), "\(token)")
        #expect(try await answer(to: token).uris == ["file:///own"], "\(token)")
    }

    /// The answer to a dialog: the response, and the paths of the files.
    func answer(to token: String) async throws -> DialogReply {
        let words = try await dialogs.line().split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, words[0] == token, let response = Int(words[1]) else {
            throw ClientFailure("not an answer to \(token): \(words.joined(separator: " "))")
        }
        let results = try JSONSerialization.jsonObject(with: Data(words[2].utf8)) as? [String: Any] ?? [:]
        return DialogReply(
            response: response, uris: results["uris"] as? [String] ?? [], isWritable: results["writable"] as? Bool,
            filter: (results["current_filter"] as? [Any])?.first as? String,
            choices: (results["choices"] as? [[String]])?.compactMap(\.first))
    }

    /// Opens a dialog that saves a file in the folder `saved`, in which the person ticks the choice or not; nil: as it
    /// is at first.
    func save(_ token: String, as name: String, ticks: Bool?, appID: String = "-", choices: String = "") {
        let tick = ticks.map { ", 'test-ticks': <'\($0)'>" } ?? ""
        let uri = "'test-uri': <'file://\(saved)/\(name)'>"
        open(token, "{'current_name': <'\(name)'>, \(uri)\(tick)\(choices)}", method: "SaveFile", appID: appID)
    }

    /// The choices that the desktop's own dialog showed: identifiers, and whether they are ticked.
    func shownChoices() async throws -> [String: String] {
        let words = try await dialogs.line().split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, words[0] == "own" else { throw ClientFailure("no dialog: \(words)") }
        let options = try JSONSerialization.jsonObject(with: Data(words[2].utf8)) as? [String: Any] ?? [:]
        let choices = options["choices"] as? [[Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: choices.compactMap { choice in
                (choice.first as? String).flatMap { id in (choice.last as? String).map { (id, $0) } }
            })
    }

    /// Where the person saves.
    var saved: String { "\(world.folder)/saved" }
}

struct DialogReply {
    let response: Int
    let uris: [String]
    let isWritable: Bool?
    /// The name of the current filter.
    let filter: String?
    /// The identifiers of the choices; nil if there are none.
    let choices: [String]?

    var paths: [String] { uris.compactMap { URL(string: $0)?.path(percentEncoded: false) } }
}
