import FilmgateDBus
import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePeers

@Suite("Connections that are older than the broker", .privateBus)
struct RestartTests {
    private let bus: PrivateBus
    private let temporaryFolder: TemporaryFolder

    init() throws {
        bus = try #require(PrivateBus.current)
        temporaryFolder = try TemporaryFolder()
    }

    @Test("one that nobody recorded stays unidentified until it connects anew")
    func unrecorded() async throws {
        let app = try await bus.connect()
        let fixture = try await RegistryFixture(on: bus, temporaryFolder)
        #expect(try await fixture.identification(of: app) == .unidentified(.olderThanTheBroker))
        #expect(await fixture.registry.connections().map(\.name) == [app.uniqueName])
        #expect(try await fixture.identification(of: bus.connect()).known != nil)
    }

    @Test("one that the broker before recorded is identified again, and again")
    func recorded() async throws {
        let first = try await RegistryFixture(on: bus, temporaryFolder)
        let app = try await bus.connect()
        let client = try #require(await first.identification(of: app).known)
        for _ in 0..<3 {
            let next = try await RegistryFixture(on: bus, temporaryFolder)
            #expect(try await next.identification(of: app).known == client)
        }
    }

    @Test("one whose process is not the recorded one stays unidentified")
    func changed() async throws {
        let first = try await RegistryFixture(on: bus, temporaryFolder)
        let app = try await bus.connect()
        _ = try await first.identification(of: app)
        let record = try temporaryFolder.text(of: "connections")
        let line = try #require(record.split(separator: "\n").first { $0.hasPrefix("\(app.uniqueName) ") })
        let words = line.split(separator: " ")
        let start = try #require(UInt64(words[2]))
        for other in [
            "\(words[0]) \(words[1]) \(start - 1)", "\(words[0]) \(words[1]) \(start + 1)", "\(words[0]) 1 \(start)",
        ] {
            try temporaryFolder.rewrite("connections", as: record.replacing(line, with: other))
            #expect(
                try await RegistryFixture(on: bus, temporaryFolder).identification(of: app)
                    == .unidentified(.differentProcess))
        }
        try temporaryFolder.rewrite("connections", as: record)
        #expect(try await RegistryFixture(on: bus, temporaryFolder).identification(of: app).known != nil)
    }

    @Test("one that was not identified before is not recorded")
    func doubtful() async throws {
        let first = try await RegistryFixture(on: bus, temporaryFolder) { _ in ConnectionCredentials() }
        let app = try await bus.connect()
        #expect(try await first.identification(of: app).known == nil)
        #expect(
            try await RegistryFixture(on: bus, temporaryFolder).identification(of: app)
                == .unidentified(.olderThanTheBroker))
    }

    @Test("what was recorded on one bus says nothing of another")
    func otherBus() async throws {
        let first = try await RegistryFixture(on: bus, temporaryFolder)
        _ = try await first.identification(of: bus.connect())
        let other = try PrivateBus()
        var apps: [Connection] = []
        for _ in 0..<8 { apps.append(try await other.connect()) }
        let fixture = try await RegistryFixture(on: other, temporaryFolder)
        for app in apps { #expect(try await fixture.identification(of: app) == .unidentified(.olderThanTheBroker)) }
        other.stop()
    }
}
