internal import FilmgateImporting
internal import FilmgateText

extension PhotoWalk {
    /// - Throws: if none of the paths can be read.
    func checkAny() throws(Failure) {
        guard files.isEmpty, skipped.isEmpty, let first = failures.first, failures.count == named else { return }
        let others = named > 1 ? " and \(Text.count(named - 1, "other"))" : ""
        let reason = first.reason.hasSuffix(".") ? String(first.reason.dropLast()) : first.reason
        throw Failure(
            .noInput,
            "There is nothing to import: '\(Text.printable(first.path.description))'\(others) cannot be read (\(reason))."
        )
    }
}
