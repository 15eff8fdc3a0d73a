import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgateEditors

@Suite("Installed editors")
struct InstalledEditorTests {
    /// Two folders with desktop files; the first overrides the second.
    private final class Folders {
        let paths: [String]

        init() throws {
            let root = FileManager.default.temporaryDirectory.appending(path: "filmgate-editors-\(UUID())").path
            paths = ["\(root)/own", "\(root)/shared"]
            for path in paths {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
        }

        deinit {
            try? FileManager.default.removeItem(at: URL(filePath: paths[0]).deletingLastPathComponent())
        }

        func write(_ keys: String, to name: String, in folder: Int = 1) throws {
            try "[Desktop Entry]\nType=Application\n\(keys)\n".write(
                toFile: "\(paths[folder])/\(name).desktop", atomically: true, encoding: .utf8)
        }

        func editors(in languages: [String] = []) async -> [InstalledEditor] {
            await InstalledEditors(folders: paths, languages: languages).all()
        }
    }

    private static let name = "org.example.Vignette"
    private static let keys = """
        Name=Vignette
        Icon=org.example.Vignette
        DBusActivatable=true
        X-Filmgate-Editor=true
        X-Filmgate-EditsMedia=image;live;
        """

    @Test("are known by the name of their file, and by the Flatpak that exports it")
    func identity() async throws {
        let folders = try Folders()
        try folders.write(Self.keys, to: Self.name)
        try folders.write(Self.keys + "\nX-Flatpak=org.example.Sandboxed", to: "org.example.Sandboxed")
        try folders.write(Self.keys + "\nX-Flatpak=org.example.Sandboxed", to: "org.example.Sandboxed.Second")
        let editors = await folders.editors()
        #expect(
            editors.map { [$0.application, "\($0.client)"] } == [
                ["org.example.Sandboxed", "flatpak:org.example.Sandboxed"],
                ["org.example.Sandboxed.Second", "flatpak:org.example.Sandboxed"],
                ["org.example.Vignette", "app:org.example.Vignette"],
            ])
        for editor in editors {
            #expect(editor.name == "Vignette" && editor.icon == "org.example.Vignette")
            #expect(editor.media == [.image, .livePhoto])
        }
    }

    @Test(
        "are no files that are not editors, that nothing can start, or that claim to be a different app's",
        arguments: [
            ("X-Filmgate-Editor=true", "X-Filmgate-Editor=false"), ("X-Filmgate-Editor=true", "X-Filmgate-Editor=yes"),
            ("X-Filmgate-Editor=true", ""), ("DBusActivatable=true", ""),
            ("DBusActivatable=true", "DBusActivatable=false"),
            ("DBusActivatable=true", "DBusActivatable=true\nHidden=true"),
            ("X-Filmgate-EditsMedia=image;live;", ""), ("X-Filmgate-EditsMedia=image;live;", "X-Filmgate-EditsMedia="),
            ("X-Filmgate-EditsMedia=image;live;", "X-Filmgate-EditsMedia=sounds;"),
            ("Name=Vignette", "Name=Vignette\nX-Flatpak=org.example.Other"),
            ("Name=Vignette", "Name=Vignette\nX-Flatpak=org.example"),
            ("Name=Vignette", "Name=Vignette\nX-Flatpak=org.example.Vign"),
            ("Name=Vignette", "Name=Vignette\nX-Flatpak="),
            ("Name=Vignette", "[Other]"), ("Name=Vignette", "no key file"),
        ])
    func others(_ part: String, _ replacement: String) async throws {
        let folders = try Folders()
        let keys = Self.keys.replacing(part, with: replacement)
        #expect(keys != Self.keys)
        try folders.write(keys, to: Self.name)
        #expect(await folders.editors().isEmpty)
        try folders.write(Self.keys, to: Self.name)
        #expect(await folders.editors().count == 1, "the rest of the file was right")
    }

    @Test(
        "are no files whose name is no name on a bus",
        arguments: [
            "Vignette", "org.example.Vig nette", "org..Vignette", ":1.5", "org.9.Vignette", ".org.example",
            "org.freedesktop.DBus",
        ])
    func names(_ name: String) async throws {
        let folders = try Folders()
        try folders.write(Self.keys, to: name)
        #expect(await folders.editors().isEmpty)
    }

