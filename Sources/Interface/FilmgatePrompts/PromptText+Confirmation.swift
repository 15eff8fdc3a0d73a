import FilmgateText

extension PromptText {
    /// The question before a selection takes effect: `Let Frame Viewer see these 12 photos permanently?`
    ///
    /// - Parameter period: how long a grant lasts, as `PromptForm.text` says it.
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
}
