import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// The expected result of an import.
struct ImportPreview {
    private let expected: ExpectedImport
    /// The number of files that belong to photos, such as sidecars, and of files that describe photos.
    private let companions: Int
    /// The number of groups of files that may become one asset.
    private let together: Int
    /// The files that would go to the trash.
    private let trashed: [DiskPath]
    /// The numbers of sidecars, paired videos, titles and other properties of the photos, in a fixed order.
    private let known: [(name: String, count: Int)]
    /// The number of photos that go to each album.
    private var albums: [String: Int] = [:]
    /// The number of photos that go to no album, because they are in no folder below the path on the command line.
    private var unfiled = 0
    private let skipped: SkippedFiles
    /// The files that will not be imported.
    private let failures: [FailedFile]
    private let left: [FailedFile]
    /// The numbers of entries of the source library that Filmgate does not support, by kind.
    private let dropped: [UnsupportedFeature: Int]

    /// - Parameter filing: the albums to which the photos go; nil for the albums that the content names.
    init(
        _ content: ImportedLibraryContent, _ failures: [FailedFile], in library: PhotoLibrary, _ filing: AlbumFiler?
    ) async throws(PhotoLibraryError) {
        let plan = content.plan
        skipped = plan.skipped
        expected = try await FileImporter(to: library).expected(of: plan.groups)
        companions = expected.companions + content.described
        self.failures = failures + content.failures + expected.failures
        left = failures + content.failures + content.left
        dropped = content.dropped.filter { $0.value > 0 }
        together = plan.groups.count { $0.items.count > 1 }
        let deleted = plan.groups.filter { $0.items.first?.isTrashed == true && !$0.items.contains(where: \.isKept) }
        let gone = Set(deleted.flatMap(\.items).map(\.file))
        trashed = expected.new.filter { $0.isTrashed && gone.contains($0.file) }.map(\.file.path)
        for item in expected.placed {
            for path in filing?.paths(of: item) ?? item.albums {
                if path.isEmpty {
                    unfiled += 1
                } else {
                    albums[path.joined(separator: "/"), default: 0] += 1
                }
            }
        }
        // Counts the properties of a photo once, even if the import has the same photo twice.
        let duplicates = Set(expected.duplicates.map(\.file))
        let items = plan.items.filter { !duplicates.contains($0.file) }
        known = [
            ("sidecars", plan.items.count { $0.companions.contains { $0.type == .sidecar } }),
            ("paired-videos", plan.items.count { $0.companions.contains { $0.type == .pairedVideo } }),
            ("favorites", items.count { $0.properties.isFavorite == true }),
            ("ratings", items.count { ($0.properties.rating ?? 0) > 0 }),
            ("titles", items.count { $0.properties.title?.isEmpty == false }),
            ("captions", items.count { $0.properties.caption?.isEmpty == false }),
            ("alt-texts", items.count { $0.properties.altText?.isEmpty == false }),
            ("keywords", items.count { $0.properties.keywords?.isEmpty == false }),
            ("places", items.count { $0.properties.location != nil }),
            ("hidden", items.count { $0.properties.isHidden == true }),
            ("trash", items.count(where: \.isTrashed)),
        ]
    }

    private var bytes: UInt64 {
        expected.new.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue }
    }

    var text: String {
        var sheet = KeyValueTextTable()
        sheet.add(localized("new photos and videos"), "\(Text.number(expected.new.count)) (\(AmountText.bytes(bytes)))")
        sheet.add(localized("already in the library"), Text.number(expected.present.count))
        if !expected.duplicates.isEmpty {
            sheet.add(localized("the same as a different one of these files"), Text.number(expected.duplicates.count))
        }
        if companions > 0 {
            sheet.add(localized("files that belong to them"), Text.number(companions))
        }
        if !failures.isEmpty { sheet.add(localized("not to be imported"), Text.number(failures.count)) }
        sheet.add(localized("groups of files that belong together"), Text.number(together))
        sheet.add(localized("albums"), Text.number(albums.count))
        if unfiled > 0 { sheet.add(localized("in no album"), Text.number(unfiled)) }
        for (name, count) in known where count > 0 { sheet.add(name, Text.number(count)) }
        var text = sheet.lines + dropped.text + skipped.text
        if !trashed.isEmpty {
            text +=
                counted(
                    "To go to the trash, because it is in that of the library from which it comes: {n} ({names}).",
                    "To go to the trash, because they are in that of the library from which they come: {n} ({names}).",
                    trashed.count, ["names": trashed.firstNames]) + "\n"
        }
        text += (left + expected.failures).inOrder.map(\.line).joined()
        if !expected.new.isEmpty {
            text += localized("Whether a file is damaged is only found when it is imported.") + "\n"
        }
        return text
    }
}

extension ImportPreview: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode(expected.new.count, forKey: "new")
        try container.encode(bytes, forKey: "new-bytes")
        try container.encode(expected.present.count, forKey: "present")
        try container.encode(expected.duplicates.count, forKey: "duplicates")
        try container.encode(expected.duplicates.map(\.file.path.description), forKey: "duplicate-files")
        try container.encode(companions, forKey: "companions")
        try container.encode(together, forKey: "groups")
        try container.encode(albums, forKey: "albums")
        try container.encode(Dictionary(known.map { ($0.name, $0.count) }) { first, _ in first }, forKey: "known")
        try container.encode(unfiled, forKey: "in-no-album")
        try container.encode(dropped.named, forKey: "not-kept")
        try container.encode(trashed.map(\.description), forKey: "trash-files")
        try container.encode(skipped.counts, forKey: "skipped")
        try container.encode(skipped.paths.map(\.description), forKey: "skipped-files")
        try container.encode(failures, forKey: "failed")
        try container.encode(left, forKey: "left")
    }
}
