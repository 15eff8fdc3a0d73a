import FilmgateTestKit
import Foundation

/// The library for the queries of `QueryTable`: about twenty assets, each known by a letter.
struct QueryLibrary {
    let world: World
    /// Letter to identifier.
    let ids: [Character: String]

    fileprivate struct Entry {
        let letter: Character
        let file: String
        var filename: String?
        let date: String
        var rating = 0
        var favorite = false
        /// Nil: the value in its metadata.
        var title: String? = ""
        var caption: String? = ""
        var altText: String?
        var keywords: [String]? = []
        var place: (Double, Double)?
        var hidden = false
    }

    fileprivate static let entries = [
        Entry(
            letter: "a", file: "still.jpg", filename: "IMG_0001.JPG", date: "2020-01-01T00:00:00Z", rating: 5,
            favorite: true, title: "Alpha", caption: "Ein Morgen am See", altText: "Ein Boot",
            keywords: ["Berg", "See"],
            place: (46.5, 8)),
        Entry(
            letter: "b", file: "plain.png", filename: "IMG_0002.png", date: "2020-06-15T12:00:00Z", rating: 4,
            title: "beta", keywords: ["see", "Wald"]),
        Entry(
            letter: "c", file: "plain.mp4", filename: "clip.mp4", date: "2021-03-03T08:00:00Z", rating: 3,
            favorite: true, title: "Film"),
        Entry(
            letter: "d", file: "told.mp4", filename: "long clip.mp4", date: "2021-03-03T08:00:00Z", rating: 3,
            caption: "two seconds", place: (0, 0)),
        Entry(
            letter: "e", file: "panorama.jpg", filename: "PANO.jpg", date: "2021-12-31T23:59:59.999999Z",
            title: "Große Halle", keywords: ["Berg"], place: (46.6, 8.1)),
        Entry(letter: "f", file: "screenshot.jpg", filename: "Screenshot 1.jpg", date: "2022-01-01T00:00:00Z"),
        Entry(
            letter: "g", file: "moving.gif", filename: "moving.gif", date: "2022-05-05T00:00:00Z", rating: 1,
            title: "wave", keywords: ["Meer"], place: (-33.9, 151.2)),
        Entry(
            letter: "h", file: "plain.heic", filename: "IMG_0003.HEIC", date: "2022-05-06T00:00:00Z", rating: 2,
            title: "gamma", keywords: ["Meer", "Strand"], place: (90, 180)),
        Entry(
            letter: "i", file: "told.dng", filename: "IMG_0004.DNG", date: "2022-07-01T00:00:00Z", rating: 5,
            favorite: true, title: "delta", caption: "raw file", place: (10, 10)),
        Entry(letter: "j", file: "burst.jpg", filename: "IMG_0005.JPG", date: "2022-08-08T00:00:00Z"),
        Entry(
            letter: "k", file: "slow.mp4", filename: "slow.mp4", date: "2023-01-15T00:00:00Z", title: "slow",
            keywords: ["time"]),
        // Its texts come from its metadata: 'Ä title', 'A caption', and one, two, 日本.
        Entry(
            letter: "l", file: "words-xmp.jpg", filename: "words.jpg", date: "2023-02-28T00:00:00Z", title: nil,
            caption: nil, keywords: nil),
        Entry(
            letter: "m", file: "orientation-6.jpg", filename: "turned.jpg", date: "2023-03-01T00:00:00Z", rating: 1,
            title: "Omega"),
        Entry(
            letter: "n", file: "still.gif", filename: "odd.gif", date: "2023-10-10T00:00:00Z",
            title: #"100% _sure_ \o/"#, caption: #"It's "quoted""#, keywords: ["a,b", "it's"]),
        Entry(
            letter: "o", file: "plain.webp", filename: "hidden.webp", date: "2023-11-11T00:00:00Z", rating: 4,
            favorite: true, title: "secret", keywords: ["Berg"], place: (46.5, 8), hidden: true),
        // In the trash.
        Entry(
            letter: "p", file: "plain.tif", filename: "gone.tif", date: "2023-12-12T00:00:00Z", rating: 4,
            title: "gone", keywords: ["Berg"]),
        Entry(letter: "q", file: "grey.jpg", date: "2024-02-29T00:00:00Z"),
        Entry(
            letter: "r", file: "equator.jpg", filename: "r.jpg", date: "2024-05-01T12:00:00Z", rating: 2,
            title: "ΣΊΣΥΦΟΣ", keywords: ["Ｆｕｌｌ"], place: (-33.45, -70.66)),
        Entry(
            letter: "s", file: "zone-utc.jpg", filename: "s.jpg", date: "1969-12-31T23:59:59Z", title: "Straße",
            caption: "von der straße nach ZÜRICH", altText: "Zwei Häuser"),
        // The same photo as a.
        Entry(
            letter: "t", file: "still.jpg", filename: "tango", date: "2024-12-24T00:00:00Z", rating: 3, title: "tango"),
    ]

    /// Those that the owner's tools list by default.
    static let usual = "abcdefghijklmnqrst"

    static func make(in world: World) async throws -> QueryLibrary {
        let owner = try await world.owner
        let folder = try await SampleMedia.formats.path
        var ids: [Character: String] = [:]
        for batch in stride(from: 0, to: entries.count, by: 10) {
            let part = entries[batch..<min(batch + 10, entries.count)]
            let made = try await owner.perform(try part.map { try $0.creation(from: folder) })
            for (entry, id) in zip(part, made) { ids[entry.letter] = id }
        }
        try await owner.delete(ids["p"] ?? "")
        return QueryLibrary(world: world, ids: ids)
    }

    func ids(_ letters: String) -> [String] { letters.compactMap { ids[$0] } }

    func letters(_ found: [String]) -> String {
        let letters = Dictionary(uniqueKeysWithValues: ids.map { ($1, $0) })
        return String(found.map { letters[$0] ?? "?" })
    }
}

extension QueryLibrary.Entry {
    fileprivate func creation(from folder: String) throws -> (String, [String: BusArgument]) {
        let moment = try Date(date, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: date.contains(".")))
        var properties: [String: BusArgument] = [
            "creation-date": .int64(Int64((moment.timeIntervalSince1970 * 1_000_000).rounded())),
            "rating": .variant("i", .integer(Int64(rating))), "favorite": .flag(favorite), "hidden": .flag(hidden),
        ]
        if let title { properties["title"] = .text(title) }
        if let caption { properties["caption"] = .text(caption) }
        if let altText { properties["alt-text"] = .text(altText) }
        if let keywords { properties["keywords"] = .texts(keywords) }
        if let place { properties["location"] = .place(place.0, place.1) }
        let facts: [String: BusArgument] = filename.map { ["filename": .text($0)] } ?? [:]
        let type: BusArgument = file.hasSuffix(".mp4") ? "video" : "photo"
        return (
            "create-asset",
            [
                "resources": .variant("a(sha{sv})", [[type, .descriptor(.file("\(folder)/\(file)")), .table(facts)]]),
                "properties": .options(properties),
            ]
        )
    }
}
