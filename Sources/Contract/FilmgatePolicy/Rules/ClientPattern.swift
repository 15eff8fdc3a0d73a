public import FilmgateModel

/// A pattern of client identifiers: `KIND:NAME`, in which each `*` matches any characters of the name, or a single `*`,
/// which matches all clients.
public struct ClientPattern: Hashable, Sendable, CustomStringConvertible {
    public static let bytesAtMost = 1024

    private let text: [UInt8]

    /// - Throws: `ClientPatternError` if the text is not a pattern, or is a pattern that no client can match.
    public init(_ text: String) throws(ClientPatternError) {
        if let reason = ClientPatternError(text) { throw reason }
        self.text = Array(text.utf8)
    }

    /// The pattern of all clients.
    public static let all = ClientPattern(verbatim: "*")

    /// Returns the pattern of all clients of a kind.
    static func all(of kind: ClientKind) -> ClientPattern { ClientPattern(verbatim: "\(kind.rawValue):*") }

    private init(verbatim text: String) { self.text = Array(text.utf8) }

    public func matches(_ client: ClientID) -> Bool { matches(Array(client.description.utf8)) }

    /// Returns whether this pattern matches every client that the other pattern matches.
    public func covers(_ other: ClientPattern) -> Bool {
        // Compares the other pattern as text: only a `*` of this pattern matches a `*` of the other pattern.
        matches(other.text)
    }

    /// Returns whether the pattern matches a string. Backtracks only to the last '*', so the time is at most
    /// proportional to the product of the lengths.
    private func matches(_ subject: [UInt8]) -> Bool {
        var position = 0
        var offset = 0
        var star: (pattern: Int, subject: Int)?
        while offset < subject.count {
            if position < text.count, text[position] == ClientPattern.star {
                star = (position, offset)
                position += 1
            } else if position < text.count, text[position] == subject[offset] {
                position += 1
                offset += 1
            } else if let last = star {
                star = (last.pattern, last.subject + 1)
                position = last.pattern + 1
                offset = last.subject + 1
            } else {
                return false
            }
        }
        return text[position...].allSatisfy { $0 == ClientPattern.star }
    }

    private static let star = UInt8(ascii: "*")

    public var description: String { String(decoding: text, as: UTF8.self) }
}

/// The reason why a string is not a pattern, or is a pattern that no client can match.
public enum ClientPatternError: Error, Hashable, Sendable {
    case empty
    case tooLong
    /// The string is not `*` and does not begin with a kind and a colon.
    case unknownKind(String)
    case noName
    /// No client of this kind can have such a name.
    case unlikeName(ClientKind)

    /// Returns nil if a client can match the pattern.
    init?(_ text: String) {
        guard text != "*" else { return nil }
        guard !text.isEmpty else {
            self = .empty
            return
        }
        guard text.utf8.count <= ClientPattern.bytesAtMost else {
            self = .tooLong
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let kind = ClientKind(rawValue: parts[0]) else {
            self = .unknownKind(parts[0])
            return
        }
        guard !parts[1].isEmpty else {
            self = .noName
            return
        }
        guard !ClientPatternError.isUnlike(parts[1], kind) else {
            self = .unlikeName(kind)
            return
        }
        return nil
    }

    private static func isUnlike(_ name: String, _ kind: ClientKind) -> Bool {
        if name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) { return true }
        return switch kind {
        case .flatpak:
            !name.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") } || !name.contains("*") && !isAppID(name)
        case .snap: !name.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "+") }
        case .exe: !name.hasPrefix("/") && !name.hasPrefix("*")
        case .app, .system: name.contains("/")
        }
    }

    private static func isAppID(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).count >= 3 && !name.contains("..")
            && name.utf8.count <= 255
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "*"):
            true
        default: false
        }
    }

    /// The error message for the file's author.
    public var sentence: String {
        switch self {
        case .empty: "A section names its clients, for example [flatpak:*]; this one is empty."
        case .tooLong: "A pattern has at most \(ClientPattern.bytesAtMost) bytes."
        case .unknownKind(let kind):
            "A pattern is '*' or begins with a kind of client, '\(ClientPatternError.kinds)', not with '\(kind)'."
        case .noName: "The pattern has a kind but no name. Write '*' after the colon for all clients of the kind."
        case .unlikeName(.flatpak):
            "No Flatpak can have this name: an app's ID has at least three parts, for example org.example.App."
        case .unlikeName(.exe):
            "No program can have this name: 'exe:' is followed by an absolute path, for example exe:/usr/bin/*."
        case .unlikeName(let kind): "No client of the kind '\(kind.rawValue)' can have this name."
        }
    }

    private static let kinds = ClientKind.allCases.map { $0.rawValue + ":" }.joined(separator: "', '")
}
