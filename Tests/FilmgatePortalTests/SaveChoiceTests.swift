import FilmgateDBus
import FilmgateModel
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgatePortal

@Suite("The choice to add what an app saves", .timeLimit(.minutes(2)))
struct SaveChoiceTests {
    private typealias Answer = Structure<String, String>

    private static let pictures = DialogFilter.Encoded("Pictures", [Structure(0, "*.jpg"), Structure(1, "image/png")])
    private static let all = DialogFilter.Encoded("All", [Structure(0, "*")])

    private func offers(_ options: Options, _ kind: DialogKind = .saveFile) -> Bool {
        SaveChoice(for: DialogCall(kind, MessageArguments("/", "", "", "", options))) != nil
    }

    @Test("is offered for names and filters of pictures and videos alone")
    func media() {
        #expect(offers(["filters": Variant([Self.pictures, Self.all])]))
        #expect(offers(["current_name": Variant("a.JPEG"), "filters": Variant([Self.all])]))
        #expect(offers(["current_name": Variant("a.b.mp4")]))
        #expect(offers(["current_file": Variant(Array("/home/a/b.png".utf8) + [0])]))
        #expect(!offers([:]))
        #expect(!offers(["filters": Variant([Self.all, Self.pictures])]))
        #expect(!offers(["current_name": Variant("a.txt")]))
        #expect(!offers(["current_name": Variant("jpg")]))
        #expect(!offers(["current_name": Variant("a.jpg.part")]))
        #expect(!offers(["current_file": Variant(Array("/home/a.jpg/b".utf8) + [0])]))
        #expect(!offers(["current_name": Variant("a.jpg")], .saveFiles))
        #expect(!offers(["current_name": Variant("a.jpg")], .openFile))
        // What cannot be read cannot be given back unchanged.
        #expect(!offers(["current_name": Variant("a.jpg"), "choices": Variant("nonsense")]))
    }

    @Test("comes after the app's own choices, and never reaches the app", arguments: BusKind.tested)
    func hidden(_ kind: BusKind) async throws {
        let desk = try await Desk(on: kind.start())
        desk.adds.withLock { $0 = true }
        let own = [DialogCall.Choice("filmgate-add", "Encoding", [Structure("utf8", "UTF-8")], "utf8")]
        let options: Options = ["current_name": Variant("a.jpg"), "choices": Variant(own), "x": Variant("y")]
        async let answer = desk.open(.saveFile, "t1", options: options)
        let asked = try await desk.desktop.asked()
        #expect(asked.choices.map { $0.values.0 } == ["filmgate-add", "filmgate-add-"])
        #expect(asked.choices.last.map { $0.values.1 } == "Add to your photos")
        #expect(asked.choices.last.map { $0.values.3 } == "true")
        #expect(asked.options["x"]?.value(as: String.self) == "y")
        let given = [Answer("filmgate-add-", "true"), Answer("filmgate-add", "utf8")]
        desk.desktop.answer(asked, 0, ["uris": Variant(["file:///a%20b.jpg"]), "choices": Variant(given)])
        let (response, results) = try await answer
        #expect(response == 0 && results["uris"]?.value(as: [String].self) == ["file:///a%20b.jpg"])
        #expect(results["choices"]?.value(as: [Answer].self)?.map { $0.values.0 } == ["filmgate-add"])
        #expect(await desk.offers.first { _ in true } == "true /a b.jpg")
    }

    @Test("is no answer if the person cancels, and leaves no choices in a dialog that had none")
    func endings() async throws {
        let desk = try await Desk(on: BusKind.inMemory.start())
        desk.adds.withLock { $0 = false }
        let answers: [(UInt32, Options, String)] = [
            (0, ["choices": Variant([Answer("filmgate-add", "true")])], "true -"),
            (0, ["choices": Variant([Answer("filmgate-add", "false")]), "uris": Variant(["file:///a"])], "false /a"),
            (0, ["choices": Variant("nonsense"), "uris": Variant(["file:///a"])], "nothing"),
            (0, ["uris": Variant(["file:///a"])], "nothing"),
            (1, ["choices": Variant([Answer("filmgate-add", "true")]), "uris": Variant(["file:///a"])], "nothing"),
        ]
        for (response, results, ending) in answers {
            async let answer = desk.open(.saveFile, "t", options: ["current_name": Variant("a.jpg")])
            let asked = try await desk.desktop.asked()
            #expect(asked.choices.map { $0.values.3 } == ["false"])
            desk.desktop.answer(asked, response, results)
            let (given, values) = try await answer
            #expect(given == response && values["choices"] == nil)
            #expect(await desk.offers.first { _ in true } == ending)
        }
        // The dialog is closed.
        Task { try await desk.open(.saveFile, "closed", options: ["current_name": Variant("a.jpg")]) }
        _ = try await desk.desktop.asked()
        try await desk.close("closed", from: desk.portal)
        #expect(await desk.offers.first { _ in true } == "nothing")
    }

