import Filmgate
import FoundationEssentials

/// The JSON of a Takeout about a photo or an album. Ignores values of unexpected types.
struct TakeoutMetadata: Decodable, Equatable {
    let title: String?
    let description: String?
    let url: String?
    /// The date when the photo was taken, in seconds since 1970.
    let takenTime: Int64?
    let places: [Coordinates]
    let isFavorite: Bool
    let isTrashed: Bool
    let isArchived: Bool
    let isLocked: Bool
    let people: [String]
    private let isOfPhoto: Bool

    struct Coordinates: Decodable, Equatable {
        let latitude: Double?
        let longitude: Double?
    }

    private struct Person: Decodable { let name: String? }

    /// A time, which Google writes as a string and some programs as a number.
    private struct Time: Decodable {
        let seconds: Int64?

        private enum CodingKeys: String, CodingKey { case timestamp }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let text: String? = values.value(.timestamp)
            seconds = try text.flatMap { Int64($0) } ?? values.decodeIfPresent(Int64.self, forKey: .timestamp)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case title, description, url, photoTakenTime, creationTime, geoData, geoDataExif, favorited, trashed, archived
        case inLockedFolder, people, albumData
    }

    private struct Album: Decodable { let title: String? }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let album: Album? = values.value(.albumData)
        title = values.value(.title) ?? album?.title
        description = values.value(.description)
        url = values.value(.url)
        takenTime = (values.value(.photoTakenTime) as Time?)?.seconds
        // The coordinates that the person set come last, so that they override the coordinates in the file.
        places = [CodingKeys.geoDataExif, .geoData].compactMap { values.value($0) }
        isFavorite = values.value(.favorited) ?? false
        isTrashed = values.value(.trashed) ?? false
        isArchived = values.value(.archived) ?? false
        isLocked = values.value(.inLockedFolder) ?? false
        people = (values.value(.people) as [Person]? ?? []).compactMap(\.name)
        isOfPhoto = values.contains(.photoTakenTime) || values.contains(.creationTime) || values.contains(.geoData)
    }

    private static let mostBytes = 1 << 20

    /// Reads a JSON file. Returns nil if the JSON is about neither a photo nor an album.
    ///
    /// - Throws: the reason why the file cannot be read.
    static func read(_ file: PhotoFile) throws(FailedFile) -> TakeoutMetadata? {
        guard file.size <= mostBytes else {
            throw FailedFile(path: file.path, reason: "This JSON was not read, because it is larger than 1 MiB.")
        }
        // Throws the reason if the file cannot be opened.
        _ = try file.open()
        guard let bytes = file.contents(atMost: mostBytes) else {
            throw FailedFile(path: file.path, reason: "This JSON could not be read.")
        }
        do {
            let content = try JSONDecoder().decode(TakeoutMetadata.self, from: Data(bytes))
            return content.isOfPhoto || content.title != nil ? content : nil
        } catch DecodingError.dataCorrupted {
            throw FailedFile(path: file.path, reason: "This JSON is empty or damaged, so nothing of it was imported.")
        } catch {
            // The JSON is valid, but not an object.
            return nil
        }
    }

    var isOfAlbum: Bool { !isOfPhoto }

    var entry: LibraryEntry {
        var entry = LibraryEntry()
        // Omits the title, because it is only the file name.
        entry.set(title: nil, caption: description)
        entry.set(fallbackDate: takenTime)
        for place in places { entry.set(latitude: place.latitude, longitude: place.longitude) }
        if isFavorite { entry.properties.isFavorite = true }
        // Archived photos and photos in the locked folder are hidden.
        if isArchived || isLocked { entry.properties.isHidden = true }
        (entry.isTrashed, entry.isKept) = (isTrashed, !isTrashed)
        entry.set(keywords: people.map { [$0] })
        return entry
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value. Ignores a value of a different type.
    fileprivate func value<Value: Decodable>(_ key: Key) -> Value? { try? decode(Value.self, forKey: key) }
}
