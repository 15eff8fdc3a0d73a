import FilmgateBroker
import FilmgateDBus
import FilmgateSystem
package import Testing

/// Runs the broker's event loop, which is the process's, on its own thread.
package struct RunningLoop: SuiteTrait, TestScoping {
    /// A loop runs once: the first test starts it, and it ends with the process.
    package static let isRunning: Bool = (try? startThread(named: "broker") { BrokerActor.loop.run() }) != nil

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try #require(Self.isRunning)
        try await function()
    }
}

extension Trait where Self == RunningLoop {
    /// For suites whose tests use isolated parts of the broker.
    package static var runningLoop: RunningLoop { RunningLoop() }
}
