import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "Libraries that somebody damaged", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"),
    .timeLimit(.minutes(10)))
struct DamagedLibraryTests {
    /// Each for a user of its own; nil for a file that is no database.
    private static let damages: [(user: SystemWorld.User, script: String?)] = [
        (.anna, nil), (.carla, "UPDATE library SET clock = -9223372036854775808"),
        (SystemWorld.User.guests[0], "DELETE FROM library"),
        (SystemWorld.User.guests[1], "UPDATE client SET id = 'x' WHERE row = (SELECT min(row) FROM client)"),
        (SystemWorld.User.guests[2], "UPDATE library SET audit_last = 9223372036854775807, secret = x''"),
    ]

    @Test("are those of their users alone: calls of a different user go on, however often the damaged ones are called")
    func apart() async throws {
        try await withSystem(configuration: "[limits]\nidle-milliseconds=300\n") { system in
            try system.answer(["*": "yes"])
            for (user, _) in Self.damages {
                let tool = try await system.client(user, "tool")
                try await tool.add(TestPhoto.small())
                await tool.end()
            }
            let ben = try await system.client(.ben, "tool")
            let photo = try await ben.add(TestPhoto.small())
            for (user, script) in Self.damages {
                while system.isOpen(user) { try await Task.sleep(for: .milliseconds(20)) }
                try Self.damage(user, script, in: system)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (user, script) in Self.damages {
                    let client = try await system.client(user, "tool")
                    group.addTask { try await Self.call(client, isDatabase: script != nil) }
                }
                group.addTask { try await Self.work(ben, photo) }
                try await group.waitForAll()
            }
            // On the same connection: the broker is the same.
            #expect(try await ben.assets() == [photo])
            #expect(try await ben.verify().findings.isEmpty)
        }
    }

    private static func damage(_ user: SystemWorld.User, _ script: String?, in system: SystemWorld) throws {
        if let script { return try system.tamper(with: user, script) }
        let path = "\(system.folder)/state/\(user.id)/library.sqlite3"
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.write(contentsOf: Data(repeating: 0x55, count: 40_000))
        try file.close()
    }

    /// Calls the broker again and again as the user of a damaged library.
    private static func call(_ client: TestClient, isDatabase: Bool) async throws {
        let answers: [String?] = isDatabase ? [nil, "LibraryUnavailable", "Io"] : ["LibraryUnavailable"]
        for _ in 0..<100 {
            let answer = try await AccessTable.kind { try await client.assets() }
            #expect(answers.contains(answer), "\(answer ?? "")")
            _ = try await AccessTable.kind { try await client.grants() }
            _ = try await AccessTable.kind { try await client.add(TestPhoto.small()) }
        }
    }

    /// Works as the user of a sound library.
    private static func work(_ client: TestClient, _ photo: String) async throws {
        for _ in 0..<100 {
            #expect(try await client.assets() == [photo])
            let request = try await client.requestImage(of: photo, ["width": .uint32(64), "height": .uint32(64)])
            #expect(try await client.deliveries(of: request).response.outcome == "success")
            try await client.set(["favorite": true], of: photo)
        }
    }
}
