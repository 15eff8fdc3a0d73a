import Glibc
import Synchronization

/// Standard input, from which answers are read.
struct StandardInput: Sendable {
    let isTerminal: Bool
    /// Returns the next line without its line break; nil at the end of the input.
    let line: @Sendable () -> String?

    static var ofThisProcess: StandardInput {
        StandardInput(isTerminal: isatty(STDIN_FILENO) == 1, line: { readLine() })
    }
}

extension StandardInput {
    /// Creates an input with the lines of a string.
    init(_ text: String, isTerminal: Bool) {
        let lines = WaitingLines(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        self.init(isTerminal: isTerminal, line: { lines.next() })
    }
}

private final class WaitingLines: Sendable {
    private let lines: Mutex<[String]>

    init(_ lines: [String]) { self.lines = Mutex(lines) }

    func next() -> String? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
