public import FilmgateModel
import FilmgateText

/// The answer that the person composes: a choice, a period and rights.
public struct PromptForm {
    public let question: AgentPrompt
    public let choices: [PromptChoice]
    public let periods: [PromptAnswer.Validity]
    /// The selected choice. Initially it grants nothing, so that an accidental Enter grants nothing.
    public var choice: PromptChoice
    public var period: PromptAnswer.Validity
    /// The rights and other options that the person can include or leave out.
    public let options: [PromptOption]
    public private(set) var rights: Set<PromptOption>
    /// The precision of the places that the app gets, if it gets any.
    private var precision = LocationPrecision.exact

    public init(_ question: AgentPrompt) {
        self.question = question
        choices = PromptChoice.all(for: question)
        choice = question.kind == .confirm ? .never : .notNow
        switch question.kind {
        case .access: periods = question.canLast ? [.lasting, .seconds(86_400), .once] : [.once]
        case .selection, .pick, .confirm, .settings: periods = []
        }
        period = periods.first ?? .lasting
        if let picker = question.picker {
            options =
                [.captions, .metadata, .location] + (picker.offersRepresentation ? [.compatible] : [])
                + (picker.offersKeep ? [.keep] : []) + (picker.offersLasting ? [.lasting] : [])
            rights = Set(
                options.filter { option in
                    option.kind.map { !picker.removed.contains($0) }
                        ?? (option == .compatible && picker.representation == .compatible)
                })
        } else {
            options = question.hasRights ? [.originals, .captions, .metadata, .write, .location] : []
            rights = Set(options).subtracting(question.app.isVerified ? [.location] : [])
        }
    }

    // MARK: Settings

    /// Grants or revokes a right.
    public mutating func set(_ right: PromptOption, _ isGiven: Bool) {
        if isGiven { rights.insert(right) } else { rights.remove(right) }
    }

    /// The precision of the places that the app gets; nil for no places.
    public var places: LocationPrecision? {
        get { rights.contains(.location) ? precision : nil }
        set {
            set(.location, newValue != nil)
            precision = newValue ?? .exact
        }
    }

    /// Switches a right on or off. For places, steps from none to the town, to the exact place, and back to none.
    public mutating func change(_ right: PromptOption) {
        guard right == .location, question.kind != .pick else { return set(right, !rights.contains(right)) }
        switch places {
        case nil: places = .town
        case .town?: places = .exact
        case .exact?: places = nil
        }
    }

    public mutating func nextPeriod(_ step: Int) {
        guard let index = periods.firstIndex(of: period) else { return }
        period = periods[(index + step + periods.count) % periods.count]
    }

    // MARK: The answer

    public func answer(selection: PromptSelection = PromptSelection()) -> PromptAnswer {
        let given = options.filter(rights.contains).compactMap { Rights(name: $0.rawValue) }
        var answer = choice.answer(
            to: question, selection: selection, period: period,
            rights: question.hasRights ? given.reduce(into: []) { $0.formUnion($1) } : nil)
        if answer.rights?.contains(.location) ?? false { answer.limits.locationPrecision = precision }
        if case .picked(var pick) = answer.decision {
            pick.removed = Set(options.filter { !rights.contains($0) }.compactMap(\.kind))
            if options.contains(.compatible) {
                pick.representation = rights.contains(.compatible) ? .compatible : .current
            }
            pick.keeps = rights.contains(.keep)
            pick.lasts = rights.contains(.lasting)
            answer.decision = .picked(pick)
        }
        return answer
    }

    // MARK: Text

    /// Returns a word, such as `yes`, that describes whether the app gets a right.
    public func word(for right: PromptOption) -> String {
        switch (rights.contains(right), right) {
        case (false, .location): localized("none")
        case (true, .location) where question.kind != .pick: PromptForm.word(for: precision)
        case (let isGiven, _): isGiven ? localized("yes") : localized("no")
        }
    }

    private static func word(for precision: LocationPrecision) -> String {
        switch precision {
        case .town: localized("town")
        case .exact: localized("exact")
        }
    }

    /// Returns the title of a right, with the precision if the right is for places.
    public func title(of right: PromptOption) -> String {
        right == .location && question.kind != .pick
            ? localized("{right}: {value}", ["right": right.title, "value": word(for: right)]) : right.title
    }

    /// A list of the data that the app gets, beginning with the places where photos were taken.
    public var summary: String {
        let place = localized("Places: {value}", ["value": word(for: .location)])
        let others = options.filter { $0 != .location && $0.isAboutFiles && rights.contains($0) }.map(\.title)
        let rest =
            others.isEmpty
            ? localized("pictures only") : localized("also: {rights}", ["rights": PhraseJoiner.joined(others)])
        return "\(place) · \(rest)"
    }

    /// A note about the metadata that is removed from files, because the app may not read it; nil if none is removed.
    public var note: String? {
        let missing = options.filter { right in
            right != .write && right.isAboutFiles
                && !(rights.contains(right) && (right != .location || precision == .exact))
        }.map { $0 == .location && rights.contains($0) ? localized("exact places") : $0.title }
        guard !missing.isEmpty else { return nil }
        let values = ["missing": missing.joined(separator: localized(" and "))]
        if question.kind == .pick { return localized("the files come without {missing}", values) }
        guard question.hasRights, rights.contains(.originals) else { return nil }
        return localized("original files come without {missing}", values)
    }

    public static func text(of period: PromptAnswer.Validity) -> String {
        switch period {
        case .lasting: localized("permanently")
        case .once: localized("until it disconnects")
        case .seconds(86_400): localized("for a day")
        case .seconds, .until: localized("for {time}", ["time": period.text])
        }
    }

    /// Returns a line that describes an answer: `Frame Viewer: 12 of 500 photos, permanently`.
    ///
    /// - Parameter selection: the selection, if the answer has one.
    public func record(_ answer: PromptAnswer, of selection: PromptSelection = PromptSelection()) -> String {
        var values = ["app": PromptText(question).name, "decision": decision(answer, selection)]
        guard answer.givesAccess, !periods.isEmpty else { return localized("{app}: {decision}", values) }
        values["period"] = PromptForm.text(of: answer.validity)
        return localized("{app}: {decision}, {period}", values)
    }

    private func decision(_ answer: PromptAnswer, _ selection: PromptSelection) -> String {
        switch answer.decision {
        case .allow:
            return question.kind == .confirm
                ? localized("yes") : question.access == .addOnly ? localized("can add photos") : localized("all photos")
        case .limit(let chosen) where chosen.isEmpty: return SelectionText.onlyAdded
        case .limit, .done, .picked:
            let photos = counted(
                "{selected} of {n} photo", "{selected} of {n} photos", question.assetCount,
                ["selected": Text.number(selection.photos.count)])
            guard !selection.albums.isEmpty else { return photos }
            return PhraseJoiner.joined([photos, counted("{n} album", "{n} albums", selection.albums.count)])
        case .deny: return question.kind == .confirm ? localized("no") : localized("never")
        case .otherFiles: return localized("other files")
        case .dismiss where question.kind == .access: return localized("not now")
        case .dismiss: return question.kind == .pick ? localized("nothing picked") : localized("not changed")
        }
    }
}
