import Synchronization
import Testing

/// The scripted agents of a test: whatever they are asked must have been expected.
///
/// A test expects a prompt by waiting for it (`ScriptedAgent.asked`). A prompt that no call has taken when the world
/// ends was not expected.
final class ExpectedPrompts: Sendable {
    /// Those of the world that the test runs in.
    @TaskLocal static var current: ExpectedPrompts?

    private let agents = Mutex<[ScriptedAgent]>([])

    func watch(_ agent: ScriptedAgent) { agents.withLock { $0.append(agent) } }

    /// Records an issue for each prompt that the test did not wait for.
    func check() async {
        for agent in agents.withLock({ $0 }) {
            // What the broker sent before its answer is there when the answer is. An agent that has ended was asked
            // nothing more.
            _ = try? await agent.client.call("Authorization1", "GetStatus", "s", "read-write", timeout: 5)
            for prompt in (try? await agent.prompts()) ?? [] {
                Issue.record("The agent was asked what the test did not expect: \(prompt)")
            }
        }
    }

    /// Runs a test, and then checks what its agents were asked.
    static func checked<Result>(_ body: () async throws -> Result) async throws -> Result {
        let expected = ExpectedPrompts()
        return try await $current.withValue(expected) {
            let result = try await body()
            await expected.check()
            return result
        }
    }
}