    @Test("leaves the dialog as it is if nothing can be added, for several files, and for other names")
    func unoffered() async throws {
        let desk = try await Desk(on: BusKind.inMemory.start())
        let dialogs: [(Bool?, DialogKind, String)] = [
            (nil, .saveFile, "a.jpg"), (true, .saveFile, "a.txt"), (true, .saveFiles, "a.jpg"),
        ]
        for (adds, kind, name) in dialogs {
            desk.adds.withLock { $0 = adds }
            async let answer = desk.open(kind, "t", options: ["current_name": Variant(name)])
            let asked = try await desk.desktop.asked()
            #expect(asked.options["choices"] == nil)
            desk.desktop.answer(asked, 0, ["choices": Variant([Answer("filmgate-add", "true")])])
            #expect(try await answer.1["choices"] != nil)
        }
    }

    @Test("is remembered for each app; a change writes only its own setting, over what the administrator set")
    func remembering() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "filmgate-settings-\(UUID().uuidString)").path
        defer { try? files.removeItem(atPath: folder) }
        func write(_ text: String, in part: String) throws {
            let path = "\(folder)/\(part)/filmgate"
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            try text.write(toFile: "\(path)/portal.conf", atomically: true, encoding: .utf8)
        }
        func own() throws -> String {
            try String(contentsOfFile: "\(folder)/home/filmgate/portal.conf", encoding: .utf8)
        }
        try write("[portal]\nenabled=no\napps-off=exe:/a\n", in: "system")
        try write("# Mine\n[other]\nx=y\n", in: "home")
        let file = PortalSettingsFile {
            ["XDG_CONFIG_HOME": "\(folder)/home", "XDG_CONFIG_DIRS": "\(folder)/system"][$0]
        }
        try file.remember(true, for: "exe:/b")
        #expect(file.settings.appsAdding == ["exe:/b"] && file.settings.appsOff == ["exe:/a"] && !file.settings.isOn)
        #expect(try own().contains("# Mine") && own().contains("x=y"))
        #expect(try !own().contains("apps-o") && !own().contains("enabled"))
        try file.set(false, for: "exe:/c")
        #expect(file.settings.appsOff == ["exe:/a", "exe:/c"] && !file.settings.isOn)
        #expect(try !own().contains("enabled"))
        try file.set(true)
        #expect(file.settings.isOn && file.settings.appsOff == ["exe:/a", "exe:/c"])
        try file.remember(false, for: "exe:/b")
        #expect(file.settings.appsAdding.isEmpty && file.settings.isOn)
        #expect(file.settings.representation(for: "exe:/b") == nil)
        try file.remember(.compatible, for: "exe:/b")
        try file.remember(.current, for: "exe:/c")
        #expect(file.settings.representation(for: "exe:/b") == .compatible)
        #expect(file.settings.representation(for: "exe:/c") == .current)
        try file.remember(.current, for: "exe:/b")
        #expect(file.settings.representation(for: "exe:/b") == .current && file.settings.appsCompatible.isEmpty)
        #expect(file.settings.isOn && file.settings.appsOff == ["exe:/a", "exe:/c"])
    }

    @Test("reads only URIs of files of this machine")
    func uris() {
        for path in ["/a", "/a b/ä%#?\n.jpg", "/run/user/0/a/IMG_1-2.~JPG"] {
            #expect(FileURI.text(of: path).flatMap(FileURI.path) == path)
        }
        let others = [
            "", "/a", "file://host/a", "file:a", "http:///a", "file:///a%", "file:///%2", "file:///%zz",
            "file:///a%00b", "file:///%FF",
        ]
        for uri in others {
            #expect(FileURI.path(in: uri) == nil, "\(uri)")
        }
    }

    @Test("no app follows more than sixteen files, and all together no more than 64")
    func limits() throws {
        let limits = SaveLimits()
        let apps = try (0..<5).map { PickerApp(client: try #require(ClientID("exe:/usr/bin/app\($0)"))) }
        for app in apps.prefix(4) {
            for _ in 0..<SaveLimits.ofApp { #expect(limits.take(app.client)) }
            #expect(!limits.take(app.client))
        }
        #expect(!limits.take(apps[4].client))
        limits.release(apps[0].client)
        #expect(limits.take(apps[4].client))
        #expect(!limits.take(apps[0].client))
    }
}
