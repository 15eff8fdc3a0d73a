import FilmgateModel
import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@testable import FilmgateBroker

@Suite("The broker's descriptors of files that clients hold open", .runningLoop)
struct DescriptorBudgetTests {
    private static let app = ClientID(.flatpak, "org.example.App")!
    private static let other = ClientID(.flatpak, "org.example.Other")!

    @Test("are half of the process's, of which a user has half of what others leave, and an app half of the user's")
    @BrokerActor func shares() {
        let budget = DescriptorBudget(of: 160)
        let (anna, ben) = (UserDescriptors(of: 1, in: budget), UserDescriptors(of: 2, in: budget))
        #expect(Self.take(from: anna, for: Self.app) == 20)
        #expect(Self.take(from: anna, for: Self.other) == 10)
        #expect(Self.take(from: ben, for: Self.app) == 12)
        anna.remove(20, from: Self.app)
        #expect(Self.take(from: ben, for: Self.app) == 5)
        #expect(Self.take(from: anna, for: Self.app) > 0)
    }

    @Test("are never more than the user's share, however many apps the user has")
    @BrokerActor func manyApps() {
        let anna = UserDescriptors(of: 1, in: DescriptorBudget(of: 160))
        let apps = (0..<100).map { ClientID(.flatpak, "org.example.App\($0)")! }
        #expect(apps.map { Self.take(from: anna, for: $0) }.reduce(0, +) == 40)
    }

    @Test("run out for an app that keeps copies of its own, and not for others", .long)
    func copies() async throws {
        try await World.$starter.withValue(InProcessBrokers(descriptors: 160)) {
            try await withWorld { world in
                let owner = try await world.owner
                let asset = try await owner.add(TestPhoto.small())
                for app in ["flatpak:org.example.App", "flatpak:org.example.Other"] {
                    try await owner.grant(app, "full", rights: ["originals", "location", "captions", "metadata"])
                }
                let app = try await world.client(flatpak: "org.example.App")
                var kept: [HeldDescriptor] = []
                var refused: BusError?
                for index in 0..<20 where refused == nil {
                    do {
                        kept.append(try await Self.copy(of: asset, titled: "\(index)", for: app))
                    } catch let error as BusError { refused = error }
                }
                #expect(refused?.kind == "LimitsExceeded", "\(kept.count)")
                #expect((1...10).contains(kept.count))
                let other = try await world.client(flatpak: "org.example.Other")
                _ = try await Self.copy(of: asset, titled: "other", for: other)
                for file in kept { try await app.forget(file) }
                try await eventually { (try? await Self.copy(of: asset, titled: "again", for: app)) != nil }
            }
        }
    }

    // MARK: Means

    /// Takes as many as can be had.
    @BrokerActor private static func take(from descriptors: UserDescriptors, for client: ClientID) -> Int {
        var count = 0
        while descriptors.allows(1, to: client) {
            descriptors.add(1, to: client)
            count += 1
        }
        return count
    }

    /// With XMP of the client's, so that it is a copy of its own.
    private static func copy(
        of asset: String, titled title: String, for app: FilmgateTestKit.TestClient
    ) async throws -> HeldDescriptor {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let options: [String: BusArgument] = ["xmp": .variant("ay", .bytes(Array(packet.utf8)))]
        let reply = try await app.call("Resources1", "OpenResource", "ssa{sv}", .text(asset), "photo", .table(options))
        return try #require(reply[0]?.descriptor)
    }
}
