internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgateText

/// The texts about a question, for both the screen and the lines.
struct Wording {
    let question: Question
    /// The most columns for the name of the app.
    var nameColumns = 60

    init(question: Question) { self.question = question }

    /// The name on one line, shortened.
    var name: String {
        let name = Text.singleLine(question.client.name) ?? identifier
        // A program without a name gets the name of its file. The whole path is the identifier.
        let file = name.hasPrefix("/") ? name.split(separator: "/").last.map(String.init) : nil
        return Text.shortened(file ?? name, to: nameColumns)
    }

    var identifier: String { Text.shortenedInside(Text.visibleIdentity(question.client.id), to: 120) }

    /// The kind of client, and whether its name is verified.
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

    /// Nil if the name is verified.
    var warning: String? {
        guard !question.client.isVerified else { return nil }
        return "It claims to be \(identifier), but this is not verified. Any program of yours can claim it."
    }

    /// A short warning for small terminals.
    var briefWarning: String? { warning == nil ? nil : "Not verified: any app can claim it" }

    /// The question as a sentence.
    var sentence: String {
        switch question.kind {
        case .access:
            switch question.access {
            case .addOnly?: "\(name) asks to add photos to your library."
            case .readWrite?, nil: "\(name) asks to see and change your photos."
            }
        case .selection: "\(name) asks you to review which photos it can see."
        case .pick: "\(name) asks you for \(picked)."
        case .confirm: "\(name) is about to \(changes)."
        }
    }

    /// The consequence of the answer, or the number of photos.
    var extent: String {
        switch question.kind {
        case .access:
            question.access == .addOnly
                ? "It cannot see any photos, not even those that it adds."
                : "You have \(Text.count(question.assetCount, "photo"))."
                    + (question.mayBeAllowedInFull ? "" : " Your administrator's policy does not allow full access.")
        case .selection:
            "It sees \(Text.number(question.selection.count)) of your \(Text.count(question.assetCount, "photo")), and those that it added."
        case .pick: "It gets only the photos that you pick, of \(Text.count(question.assetCount, "photo")).\(picking)"
        case .confirm: "Nothing has been done yet."
        }
    }

    /// The app's own words in quotation marks.
    var quotation: String? { words.map { "“\($0)”" } }

    /// The app's own words, with no quotation mark that would seem to end the quotation.
    var words: String? {
        Text.singleLine(question.prompt ?? question.purpose).map {
            Text.shortened(Text.withoutQuotationMarks($0), to: 512)
        }
    }

    /// The title of the screen.
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
        case let limit? where limit >= PickerConfiguration.mostItems: "photos"
        case let limit?: "at most \(Text.count(limit, "photo"))"
        case nil: "photos"
        }
    }

    /// What else the person should know before they pick.
    private var picking: String {
        let order =
            question.isOrdered && question.limit != 1 ? " It gets them in the order in which you pick them." : ""
        let end = question.maxDuration.map { " Longer videos end after \(Wording.number($0)) seconds." } ?? ""
        let crop = question.crop == nil ? "" : " It wants square photos; framing them needs a window."
        return order + end + crop
    }

    private var changes: String {
        question.changes.isEmpty ? "change your library" : list(question.changes.map(Wording.change))
    }

    private static func number(_ value: Double) -> String {
        value < 1e9 && value == value.rounded() ? Text.number(Int(value)) : "\(value)"
    }

    private static func change(_ change: PendingChange) -> String {
        let photos = Text.count(change.assets.count, "photo")
        return switch change.name {
        case "delete-assets": "move \(photos) to the trash"
        case "purge-assets": "delete \(photos) permanently"
        case "set-content": "replace the content of \(photos)"
        case "revert-content": "undo the edits of \(photos)"
        default: "change \(photos) (\(Text.shortened(Text.printable(change.name), to: 30)))"
        }
    }

    private func list(_ parts: [String]) -> String {
        parts.count < 2 ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
    }
}
