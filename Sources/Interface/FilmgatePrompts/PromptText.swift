import FilmgateModel
import FilmgateText

/// The text about a question, in the person's language: the request, the app's identity, and the app's own words.
///
/// All front ends show the same text.
public struct PromptText {
    public let question: AgentPrompt
    /// The maximum number of columns for the name of the app.
    public var nameColumns = 60

    public init(_ question: AgentPrompt) { self.question = question }

    // MARK: The app

    /// The name of the app on one line, shortened.
    public var name: String {
        let name = Text.singleLine(question.app.name) ?? identifier
        // A program without a name has its path as the name, which is shortened to the last path component.
        let file = name.hasPrefix("/") ? name.split(separator: "/").last.map(String.init) : nil
        return Text.shortened(file ?? name, to: nameColumns)
    }

    public var identifier: String { Text.shortenedInside(Text.visibleIdentity(question.app.id), to: 120) }

    /// The kind of client, and whether its name is verified.
    public var standing: String {
        let kind =
            switch question.app.id.prefix(while: { $0 != ":" }) {
            case "flatpak": "Flatpak"
            case "snap": "Snap"
            case "app": localized("desktop app")
            case "system": localized("system service")
            default: localized("program")
            }
        return question.app.isVerified
            ? localized("{kind}, verified", ["kind": kind]) : localized("{kind}, not verified", ["kind": kind])
    }

    /// The identifier and the kind of client: see `standing`.
    public var identity: String { "\(identifier) · \(standing)" }

    /// A warning that the name is not verified; nil if it is verified.
    public var warning: String? {
        question.app.isVerified
            ? nil
            : localized(
                "It claims to be {identifier}, but this is not verified. Any program of yours can claim it.",
                ["identifier": identifier])
    }

    /// A short warning for small terminals.
    public var briefWarning: String? {
        question.app.isVerified ? nil : localized("Not verified: any app can claim it")
    }

    /// The app's own words in quotation marks.
    public var quotation: String? { words.map { quotationMarks.open + $0 + quotationMarks.close } }

