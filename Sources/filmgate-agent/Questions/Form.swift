internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// The answer that the person composes: a choice, a period and rights.
struct Form {
    let question: Question
    let choices: [Choice]
    let periods: [Answer.Lasting]
    /// Begins with a choice that grants nothing, so that an accidental Enter grants nothing.
    var choice: Choice
    var lasting: Answer.Lasting
    /// What the person can include or leave out.
    let options: [Right]
    private(set) var rights: Set<Right>
    /// How exactly the app learns places, if it gets them.
    private(set) var precision = LocationPrecision.exact

    /// What an answer can include: a right of a grant, or metadata of what is picked.
    enum Right: String, CaseIterable {
        case originals, captions, metadata, write, location
        /// That the app sees from now on what is picked.
        case keep

        var title: String {
            switch self {
            case .originals: "original files"
            case .captions: "titles, captions"
            case .metadata: "camera data"
            case .write: "changes"
            case .location: "places"
            case .keep: "sees them from now on"
            }
        }

        var key: Character {
            switch self {
            case .originals: "o"
            case .captions: "c"
            case .metadata: "m"
            case .write: "e"
            case .location: "w"
            case .keep: "r"
            }
        }
    }

    init(_ question: Question) {
        self.question = question
        choices = Choice.all(for: question)
        choice = question.kind == .confirm ? .never : .notNow
        switch question.kind {
        case .access: periods = question.canLast ? [.good, .seconds(86_400), .once] : [.once]
        case .selection, .pick, .confirm: periods = []
        }
        lasting = periods.first ?? .good
        if question.kind == .pick {
            options = [.captions, .metadata, .location] + (question.offersKeep ? [.keep] : [])
            rights = Set(options.filter { option in option.kind.map { !question.removed.contains($0) } ?? false })
        } else {
            options = question.hasRights ? [.originals, .captions, .metadata, .write, .location] : []
            rights = Set(options).subtracting(question.client.isVerified ? [.location] : [])
        }
    }

    /// Gives a right, or takes it back. Places go from none to the town, and then to the exact place.
    mutating func change(_ right: Right) {
        guard right == .location, question.kind != .pick else { return rights.formSymmetricDifference([right]) }
        switch (rights.contains(.location), precision) {
        case (false, _):
            rights.insert(.location)
            precision = .town
        case (true, .town): precision = .exact
        case (true, .exact): rights.remove(.location)
        }
    }

    /// Whether the app gets a right, in a word.
    func word(for right: Right) -> String {
        switch (rights.contains(right), right) {
        case (false, .location): "none"
        case (true, .location): question.kind == .pick ? "yes" : precision.rawValue
        case (let isGiven, _): isGiven ? "yes" : "no"
        }
    }

    /// The title of a right, for places with their precision.
    func title(of right: Right) -> String {
        right == .location && question.kind != .pick ? "\(right.title): \(word(for: right))" : right.title
    }

    mutating func nextPeriod(_ step: Int) {
        guard let index = periods.firstIndex(of: lasting) else { return }
        lasting = periods[(index + step + periods.count) % periods.count]
    }

    func answer(selection: Chosen = Chosen()) -> Answer {
        let names = options.filter(rights.contains).map(\.rawValue)
        var answer = choice.answer(
            to: question, selection: selection, lasting: lasting, rights: question.hasRights ? names : nil)
        if answer.rights?.contains(Right.location.rawValue) ?? false, precision != .exact {
            answer.locationPrecision = precision
        }
        if question.kind == .pick, answer.decision == .done {
            answer.removed = Set(options.filter { !rights.contains($0) }.compactMap(\.kind))
            answer.keeps = rights.contains(.keep)
        }
        return answer
    }

    /// Explains that what the app may not know is removed from original files.
    var note: String? {
        let missing = options.filter { right in
            right != .write && right != .keep
                && !(rights.contains(right) && (right != .location || precision == .exact))
        }.map { $0 == .location && rights.contains($0) ? "exact places" : $0.title }
        guard !missing.isEmpty else { return nil }
        if question.kind == .pick { return "the files come without \(missing.joined(separator: " and "))" }
        guard question.hasRights, rights.contains(.originals) else { return nil }
        return "original files come without \(missing.joined(separator: " and "))"
    }

    static func text(of lasting: Answer.Lasting) -> String {
        switch lasting {
        case .good: "permanently"
        case .once: "until it disconnects"
        case .seconds(86_400): "for a day"
        case .seconds: "for \(lasting.text)"
        }
    }

    /// The record of an answer: `Frame Viewer: 12 of 500 photos, permanently`.
    func record(_ answer: Answer) -> String {
        let name = Wording(question: question).name
        let period = periods.isEmpty ? "" : ", " + Form.text(of: answer.lasting)
        switch answer.decision {
        case .allow:
            let what =
                question.kind == .confirm ? "yes" : question.access == .addOnly ? "can add photos" : "all photos"
            return "\(name): \(what)\(period)"
        case .limit where answer.selection.isEmpty && answer.albums.isEmpty:
            return "\(name): can add photos and see those\(period)"
        case .limit, .done:
            let albums = answer.albums.isEmpty ? "" : " and \(Text.count(answer.albums.count, "album"))"
            return
                "\(name): \(Text.number(answer.selection.count)) of \(Text.count(question.assetCount, "photo"))\(albums)\(period)"
        case .deny: return "\(name): \(question.kind == .confirm ? "no" : "never")"
        case .dismiss: return "\(name): not now"
        case .cancel: return "\(name): \(question.kind == .pick ? "nothing picked" : "not changed")"
        }
    }
}

extension Form.Right {
    /// The metadata of files that it stands for; nil if it stands for none.
    fileprivate var kind: MetadataKind? {
        switch self {
        case .captions: .captions
        case .metadata: .metadata
        case .location: .location
        case .originals, .write, .keep: nil
        }
    }
}
