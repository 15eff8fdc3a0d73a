internal import CFilmgateTerminal
internal import FilmgateText
internal import Glibc

/// A stream that the tool was started with.
struct StandardStream: Sendable {
    let descriptor: Int32

    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    /// Whether somebody looks at it.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Columns of the terminal; nil where the stream is none.
    var columns: Int? {
        guard isTerminal else { return nil }
        let columns = Int(fg_terminal_columns(descriptor))
        return columns > 0 ? columns : 80
    }

    /// - Throws: where the disk is full or nobody reads any more.
    func write(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw Failure(.inputOutput, "The output could not be written: \(Text.ofErrno(errno)).")
            }
        }
    }

    func writeLine(_ line: String) throws(Failure) { try write(line + "\n") }

    /// For what must not make things worse: messages about an error that is there already, and progress.
    func writeIfPossible(_ text: String) { try? write(text) }
}

extension Text {
    /// What the system calls an error.
    static func ofErrno(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
