internal import Filmgate
internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgatePolicy

/// Answers that were decided beforehand, for machines at which nobody sits.
///
/// As in policy files, the later rule wins, key by key.
struct Rules: Sendable {
    /// What one section says.
    struct Section: Sendable {
        let pattern: ClientPattern
        /// What the audit log names it by: `kiosk.conf [flatpak:*]`.
        let name: String
        var addOnly: Answer.Decision?
        var readWrite: Answer.Decision?
        var select: Selection?
        var lasting: Answer.Lasting?
        var rights: Rights?
    }

    /// Which photos go with `limit`.
    enum Selection: Hashable, Sendable {
        case newest(Int)
        case album(AlbumID)
        case identifiers([AssetID])
    }

    /// What the rules say to a prompt; the selection has still to be looked up.
    struct Verdict: Hashable, Sendable {
        let rule: String
        let decision: Answer.Decision
        let select: Selection?
        let lasting: Answer.Lasting
        let rights: Rights?
    }

    var sections: [Section] = []

    /// Nil where no rule says anything: then nothing is decided.
    func verdict(on subject: AgentPrompt.Subject, of client: ClientID) -> Verdict? {
        let matching = sections.filter { $0.pattern.matches(client) }
        let chosen: (decision: Answer.Decision, rule: String)? =
            switch subject {
            case .access(.addOnly, _): matching.last { $0.addOnly != nil }.map { ($0.addOnly ?? .dismiss, $0.name) }
            case .access(.readWrite, _):
                matching.last { $0.readWrite != nil }.map { ($0.readWrite ?? .dismiss, $0.name) }
            // Whoever limits a client by rule keeps it at what the rule selects.
            case .selection:
                matching.last { $0.readWrite != nil }.flatMap { $0.readWrite == .limit ? (.done, $0.name) : nil }
            case .confirm: nil
            }
        guard let chosen else { return nil }
        let select = matching.last { $0.select != nil }?.select
        if chosen.decision == .done, select == nil { return nil }
        return Verdict(
            rule: chosen.rule, decision: chosen.decision, select: select,
            lasting: matching.last { $0.lasting != nil }?.lasting ?? .good,
            rights: matching.last { $0.rights != nil }?.rights)
    }
}

extension Rules.Section {
    /// The keys that a section knows.
    static let keys = ["add-only", "read-write", "select", "for", "rights"]

    /// - Throws: a sentence about what is wrong with the value.
    mutating func set(_ key: String, to value: String) throws(RuleFault) {
        switch key {
        case "add-only": addOnly = try Self.decision(value, among: [.allow, .deny, .dismiss])
        case "read-write": readWrite = try Self.decision(value, among: [.allow, .limit, .deny, .dismiss])
        case "select": select = try Self.selection(value)
        case "for":
            guard let period = Answer.Lasting(value) else {
                throw RuleFault("'\(value)' is no time: there are 'good', 'once', and times as '12h', '1d' and '2w'")
            }
            lasting = period
        case "rights": rights = try Self.rights(value)
        default: throw RuleFault("there is no such key: there are \(Self.keys.joined(separator: ", "))")
        }
    }

    private static func decision(
        _ value: String, among allowed: [Answer.Decision]
    ) throws(RuleFault) -> Answer.Decision {
        guard let decision = Answer.Decision(rawValue: value), allowed.contains(decision) else {
            let names = allowed.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw RuleFault("'\(value)' is no answer here: there are \(names)")
        }
        return decision
    }

    private static func selection(_ value: String) throws(RuleFault) -> Rules.Selection {
        let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, parts[0] == "newest", let count = Int(parts[1]), (1...1_000_000).contains(count) {
            return .newest(count)
        }
        if parts.count == 2, parts[0] == "album", let album = AlbumID(parts[1]) { return .album(album) }
        let identifiers = value.split(separator: ";").map { AssetID(String($0)) }
        guard !identifiers.isEmpty, !identifiers.contains(nil) else {
            throw RuleFault(
                "'\(value)' selects nothing: there are 'newest:10', 'album:ID', and identifiers between ';'")
        }
        return .identifiers(identifiers.compactMap { $0 })
    }

    private static func rights(_ value: String) throws(RuleFault) -> Rights {
        var rights: Rights = []
        for name in value.split(separator: ";") {
            guard let right = Rights(name: String(name)) else {
                throw RuleFault("'\(name)' is no right: there are 'location', 'originals' and 'captions'")
            }
            rights.formUnion(right)
        }
        return rights
    }
}

/// What is wrong with a rule, to be told with where it stands.
struct RuleFault: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
