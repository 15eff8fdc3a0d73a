internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// One way to answer a question.
enum Choice: Hashable, Sendable {
    /// Everything that was asked for.
    case allow
    /// Some photos, which are still to be selected.
    case select
    /// Adding; of the library nothing is seen but what the app adds.
    case addOnly
    /// Decides nothing.
    case notNow
    /// No, until the person takes it back in the settings.
    case never

    /// All that the question leaves open, in the order in which they are shown.
    static func all(for question: Question) -> [Choice] {
        switch question.kind {
        case .access where question.access == .addOnly: [.allow, .notNow, .never]
        case .access: (question.mayBeAllowedInFull ? [.allow] : []) + [.select, .addOnly, .notNow, .never]
        case .selection, .pick: [.select, .notNow]
        case .confirm: [.allow, .never]
        }
    }

    /// The key that leads to it.
    var key: Character {
        switch self {
        case .allow: "a"
        case .select: "s"
        case .addOnly: "d"
        case .notNow: "n"
        case .never: "x"
        }
    }

    /// Whether it is followed by what is selected.
    var leadsToSelection: Bool { self == .select }

    /// Whether time and rights have a meaning for it.
    var grants: Bool { self == .allow || self == .select || self == .addOnly }

    func title(for question: Question) -> String {
        switch (self, question.kind) {
        case (.allow, .confirm): "Yes, this once"
        case (.never, .confirm): "No"
        case (.allow, _) where question.access == .addOnly: "Let it add photos"
        case (.allow, _): "Allow all \(Text.photos(question.assetCount)), and those to come"
        case (.select, .pick): "Pick photos …"
        case (.select, .selection): "Change the selection …"
        case (.select, _): "Select the photos that it may see …"
        case (.addOnly, _): "Only let it add photos, and see those that it added"
        case (.notNow, .access): "Not now; it may ask again later"
        case (.notNow, _): "Leave it as it is"
        case (.never, _): "Never"
        }
    }

    /// - Parameter selection: what was selected, where that was asked for.
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
        // Read-write knows no decision of that name: a limit to nothing is what lets an app add and see what it added.
        case (.addOnly, _): return Answer(to: id, .limit, lasting: lasting, rights: rights)
        case (.never, _): return Answer(to: id, .deny)
        }
    }
}

extension Question {
    /// Whether policy lets the person give all that is asked for.
    var mayBeAllowedInFull: Bool { highest == nil || highest == "full" }

    /// Whether what is allowed can last longer than a connection: the name of an unverified program proves nothing.
    var canLast: Bool { client.isVerified }

    /// Whether rights go with an allowance.
    var hasRights: Bool { kind == .access && access != .addOnly }
}
