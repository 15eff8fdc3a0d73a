import Glibc

/// One argument of the command line, with its original bytes.
public struct Argument: Hashable, Sendable {
    public let bytes: [UInt8]
    /// The argument as text; nil if the bytes are not UTF-8.
    public let text: String?

    public init(bytes: [UInt8]) {
        self.bytes = bytes
        text = String(validating: bytes, as: UTF8.self)
    }

    public init(_ text: String) {
        bytes = Array(text.utf8)
        self.text = text
    }

    /// The text for messages. Bytes that are not UTF-8 are replaced.
    public var shown: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the argument begins like an option.
    public var isOption: Bool { bytes.count > 1 && bytes.first == UInt8(ascii: "-") }

    /// Returns the text. Throws if it is not UTF-8, because a string with replaced bytes could name a different object.
    public func checkedText() throws(UsageError) -> String {
        guard let text else { throw UsageError(localized("{word} is not UTF-8.", ["word": quoted(shown)])) }
        return text
    }

    /// The command-line arguments of this process, without the program's name.
    public static var ofThisProcess: [Argument] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe Argument(bytes: (0..<strlen(word)).map { unsafe UInt8(bitPattern: word[Int($0)]) })
        }
    }
}
