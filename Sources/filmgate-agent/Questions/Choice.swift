internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// One way to answer a question.
enum Choice: Hashable, Sendable {
    /// Full access, or the change.
    case allow
    /// Selected photos.
    case select
    /// Adding photos, and seeing only those.
    case addOnly
    /// Decides nothing.
    case notNow
    /// No, until the person changes it.
    case never

    /// The possible answers to a question, in the order in which they are shown.
    static func all(for question: Question) -> [Choice] {
        switch question.kind {
        case .access where question.access == .addOnly: [.allow, .notNow, .never]
        case .access: (question.mayBeAllowedInFull ? [.allow] : []) + [.select, .addOnly, .notNow, .never]
        case .selection, .pick: [.select, .notNow]
        case .confirm: [.allow, .never]
        }
    }

    /// The key that goes to it.
    var key: Character {
        switch self {
        case .allow: "a"
        case .select: "s"
        case .addOnly: "d"
        case .notNow: "n"
        case .never: "x"
        }
    }

    /// Whether the person selects photos next.
    var leadsToSelection: Bool { self == .select }

    /// Whether it has a period and rights.
    var grants: Bool { self == .allow || self == .select || self == .addOnly }

    func title(for question: Question) -> String {
        switch (self, question.kind) {
        case (.allow, .confirm): "Yes, this once"
        case (.never, .confirm): "No"
        case (.allow, _) where question.access == .addOnly: "Let it add photos"
        case (.allow, _): "Allow all \(Text.count(question.assetCount, "photo")), and future ones"
        case (.select, .pick): "Pick photos …"
        case (.select, .selection): "Change the selection …"
        case (.select, _): "Select the photos that it can see …"
        case (.addOnly, _): "Let it only add photos, and see those"
        case (.notNow, .access): "Not now; it may ask again later"
        case (.notNow, .pick): "Give it nothing"
        case (.notNow, _): "Do not change it"
        case (.never, _): "Never"
        }
    }

    /// - Parameter selection: the selected photos, if the answer has any.
    func answer(
        to question: Question, selection: Chosen = Chosen(), lasting: Answer.Lasting = .good, rights: [String]? = nil
    ) -> Answer {
        let id = question.id
        switch (self, question.kind) {
        case (.notNow, _): return question.dismissal
        case (.allow, .confirm): return Answer(to: id, .allow)
        case (.never, .confirm): return Answer(to: id, .deny)
        case (.select, .selection), (.select, .pick): return Answer(to: id, .done, selection: selection.photos)
        case (.allow, _): return Answer(to: id, .allow, lasting: lasting, rights: rights)
        case (.select, _):
            return Answer(
                to: id, .limit, selection: selection.photos, albums: selection.albums, lasting: lasting, rights: rights)
        // For read-write access, an empty selection lets an app add photos and see those.
        case (.addOnly, _): return Answer(to: id, .limit, lasting: lasting, rights: rights)
        case (.never, _): return Answer(to: id, .deny)
        }
    }
}

extension Question {
    /// Whether policy allows full access.
    var mayBeAllowedInFull: Bool { highest == nil || highest == "full" }

    /// Whether a grant can last longer than the connection. The name of an unverified program proves nothing after that.
    var canLast: Bool { client.isVerified }

    /// Whether a grant has rights.
    var hasRights: Bool { kind == .access && access != .addOnly }
}
