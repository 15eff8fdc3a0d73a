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
    private(set) var rights: Set<Right>

    /// A right that a grant can include.
    enum Right: String, CaseIterable {
        case originals, captions, metadata, write, location

        var title: String {
            switch self {
            case .originals: "original files"
            case .captions: "titles, captions"
            case .metadata: "camera data"
            case .write: "changes"
            case .location: "places"
            }
        }

        var key: Character {
            switch self {
            case .originals: "o"
            case .captions: "c"
            case .metadata: "m"
            case .write: "e"
            case .location: "w"
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
        rights = Set(Right.allCases).subtracting(question.client.isVerified ? [.location] : [])
    }

    mutating func toggle(_ right: Right) { rights.formSymmetricDifference([right]) }

    mutating func nextPeriod(_ step: Int) {
        guard let index = periods.firstIndex(of: lasting) else { return }
        lasting = periods[(index + step + periods.count) % periods.count]
    }

    func answer(selection: Chosen = Chosen()) -> Answer {
        let names = Right.allCases.filter(rights.contains).map(\.rawValue)
        return choice.answer(
            to: question, selection: selection, lasting: lasting, rights: question.hasRights ? names : nil)
    }

    /// Explains that original files have captions and places too.
    var note: String? {
        let missing = Right.allCases.filter { $0 != .write && !rights.contains($0) }.map(\.title)
        guard question.hasRights, rights.contains(.originals), !missing.isEmpty else { return nil }
        return
            "for now, no original files without \(missing.joined(separator: " and ")), because the files contain them"
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
        case .cancel: return "\(name): not changed"
        }
    }
}
