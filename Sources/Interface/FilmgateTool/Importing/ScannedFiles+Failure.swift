import FilmgateLibraryTools
import FilmgateText

extension ScannedFiles {
    /// - Throws: `CommandFailure` if none of the paths can be read.
    func checkAny() throws(CommandFailure) {
        guard files.isEmpty, skipped.isEmpty, sidecars.isEmpty, unknown.isEmpty, let first = failures.first,
            failures.count == named
        else { return }
        let reason = first.reason.hasSuffix(".") ? String(first.reason.dropLast()) : first.reason
        let others = named > 1 ? [counted("{n} other", "{n} others", named - 1)] : []
        let paths = PhraseJoiner.joined(["'\(Text.printable(first.path.description))'"] + others)
        throw CommandFailure(
            .noInput,
            localized(
                "There is nothing to import: {paths} cannot be read ({reason}).", ["paths": paths, "reason": reason]))
    }
}
