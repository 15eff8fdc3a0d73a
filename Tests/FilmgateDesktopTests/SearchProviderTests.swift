import Filmgate
import FilmgateDBus
import FilmgateModel
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgateDesktop

/// A world whose search provider answers the program `shell`.
private final class SearchWorld: Sendable {
    static let (gnome, kde) = ("org.gnome.Shell.SearchProvider2", "org.kde.krunner1")
    let world: World
    let shell: TestClient
    private let session: Connection
    private let photos = Mutex<[String]>([])
    private let errors = Mutex<[String]>([])

    private init(_ world: World) async throws {
        self.world = world
        session = try await world.bus.connect()
        shell = try await world.program("shell")
    }

    static func run(_ body: (SearchWorld) async throws -> Void) async throws {
        try await withWorld { world in
            let desktop = try await SearchWorld(world)
            try await desktop.serve()
            try await body(desktop)
        }
    }

    private func serve() async throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        try await world.owner.grant("exe:\(program)", "full")
        let shells = ["/nonexistent/shell", try await world.interpreter("programs/shell")]
        try await SearchProvider.serve(
            on: session, system: nil, broker: .address(world.bus.address), shells: shells,
            pictureTime: .seconds(60), failed: { [weak self] error in self?.errors.withLock { $0.append("\(error)") } }
        ) { [weak self] asset in
            self?.photos.withLock { $0.append(asset?.description ?? "library") }
        }
    }

    /// What was opened.
    var opened: [String] { photos.withLock { $0 } }

    /// The errors that were reported.
    var reported: [String] { errors.withLock { $0 } }

    @discardableResult
    func call(
        _ member: String, _ signature: String, _ arguments: BusArgument..., of interface: String = gnome,
        by caller: TestClient? = nil
    ) async throws -> Reply {
        try await (caller ?? shell).call(
            interface, member, signature, list: arguments.map(\.plain), at: SearchProvider.path.rawValue,
            on: SearchProvider.name.rawValue)
    }

    func search(_ words: String..., by caller: TestClient? = nil) async throws -> [String] {
        try await call("GetInitialResultSet", "as", .texts(words), by: caller)[0]?.texts ?? []
    }

    func metas(_ ids: [String]) async throws -> [[String: Value]] {
        try await call("GetResultMetas", "as", .texts(ids))[0]?.list?.compactMap(\.table) ?? []
    }

    /// Adds photos with this title, the oldest first.
    func add(_ count: Int, titled title: String) async throws -> [String] {
        var ids: [String] = []
        for number in 0..<count {
            let date = BusArgument.int64(1_500_000_000_000_000 + Int64(number) * 86_400_000_000)
            let photo = try TestPhoto.small("\(title) \(number)")
            ids.append(try await world.owner.add(photo, properties: ["title": .text(title), "creation-date": date]))
        }
        return ids
    }

    func saver() async throws -> Script {
        let saver = try await world.script("shell-bus.py", as: "saver")
        #expect(try await saver.line() == "ready")
        return saver
    }
}

extension BusArgument {
    /// The value without the type that a variant has.
    fileprivate var plain: BusArgument { if case .variant(_, let value) = self { value } else { self } }
}

@Suite("Searches of the desktop's shells")
struct SearchProviderTests {
    @Test("GNOME Shell finds photos by words, the newest first, with a picture each, and opens them")
    func gnome() async throws {
        try await SearchWorld.run { desktop in
            let snow = try await desktop.add(3, titled: "Snow")
            _ = try await desktop.add(1, titled: "Sand")
            #expect(try await desktop.search("snow") == snow.reversed())
            #expect(try await desktop.search("nothing").isEmpty)
            #expect(try await desktop.search("  ").isEmpty)
            let narrowed = try await desktop.call(
                "GetSubsearchResultSet", "asas", .texts(snow), .texts(["sand"]))
            #expect(narrowed[0]?.texts?.count == 1)
            let metas = try await desktop.metas(snow)
            #expect(metas.compactMap { $0["id"]?.text } == snow && metas.allSatisfy { $0["name"]?.text == "Snow" })
            #expect(metas.allSatisfy { $0["icon"] != nil && $0["description"]?.text?.contains("2017") == true })
            try await desktop.call("ActivateResult", "sasu", .text(snow[1]), .texts(["snow"]), .uint32(0))
            try await desktop.call("LaunchSearch", "asu", .texts(["snow"]), .uint32(0))
            #expect(desktop.opened == [snow[1], "library"])
        }
    }

