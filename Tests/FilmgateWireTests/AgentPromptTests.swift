import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import Testing

@testable import FilmgateWire

@Suite("The arguments of a prompt")
struct AgentPromptTests {
    static let app = AgentPrompt.App(id: "flatpak:org.example.App", name: "App", icon: "app", isVerified: true)

    private func prompt(_ subject: AgentPrompt.Subject) -> AgentPrompt {
        AgentPrompt(
            id: "4", app: Self.app, purpose: "to print", parentWindow: "x11:1", assetCount: 7, subject: subject)
    }

    @Test("arrive as they were sent, long lists too")
    func roundTrip() throws {
        let long = (0..<1_500).map { _ in AssetID.random() }
        var picker = PickerConfiguration()
        (picker.limit, picker.filter, picker.isOrdered) = (9, "media-type = 'video'", true)
        (picker.preselected, picker.album) = (long, AlbumID.random())
        (picker.search, picker.prompt, picker.crop, picker.maxDuration) = ("sea", "Choose", .square, 2.5)
        (picker.representation, picker.removed, picker.offersKeep) = (.compatible, [.location], true)
        picker.offersRepresentation = true
        let subjects: [AgentPrompt.Subject] = [
            .pick(PickerConfiguration()), .pick(picker),
            .access(.addOnly, highest: nil), .access(.readWrite, highest: .limited), .selection([]),
            .selection(Array(long.prefix(1_000))), .selection(long, edited: Timestamp(rawValue: 7)),
            .confirm([AgentPrompt.Change(name: "delete-assets", assets: long)]), .settings,
        ]
        for subject in subjects {
            let sent = prompt(subject)
            #expect(try AgentPrompt(sent.arguments()) == sent)
        }
        let (_, _, options) = try prompt(.selection(long)).arguments().values
        #expect(options["selection-content"]?.signature == "h" && options["selection"] == nil)
    }

    @Test("have the keys and types of the contract")
    func keys() throws {
        let (id, kind, options) = try prompt(.access(.addOnly, highest: .limited)).arguments().values
        #expect(id == "4" && kind.rawValue == "access")
        #expect(
            options.mapValues(\.signature) == [
                "client": "a{sv}", "purpose": "s", "parent-window": "s", "library": "a{sv}", "access": "s",
                "highest": "s",
            ])
        let client = try #require(options["client"]?.value(as: Options.self))
        #expect(
            client.mapValues(\.signature) == ["id": "s", "kind": "s", "name": "s", "icon": "s", "verified": "b"])
        #expect(client["kind"]?.value(as: String.self) == "flatpak")
        #expect(
            options["library"]?.value(as: Options.self)?.mapValues { $0.value(as: UInt32.self) } == ["assets": 7])
    }

    @Test("are shown without characters that could disguise them")
    func plainText() {
        #expect(singleLine("a\u{202e}b\u{0}c\u{200f}", limit: 9) == "abc")
        #expect(singleLine(" two\n\n lines\t", limit: 20) == "two lines")
        #expect(singleLine("\u{2028}\u{2029}\u{feff}\u{ad}\u{e000}", limit: 9) == "")
        #expect(singleLine(String(repeating: "x", count: 300), limit: 256).unicodeScalars.count == 256)
        #expect(singleLine(String(repeating: "x", count: 256), limit: 256) == String(repeating: "x", count: 256))
        #expect(singleLine("x" + String(repeating: "\u{301}", count: 9_999), limit: 256).unicodeScalars.count == 256)
        #expect(visibleIdentity("/usr/bin/a\u{202e}b", limit: 40) == "/usr/bin/a\u{fffd}b")
        #expect(visibleIdentity("abcdef", limit: 3) == "abc…")
        for unseen in ["\u{3164}", "\u{115F}", "\u{FFA0}", "\u{34F}", "\u{FE0F}", "\u{A0}", "\u{2003}", "\u{200B}"] {
            let shown = visibleIdentity("/opt/vi\(unseen)ew", limit: 40)
            #expect(shown == "/opt/vi\u{FFFD}ew", "\(unseen.debugDescription)")
        }
        #expect(visibleIdentity("/opt/my  viewer", limit: 40) == "/opt/my  viewer")
        #expect(singleLine("a\u{3164}b\u{115F}", limit: 9) == "ab" && quotable("a\u{3164}b") == "ab")
    }

    @Test("a token has at most 64 letters, digits and '_'")
    func tokens() throws {
        for text in ["a", "A_9", String(repeating: "z", count: 64)] {
            #expect(try HandleToken(representation: text).text == text)
        }
        for text in ["", "a-b", "a/b", "é", "a b", "a\n", String(repeating: "z", count: 65)] {
            #expect(throws: WireError.self) { try HandleToken(representation: text) }
        }
    }
}
