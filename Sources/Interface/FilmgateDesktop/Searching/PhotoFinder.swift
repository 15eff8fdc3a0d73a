import Filmgate
import FilmgateLibraryTools
import FilmgateModel
import FilmgateText

struct FoundPhoto: Sendable {
    let id: AssetID
    let title: String
    /// The date and the place of the photo; empty if neither is known.
    let details: String
}

/// Finds photos by text, like the search in the library's window.
///
/// `photos` and `describe` leave out photos that are hidden or in the trash. The library does not contain the photos in
/// the inbox, which the person has not accepted yet, so they are not found.
struct PhotoFinder: Sendable {
    let library: PhotoLibrary

    /// The maximum number of results. A shell shows only a few.
    private static let mostResults: UInt32 = 24
    /// The maximum size of a picture in bytes. Even a JPEG of noise is smaller.
    private static let mostBytes = 64 << 10
    private static let properties: Set<AssetProperty> = [
        .creationDate, .clockOffset, .hidden, .trashedDate, .title, .filename, .place,
    ]

    /// Returns the photos that match the words, newest first; none if the text is blank or exceeds 1,024 bytes.
    func photos(_ words: [String]) async throws -> [AssetID] {
        let text = words.joined(separator: " ")
        guard text.contains(where: { !$0.isWhitespace }), text.utf8.count <= 1024 else { return [] }
        let vocabulary = SearchVocabulary(
            months: LocalizedSearchWords.months,
            kinds: LocalizedSearchWords.kinds.compactMapValues(SearchKind.init(rawValue:)))
        var lists: [[Asset]] = []
        for part in PhotoSearchQuery(for: text, vocabulary).parts(of: .assets.newestFirst) {
            let request = part.request.limit(Self.mostResults).reading(Self.properties)
            let assets = try await read(request)
            lists.append(
                assets.filter {
                    Self.mayBeShown($0) && part.reading.contains(Self.timestamp(of: $0), clockOffset: $0.clockOffset)
                })
        }
        let all = PhotoSearchQuery.newestFirst(lists, id: \.id, date: Self.timestamp)
        return all.prefix(Int(Self.mostResults)).map(\.id)
    }

    /// Returns descriptions of the photos, except hidden photos and photos in the trash.
    func describe(_ ids: [AssetID]) async throws -> [AssetID: FoundPhoto] {
        guard !ids.isEmpty else { return [:] }
        var found: [AssetID: FoundPhoto] = [:]
        for asset in try await read(.assets(withIdentifiers: ids).reading(Self.properties))
        where Self.mayBeShown(asset) {
            let title = [asset.title, asset.filename].compactMap(\.self).first { !$0.isEmpty } ?? localized("Photo")
            let date = Self.timestamp(of: asset).flatMap { date in
                CivilTime(
                    secondsSince1970: date.rawValue / 1_000_000, offset: Int(asset.clockOffset ?? 0))?.date
            }
            let day = date.map { LocalizedSearchWords.date(year: $0.year, month: $0.month, day: $0.day) }
            found[asset.id] = FoundPhoto(
                id: asset.id, title: Text.printable(title),
                details: [day, asset.place].compactMap(\.self).joined(separator: " · "))
        }
        return found
    }

    /// The size and the pixels of a picture: red, green, blue and alpha of each pixel, row by row.
    typealias Pixels = (width: Int32, height: Int32, bytes: [UInt8])

    /// The maximum side of a JPEG in pixels. The broker renders images of this size in advance, so reading is fast.
    private static let side: UInt32 = 256

    /// Returns a small picture as a JPEG; nil if none is available.
    func picture(of id: AssetID) async -> [UInt8]? {
        // If the broker returns no image, the result is shown without a picture.
        guard let image = try? await library.image(for: id, fitting: Self.side, delivery: .fast).last else {
            return nil
        }
        // An unreadable picture counts as a missing picture, and so does one that is too large.
        return try? image.content.contents(upTo: Self.mostBytes)
    }

    /// Returns a small picture as pixels; nil if none is available.
    func pixels(of id: AssetID) async -> Pixels? {
        var specification = ImageSpecification.fitting(64, 64)
        specification.format = .pixels
        // If the broker returns no image, the result is shown without a picture.
        guard let image = try? await library.image(for: id, as: specification, delivery: .fast).last,
            // An unreadable picture counts as a missing picture.
            let bytes = try? image.content.bytes(at: 0, count: Self.mostBytes),
            bytes.count == image.pixelWidth * image.pixelHeight * 4
        else { return nil }
        return (Int32(image.pixelWidth), Int32(image.pixelHeight), bytes)
    }

    private func read(_ request: FetchRequest<Asset>) async throws -> [Asset] {
        let result = try await library.fetch(request)
        let assets = try await Array(result.snapshot())
        try await result.close()
        return assets
    }

    private static func mayBeShown(_ asset: Asset) -> Bool { !asset.isHidden && !asset.isTrashed }

    private static func timestamp(of asset: Asset) -> Timestamp? {
        if case .date(let date)? = asset.values[.creationDate] { date } else { nil }
    }
}
