public import FilmgateModel

/// Which clients a rule is about: `KIND:NAME` where the name may hold `*`, which stands for any run of characters, or `*`
/// alone for all clients.
public struct ClientPattern: Hashable, Sendable, CustomStringConvertible {
    /// Of patterns longer than this nobody needs any.
    public static let bytesAtMost = 1024

    private let text: [UInt8]

    /// - Throws: why there can be no such pattern.
    public init(_ text: String) throws(ImpossiblePattern) {
        if let reason = ImpossiblePattern(text) { throw reason }
        self.text = Array(text.utf8)
    }

    /// Of all clients.
    public static let all = ClientPattern(verbatim: "*")

    /// Of all clients of a kind.
    static func all(of kind: ClientKind) -> ClientPattern { ClientPattern(verbatim: "\(kind.rawValue):*") }

    private init(verbatim text: String) { self.text = Array(text.utf8) }

    public func matches(_ client: ClientID) -> Bool { matches(Array(client.description.utf8)) }

    /// Whether every client that the other matches is matched by this one as well.
    public func covers(_ other: ClientPattern) -> Bool {
        // No literal of a pattern is a '*', so that the other's can only fall within a run of this one's.
        matches(other.text)
    }

    /// Goes on from the last '*' where what came after it does not fit: at worst the product of the two lengths.
    private func matches(_ subject: [UInt8]) -> Bool {
        var position = 0
        var place = 0
        var star: (pattern: Int, subject: Int)?
        while place < subject.count {
            if position < text.count, text[position] == ClientPattern.star {
                star = (position, place)
                position += 1
            } else if position < text.count, text[position] == subject[place] {
                position += 1
                place += 1
            } else if let last = star {
                star = (last.pattern, last.subject + 1)
                position = last.pattern + 1
                place = last.subject + 1
            } else {
                return false
            }
        }
        return text[position...].allSatisfy { $0 == ClientPattern.star }
    }

    private static let star = UInt8(ascii: "*")

    public var description: String { String(decoding: text, as: UTF8.self) }
}

/// Why a text is no pattern, or one that no client can ever match.
public enum ImpossiblePattern: Error, Hashable, Sendable {
    case empty
    case tooLong
    /// It is neither `*` nor begins with one of the kinds and a colon.
    case unknownKind(String)
    case noName
    /// What clients of this kind are named like, which the pattern cannot be.
    case unlikeName(ClientKind)

    /// Nil for a pattern that is possible.
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
        guard !ImpossiblePattern.isUnlike(parts[1], kind) else {
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

    /// A sentence for whoever wrote it.
    public var sentence: String {
        switch self {
        case .empty: "A section names the clients that it is about, as [flatpak:*]; this one is empty."
        case .tooLong: "A pattern has at most \(ClientPattern.bytesAtMost) bytes."
        case .unknownKind(let kind):
            "A pattern is '*' or begins with a kind of client, '\(ImpossiblePattern.kinds)', not with '\(kind)'."
        case .noName: "The pattern names a kind of client only; '*' behind the colon stands for all of it."
        case .unlikeName(.flatpak):
            "No Flatpak is named like this: an app's id has three parts or more, as org.example.App."
        case .unlikeName(.exe): "No program is named like this: 'exe:' is followed by a whole path, as exe:/usr/bin/*."
        case .unlikeName(let kind): "No client of the kind '\(kind.rawValue)' is named like this."
        }
    }

    private static let kinds = ClientKind.allCases.map { $0.rawValue + ":" }.joined(separator: "', '")
}
