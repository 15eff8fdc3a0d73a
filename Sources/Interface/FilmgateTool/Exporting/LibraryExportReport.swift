import FilmgateText

/// The result of an export.
struct LibraryExportReport: Encodable {
    struct Failed: Encodable {
        let id: String
        let filename: String?
        let reason: String
    }

    /// Assets with new files.
    var exported = 0
    var bytes: UInt64 = 0
    /// Assets that were linked only.
    var linked = 0
    /// Assets that an earlier run wrote.
    var present = 0
    var albums = 0
    /// XMP files that were written.
    var sidecars = 0
    /// Photos that were written with their XMP in them.
    var embedded = 0
    var failures: [Failed] = []

    private enum CodingKeys: String, CodingKey {
        case exported, bytes, linked, present, albums, sidecars, embedded
        case failures = "failed"
    }

    var text: String {
        let inAlbums = counted("{n} album", "{n} albums", albums)
        var lines = [
            counted(
                "Exported {n} asset ({size}) in {albums}.", "Exported {n} assets ({size}) in {albums}.", exported,
                ["size": Amount.bytes(bytes), "albums": inAlbums])
        ]
        if linked > 0 {
            lines.append(counted("Linked in further albums: {n}.", "Linked in further albums: {n}.", linked))
        }
        if present > 0 { lines.append(counted("Already there: {n}.", "Already there: {n}.", present)) }
        return lines.map { $0 + "\n" }.joined()
    }

    var failureText: String {
        guard !failures.isEmpty else { return "" }
        return counted("Not exported: {n}", "Not exported: {n}", failures.count) + "\n"
            + failures.map(LibraryExportReport.line).joined()
    }

    private static func line(of failure: Failed) -> String {
        let name = failure.filename.map { "\(Text.printable($0)) (\(failure.id))" } ?? failure.id
        return "  \(name): \(Text.printable(failure.reason))\n"
    }
}
