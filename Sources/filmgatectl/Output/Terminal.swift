import CFilmgateTerminal
import FilmgateText
import Glibc

/// Standard output or standard error.
struct StandardStream: Sendable {
    let descriptor: Int32

    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The columns of the terminal, or nil if the stream is not a terminal.
    var columns: Int? {
        guard isTerminal else { return nil }
        let columns = Int(fg_terminal_columns(descriptor))
        return columns > 0 ? columns : 80
    }

    /// - Throws: if the disk is full or the reader has closed the pipe.
    func write(_ text: String) throws(Failure) { try write(bytes: Array(text.utf8)) }

    /// - Throws: as `write` does.
    func write(bytes: [UInt8]) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                let reason = ["reason": Text.ofErrno(errno)]
                throw Failure(.inputOutput, localized("The output cannot be written: {reason}.", reason))
            }
        }
    }

    func writeLine(_ line: String) throws(Failure) { try write(line + "\n") }

    /// Ignores errors. For messages about other errors, and for progress.
    func writeIfPossible(_ text: String) { try? write(text) }
}

extension Text {
    /// The system's text for an error.
    static func ofErrno(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
