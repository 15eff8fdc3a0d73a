internal import FilmgateText
internal import Glibc

/// A word of the command line as the kernel handed it over: bytes, which are a text if they are UTF-8.
struct Argument: Hashable, Sendable {
    let path: DiskPath
    /// Nil if the bytes are not UTF-8.
    let text: String?

    init(bytes: [UInt8]) {
        path = DiskPath(bytes: bytes)
        text = String(validating: bytes, as: UTF8.self)
    }

    init(_ text: String) {
        path = DiskPath(text)
        self.text = text
    }

    /// For messages: bytes that are not UTF-8 are replaced.
    var shown: String { path.description }

    /// Whether it begins as an option does.
    var isOption: Bool { path.bytes.count > 1 && path.bytes.first == UInt8(ascii: "-") }

    /// - Throws: if it is not UTF-8; a text that stands for it would name something else.
    func checkedText(of command: Command? = nil) throws(Failure) -> String {
        guard let text else { throw .usage("'\(Text.plain(shown))' is not UTF-8.", of: command) }
        return text
    }

    /// The words that this process was called with, without the program's name.
    static var ofThisProcess: [Argument] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe Argument(bytes: (0..<strlen(word)).map { unsafe UInt8(bitPattern: word[Int($0)]) })
        }
    }
}