    /// The quotation marks of the person's language.
    public var quotationMarks: (open: String, close: String) {
        let parts = localized("“{words}”").split(separator: "{words}", omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), String(parts.last ?? ""))
    }

    /// The app's own words without quotation marks, which could seem to end the quotation.
    public var words: String? {
        Text.singleLine(question.picker?.prompt ?? question.purpose).map {
            Text.shortened(Text.withoutQuotationMarks($0), to: 512)
        }
    }

    // MARK: The question

    /// The title of the screen or the window.
    public var subject: String {
        switch question.kind {
        case .access where question.pause != nil: localized("Paused app")
        case .access: question.access == .addOnly ? localized("Adding photos") : localized("Access to photos")
        case .selection, .settings: localized("Selected photos")
        case .pick: localized("Picking photos")
        case .confirm: localized("Confirmation")
        }
    }

    /// The title of the page on which photos are selected.
    public var selectionTitle: String {
        question.kind == .pick
            ? localized("Pick photos for {app}", ["app": name]) : localized("Photos that {app} can see", ["app": name])
    }

    /// The question as a sentence.
    public var sentence: String { localized("{sentence}.", ["sentence": heading]) }

    /// The question as a sentence without the period at the end, for a heading.
    public var heading: String {
        let values = ["app": name]
        return switch question.kind {
        case .access where question.pause != nil:
            localized(
                "Filmgate paused {app}, because it took more photos within a short time than is allowed", values)
        case .access:
            question.access == .addOnly
                ? localized("{app} asks to add photos to your library", values)
                : localized("{app} asks to see and change your photos", values)
        case .selection, .settings: localized("{app} asks you to review which photos it can see", values)
        case .pick:
            switch question.picker {
            case let picker? where picker.limit == 1: localized("{app} asks you for a photo", values)
            case let picker? where !picker.takesAnyNumber:
                counted(
                    "{app} asks you for at most {n} photo", "{app} asks you for at most {n} photos", picker.limit,
                    values)
            case .some, nil: localized("{app} asks you for photos", values)
            }
        case .confirm: localized("{app} is about to {changes}", ["app": name, "changes": changes])
        }
    }

    /// The photos that the app can see or gets, and the number of photos in the library.
    public var extent: String {
        let count = question.assetCount
        switch question.kind {
        case .access:
            guard question.access != .addOnly else {
                return localized("It cannot see any photos, not even those that it adds.")
            }
            let total = counted("You have {n} photo.", "You have {n} photos.", count)
            let photos =
                question.pause != nil
                ? PhraseJoiner.sentences([localized("It sees no photos until you decide."), total]) : total
            guard !question.mayBeAllowedInFull else { return photos }
            return PhraseJoiner.sentences([
                photos, localized("Your administrator's policy does not allow full access."),
            ])
        case .selection, .settings:
            return counted(
                "It sees {selected} of your {n} photo, and those that it added.",
                "It sees {selected} of your {n} photos, and those that it added.", count,
                ["selected": Text.number(question.selection.count)])
        case .pick:
            let photos = counted(
                "It gets only the photos that you pick, of {n} photo.",
                "It gets only the photos that you pick, of {n} photos.", count)
            return PhraseJoiner.sentences([photos] + picking)
        case .confirm: return localized("Nothing has been done yet.")
        }
    }

    /// Further information that the person should have before they pick.
    private var picking: [String] {
        guard let picker = question.picker else { return [] }
        var facts = [denial].compactMap(\.self)
        if picker.isOrdered, picker.limit != 1 {
            facts.append(localized("It gets them in the order in which you pick them."))
        }
        if let seconds = picker.maxDuration {
            facts.append(
                localized("Longer videos end after {seconds} seconds.", ["seconds": PromptText.number(seconds)]))
        }
        if picker.crop != nil { facts.append(localized("It wants square photos; framing them needs a window.")) }
        return facts
    }

    /// A note in the picker if the app was denied access to the library; nil if it was not.
    public var denial: String? {
        question.isDenied
            ? localized("It was denied access to your photos. This pick does not change that.") : nil
    }

    private static func number(_ value: Double) -> String {
        value < 1e9 && value == value.rounded() ? Text.number(Int(value)) : "\(value)"
    }

    /// Returns the question that is asked before a selection takes effect.
    ///
    /// - Parameter period: how long a grant lasts, as `PromptForm.text` writes it.
    public func confirmation(of selection: PromptSelection, period: String) -> String {
        let count = selection.photos.count
        let these =
            !selection.albums.isEmpty
            ? selection.text
            : count == 1 ? localized("this photo") : counted("these {n} photo", "these {n} photos", count)
        let values = ["app": name, "photos": these, "period": period]
        return switch question.kind {
        case .access: localized("Let {app} see {photos} {period}?", values)
        case .pick: localized("Give {photos} to {app}?", values)
        case .selection, .confirm, .settings:
            selection.isEmpty
                ? localized("Let {app} see only the photos that it adds?", values)
                : localized("From now on, let {app} see {photos}?", ["app": name, "photos": selection.text])
        }
    }

    // MARK: Changes

    private var changes: String {
        question.changes.isEmpty
            ? localized("change your library") : PhraseJoiner.joined(mergedChanges.map(PromptText.change))
    }

    /// The changes, with changes of the same name merged into one.
    private var mergedChanges: [AgentPrompt.Change] {
        var merged: [AgentPrompt.Change] = []
        for change in question.changes {
            if let index = merged.firstIndex(where: { $0.name == change.name }) {
                let known = Set(merged[index].assets)
                let others = change.assets.filter { !known.contains($0) }
                merged[index] = AgentPrompt.Change(name: change.name, assets: merged[index].assets + others)
            } else {
                merged.append(change)
            }
        }
        return merged
    }

    private static func change(_ change: AgentPrompt.Change) -> String {
        let count = change.assets.count
        return switch change.name {
        case "delete-assets": counted("move {n} photo to the trash", "move {n} photos to the trash", count)
        case "purge-assets": counted("delete {n} photo permanently", "delete {n} photos permanently", count)
        case "set-content": counted("replace the content of {n} photo", "replace the content of {n} photos", count)
        case "revert-content": counted("undo the edits of {n} photo", "undo the edits of {n} photos", count)
        default:
            counted(
                "change {n} photo ({change})", "change {n} photos ({change})", count,
                ["change": Text.shortened(Text.printable(change.name), to: 30)])
        }
    }
}