    @Test("KRunner gets the same, the newest with the highest relevance, and pixels")
    func kde() async throws {
        try await SearchWorld.run { desktop in
            let snow = try await desktop.add(2, titled: "Snow")
            let kde = SearchWorld.kde
            let matches = try await desktop.call("Match", "s", .text("snow"), of: kde)[0]?.list ?? []
            #expect(matches.compactMap { $0[0]?.text } == snow.reversed())
            let relevances = matches.compactMap { $0[4]?.number }
            #expect(relevances.count == 2 && relevances[0] > relevances[1])
            #expect(matches.allSatisfy { $0[5]?["icon-data"] != nil })
            #expect(try await desktop.call("Actions", "", of: kde)[0]?.list?.isEmpty == true)
            try await desktop.call("Run", "ss", .text(snow[0]), .text(""), of: kde)
            #expect(desktop.opened == [snow[0]])
        }
    }

    @Test("each identifier that was asked has one entry; hidden, trashed and unknown photos show nothing")
    func nothingHidden() async throws {
        try await SearchWorld.run { desktop in
            let ids = try await desktop.add(4, titled: "Snow")
            let owner = try await desktop.world.owner
            try await owner.set(["hidden": true], of: ids[0])
            try await owner.perform(("delete-assets", ["ids": .texts([ids[1]])]))
            #expect(try await desktop.search("snow") == [ids[3], ids[2]])
            let asked = ids + ["nonsense", ids[3], "/org/filmgate"]
            let metas = try await desktop.metas(asked)
            #expect(metas.compactMap { $0["id"]?.text } == asked)
            for (id, meta) in zip(asked, metas) {
                let isShown = id == ids[2] || id == ids[3]
                #expect(meta["name"]?.text == (isShown ? "Snow" : "") && (meta["icon"] != nil) == isShown)
            }
        }
    }

    @Test("answers only programs that are a shell: not others of the same person, tools, or an app in a sandbox")
    func callers() async throws {
        try await SearchWorld.run { desktop in
            let ids = try await desktop.add(1, titled: "Snow")
            let world = desktop.world
            let callers = [
                try await world.program("other"), try await world.owner,
                try await world.client(flatpak: "org.example.Viewer"),
            ]
            for caller in callers {
                for (interface, member, signature, arguments) in Self.calls(about: ids[0]) {
                    let error = try await refusal {
                        try await caller.call(
                            interface, member, signature, list: arguments.map(\.plain),
                            at: SearchProvider.path.rawValue, on: SearchProvider.name.rawValue)
                    }
                    #expect(error.kind == "AccessDenied" || error.kind == "ServiceUnknown", "\(member)")
                }
            }
            #expect(desktop.opened.isEmpty)
            #expect(try await desktop.search("snow") == ids)
        }
    }

    private static func calls(about id: String) -> [(String, String, String, [BusArgument])] {
        let (gnome, kde) = (SearchWorld.gnome, SearchWorld.kde)
        return [
            (gnome, "GetInitialResultSet", "as", [.texts(["snow"])]),
            (gnome, "GetSubsearchResultSet", "asas", [.texts([id]), .texts(["snow"])]),
            (gnome, "GetResultMetas", "as", [.texts([id])]),
            (gnome, "ActivateResult", "sasu", [.text(id), .texts([]), .uint32(0)]),
            (gnome, "LaunchSearch", "asu", [.texts([]), .uint32(0)]),
            (kde, "Match", "s", [.text("snow")]), (kde, "Actions", "", []),
            (kde, "Run", "ss", [.text(id), .text("")]),
        ]
    }

    @Test("an error of the library finds nothing, and is reported")
    func error() async throws {
        try await SearchWorld.run { desktop in
            _ = try await desktop.add(1, titled: "Snow")
            try await desktop.world.killBroker()
            #expect(try await desktop.search("snow").isEmpty)
            #expect(!desktop.reported.isEmpty)
        }
    }

    @Test("shows and opens nothing while the screen is locked, or while a screen saver does not answer")
    func locked() async throws {
        try await SearchWorld.run { desktop in
            let ids = try await desktop.add(1, titled: "Snow")
            let saver = try await desktop.saver()
            #expect(try await desktop.search("snow") == ids)
            for state in ["locked", "silent"] {
                saver.program.write("\(state)\n")
                #expect(try await saver.line() == "set \(state)")
                #expect(try await desktop.search("snow").isEmpty)
                let metas = try await desktop.metas(ids)
                #expect(metas.count == 1 && metas[0]["name"]?.text == "" && metas[0]["icon"] == nil)
                try await desktop.call("ActivateResult", "sasu", .text(ids[0]), .texts([]), .uint32(0))
                try await desktop.call("LaunchSearch", "asu", .texts([]), .uint32(0))
            }
            #expect(desktop.opened.isEmpty)
            saver.program.write("open\n")
            #expect(try await saver.line() == "set open")
            #expect(try await desktop.search("snow") == ids)
        }
    }
}
