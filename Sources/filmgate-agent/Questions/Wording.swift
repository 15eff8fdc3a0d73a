internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// What is said about a question, in words that both the screen and the lines use.
struct Wording {
    let question: Question
    /// In how many columns whoever asks is named.
    var nameColumns = 60

    init(question: Question) { self.question = question }

    /// Cleaned and bounded.
    var name: String {
        let name = Text.shown(question.client.name) ?? identifier
        // A program that is known by its path is called as its file is; the whole path stands below.
        let file = name.hasPrefix("/") ? name.split(separator: "/").last.map(String.init) : nil
        return Text.shortened(file ?? name, to: nameColumns)
    }

    var identifier: String { Text.shortenedInside(Text.identity(question.client.id), to: 120) }

    /// The kind of client in a word or two, and what its name is worth.
    var standing: String {
        let kind =
            switch question.client.id.prefix(while: { $0 != ":" }) {
            case "flatpak": "Flatpak"
            case "snap": "Snap"
            case "app": "desktop app"
            case "system": "system service"
            default: "program"
            }
        return question.client.isVerified ? "\(kind), verified" : "\(kind), not verified"
    }

    /// Nil for a client whose name is proven.
    var warning: String? {
        guard !question.client.isVerified else { return nil }
        return "It claims to be \(identifier), and nothing proves it: any program of yours can say so."
    }

    /// The same in a few words, where there is no room for more.
    var briefWarning: String? { warning == nil ? nil : "Not verified: anyone can claim it" }

    /// The question itself, a sentence.
    var sentence: String {
        switch question.kind {
        case .access:
            switch question.access {
            case .addOnly?: "\(name) asks to add photos to your library."
            case .readWrite?, nil: "\(name) asks to see and change your photos."
            }
        case .selection: "\(name) asks you to go over the photos that it may see."
        case .pick: "\(name) asks you for \(picked)."
        case .confirm: "\(name) is about to \(changes)."
        }
    }

    /// What follows from it, or how large the matter is.
    var extent: String {
        switch question.kind {
        case .access:
            question.access == .addOnly
                ? "It would see none of them, not even those that it adds."
                : "You have \(Text.photos(question.assetCount))."
                    + (question.mayBeAllowedInFull ? "" : " The administrator's policy lets nobody give it all.")
        case .selection:
            "It sees \(Text.number(question.selection.count)) of your \(Text.photos(question.assetCount)), and what it added itself."
        case .pick: "It gets what you pick and nothing else; you have \(Text.photos(question.assetCount))."
        case .confirm: "Nothing has been done yet."
        }
    }

    /// The client's own words in quotation marks; nil where it said none.
    var quotation: String? { words.map { "“\($0)”" } }

    /// The same without the marks, and with none inside that would seem to end them.
    var words: String? { Text.shown(question.purpose).map { Text.shortened(Text.quotable($0), to: 512) } }

    /// A word or two for the top of a screen.
    var subject: String {
        switch question.kind {
        case .access: question.access == .addOnly ? "Adding photos" : "Access to photos"
        case .selection: "Selected photos"
        case .pick: "Picking photos"
        case .confirm: "Confirmation"
        }
    }

    private var picked: String {
        switch question.limit {
        case 1?: "a photo"
        case let limit?: "at most \(Text.photos(limit))"
        case nil: "photos"
        }
    }

    private var changes: String {
        question.changes.isEmpty ? "change your library" : list(question.changes.map(Wording.change))
    }

    private static func change(_ change: PendingChange) -> String {
        let photos = Text.photos(change.assets.count)
        return switch change.name {
        case "delete-assets": "move \(photos) to the trash"
        case "purge-assets": "delete \(photos) for good"
        case "set-content": "replace the content of \(photos)"
        case "revert-content": "take back the edits of \(photos)"
        default: "change \(photos) (\(Text.shortened(Text.clean(change.name), to: 30)))"
        }
    }

    private func list(_ parts: [String]) -> String {
        parts.count < 2 ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
    }
}
