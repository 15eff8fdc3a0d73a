internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// An answer in the making: what is chosen, for how long, and with which rights.
struct Form {
    let question: Question
    let choices: [Choice]
    let periods: [Answer.Lasting]
    /// Begins with what decides nothing, so that a key too many gives nothing away.
    var choice: Choice
    var lasting: Answer.Lasting
    private(set) var rights: Set<Right>

    /// What may go with the sight of a photo.
    enum Right: String, CaseIterable {
        case originals, captions, location

        var title: String {
            switch self {
            case .originals: "original files"
            case .captions: "titles, captions"
            case .location: "places"
            }
        }

        var key: Character {
            switch self {
            case .originals: "o"
            case .captions: "c"
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
        rights = question.client.isVerified ? [.originals, .captions] : Set(Right.allCases)
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

    /// What the rights that are given do not say by themselves: an original holds captions and places too.
    var note: String? {
        let missing = Right.allCases.filter { !rights.contains($0) }.map(\.title)
        guard question.hasRights, rights.contains(.originals), !missing.isEmpty else { return nil }
        return "no original files without \(missing.joined(separator: " and ")), for now: they hold them"
    }

    static func text(of lasting: Answer.Lasting) -> String {
        switch lasting {
        case .good: "for good"
        case .once: "until it disconnects"
        case .seconds(86_400): "for a day"
        case .seconds: "for \(lasting.text)"
        }
    }

    /// What an answer did, for those who look back: `Frame Viewer: 12 of 500 photos, for good`.
    func record(_ answer: Answer) -> String {
        let name = Wording(question: question).name
        let period = periods.isEmpty ? "" : ", " + Form.text(of: answer.lasting)
        switch answer.decision {
        case .allow:
            let what =
                question.kind == .confirm ? "yes" : question.access == .addOnly ? "may add photos" : "all photos"
            return "\(name): \(what)\(period)"
        case .limit where answer.selection.isEmpty && answer.albums.isEmpty:
            return "\(name): may add photos and see those\(period)"
        case .limit, .done:
            let albums = answer.albums.isEmpty ? "" : " and \(Text.albums(answer.albums.count))"
            return
                "\(name): \(Text.number(answer.selection.count)) of \(Text.photos(question.assetCount))\(albums)\(period)"
        case .deny: return "\(name): \(question.kind == .confirm ? "no" : "never")"
        case .dismiss: return "\(name): not now"
        case .cancel: return "\(name): left as it is"
        }
    }
}