    @Test("of an earlier folder override those of later ones, also if they are no editors")
    func overriding() async throws {
        let folders = try Folders()
        try folders.write(Self.keys, to: Self.name)
        try folders.write(Self.keys.replacing("=Vignette", with: "=Mine"), to: Self.name, in: 0)
        #expect(await folders.editors().map(\.name) == ["Mine"])
        try folders.write(Self.keys.replacing("Editor=true", with: "Editor=false"), to: Self.name, in: 0)
        #expect(await folders.editors().isEmpty)
        #expect(await InstalledEditors(folders: folders.paths, languages: []).editor(Self.name) == nil)
        #expect(
            await InstalledEditors(folders: Array(folders.paths[1...]), languages: []).editor(Self.name)?.name
                == "Vignette")
    }

    @Test("have names of one line without hidden characters, and icons that are no paths")
    func hostile() async throws {
        let folders = try Folders()
        let markup = "<b>Vignette</b> &amp; \u{202E}more\\nand \u{1B}[31mred"
        let icon = "Icon=/home/anna/picture.svg"
        try folders.write(
            Self.keys.replacing("Name=Vignette", with: "Name=\(markup)").replacing(
                "Icon=org.example.Vignette", with: icon),
            to: Self.name)
        let long = String(repeating: "V", count: 65_536)
        try folders.write(
            Self.keys.replacing("Name=Vignette", with: "Name=\(long)")
                .replacing("Icon=org.example.Vignette", with: "Icon=\(long)")
                .replacing("image;live;", with: "image;\(long);"), to: "org.example.Long")
        try folders.write(Self.keys.replacing("Name=Vignette", with: "Name="), to: "org.example.Nameless")
        let editors = await folders.editors()
        #expect(editors.count == 3)
        for editor in editors {
            #expect(editor.name.unicodeScalars.count <= 128 && !editor.name.isEmpty)
            #expect(!editor.name.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" }, "\(editor.name)")
        }
        #expect(editors.first { $0.application == Self.name }?.icon == nil)
        #expect(editors.first { $0.application == "org.example.Long" }?.icon == nil)
        #expect(editors.first { $0.application == "org.example.Long" }?.media == [.image])
        #expect(editors.first { $0.application == "org.example.Nameless" }?.name == "org.example.Nameless")
    }

    @Test("have names in the person's language")
    func languages() async throws {
        let folders = try Folders()
        try folders.write(Self.keys + "\nName[de]=Abdunkeln", to: Self.name)
        #expect(await folders.editors(in: ["de_AT", "de"]).map(\.name) == ["Abdunkeln"])
        #expect(await folders.editors(in: ["fr"]).map(\.name) == ["Vignette"])
    }

    @Test("are found beside files that cannot be read: too large, a FIFO, a folder, a link to nowhere")
    func unreadable() async throws {
        let folders = try Folders()
        try folders.write(Self.keys, to: Self.name)
        try folders.write(Self.keys + "\nComment=" + String(repeating: "x", count: 300_000), to: "org.example.Large")
        let shared = folders.paths[1]
        #expect(mkfifo("\(shared)/org.example.Pipe.desktop", 0o600) == 0)
        try FileManager.default.createDirectory(
            atPath: "\(shared)/org.example.Folder.desktop", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(shared)/org.example.Link.desktop", withDestinationPath: "/nonexistent")
        // Flatpak's exports are links.
        try FileManager.default.createSymbolicLink(
            atPath: "\(shared)/org.example.Export.desktop", withDestinationPath: "\(shared)/\(Self.name).desktop")
        #expect(await folders.editors().map(\.application) == ["org.example.Export", Self.name])
        #expect(await InstalledEditors(folders: ["/nonexistent"], languages: []).all().isEmpty)
    }

    @Test("edit what they say: an asset is an image, a video or a live photo")
    func media() {
        #expect(EditedMedia(.image, isLive: false) == .image && EditedMedia(.image, isLive: true) == .livePhoto)
        #expect(EditedMedia(.video, isLive: false) == .video && EditedMedia(nil, isLive: false) == nil)
    }
}
