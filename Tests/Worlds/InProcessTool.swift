import Filmgate
import FilmgateText
package import FilmgateDBus
package import FilmgateTestKit
import FilmgateTool
import Foundation
import Synchronization

/// Runs the tool's commands within the test's process.
package struct InProcessTool: ToolRunner {
    package init() {}

    package func run(
        _ arguments: [String], on terminal: ToolTerminal?,
        connecting connect: @escaping @Sendable (EventLoop) async throws -> Connection
    ) async -> RunResult {
        let (output, errors) = (WrittenBytes(), WrittenBytes())
        let surroundings = CommandEnvironment(
            output: { output.append($0) }, error: { errors.append($0) }, input: terminal?.input ?? "",
            columns: terminal?.columns, environment: Program.plainEnvironment.merging(["TERM": "xterm"]) { $1 },
            bus: .connector(BusConnectionFactory(connect)))
        let code = await Task(executorPreference: WaitingThreads.shared) {
            await Tool(in: surroundings).run(arguments.map { Argument($0) })
        }.value
        return RunResult(code: code, output: output.text, errors: errors.text)
    }
}

private final class WrittenBytes: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}
