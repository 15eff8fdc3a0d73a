import FilmgateDBus
import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

@Suite("Connections that are older than the broker", .privateBus)
struct RestartTests {
    private let bus: PrivateBus
    private let scratch: Scratch

    init() throws {
        bus = try #require(PrivateBus.current)
        scratch = try Scratch()
    }

    @Test("one that nobody recorded stays unidentified until it connects anew")
    func unrecorded() async throws {
        let app = try await bus.connect()
        let door = try await Door(on: bus, scratch)
        #expect(try await door.meet(app) == .unidentified(.olderThanTheBroker))
        #expect(await door.registry.connections().map(\.name) == [app.uniqueName])
        #expect(try await door.meet(bus.connect()).known != nil)
    }

    @Test("one that the broker before recorded is identified again, and again")
    func recorded() async throws {
        let first = try await Door(on: bus, scratch)
        let app = try await bus.connect()
        let client = try #require(await first.meet(app).known)
        for _ in 0..<3 {
            let next = try await Door(on: bus, scratch)
            #expect(try await next.meet(app).known == client)
        }
    }

    @Test("one whose process is not the recorded one stays unidentified")
    func changed() async throws {
        let first = try await Door(on: bus, scratch)
        let app = try await bus.connect()
        _ = try await first.meet(app)
        let record = try scratch.text(of: "connections")
        let line = try #require(record.split(separator: "\n").first { $0.hasPrefix("\(app.uniqueName) ") })
        let words = line.split(separator: " ")
        let start = try #require(UInt64(words[2]))
        for other in [
            "\(words[0]) \(words[1]) \(start - 1)", "\(words[0]) \(words[1]) \(start + 1)", "\(words[0]) 1 \(start)",
        ] {
            try scratch.rewrite("connections", as: record.replacing(line, with: other))
            #expect(try await Door(on: bus, scratch).meet(app) == .unidentified(.anotherProcess))
        }
        try scratch.rewrite("connections", as: record)
        #expect(try await Door(on: bus, scratch).meet(app).known != nil)
    }

    @Test("one that was not identified before is not recorded")
    func doubtful() async throws {
        let first = try await Door(on: bus, scratch) { _ in Credentials() }
        let app = try await bus.connect()
        #expect(try await first.meet(app).known == nil)
        #expect(try await Door(on: bus, scratch).meet(app) == .unidentified(.olderThanTheBroker))
    }

    @Test("what was recorded on one bus says nothing of another")
    func otherBus() async throws {
        let first = try await Door(on: bus, scratch)
        _ = try await first.meet(bus.connect())
        let other = try PrivateBus()
        var apps: [Connection] = []
        for _ in 0..<8 { apps.append(try await other.connect()) }
        let door = try await Door(on: other, scratch)
        for app in apps { #expect(try await door.meet(app) == .unidentified(.olderThanTheBroker)) }
        other.stop()
    }
}
