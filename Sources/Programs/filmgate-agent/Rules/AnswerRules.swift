import Filmgate
import FilmgateModel
import FilmgatePolicy
import FilmgatePrompts
import FilmgateText

/// The rules that answer prompts instead of a person.
///
/// As in policy files, a later rule overrides an earlier one, key by key.
struct AnswerRules: Sendable {
    struct Section: Sendable {
        let pattern: ClientPattern
        /// The name in the audit log: `kiosk.conf [flatpak:*]`.
        let name: String
        /// The decisions, without the selected photos.
        var addOnly: PromptAnswer.Decision?
        var readWrite: PromptAnswer.Decision?
        var pick: PromptAnswer.Decision?
        var select: Selection?
        var validity: PromptAnswer.Validity?
        var rights: Rights?
        /// The limits, as they are written in the rule. All values are valid.
        var limits: [ContentLimit: String] = [:]
    }

    /// The photos that a rule selects, for `read-write=limit` and for `pick=done`.
    enum Selection: Hashable, Sendable {
        case newest(Int)
        case album(AlbumID)
        case identifiers([AssetID])
    }

    /// The reply of the rules to a prompt. The selected photos are not fetched yet.
    struct Reply: Hashable, Sendable {
        let answer: PromptAnswer
        let select: Selection?
    }

    var sections: [Section] = []

    /// Returns the reply of the rules; nil if no rule replies, or if the reply needs photos and no rule selects any.
    func reply(to subject: AgentPrompt.Subject, of client: ClientID) -> Reply? {
        let matching = sections.filter { $0.pattern.matches(client) }
        let chosen: (decision: PromptAnswer.Decision, rule: String)? =
            switch subject {
            case .access(.addOnly, _): matching.last { $0.addOnly != nil }.map { ($0.addOnly ?? .dismiss, $0.name) }
            case .access(.readWrite, _):
                matching.last { $0.readWrite != nil }.map { ($0.readWrite ?? .dismiss, $0.name) }
            // A rule that limits a client also answers questions about the client's selection.
            case .selection:
                matching.last { $0.readWrite != nil }.flatMap {
                    $0.readWrite == .limit([]) ? (.done([]), $0.name) : nil
                }
            case .pick: matching.last { $0.pick != nil }.map { ($0.pick ?? .dismiss, $0.name) }
            case .confirm, .settings: nil
            }
        guard let chosen else { return nil }
        let select = matching.last { $0.select != nil }?.select
        switch chosen.decision {
        case .done where select == nil, .picked where select == nil: return nil
        default: break
        }
        var limits = ContentLimits()
        for (limit, value) in matching.flatMap(\.limits) { _ = limits.set(limit, to: value) }
        let answer = PromptAnswer(
            chosen.decision, validity: matching.last { $0.validity != nil }?.validity ?? .lasting,
            rights: matching.last { $0.rights != nil }?.rights, limits: limits, rule: chosen.rule)
        return Reply(answer: answer, select: select)
    }
}

extension AnswerRules.Section {
    static let keys =
        ["add-only", "read-write", "pick", "select", "for", "rights"] + ContentLimit.allCases.map(\.rawValue)

    /// - Throws: if the key is unknown or the value is invalid.
    mutating func set(_ key: String, to value: String) throws(AnswerRuleError) {
        switch key {
        case "add-only": addOnly = try Self.decision(value, among: ["allow", "deny", "dismiss"])
        case "read-write": readWrite = try Self.decision(value, among: ["allow", "limit", "deny", "dismiss"])
        case "pick": pick = try Self.decision(value, among: ["done", "cancel"])
        case "select": select = try Self.selection(value)
        case "for":
            guard let period = PromptAnswer.Validity(value) else {
                throw AnswerRuleError(
                    localized(
                        "'{value}' is not a period. Write 'good', 'once', or a time such as '12h', '1d' and '2w'.",
                        ["value": value]))
            }
            validity = period
        case "rights": rights = try Self.rights(value)
        default:
            guard let limit = ContentLimit(rawValue: key) else {
                let keys = Self.keys.joined(separator: ", ")
                throw AnswerRuleError(localized("there is no such key. The keys are: {keys}.", ["keys": keys]))
            }
            var checked = ContentLimits()
            guard checked.set(limit, to: value) else { throw Self.fault(limit, value) }
            limits[limit] = value
        }
    }

    private static func fault(_ limit: ContentLimit, _ value: String) -> AnswerRuleError {
        switch limit {
        case .maxPixels:
            AnswerRuleError(localized("'{value}' is not a number of pixels of at least 1.", ["value": value]))
        case .locationPrecision:
            AnswerRuleError(localized("'{value}' is not a precision. Write 'exact' or 'town'.", ["value": value]))
        case .mediaTypes:
            AnswerRuleError(
                localized(
                    "'{value}' is not a list of types. Write 'image', 'video' or 'image;video'.", ["value": value]))
        }
    }

    private static let decisions: [String: PromptAnswer.Decision] = [
        "allow": .allow, "limit": .limit([]), "deny": .deny, "dismiss": .dismiss, "done": .picked(PickAnswer([])),
        "cancel": .dismiss,
    ]

    private static func decision(_ value: String, among words: [String]) throws(AnswerRuleError)
        -> PromptAnswer.Decision
    {
        guard words.contains(value), let decision = decisions[value] else {
            let names = words.map { "'\($0)'" }.joined(separator: ", ")
            throw AnswerRuleError(
                localized("'{value}' is not an answer. The answers are: {names}.", ["value": value, "names": names]))
        }
        return decision
    }

    private static func selection(_ value: String) throws(AnswerRuleError) -> AnswerRules.Selection {
        let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, parts[0] == "newest", let count = Int(parts[1]), (1...1_000_000).contains(count) {
            return .newest(count)
        }
        if parts.count == 2, parts[0] == "album", let album = AlbumID(parts[1]) { return .album(album) }
        let identifiers = value.split(separator: ";").map { AssetID(String($0)) }
        guard !identifiers.isEmpty, !identifiers.contains(nil) else {
            throw AnswerRuleError(
                localized(
                    "'{value}' is not a selection. Write 'newest:10', 'album:ID', or identifiers with ';' between them.",
                    ["value": value]))
        }
        return .identifiers(identifiers.compactMap { $0 })
    }

    private static func rights(_ value: String) throws(AnswerRuleError) -> Rights {
        var rights: Rights = []
        for name in value.split(separator: ";") {
            guard let right = Rights(name: String(name)) else {
                let names = Rights.all.names.map { "'\($0)'" }.joined(separator: ", ")
                throw AnswerRuleError(
                    localized(
                        "'{name}' is not a right. The rights are: {names}.", ["name": String(name), "names": names]))
            }
            rights.formUnion(right)
        }
        guard rights.isComplete else { throw AnswerRuleError(localized("the right 'manage' needs the right 'write'.")) }
        return rights
    }
}

/// A mistake in a rule, without its location in the file.
struct AnswerRuleError: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
