internal import FilmgateFrontEnd
internal import FilmgateGTK
internal import FilmgateText

/// The sentences about a question, in the person's language.
struct Sentences {
    private let question: Question

    init(_ question: Question) { self.question = question }

    /// Fills the parts that every page has: icon, question, identity, claim, quotation and extent.
    func introduce(in builder: Builder) {
        Icon(in: builder, "icon").setName(iconName, fallback: "application-x-executable")
        Label(in: builder, "heading").text = heading
        Label(in: builder, "identity").text = identity
        Label(in: builder, "extent").text = extent
        guard question.kind == .access else { return }
        let (claim, quotation) = (Label(in: builder, "claim"), Label(in: builder, "quotation"))
        if !question.client.isVerified {
            claim.text = localized("It claims this name, but that is not verified. Any program of yours can claim it.")
            claim.isVisible = true
        }
        if let words = Text.singleLine(question.purpose) {
            quotation.text = localized(
                "“{words}”", ["words": Text.withoutQuotationMarks(Text.shortened(words, to: 512))])
            quotation.setAccessibleDescription(localized("The app's own words"))
            quotation.isVisible = true
        }
    }

    /// Only a name in the icon theme: a path would open any file.
    private var iconName: String? { question.client.icon.flatMap { $0.contains("/") ? nil : $0 } }

    /// The app's name on one line, shortened.
    var name: String {
        let name = Text.singleLine(question.client.name) ?? Text.visibleIdentity(question.client.id)
        // A program without a name gets the name of its file. The whole path is the identifier.
        let file = name.hasPrefix("/") ? name.split(separator: "/").last.map(String.init) : nil
        return Text.shortened(file ?? name, to: 60)
    }

    private var identity: String {
        let identifier = Text.shortenedInside(Text.visibleIdentity(question.client.id), to: 120)
        return question.client.isVerified
            ? localized("{identifier}, verified", ["identifier": identifier])
            : localized("{identifier}, not verified", ["identifier": identifier])
    }

    /// The title of the window.
    var subject: String {
        switch question.kind {
        case .access: question.access == .addOnly ? localized("Adding Photos") : localized("Access to Photos")
        case .selection: localized("Selected Photos")
        case .pick: localized("Pick Photos")
        case .confirm: localized("Confirmation")
        }
    }

    /// The title of the page on which photos are selected.
    var selectionTitle: String {
        let values = ["app": Text.shortened(name, to: 40)]
        return question.kind == .pick
            ? localized("Pick Photos for {app}", values) : localized("Photos That {app} Can See", values)
    }

    private var heading: String {
        let values = ["app": name]
        return switch question.kind {
        case .access:
            question.access == .addOnly
                ? localized("{app} asks to add photos to your library", values)
                : localized("{app} asks to see and change your photos", values)
        case .selection: localized("Photos that {app} can see", values)
        case .pick: localized("Pick photos for {app}", values)
        case .confirm: localized("{app} asks to change your library", values)
        }
    }

    private var extent: String {
        switch question.kind {
        case .access where question.access == .addOnly:
            localized("It cannot see any photos, not even those that it adds.")
        case .access:
            counted("You have {n} photo.", "You have {n} photos.", question.assetCount)
                + (question.highest == nil || question.highest == "full"
                    ? "" : " " + localized("Your administrator's policy does not allow full access."))
        case .selection, .pick: counted("You have {n} photo.", "You have {n} photos.", question.assetCount)
        case .confirm: question.changes.map(change).joined(separator: "\n")
        }
    }

    private func change(_ change: PendingChange) -> String {
        let count = change.assets.count
        return switch change.name {
        case "delete-assets": counted("Move {n} photo to the trash.", "Move {n} photos to the trash.", count)
        case "purge-assets": counted("Delete {n} photo permanently.", "Delete {n} photos permanently.", count)
        case "set-content":
            counted("Replace the content of {n} photo.", "Replace the content of {n} photos.", count)
        case "revert-content": counted("Undo the edits of {n} photo.", "Undo the edits of {n} photos.", count)
        default:
            counted(
                "Change {n} photo ({change}).", "Change {n} photos ({change}).", count,
                ["change": Text.shortened(Text.printable(change.name), to: 30)])
        }
    }

    /// The button that allows the changes of a question.
    var confirmation: String {
        switch Set(question.changes.map(\.name)) {
        case ["delete-assets"]: localized("_Move to Trash")
        case ["purge-assets"]: localized("_Delete Permanently")
        case ["set-content"], ["revert-content"]: localized("_Change Photos")
        default: localized("_Allow Changes")
        }
    }
}
