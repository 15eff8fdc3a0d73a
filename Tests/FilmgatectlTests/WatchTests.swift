import FilmgateTestKit
import Foundation
import Testing

@Suite("Watching the library in the terminal")
struct WatchTests {
    /// `filmgatectl watch`, or a copy that is nobody's tool.
    private struct Watcher {
        let program: Program
        private let lines = Lines()

        init(_ words: String..., tool: String = BuiltProgram.path("filmgatectl"), in world: World) throws {
            let lines = lines
            program = try world.start([tool, "watch"] + words, onLine: lines.hear)
        }

        func line() async throws -> String { try #require(await lines.next(), "the program has ended") }

        func object() async throws -> [String: Any] {
            let line = try await line()
            return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }

        /// Ends it as a person does.
        ///
        /// - Returns: what it wrote beside.
        func interrupt() async throws -> String {
            program.send(signal: SIGINT)
            #expect(await program.ended() == 0)
            return await program.log.all()
        }
    }

    /// Where a watcher begins that is started now.
    private static func token(in world: World) async throws -> String {
        let watcher = try Watcher("--json", in: world)
        let object = try await watcher.object()
        #expect(object["incremental"] as? Bool == true && object["reason"] as? String == "library")
        #expect(Set(object.keys) == ["incremental", "reason", "time", "token"], "nothing has changed yet")
        #expect(try await watcher.interrupt() == "", "programs have nothing to read there")
        return try #require(object["token"] as? String)
    }

    /// The moment, and what comes after it.
    private static func parts(_ line: String) throws -> [String] {
        let parts = line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        #expect(try /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.wholeMatch(in: parts[0]) != nil, "\(line)")
        return Array(parts.dropFirst())
    }

    @Test("shows the changes since a token and new ones, with names, and how to continue")
    func reports() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let start = try await Self.token(in: world)
            let photo = try await owner.add(.memory(TestPhoto.small().bytes), filename: "sea.jpg")
            let made = try await owner.perform(
                ("create-folder", ["title": "Travel", "placeholder": "@f"]),
                ("create-album", ["title": "Summer", "parent": "@f"]))
            let watcher = try Watcher("--after", start, in: world)
            func reported() async throws -> [String] { try Self.parts(try await watcher.line()) }
            #expect(try await reported() == ["photo inserted", photo, "sea.jpg"])
            #expect(try await reported() == ["album inserted", made[1], "Travel/Summer"])
            #expect(try await reported() == ["folder inserted", made[0], "Travel/"])

            try await owner.set(["rating": .variant("i", 3)], of: photo)
            #expect(try await reported() == ["photo updated", photo, "sea.jpg"])
            try await owner.perform(("rename", ["id": .text(made[0]), "title": "Trips"]))
            #expect(try await reported() == ["folder updated", made[0], "Trips/"])
            try await owner.perform(("delete-albums", ["ids": .texts([made[1]])]))
            #expect(try await reported() == ["album deleted", made[1], "Trips/Summer"])
            #expect(try await reported() == ["folder updated", made[0], "Trips/"], "it holds one less")
            try await owner.delete(photo)
            #expect(try await reported() == ["photo deleted", photo, "sea.jpg"])
            try await owner.perform(("purge-assets", ["ids": .texts([photo])]))
            #expect(try await reported() == ["photo deleted", photo, "sea.jpg"], "by its name of before")

            _ = try await owner.add(TestPhoto.several(11))
            let many = try await reported()
            #expect(many.count == 1 && many[0].hasPrefix("11 photos inserted: "))

