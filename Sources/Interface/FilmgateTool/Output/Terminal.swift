import CFilmgateTerminal
import FilmgateText
import FoundationEssentials
import Glibc

struct TerminalProperties: Sendable {
    let columns: Int
    /// Whether the terminal supports escape sequences, and the person wants them.
    let isStyled: Bool

    init(columns: Int, _ environment: [String: String]) {
        self.columns = columns
        let terminal = environment["TERM"] ?? ""
        isStyled = environment["NO_COLOR"] ?? "" == "" && !terminal.isEmpty && terminal != "dumb"
    }
}

/// The destination of a command's output: standard output or standard error of the process, or a function that gets the
/// bytes.
struct StandardStream: Sendable {
    private enum Destination: Sendable {
        case descriptor(Int32)
        case body(@Sendable ([UInt8]) -> Void, TerminalProperties?)
    }

    private let destination: Destination

    static let output = StandardStream(destination: .descriptor(STDOUT_FILENO))
    static let error = StandardStream(destination: .descriptor(STDERR_FILENO))

    private init(destination: Destination) { self.destination = destination }

    /// - Parameter terminal: the terminal that displays the output; nil if there is none.
    init(to body: @escaping @Sendable ([UInt8]) -> Void, _ terminal: TerminalProperties?) {
        self.init(destination: .body(body, terminal))
    }

    /// The terminal that currently displays the output; nil if there is none.
    private var terminal: TerminalProperties? {
        switch destination {
        case .body(_, let terminal): return terminal
        case .descriptor(let descriptor):
            guard isatty(descriptor) == 1 else { return nil }
            let columns = Int(fg_terminal_columns(descriptor))
            return TerminalProperties(columns: columns > 0 ? columns : 80, ProcessInfo.processInfo.environment)
        }
    }

    var isTerminal: Bool { terminal != nil }

    /// The columns of the terminal; nil if the stream is not a terminal.
    var columns: Int? { terminal?.columns }

    /// Whether the stream is a terminal that supports escape sequences, and the person wants them.
    var isStyled: Bool { terminal?.isStyled ?? false }

    /// Whether the other end of the pipe is closed.
    var isAbandoned: Bool {
        guard case .descriptor(let descriptor) = destination else { return false }
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&state, 1, 0) > 0 && Int32(state.revents) & (POLLERR | POLLHUP) != 0
    }

    /// - Throws: `CommandFailure` if the output cannot be written, for example because the disk is full.
    func write(_ text: String) throws(CommandFailure) { try write(bytes: Array(text.utf8)) }

    /// - Throws: `CommandFailure` if the output cannot be written, for example because the disk is full.
    func write(bytes: [UInt8]) throws(CommandFailure) {
        switch destination {
        case .descriptor(let descriptor): try StandardStream.write(bytes, to: descriptor)
        case .body(let body, _): body(bytes)
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(CommandFailure) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                let reason = ["reason": Text.ofErrno(errno)]
                throw CommandFailure(.inputOutput, localized("The output cannot be written: {reason}.", reason))
            }
        }
    }

    func writeLine(_ line: String) throws(CommandFailure) { try write(line + "\n") }

    /// Writes a string, and ignores errors. Use this for messages about other errors, and for progress.
    func writeIfPossible(_ text: String) { try? write(text) }
}

extension Text {
    /// Returns the system's text for an error.
    static func ofErrno(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
