import FilmgateDBus

/// A match rule: which signals without a destination a connection gets.
struct MatchRule: Equatable {
    private let values: [String: String]

    /// - Throws: `MatchRuleInvalid` for a rule that is malformed, or has keys that this bus does not know.
    init(_ text: String) throws(ErrorReply) {
        var values: [String: String] = [:]
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, Self.keys.contains(pair[0]), pair[1].count >= 2, pair[1].hasPrefix("'"),
                pair[1].hasSuffix("'")
            else {
                throw ErrorReply(name: "org.freedesktop.DBus.Error.MatchRuleInvalid", message: "\(part) of \(text)")
            }
            values[pair[0]] = String(pair[1].dropFirst().dropLast())
        }
        self.values = values
    }

    private static let keys: Set = ["type", "sender", "interface", "member", "path", "arg0", "arg0namespace"]

    /// - Parameter senders: all names of the message's sender.
    func matches(_ message: BusMessage, from senders: Set<String>) -> Bool {
        values.allSatisfy { key, value in
            switch key {
            case "type": value == "signal"
            case "sender": senders.contains(value)
            case "interface": message.interface == value
            case "member": message.member == value
            case "path": message.path == value
            case "arg0": message.firstString == value
            default: message.firstString.map { $0 == value || $0.hasPrefix(value + ".") } ?? false
            }
        }
    }
}
