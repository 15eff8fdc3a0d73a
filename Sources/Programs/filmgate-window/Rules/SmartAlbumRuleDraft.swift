import FilmgateGTK
import FilmgateModel
import FilmgatePredicates
import FilmgateText

/// The rule of a smart album in the editor, as a list of conditions. Photos must meet all conditions, or any of them.
struct SmartAlbumRuleDraft: Equatable {
    var conditions: [RuleCondition]
    /// Whether a photo needs to meet only one of the conditions.
    var needsAny = false

    init(conditions: [RuleCondition] = [RuleCondition()], needsAny: Bool = false) {
        self.conditions = conditions
        self.needsAny = needsAny
    }

    /// Creates the draft of a rule. Returns nil if conditions cannot express the rule.
    init?(_ rule: Predicate<AssetProperty>) {
        let parts: [Predicate<AssetProperty>]
        switch rule {
        case .and(let all): parts = all
        case .or(let any):
            parts = any
            needsAny = true
        default: parts = [rule]
        }
        let conditions = parts.compactMap(RuleCondition.init)
        guard conditions.count == parts.count, !parts.isEmpty, parts.count <= SmartAlbumRuleDraft.most else {
            return nil
        }
        self.conditions = conditions
    }

    /// The maximum number of conditions in the editor.
    static let most = 8

    /// The predicate of the rule; nil if a condition is incomplete.
    var predicate: Predicate<AssetProperty>? {
        let parts = conditions.compactMap(\.predicate)
        guard parts.count == conditions.count, let first = parts.first else { return nil }
        if parts.count == 1 { return first }
        return needsAny ? .or(parts) : .and(parts)
    }
}

/// A condition of a rule: a subject, with a choice or typed text.
struct RuleCondition: Equatable {
    enum Subject: CaseIterable {
        case kind, favorite, rating, album, since, before, place, camera, keyword, title, caption
    }

    var subject = Subject.kind
    /// The index of the chosen value, for subjects with choices.
    var choice = 0
    /// The text, for subjects without choices.
    var text = ""

    /// The predicates for the kinds of photos, in the order of the choices.
    static let kinds: [Predicate<AssetProperty>] =
        [MediaType.image, .video].map { .compares(.mediaType, .equal, .text($0.rawValue)) }
        + [MediaSubtype.live, .panorama, .screenshot, .raw, .animated].map { .contains(.subtypes, $0.rawValue) }

    private static let ratings = 1...5

    var hasChoices: Bool { !choices.isEmpty }

    /// The titles of the choices; empty for a subject with typed text.
    var choices: [String] {
        switch subject {
        case .kind:
            [
                localized("Photo"), localized("Video"), localized("Live photo"), localized("Panorama"),
                localized("Screenshot"), localized("RAW"), localized("Animation"),
            ]
        case .favorite: [localized("Favorite"), localized("No favorite")]
        case .rating: Self.ratings.map { counted("{n} star or more", "{n} stars or more", $0) }
        case .album: [localized("In an album"), localized("In no album")]
        case .since, .before, .place, .camera, .keyword, .title, .caption: []
        }
    }

    /// The predicate of the condition; nil if the condition is incomplete.
    var predicate: Predicate<AssetProperty>? {
        let words = text.trimmed
        switch subject {
        case .kind: return Self.kinds.indices.contains(choice) ? Self.kinds[choice] : nil
        case .favorite: return choice == 0 ? .isTrue(.favorite) : .not(.isTrue(.favorite))
        case .album: return choice == 0 ? .isTrue(.inAlbum) : .not(.isTrue(.inAlbum))
        case .rating: return .compares(.rating, .greaterOrEqual, .integer(Int64(choice + 1)))
        case .since, .before:
            guard let day = DateText.moment(from: "\(words) 00:00") else { return nil }
            return .compares(
                .creationDate, subject == .since ? .greaterOrEqual : .less, .date(Timestamp(rawValue: day)))
        case .place, .camera, .keyword, .title, .caption:
            guard let property, !words.isEmpty, words.utf8.count <= ContractLimits.titleBytes else { return nil }
            return .contains(property, words)
        }
    }

    private var property: AssetProperty? {
        switch subject {
        case .place: .place
        case .camera: .camera
        case .keyword: .keywords
        case .title: .title
        case .caption: .caption
        case .kind, .favorite, .rating, .album, .since, .before: nil
        }
    }
}

extension RuleCondition {
    /// Creates the condition for a predicate. Returns nil if no condition expresses the predicate.
    init?(_ predicate: Predicate<AssetProperty>) {
        let candidates: [RuleCondition]
        switch predicate {
        case .contains(_, let text):
            candidates =
                [.place, .camera, .keyword, .title, .caption].map { RuleCondition(subject: $0, text: text) }
                + RuleCondition.all(.kind)
        case .comparison(.property(.creationDate), _, .literal(.date(let date))):
            let day = DateText.editable(date.rawValue).map { String($0.prefix(10)) } ?? ""
            candidates = [.since, .before].map { RuleCondition(subject: $0, text: day) }
        default: candidates = [Subject.kind, .favorite, .rating, .album].flatMap(RuleCondition.all)
        }
        // The condition must mean exactly the same as the predicate.
        guard let found = candidates.first(where: { $0.predicate == predicate }) else { return nil }
        self = found
    }

    private static func all(_ subject: Subject) -> [RuleCondition] {
        RuleCondition(subject: subject).choices.indices.map { RuleCondition(subject: subject, choice: $0) }
    }
}

extension RuleCondition.Subject {
    /// The label before the choice or the text.
    var title: String {
        switch self {
        case .kind: localized("Kind is")
        case .favorite: localized("Mark is")
        case .rating: localized("Rating is")
        case .album: localized("Photo is")
        case .since: localized("Taken on or after")
        case .before: localized("Taken before")
        case .place: localized("Place contains")
        case .camera: localized("Camera contains")
        case .keyword: localized("Has the keyword")
        case .title: localized("Title contains")
        case .caption: localized("Caption contains")
        }
    }

    /// The placeholder for the text.
    var example: String {
        switch self {
        case .since, .before: localized("YYYY-MM-DD")
        case .place: localized("Town")
        case .kind, .favorite, .rating, .album, .camera, .keyword, .title, .caption: ""
        }
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
