import FilmgateModel
import FilmgatePolicy
import FilmgateText

/// One way to answer a question.
public enum PromptChoice: Hashable, Sendable {
    /// Allows full access, adding photos, or the changes of a confirmation.
    case allow
    case select
    /// Allows limited access without a selection: the app sees only the photos that it adds.
    case onlyAdded
    /// Gives the app nothing from the library. The person chooses other files instead.
    case otherFiles
    /// Decides nothing.
    case notNow
    /// Denies access until the person changes the grant, or refuses the changes of a confirmation.
    case never

    /// Returns the possible answers to a question, in the order in which they are shown.
    public static func all(for question: AgentPrompt) -> [PromptChoice] {
        switch question.kind {
        case .access where question.access == .addOnly: [.allow, .notNow, .never]
        case .access: (question.mayBeAllowedInFull ? [.allow] : []) + [.select, .onlyAdded, .notNow, .never]
        case .pick where question.picker?.offersOtherFiles == true: [.select, .otherFiles, .notNow]
        case .selection, .pick: [.select, .notNow]
        case .confirm: [.allow, .never]
        case .settings: []
        }
    }

    /// The keyboard key of this choice.
    public var key: Character {
        switch self {
        case .allow: "a"
        case .select: "s"
        case .onlyAdded: "d"
        case .otherFiles: "o"
        case .notNow: "n"
        case .never: "x"
        }
    }

    /// Whether the person selects photos next.
    public var leadsToSelection: Bool { self == .select }

    /// Whether the choice can give access, for a period and with rights.
    public var grants: Bool { self == .allow || self == .select || self == .onlyAdded }

    public func title(for question: AgentPrompt) -> String {
        switch (self, question.kind) {
        case (.allow, .confirm): localized("Yes, this once")
        case (.never, .confirm): localized("No")
        case (.allow, _) where question.access == .addOnly: localized("Let it add photos")
        case (.allow, _):
            counted(
                "Allow all {n} photo, and future ones", "Allow all {n} photos, and future ones", question.assetCount)
        case (.select, .pick): localized("Pick photos …")
        case (.select, .selection): localized("Change the selection …")
        case (.select, _): localized("Select the photos that it can see …")
        case (.onlyAdded, _): Text.capitalized(SelectionText.onlyAdded)
        case (.otherFiles, _): localized("Choose other files …")
        case (.notNow, .access) where question.pause != nil: localized("Not now; it stays paused")
        case (.notNow, .access): localized("Not now; it may ask again later")
        case (.notNow, .pick): localized("Give it nothing")
        case (.notNow, _): localized("Do not change it")
        case (.never, _): localized("Never")
        }
    }

    /// - Parameter selection: the selected photos and albums, if the choice is `select`.
    func answer(
        to question: AgentPrompt, selection: PromptSelection, period: PromptAnswer.Validity, rights: Rights?
    ) -> PromptAnswer {
        switch (self, question.kind) {
        case (.notNow, _): question.dismissal
        case (.never, _): PromptAnswer(.deny)
        case (.otherFiles, _): PromptAnswer(.otherFiles)
        case (.allow, .confirm): PromptAnswer(.allow)
        case (.select, .selection): PromptAnswer(.done(selection.photos))
        case (.select, .pick): PromptAnswer(.picked(PickAnswer(selection.photos)))
        case (.allow, _): PromptAnswer(.allow, validity: period, rights: rights)
        case (.select, _): PromptAnswer(.limit(selection.identifiers), validity: period, rights: rights)
        // For read-write access, an empty selection lets an app add photos and see the photos that it added.
        case (.onlyAdded, _): PromptAnswer(.limit([]), validity: period, rights: rights)
        }
    }
}

extension AgentPrompt {
    var mayBeAllowedInFull: Bool { if case .access(_, let highest?) = subject { highest == .full } else { true } }

    /// Whether a grant can outlast the connection. The name of an unverified program does not identify it later.
    var canLast: Bool { app.isVerified }

    var hasRights: Bool { kind == .access && access != .addOnly }
}
