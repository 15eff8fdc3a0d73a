import FilmgateTestKit
import Foundation
package import Testing

/// Runs the worlds of a suite's tests in the test's process, and those of a sample as processes as well.
///
/// With `FILMGATE_BOTH_WORLDS` set, all run in both; with `FILMGATE_NO_DAEMONS`, as in `make check`, none as processes.
package struct InProcess: SuiteTrait, TestTrait, TestScoping {
    /// Nil: never.
    let alsoAsProcesses: Bool?
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try #require(RunningLoop.isRunning)
        try await World.$starter.withValue(InProcessBrokers()) {
            try await World.$tool.withValue(InProcessTool()) {
                // The broker's threads are not those that a test blocks, as with elements of a result that are not read
                // yet.
                try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
            }
        }
        guard let alsoAsProcesses, alsoAsProcesses || WorldKinds.both, !WorldKinds.noDaemon else { return }
        if test.traits.contains(where: { $0 is AsProcesses }) { return }
        try await function()
    }
}

/// Runs the worlds of a test as processes, within a suite whose other tests need none.
package struct AsProcesses: TestTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        if WorldKinds.noDaemon { try Test.cancel("it takes a dbus-daemon") }
        try await World.$starter.withValue(nil) { try await function() }
    }
}

private enum WorldKinds {
    static let both = ProcessInfo.processInfo.environment["FILMGATE_BOTH_WORLDS"] != nil
    static let noDaemon = ProcessInfo.processInfo.environment["FILMGATE_NO_DAEMONS"] != nil
}

extension SuiteTrait where Self == InProcess {
    /// For suites that need no more than the broker itself, and what the commands of the tool do.
    package static var inProcess: InProcess { InProcess(alsoAsProcesses: false) }

    /// For suites of what only a program does that runs commands within itself.
    package static var inProcessAlone: InProcess { InProcess(alsoAsProcesses: nil) }

    /// For the sample that shows that a world in process is like one of processes: each test runs in both.
    package static var inBothWorlds: InProcess { InProcess(alsoAsProcesses: true) }
}

extension TestTrait where Self == AsProcesses {
    /// For tests of what takes a process of its own: its memory, its files, its log, its terminal, and killing it.
    package static var asProcesses: AsProcesses { AsProcesses() }
}
