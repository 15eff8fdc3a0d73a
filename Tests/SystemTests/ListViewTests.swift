import FilmgateTestKit
import Foundation
import Testing

/// `examples/list_view.py` in a sandbox, while the library, the broker and the example's access change.
@Suite("The example that keeps a list up to date")
struct ListViewTests {
    private static let app = "org.example.ListView"
    private static let client = "flatpak:\(app)"

    /// The running example.
    private struct ListView {
        private let program: Program
        private let lines = Lines()

        init(_ words: [String], in world: World) throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "examples").path
            program = try world.start(
                ["/usr/bin/python3", "\(folder)/list_view.py"] + words,
                in: .flatpak(app, SandboxOptions(readable: [folder])), onLine: lines.hear)
        }

        /// Returns the next line about a change of the list.
        func line() async throws -> [String] {
            guard let line = await lines.next() else {
                // The test may time out while the example runs.
                try Task.checkCancellation()
                throw ClientFailure("the example ended: \(await program.log.all())")
            }
            return line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }

        /// Returns the whole list, once it contains a photo.
        func rows(with id: String) async throws -> [[String]] {
            while true {
                program.write("\n")
                var rows: [[String]] = []
                while true {
                    let line = try await line()
                    if line[0] == "rows" { break }
                    if line[0] == "row" { rows.append(Array(line.dropFirst())) }
                }
                if rows.contains(where: { $0[0] == id }) { return rows }
                // The update with the photo has not been reported yet.
                _ = try await line()
            }
        }

        var errors: String { program.log.soFar }
    }

    /// Makes changes as the owner.
    private struct Meanwhile {
        let world: World
        let isLimited: Bool
        var random: SeededRandom
        private(set) var photos: [String] = []
        private var trashed: Set<String> = []
        private var number = 0

        init(_ world: World, isLimited: Bool, seed: UInt64) {
            (self.world, self.isLimited) = (world, isLimited)
            random = SeededRandom(seed: seed)
        }

        var owner: TestClient { get async throws { try await world.owner } }

        mutating func grant() async throws {
            let selection = photos.shuffled(using: &random).prefix(photos.count / 2)
            try await owner.grant(
                ListViewTests.client, isLimited ? "limited" : "full", selection: isLimited ? Array(selection) : nil)
        }

        @discardableResult
        mutating func add(rating: Int, filename: String? = nil) async throws -> String {
            number += 1
            let name = filename ?? "\(Int.random(in: 100...999, using: &random)).jpg"
            let id = try await owner.add(
                .memory(TestPhoto.small("\(number)").bytes), filename: name, properties: ["rating": Self.rating(rating)]
            )
            photos.append(id)
            if isLimited, rating > 0 { try await owner.changeSelection(of: ListViewTests.client, add: [id]) }
            return id
        }

        private static func rating(_ value: Int) -> BusArgument { .variant("i", .integer(Int64(value))) }

        mutating func step() async throws {
            let some = photos.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
            switch Int.random(in: 0..<24, using: &random) {
            case 0...5: try await add(rating: Int.random(in: 0...5, using: &random))
            case 6...11:
                let value = Int.random(in: 0...5, using: &random)
                for id in some { try await owner.set(["rating": Self.rating(value)], of: id) }
            case 12, 13: try await owner.set(["hidden": .flag(Bool.random(using: &random))], of: some[0])
            case 14...16:
                try await owner.perform(("delete-assets", ["ids": .texts(Array(some))]))
                trashed.formUnion(some)
            case 17...19:
                try await owner.perform(("restore-assets", ["ids": .texts(trashed.sorted())]))
                trashed = []
            case 20 where isLimited:
                try await owner.changeSelection(
                    of: ListViewTests.client, add: photos.shuffled(using: &random).prefix(3).map { $0 },
                    remove: Array(some))
            case 21:
                try await owner.grant(ListViewTests.client, "none")
                if Bool.random(using: &random) { try await die() }
                try await grant()
            case 22: try await die()
            default: break
            }
        }

        /// Kills the broker right after a change, which the list has probably not heard of yet, and sometimes removes
        /// it from the history.
        private mutating func die() async throws {
            let value = Int.random(in: 0...5, using: &random)
            for id in photos.shuffled(using: &random).prefix(3) {
                try await owner.set(["rating": Self.rating(value)], of: id)
            }
            try await world.killBroker()
            if Bool.random(using: &random) {
                try await world.tamper("UPDATE change SET date = date - 1 - abs(random() % 1000)")
            }
            try await world.startBroker()
        }
    }

    @Test(
        "shows the result of a fresh fetch, after random changes, kills of the broker and losses of access",
        .timeLimit(.minutes(30)),
        arguments: [
            (1, false, []), (2, true, []), (3, false, ["--limit", "6", "rating >= 1"]),
            (4, true, ["--limit", "6", "rating >= 1"]),
        ] as [(UInt64, Bool, [String])])
    func staysInStep(_ seed: UInt64, _ isLimited: Bool, _ words: [String]) async throws {
        try await withWorld { world in
            var meanwhile = Meanwhile(world, isLimited: isLimited, seed: seed)
            try await meanwhile.grant()
            for rating in 0..<6 { try await meanwhile.add(rating: rating) }
            var options: [String: BusArgument] = ["sort": .variant("a(sb)", [["rating", false], ["filename", true]])]
            if !words.isEmpty {
                options["limit"] = .uint32(6)
                options["where"] = .variant("s", "rating >= 1")
            }
            let view = try ListView(words, in: world)
            #expect(try await view.line()[0] == "list")
            let app = try await world.client(flatpak: Self.app)
            for _ in 0..<6 {
                for _ in 0..<10 { try await meanwhile.step() }
                // Before all others, so that no limit cuts it off.
                let last = try await meanwhile.add(rating: 5, filename: "000.jpg")
                let rows = try await view.rows(with: last)
                let result = try await app.fetch(options)
                let expected = try await app.read(result, "id", "filename", "rating").map { row in
                    [row["id"]?.text ?? "", row["filename"]?.text ?? "", "\(row["rating"]?.integer ?? -1)"]
                }
                #expect(rows == expected)
                try await app.close(result)
            }
            #expect(view.errors == "")
        }
    }

    @Test("ends with the error in its condition", .timeLimit(.minutes(30)))
    func wrongCondition() async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.client, "full")
            let view = try ListView(["ratin > 3"], in: world)
            let failure = await #expect(throws: ClientFailure.self) { try await view.line() }
            #expect("\(String(describing: failure))".contains("org.filmgate.Error.InvalidPredicate"))
        }
    }

    @Test("reconnects if the broker cannot identify its connection", .timeLimit(.minutes(30)))
    func unknownConnection() async throws {
        try await withWorld { world in
            try await world.owner.grant(Self.client, "full")
            let view = try ListView([], in: world)
            #expect(try await view.line() == ["list", "0"])
            try await world.killBroker()
            try FileManager.default.removeItem(atPath: "\(world.state)/connections")
            try await world.startBroker()
            #expect(try await view.line() == ["list", "0"])
            let photo = try await world.client(.host).add(.memory(TestPhoto.small().bytes), filename: "a.jpg")
            #expect(try await view.line() == ["inserted", "0", photo, "a.jpg", "0"])
            #expect(view.errors == "")
        }
    }
}
