import FilmgateModel
import FilmgateTestKit
import Testing

@testable import FilmgatePeers

@Suite("What .flatpak-info says")
struct FlatpakInfoTests {
    static let names = [
        "org.example.App", "a.b.c", "_._._", "org.example.App-with-hyphens", "org.example.-", "com.x1.y2.z3",
        "Org.EXAMPLE._App", "a.b.c.d.e.f", "org.example.\(String(repeating: "x", count: 243))",
    ]

    static let noNames = [
        "", ".", "..", "...", "a", "a.b", "a.b.", ".a.b.c", "a..b.c", "a.b..c", "org.example.App.", "org.ex-ample.App",
        "-org.example.App", "org.example.1App", "1org.example.App", "org.2example.App", "org.example.A pp",
        "org.example.App ",
        " org.example.App", "org.example.App/x", "org.example.Äpp", "org.example.App\n", "org.example.App\u{0}",
        "org.example.*", "host", "org.example.A\u{301}pp", "org.example.App\u{202e}", "org.example:App.x",
        "..org.example.App",
        "org.example.\(String(repeating: "x", count: 244))",
    ]

    @Test("Flatpak's names are names", arguments: names)
    func isName(name: String) {
        #expect(ClientID.isFlatpakName(name))
        #expect(app("[Application]\nname=\(name)\n") == name)
    }

    @Test("all else is none", arguments: noNames)
    func isNoName(name: String) {
        #expect(!ClientID.isFlatpakName(name))
    }

    @Test("the name is the application's, wherever it stands")
    func found() {
        #expect(app("# a comment\n\n[Context]\nshared=network;\n[Application]\nruntime=x\nname=a.b.c") == "a.b.c")
        #expect(app("[Application]\n  name  =  a.b.c\n[Instance]\nname=d.e.f\n") == "a.b.c")
    }

    @Test(
        "whatever is no key file that names an application names none",
        arguments: [
            "", "\n", "[Application]", "[Application]\n", "[Application]\nname=\n", "name=a.b.c\n",
            "[application]\nname=a.b.c\n",
            "[Application]\nName=a.b.c\n", "[Runtime]\nname=a.b.c\n", "[Application\nname=a.b.c\n",
            "[Application]\nname=a.b.c;d.e.f\n", "[Application]\nname=a.b.c # note\n",
            "[Application]\nname=\"a.b.c\"\n",
            "[Application]\nname=a.b.c\\n\n", "[Application]\nname=a.b.c\\q\n", "[Application]\nname[de]=a.b.c\n",
            "[Application]\nname=a.b.c\njunk\n",
            "\u{feff}[Application]\nname=a.b.c\n", "{\"Application\": {\"name\": \"a.b.c\"}}",
        ])
    func none(text: String) { #expect(app(text) == nil) }

    @Test("bytes that are no text name nothing")
    func bytes() {
        #expect(FlatpakInfo([0xff, 0xfe]) == nil)
        #expect(FlatpakInfo(Array("[Application]\nname=a.b.c\n".utf8) + [0]) == nil)
        #expect(FlatpakInfo([0] + Array("[Application]\nname=a.b.c\n".utf8)) == nil)
        #expect(FlatpakInfo(Array("[Application]\nname=a.b.c".utf8) + [0xff]) == nil)
        #expect(FlatpakInfo([UInt8](repeating: UInt8(ascii: "["), count: 64 * 1024)) == nil)
    }

    @Test("from 10,000 made-up files comes the name that was put in, or none, and never anything else")
    func madeUp() {
        var random = SeededRandom(seed: 4)
        var named = 0
        for _ in 0..<10_000 {
            var file = MadeUpFile(&random)
            #expect(FlatpakInfo(file.bytes)?.app == file.app, "\(file.text)")
            named += file.app == nil ? 0 : 1

            file.damage(&random)
            if let app = FlatpakInfo(file.bytes)?.app {
                #expect(Self.fits(app), "\(file.text)")
                #expect(file.text.contains(app), "\(file.text)")
            }
        }
        // Neither kind of file is rare.
        #expect((1_000...9_000).contains(named))
    }

    /// The same grammar, said another way.
    private static func fits(_ name: String) -> Bool {
        name.wholeMatch(of: /([A-Za-z_][A-Za-z0-9_]*\.){2,}[A-Za-z_\-][A-Za-z0-9_\-]*/) != nil && name.utf8.count <= 255
    }

    private func app(_ text: String) -> String? { FlatpakInfo(Array(text.utf8))?.app }
}

/// A key file of random groups and keys, and the name that it gives.
struct MadeUpFile {
    var bytes: [UInt8]
    let app: String?
    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(_ random: inout SeededRandom) {
        let names = FlatpakInfoTests.names + FlatpakInfoTests.noNames.filter(Self.fitsALine)
        var lines: [String] = []
        var last: String?
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let group = ["Application", "Application", "Context", "Instance", "Session Bus Policy"].randomElement(
                using: &random)!
            lines.append("[\(group)]")
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let key = ["name", "name", "runtime", "app-path"].randomElement(using: &random)!
                let value = names.randomElement(using: &random)!
                lines.append("\(key)=\(value)")
                if group == "Application", key == "name" { last = value }
            }
            if Bool.random(using: &random) { lines.append("# \(UInt64.random(in: 0...99, using: &random))") }
        }
        bytes = Array(lines.joined(separator: "\n").utf8)
        // GLib leaves the spaces before a value out of it, and those after it in it.
        let name = last.map { String($0.drop { $0 == " " }) }
        app = name.flatMap { FlatpakInfoTests.names.contains($0) ? $0 : nil }
    }

    /// Changes, adds or takes away a few bytes.
    mutating func damage(_ random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2 where place < bytes.count: bytes[place] = Array("\n[]=.#\\ ;-a1".utf8).randomElement(using: &random)!
            default: bytes = Array(bytes[place...] + bytes[..<place])
            }
        }
    }

    private static func fitsALine(_ name: String) -> Bool { !name.contains("\n") && !name.contains("\u{0}") }
}
