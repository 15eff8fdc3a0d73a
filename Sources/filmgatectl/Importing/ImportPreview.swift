internal import Filmgate
internal import FilmgateImporting
internal import FilmgateLibraries
internal import FilmgateText

/// What an import would do.
struct ImportPreview {
    /// How many files are new, and how many the library has.
    private var new = 0
    private var present = 0
    private var bytes: UInt64 = 0
    /// Groups of files that may become one asset.
    private var together = 0
    /// What comes with them, in a fixed order.
    private var known: [(name: String, count: Int)] = []
    private var albums: [String: Int] = [:]
    private let skipped: [String: Int]
    private let left: [FailedFile]

    init(_ content: LibraryContent, _ failures: [FailedFile], in library: PhotoLibrary) async throws(PhotoLibraryError)
    {
        let plan = content.plan
        skipped = plan.skipped
        left = failures + content.failures + content.left
        let known = Set(try await FileImporter(to: library).present(of: plan.groups).map(\.file))
        let items = plan.items
        present = items.count { known.contains($0.file) }
        new = items.count - present
        bytes = items.filter { !known.contains($0.file) }.reduce(0) {
            $0.addingReportingOverflow($1.bytes).partialValue
        }
        together = plan.groups.count { $0.items.count > 1 }
        for item in items { for path in item.albums { albums[path.joined(separator: "/"), default: 0] += 1 } }
        self.known = [
            ("sidecars", items.count { $0.companions.contains { $0.type == .sidecar } }),
            ("paired-videos", items.count { $0.companions.contains { $0.type == .pairedVideo } }),
            ("favorites", items.count { $0.properties.isFavorite == true }),
            ("ratings", items.count { ($0.properties.rating ?? 0) > 0 }),
            ("titles", items.count { $0.properties.title?.isEmpty == false }),
            ("captions", items.count { $0.properties.caption?.isEmpty == false }),
            ("keywords", items.count { $0.properties.keywords?.isEmpty == false }),
            ("places", items.count { $0.properties.location != nil }),
            ("hidden", items.count { $0.properties.isHidden == true }),
            ("trash", items.count(where: \.isTrashed)),
        ]
    }

    var text: String {
        var sheet = FactSheet()
        sheet.add(localized("new photos and videos"), "\(Text.number(new)) (\(Amount.bytes(bytes)))")
        sheet.add(localized("already in the library"), Text.number(present))
        sheet.add(localized("groups of files that belong together"), Text.number(together))
        sheet.add(localized("albums"), Text.number(albums.count))
        for (name, count) in known where count > 0 { sheet.add(name, Text.number(count)) }
        var text = sheet.lines
        for (kind, count) in skipped.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            text +=
                localized("Not a photo or video: {n} {kind}.", ["n": Text.number(count), "kind": Text.printable(kind)])
                + "\n"
        }
        for one in left.sorted(by: { $0.path < $1.path }) {
            text += "\(Text.printable(one.path.description)): \(Text.printable(one.reason))\n"
        }
        return text
    }
}

extension ImportPreview: Encodable {
    private struct Left: Encodable {
        let path: String
        let reason: String
    }

    private enum CodingKeys: String, CodingKey {
        case new, present, groups, albums, known, skipped, left
        case bytes = "new-bytes"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(new, forKey: .new)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(present, forKey: .present)
        try container.encode(together, forKey: .groups)
        try container.encode(albums, forKey: .albums)
        try container.encode(Dictionary(known.map { ($0.name, $0.count) }) { first, _ in first }, forKey: .known)
        try container.encode(skipped, forKey: .skipped)
        try container.encode(left.map { Left(path: $0.path.description, reason: $0.reason) }, forKey: .left)
    }
}
