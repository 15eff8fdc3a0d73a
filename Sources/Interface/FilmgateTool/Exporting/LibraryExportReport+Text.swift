import FilmgateLibraryTools
import FilmgateText

extension LibraryExportReport {
    var text: String {
        let inAlbums = counted("{n} album", "{n} albums", albums)
        var lines = ReportLines()
        lines.add(
            counted(
                "Exported {n} asset ({size}) in {albums}.", "Exported {n} assets ({size}) in {albums}.", exported,
                ["size": AmountText.bytes(bytes), "albums": inAlbums]))
        lines.addCounted("Linked in further albums: {n}.", "Linked in further albums: {n}.", linked)
        lines.addCounted("Already there: {n}.", "Already there: {n}.", present)
        return lines.text
    }

    var failureText: String {
        guard !failures.isEmpty else { return "" }
        return counted("Not exported: {n}", "Not exported: {n}", failures.count) + "\n"
            + failures.map(Self.line).joined()
    }

    private static func line(of failure: Failed) -> String {
        let name = failure.filename.map { "\(Text.printable($0)) (\(failure.id))" } ?? failure.id
        return "  \(name): \(Text.printable(failure.reason))\n"
    }
}
