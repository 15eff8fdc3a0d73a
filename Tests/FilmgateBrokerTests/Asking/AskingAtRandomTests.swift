import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// Apps, agents and an administrator act in random order.
@Suite("Asking, answering and deciding in any order", .inProcess)
struct AskingAtRandomTests {
    static let settings = WorldSettings(
        configuration: "[agent]\ntake-up-milliseconds=2000\nanswer-milliseconds=400\nwait-milliseconds=1;1;1\n")

    @Test(
        "ends each request once, and leaves none waiting", .long,
        arguments: [1, 2, 3] as [UInt64])
    func everyRequestEnds(_ seed: UInt64) async throws {
        try await withWorld(Self.settings) { world in
            var random = SeededRandom(seed: seed)
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            var agents = [try await world.agent(), try await world.agent()]
            var apps: [(id: String, client: TestClient)] = []
            for name in ["A", "B", "C", "D"] {
                apps.append(("flatpak:org.example.\(name)", try await world.client(flatpak: "org.example.\(name)")))
            }
            var open: [(client: TestClient, request: OpenRequest)] = []
            for _ in 0..<120 {
                let app = apps.randomElement(using: &random)!
                let index = agents.indices.randomElement(using: &random)!
                let agent = agents[index]
                switch Int.random(in: 0..<16, using: &random) {
                case 0...5:
                    do {
                        let access = ["add-only", "read-write"].randomElement(using: &random)!
                        open.append((app.client, try await app.client.requestAccess(access)))
                    } catch let error as BusError {
                        #expect(["Busy", "LimitsExceeded"].contains(error.kind), "\(error)")
                    }
                case 6:
                    do {
                        open.append((app.client, try await app.client.editSelection()))
                    } catch let error as BusError {
                        #expect(error.kind != "Io", "\(error)")
                    }
                case 7: if let some = open.randomElement(using: &random) { try? await some.client.close(some.request) }
                case 8: try await agent.unregister()
                case 9: try await agent.register()
                case 10:
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        _ = try await agent.prompts()
                        await agent.client.kill()
                        agents[index] = try await world.agent()
                    }
                case 11: try await owner.resetGrant(app.id)
                case 12: try await owner.grant(app.id, ["none", "limited"].randomElement(using: &random)!)
                default:
                    for prompt in try await agent.prompts() {
                        let answers: [[String: BusArgument]] = [
                            ["decision": "allow"], ["decision": "deny"], ["decision": "dismiss"],
                            ["decision": "cancel"],
                            ["decision": "limit", "selection": .texts([photos[0]])], ["decision": "what"],
                            ["decision": "done", "selection": .texts(photos)], ["decision": "allow", "once": true],
                        ]
                        try await agent.answer(prompt, answers.randomElement(using: &random)!)
                    }
                }
            }
            for agent in agents {
                try await agent.unregister()
                _ = try await agent.prompts()
            }
            for (client, request) in open {
                let response = try await client.response(to: request)
                #expect(["success", "denied", "cancelled", "failed"].contains(response.outcome))
            }
            for app in apps {
                _ = try await app.client.status()
                #expect(try await app.client.signals("Response", within: 0).isEmpty, "none answers twice")
                let last = try await app.client.askForAccess()
                #expect(last.error == "NoAgent" || last.outcome == "success", "\(last)")
            }
            #expect(try await owner.clients().allSatisfy { $0["requests"]?.integer == 0 })
            #expect(try await owner.verify().findings == [])
        }
    }
}
