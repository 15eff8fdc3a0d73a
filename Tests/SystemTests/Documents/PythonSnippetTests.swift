import FilmgateTestKit
import Foundation
import Testing

/// The pieces of Python in the documents, run by an app in a sandbox with the bus as its system bus.
@Suite("Pieces of Python in the documents")
struct PythonSnippetTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// What stands before a piece, what behind it, and a pattern of what it prints.
    private struct Surroundings {
        var before = ""
        var after = ""
        let prints: String
    }

    /// By document, in the order of its pieces.
    private static let known: [String: [Surroundings]] = [
        // Nobody is there to confirm.
        "docs/changes.md": [
            Surroundings(
                before: """
                    def confirmed(ids):
                        exec(snippet, globals() | {"ids": ids})
                    """,
                after: """
                    try:
                        confirmed([add()])
                    except dbus.DBusException as error:
                        print(error.get_dbus_name())
                    """, prints: "org.filmgate.Error.(NoAgent|AccessDenied)")
        ],
        "docs/editing.md": [
            Surroundings(
                before: """
                    photo, bus = add(), dbus.SystemBus()
                    library = dbus.Interface(bus.get_object(NAME, PATH), NAME)
                    editing = dbus.Interface(bus.get_object(NAME, PATH), "org.filmgate.Editing1")
                    file = open("edited.jpg", "rb")
                    """, after: "print([str(x['type']) for x in resources(photo)])", prints: "full-size-photo")
        ],
        "docs/images.md": [
            Surroundings(
                prints: "(?s)^success.*image/jpeg final [0-9]+ bytes\n\\('success'.*'tiff:Make'.*removed: .*location"),
            Surroundings(
                before: "bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)", after: "print('heard')", prints: "heard"),
        ],
        "docs/inbox.md": [Surroundings(prints: "^[0-9a-f-]{36} added$")],
        "docs/results.md": [
            Surroundings(
                after: """
                    rows = list("abcd")
                    apply(rows, {"moves": [(3, 0)], "removed": [1], "inserted": [3], "changed": [1]}, str)
                    print(rows)
                    """, prints: "\\['d', '1', 'c', '3'\\]")
        ],
    ]

    /// What every piece may use.
    private static let prelude = """
        import dbus, os, sys
        from gi.repository import Gio, GLib
        NAME, PATH = "org.filmgate.Library1", "/org/filmgate/Library1"

        def add():
            library = dbus.SystemBus().get_object(NAME, PATH)
            with open("scan.jpg", "rb") as file:
                photo = ("photo", dbus.types.UnixFd(file), {"filename": "IMG_1.jpg"})
                change = ("create-asset", {"resources": dbus.Array([photo], signature="(sha{sv})")})
                return library.PerformChanges([change], {}, signature="a(sa{sv})a{sv}", dbus_interface=NAME)[0]

        def resources(photo):
            return dbus.SystemBus().get_object(NAME, PATH).ListResources(photo, dbus_interface="org.filmgate.Resources1")

        """

    @Test("run, and print what the document says", arguments: known.keys.sorted())
    func run(_ document: String) async throws {
        try await withWorld { world in
            let app = "org.example.Vignette"
            try await world.owner.grant("flatpak:\(app)", "full")
            let folder = "\(world.folder)/work"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let photo = try TestPhoto.tagged(["-Make=Canon", "-GPSLatitude=47", "-GPSLongitude=19"])
            try photo.write(to: "\(folder)/scan.jpg")
            try TestPhoto.small("edited").write(to: "\(folder)/edited.jpg")
            try await world.owner.add(.memory(photo.bytes), filename: "IMG_2.jpg")
            let pieces = try Self.pieces(of: document)
            let surroundings = Self.known[document] ?? []
            try #require(pieces.count == surroundings.count)
            for (index, (piece, around)) in zip(pieces, surroundings).enumerated() {
                let isRunByItself = around.before.contains("exec(snippet")
                let text =
                    "\(Self.prelude)\nos.chdir('\(folder)')\nsnippet = open('piece\(index)').read()\n\(around.before)\n"
                    + (isRunByItself ? "" : "exec(compile(snippet, 'piece', 'exec'), globals())\n") + around.after
                try piece.write(toFile: "\(folder)/piece\(index)", atomically: true, encoding: .utf8)
                try text.write(toFile: "\(folder)/program\(index).py", atomically: true, encoding: .utf8)
                let result = try await world.start(
                    ["/usr/bin/python3", "\(folder)/program\(index).py"],
                    in: .flatpak(app, SandboxOptions(writable: [folder])),
                    environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/run/flatpak/bus"]
                ).result()
                #expect(result.code == 0, "\(result)")
                let pattern = try Regex(around.prints).anchorsMatchLineEndings()
                #expect(try pattern.firstMatch(in: result.output) != nil, "\(result)")
            }
        }
    }

    @Test("are all run")
    func areKnown() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "docs").path)
        for document in ["README.md", "CONTRIBUTING.md"] + names.filter({ $0.hasSuffix(".md") }).map({ "docs/\($0)" }) {
            #expect(try Self.pieces(of: document).count == Self.known[document]?.count ?? 0, "\(document)")
        }
    }

    private static func pieces(of document: String) throws -> [String] {
        try String(contentsOf: root.appending(path: document), encoding: .utf8).components(separatedBy: "\n```python\n")
            .dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }
}
