import Filmgate
import FilmgateFrontEnd
import FilmgateModel
import FilmgatePolicy
import FilmgateText

/// Answers for computers without a person.
///
/// As in policy files, a later rule overrides an earlier one, key by key.
struct Rules: Sendable {
    /// One section.
    struct Section: Sendable {
        let pattern: ClientPattern
        /// The name in the audit log: `kiosk.conf [flatpak:*]`.
        let name: String
        var addOnly: Answer.Decision?
        var readWrite: Answer.Decision?
        var pick: Answer.Decision?
        var select: Selection?
        var lasting: Answer.Lasting?
        var rights: Rights?
        var maxPixels: UInt32?
        var locationPrecision: LocationPrecision?
        var mediaTypes: Set<MediaType>?
    }

    /// The photos for `limit`, and for a pick.
    enum Selection: Hashable, Sendable {
        case newest(Int)
        case album(AlbumID)
        case identifiers([AssetID])
    }

    /// The reply of the rules to a prompt. The selection is not looked up yet.
    struct Reply: Hashable, Sendable {
        let rule: String
        let decision: Answer.Decision
        let select: Selection?
        let lasting: Answer.Lasting
        let rights: Rights?
        let maxPixels: UInt32?
        let locationPrecision: LocationPrecision?
        let mediaTypes: Set<MediaType>?
    }

    var sections: [Section] = []

    /// Returns nil if no rule replies.
    func reply(to subject: AgentPrompt.Subject, of client: ClientID) -> Reply? {
        let matching = sections.filter { $0.pattern.matches(client) }
        let chosen: (decision: Answer.Decision, rule: String)? =
            switch subject {
            case .access(.addOnly, _): matching.last { $0.addOnly != nil }.map { ($0.addOnly ?? .dismiss, $0.name) }
            case .access(.readWrite, _):
                matching.last { $0.readWrite != nil }.map { ($0.readWrite ?? .dismiss, $0.name) }
            // A rule that limits a client also fixes its selection.
            case .selection:
                matching.last { $0.readWrite != nil }.flatMap { $0.readWrite == .limit ? (.done, $0.name) : nil }
            case .pick: matching.last { $0.pick != nil }.map { ($0.pick ?? .cancel, $0.name) }
            case .confirm, .settings: nil
            }
        guard let chosen else { return nil }
        let select = matching.last { $0.select != nil }?.select
        if chosen.decision == .done, select == nil { return nil }
        return Reply(
            rule: chosen.rule, decision: chosen.decision, select: select,
            lasting: matching.last { $0.lasting != nil }?.lasting ?? .good,
            rights: matching.last { $0.rights != nil }?.rights,
            maxPixels: matching.last { $0.maxPixels != nil }?.maxPixels,
            locationPrecision: matching.last { $0.locationPrecision != nil }?.locationPrecision,
            mediaTypes: matching.last { $0.mediaTypes != nil }?.mediaTypes)
    }
}

extension Rules.Section {
    /// The keys of a section.
    static let keys = [
        "add-only", "read-write", "pick", "select", "for", "rights", "max-pixels", "location-precision", "media-types",
    ]

    /// - Throws: if the key is unknown or the value is wrong.
    mutating func set(_ key: String, to value: String) throws(RuleFault) {
        switch key {
        case "add-only": addOnly = try Self.decision(value, among: [.allow, .deny, .dismiss])
        case "read-write": readWrite = try Self.decision(value, among: [.allow, .limit, .deny, .dismiss])
        case "pick": pick = try Self.decision(value, among: [.done, .cancel])
        case "select": select = try Self.selection(value)
        case "for":
            guard let period = Answer.Lasting(value) else {
                throw RuleFault(
                    localized(
                        "'{value}' is not a period. Write 'good', 'once', or a time such as '12h', '1d' and '2w'.",
                        ["value": value]))
            }
            lasting = period
        case "rights": rights = try Self.rights(value)
        case "max-pixels":
            guard let pixels = UInt32(value), pixels > 0 else {
                throw RuleFault(
                    localized("'{value}' is not a number of pixels of at least 1.", ["value": value]))
            }
            maxPixels = pixels
        case "location-precision":
            guard let precision = LocationPrecision(rawValue: value) else {
                throw RuleFault(localized("'{value}' is not a precision. Write 'exact' or 'town'.", ["value": value]))
            }
            locationPrecision = precision
        case "media-types":
            let types = value.split(separator: ";").map { MediaType(rawValue: String($0)) }
            guard !types.isEmpty, !types.contains(nil) else {
                throw RuleFault(
                    localized(
                        "'{value}' is not a list of types. Write 'image', 'video' or 'image;video'.", ["value": value]))
            }
            mediaTypes = Set(types.compactMap(\.self))
        default:
            let keys = Self.keys.joined(separator: ", ")
            throw RuleFault(localized("there is no such key. The keys are: {keys}.", ["keys": keys]))
        }
    }

    private static func decision(
        _ value: String, among allowed: [Answer.Decision]
    ) throws(RuleFault) -> Answer.Decision {
        guard let decision = Answer.Decision(rawValue: value), allowed.contains(decision) else {
            let names = allowed.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw RuleFault(
                localized("'{value}' is not an answer. The answers are: {names}.", ["value": value, "names": names]))
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
                localized(
                    "'{value}' is not a selection. Write 'newest:10', 'album:ID', or identifiers with ';' between them.",
                    ["value": value]))
        }
        return .identifiers(identifiers.compactMap { $0 })
    }

    private static func rights(_ value: String) throws(RuleFault) -> Rights {
        var rights: Rights = []
        for name in value.split(separator: ";") {
            guard let right = Rights(name: String(name)) else {
                let names = Rights.all.names.map { "'\($0)'" }.joined(separator: ", ")
                throw RuleFault(
                    localized(
                        "'{name}' is not a right. The rights are: {names}.", ["name": String(name), "names": names]))
            }
            rights.formUnion(right)
        }
        guard rights.isComplete else {
            throw RuleFault(localized("the right 'manage' needs the right 'write'."))
        }
        return rights
    }
}

/// A mistake in a rule, without its place.
struct RuleFault: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
