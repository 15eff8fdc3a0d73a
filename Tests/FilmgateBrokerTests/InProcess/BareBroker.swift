import FilmgateDBus
import FilmgateModel
import FilmgateTestKit
import Foundation

@testable import FilmgateBroker
@testable import FilmgateTestWorlds

/// Runs a test with a broker of this user's library on a bus in memory, for tests of its parts: no client can call it.
func withBareBroker<Result>(
    policy: String? = nil, _ body: (Broker) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-broker-\(UUID())").path
    try FileManager.default.createDirectory(atPath: "\(folder)/policy.d", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try policy?.write(toFile: "\(folder)/policy.d/test.conf", atomically: true, encoding: .utf8)
    let bus = InMemoryBus()
    defer { bus.stop() }
    var settings = Settings(
        bus: "in memory", state: "\(folder)/state", owners: .only(getuid()), worker: "/nonexistent", ownersTools: [],
        agentPrograms: [])
    settings.policyFolders = ["\(folder)/policy.d"]
    let environment = BrokerEnvironment(
        clock: .system, authority: PrivateBusAuthority(), sessions: NoSessions(), delegatesIdentification: true)
    let connection = try await bus.connect(on: BrokerActor.loop)
    let broker = try await Broker.start(settings, over: connection, in: environment)
    do {
        let result = try await body(broker)
        await broker.stop()
        return result
    } catch {
        await broker.stop()
        throw error
    }
}
