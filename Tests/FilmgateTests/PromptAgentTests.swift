import Filmgate
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

/// The client library in an agent; the test process is the agent, sandboxed apps ask.
@Suite("An agent with the client library")
struct PromptAgentTests {
    static let app = "org.example.App"

    /// Configures the test program as an agent.
    private var settings: WorldSettings {
        get throws {
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return WorldSettings(configuration: "[agent]\nexecutables=\(program)\n")
        }
    }

    /// A running agent whose states and prompts a test can wait for.
    private struct Work: Sendable {
        let agent: PromptAgent
        let task: Task<Void, any Error>
        let states: AsyncStream<PromptAgent.State>
        let prompts: AsyncStream<AgentPrompt>

        init(on world: World, _ answering: @escaping @Sendable (AgentPrompt) async -> PromptAnswer) throws {
            let agent = try PromptAgent(on: .address(world.bus.address))
            let (states, stating) = AsyncStream.makeStream(of: PromptAgent.State.self)
            let (prompts, prompting) = AsyncStream.makeStream(of: AgentPrompt.self)
            self.agent = agent
            self.states = states
            self.prompts = prompts
            task = Task {
                try await agent.run(reporting: { stating.yield($0) }) { prompt in
                    prompting.yield(prompt)
                    return await answering(prompt)
                }
            }
        }

        func isRegistered() async {
            for await state in states where state == .registered { return }
        }

        func asked() async -> AgentPrompt? {
            for await prompt in prompts { return prompt }
            return nil
        }
    }

    @Test("receives questions as values, and its answer counts")
    func answers() async throws {
        try await withWorld(settings) { world in
            let ids = try await world.owner.add(TestPhoto.several(2))
            let moment = Date(timeIntervalSince1970: 4_000_000_000)
            let work = try Work(on: world) { prompt in
                var answer = PromptAnswer(.limit([ObjectID(ids[1])!]), validity: .until(moment), rights: .originals)
                answer.rule = "test [*]"
                return answer
            }
            await work.isRegistered()
            let app = try await world.client(flatpak: Self.app)
            let response = try await app.askForAccess("read-write", ["purpose": "Because."])
            #expect(response.status == "limited")
            let prompt = try #require(await work.asked())
            #expect(prompt.app.id == "flatpak:\(Self.app)" && prompt.app.isVerified && prompt.purpose == "Because.")
            #expect(prompt.subject == .access(.readWrite, highest: nil) && prompt.assetCount == 2)
            #expect(try await app.assets() == [ids[1]])
            let grant = try #require(try await world.owner.grants().first)
            #expect(grant["rights"]?.texts == ["originals"] && grant["expires"]?.integer == 4_000_000_000_000_000)
            #expect(try await work.agent.library.fetch(.assets).count == 2, "it reads as the owner")

            try await world.owner.grant("flatpak:\(Self.app)", "limited", selection: [ids[0]])
            work.task.cancel()
        }
    }

    @Test("is told when its answer is no longer needed")
    func dismissed() async throws {
        try await withWorld(settings) { world in
            let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
            let work = try Work(on: world) { _ in
                // Runs until it is cancelled.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                ending.yield(Task.isCancelled)
                return PromptAnswer(.allow)
            }
            await work.isRegistered()
            let app = try await world.client(flatpak: Self.app)
            let request = try await app.requestAccess()
            _ = await work.asked()
            await work.agent.personIsActive(at: "1")
            try await app.close(request)
            #expect(try await app.response(to: request).outcome == "cancelled")
            for await wasCancelled in ends {
                #expect(wasCancelled)
                break
            }
            #expect(try await app.status() == "not-determined", "a late answer is nobody's")
            work.task.cancel()
        }
    }

    @Test("accepts questions only from the broker")
    func forged() async throws {
        try await withWorld(settings) { world in
            let work = try Work(on: world) { _ in PromptAnswer(.allow) }
            await work.isRegistered()
            let me = try #require(try await work.agent.library.clientIdentity().id).description
            let owner = try await world.owner
            let name = try #require(try await owner.clients().first { $0["client"]?.text == me }?["name"]?.text)
            let details: BusArgument = ["client": .options(["id": "flatpak:org.example.App"]), "access": "add-only"]
            let refused = try await owner.error(
                "Agent1", "Prompt", "ssa{sv}", "1", "access", details, at: "/org/filmgate/Agent", on: name)
            #expect(refused.kind == "AccessDenied")
            let dismissal = try await owner.error("Agent1", "Dismiss", "s", "1", at: "/org/filmgate/Agent", on: name)
            #expect(dismissal.kind == "AccessDenied")
            work.task.cancel()
        }
    }

    @Test("waits for a broker, and registers with every new one")
    func restarts() async throws {
        var settings = try settings
        settings.startsBroker = false
        try await withWorld(settings) { world in
            let work = try Work(on: world) { _ in PromptAnswer(.allow) }
            var states = work.states.makeAsyncIterator()
            #expect(await states.next() == .waitingForBroker)
            for _ in 0..<2 {
                try await world.startBroker()
                #expect(await states.next() == .registered)
                let app = try await world.client(flatpak: Self.app)
                #expect(try await app.askForAccess("add-only").status == "authorized")
                try await app.disconnect()
                try await world.owner.resetGrant("flatpak:\(Self.app)")
                try await world.killBroker()
                #expect(await states.next() == .waitingForBroker)
            }
            world.bus.stopDaemon()
            await #expect(throws: PhotoLibraryError.self) { try await work.task.value }
        }
    }

    @Test("a program that is not configured cannot be one")
    func notNamed() async throws {
        try await withWorld { world in
            let work = try Work(on: world) { _ in PromptAnswer(.allow) }
            let error = await #expect(throws: PhotoLibraryError.self) { try await work.task.value }
            guard case .notAuthorized? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
