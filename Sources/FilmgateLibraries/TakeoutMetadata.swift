internal import Filmgate
internal import FilmgateImporting
internal import FoundationEssentials

/// The JSON that a Takeout has for a photo, or for an album.
struct TakeoutMetadata: Decodable {
    let title: String?
    let description: String?
    let photoTakenTime: Time?
    let geoData: Place?
    let geoDataExif: Place?
    let favorited: Bool?
    let trashed: Bool?
    let people: [Person]?

    struct Time: Decodable {
        let timestamp: String?
    }

    struct Place: Decodable {
        let latitude: Double?
        let longitude: Double?
    }

    struct Person: Decodable {
        let name: String?
    }

    /// Returns nil for a file that is no such JSON.
    static func read(_ file: PhotoFile) -> TakeoutMetadata? {
        guard let bytes = file.contents(atMost: 1 << 20) else { return nil }
        return try? JSONDecoder().decode(TakeoutMetadata.self, from: Data(bytes))
    }

    var isOfAlbum: Bool { photoTakenTime == nil && title?.isEmpty == false }

    var entry: LibraryEntry {
        var entry = LibraryEntry()
        // The title is the name of the file.
        entry.set(title: nil, caption: description)
        entry.set(fallbackDate: photoTakenTime?.timestamp.flatMap { Int64($0) })
        for place in [geoDataExif, geoData] { entry.set(latitude: place?.latitude, longitude: place?.longitude) }
        if favorited == true { entry.properties.isFavorite = true }
        (entry.isTrashed, entry.isKept) = (trashed == true, trashed != true)
        entry.set(keywords: (people ?? []).compactMap(\.name).map { [$0] })
        return entry
    }
}