            let errors = try await watcher.interrupt()
            let last = try #require(errors.split(separator: " ").last?.trimmingCharacters(in: .newlines))
            #expect(errors.hasSuffix("filmgatectl watch --after \(last)\n"), "\(errors)")
            try await owner.perform(("delete-folders", ["ids": .texts([made[0]])]))
            let again = try Watcher("--json", "--after", last, in: world)
            #expect(try await again.object()["folders-deleted"] as? [String] == [made[0]])
        }
    }

    @Test("lists every identifier once as JSON, even if the broker is killed in between")
    func acrossKills() async throws {
        try await withWorld { world in
            let watcher = try Watcher("--json", in: world)
            var token = try await watcher.object()["token"] as? String
            var (added, reported): ([String], [String]) = ([], [])
            for round in 0..<3 {
                added += try await world.client(.host).add(TestPhoto.several(12))
                try await world.killBroker()
                try await world.startBroker()
                added += try await world.client(.host).add(TestPhoto.several(round + 1))
                while reported.count < added.count {
                    let object = try await watcher.object()
                    #expect(object["incremental"] as? Bool == true)
                    reported += object["inserted"] as? [String] ?? []
                    let next = object["token"] as? String
                    #expect(next != nil && next != token)
                    token = next
                }
            }
            #expect(reported == added)
            _ = try await watcher.interrupt()
        }
    }

    @Test("tells people, but not programs, once when the broker stops and once when it runs again")
    func presence() async throws {
        try await withWorld { world in
            let start = try await Self.token(in: world)
            let watcher = try Watcher("--after", start, in: world)
            let program = try Watcher("--json", "--after", start, in: world)
            func says(_ sentence: String) async throws {
                while !watcher.program.log.soFar.contains(sentence) { try await Task.sleep(for: .milliseconds(10)) }
            }
            var subscribers = 0
            while subscribers < 2 {
                subscribers = try await world.owner.clients().count { $0["subscribed"]?.flag == true }
            }
            for _ in 0..<2 {
                try await world.killBroker()
                try await says("The broker has stopped. Waiting for it.\n")
                try await world.startBroker()
                let photo = try await world.client(.host).add(TestPhoto.small())
                #expect(try Self.parts(try await watcher.line()).starts(with: ["photo inserted", photo]))
                #expect(try await program.object()["inserted"] as? [String] == [photo])
            }
            let errors = try await watcher.interrupt().split(separator: "\n")
            #expect(errors.count { $0 == "The broker has stopped. Waiting for it." } == 2, "\(errors)")
            #expect(errors.count { $0 == "The broker runs again." } == 2, "\(errors)")
            #expect(try await program.interrupt() == "")
        }
    }

    @Test("writes how to continue on one line, even on a narrow terminal")
    func narrow() async throws {
        try await withWorld { world in
            let start = try await Self.token(in: world)
            let command = "trap : INT; '\(BuiltProgram.path("filmgatectl"))' watch --after \(start); read"
            let window = try await world.window(["/bin/bash", "--norc", "-c", command], columns: 40)
            _ = try await window.shows("Watching. Press Ctrl-C")
            try await window.press("C-c")
            let screen = try await window.shows("To continue from here: ")
            #expect(screen.replacing("\n", with: "").contains("filmgatectl watch --after \(start)"), "\(screen)")
        }
    }

    @Test("says if the history since a token is missing or the token is foreign, and continues")
    func expired() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.add(TestPhoto.small())
            let old = try await Self.token(in: world)
            try await owner.add(TestPhoto.small())
            await (try world.broker).program.stop()
            try await world.tamper("UPDATE change SET date = date - 100 * 86400000000")
            try await world.startBroker()
            for token in [old, try await owner.subscribe(), "nonsense"] {
                let watcher = try Watcher("--after", token, in: world)
                let line = try Self.parts(try await watcher.line())
                #expect(line[0].hasPrefix("The changes since this token are not known. "), "\(line)")
                #expect(line[0].contains("'filmgatectl assets list'"))
                let photo = try await world.client(.host).add(TestPhoto.small())
                #expect(try Self.parts(try await watcher.line()).starts(with: ["photo inserted", photo]))
                #expect(try await watcher.interrupt().contains("watch --after "))

                let program = try Watcher("--json", "--after", token, in: world)
                let object = try await program.object()
                #expect(object["incremental"] as? Bool == false && object["reason"] as? String == "library")
                #expect((object["token"] as? String)?.isEmpty == false && object["token-expired"] as? Bool == true)
                _ = try await program.interrupt()
            }
        }
    }

    @Test("a program with limited access sees what enters and leaves its selection, and changes of its access")
    func selection() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let tool = "\(world.folder)/programs/watcher"
            _ = try await world.run("/bin/cp", BuiltProgram.path("filmgatectl"), tool)
            let client = "exe:\(tool)"
            let refused = try await world.run(tool, "watch")
            #expect(refused.code == 77 && refused.output.isEmpty, "\(refused)")
            #expect(refused.errors.hasPrefix("filmgatectl: "), "\(refused)")
            try await owner.grant(client, "limited", selection: [photos[0]])

            let (lines, objects) = (try Watcher(tool: tool, in: world), try Watcher("--json", tool: tool, in: world))
            _ = try await objects.object()
            var subscribers = 0
            while subscribers < 2 {
                subscribers = try await owner.clients().count {
                    $0["client"]?.text == client && $0["subscribed"]?.flag == true
                }
            }
            func reported(_ expected: String...) async throws {
                let line = try Self.parts(try await lines.line())
                #expect(line.filter { !$0.hasSuffix(".jpg") } == expected)
            }
            try await owner.changeSelection(of: client, add: [photos[1]], remove: [photos[0]])
            try await reported("photo entered scope (selection)", photos[1])
            try await reported("photo left scope (selection)", photos[0])
            let object = try await objects.object()
            #expect(object["entered-scope"] as? [String] == [photos[1]] && object["reason"] as? String == "selection")
            try await owner.set(["favorite": true], of: photos[2])

            try await owner.grant(client, "none")
            try await reported("This program may not see anything now. You will read here when it may again.")
            let loss = try await objects.object()
            #expect(loss["token"] as? String == "" && loss["incremental"] as? Bool == false)
            try await owner.grant(client, "full")
            try await reported("This program's access has changed. Read everything again.")
            #expect(try await objects.object()["reason"] as? String == "grant", "nothing of what it did not see")
            try await owner.set(["favorite": true], of: photos[0])
            try await reported("photo updated", photos[0])
            _ = try await lines.interrupt()
            _ = try await objects.interrupt()
        }
    }
}
