import Glibc

/// One word of the command line, in the bytes that the kernel passes.
public struct Argument: Hashable, Sendable {
    public let bytes: [UInt8]
    /// The word as text; nil if the bytes are not UTF-8.
    public let text: String?

    public init(bytes: [UInt8]) {
        self.bytes = bytes
        text = String(validating: bytes, as: UTF8.self)
    }

    public init(_ text: String) {
        bytes = Array(text.utf8)
        self.text = text
    }

    /// The text for messages: bytes that are not UTF-8 are replaced.
    public var shown: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the word begins like an option.
    public var isOption: Bool { bytes.count > 1 && bytes.first == UInt8(ascii: "-") }

    /// Returns the text. Throws if the word is not UTF-8, because a repaired text would name something else.
    public func checkedText() throws(UsageError) -> String {
        guard let text else { throw UsageError(localized("{word} is not UTF-8.", ["word": quoted(shown)])) }
        return text
    }

    /// The words that this process was called with, without the program's name.
    public static var ofThisProcess: [Argument] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe Argument(bytes: (0..<strlen(word)).map { unsafe UInt8(bitPattern: word[Int($0)]) })
        }
    }
}
