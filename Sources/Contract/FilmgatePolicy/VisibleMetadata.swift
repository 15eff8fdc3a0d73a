public import FilmgateModel

extension Visibility {
    /// Returns the part of a file's metadata that the client may read.
    ///
    /// The same rules apply as for redacting files. A client that gets only the town gets rounded coordinates, but no
    /// names of places within the town. Maker notes are never included.
    public func visiblePart(of metadata: FileMetadata) -> FileMetadata {
        var visible = FileMetadata(metadata.tags.filter(shows))
        if limits.locationPrecision != .exact { visible.roundCoordinates(to: limits.locationPrecision) }
        return visible
    }

    private func shows(_ tag: FileMetadata.Tag) -> Bool {
        guard !tag.name.lowercased().contains("makernote") else { return false }
        return switch XMPVocabulary.meaning(of: tag.name) {
        case .harmless: tag.isPlain
        case .kind(.location):
            rights.contains(.location)
                && (limits.locationPrecision == .exact || Visibility.placesOfTown.contains(tag.name))
        case .kind(let kind): rights.contains(kind.right)
        // Opaque metadata could contain anything, so only a client that may read all metadata gets it.
        case .opaque: redactedKinds.isEmpty
        case nil: false
        }
    }

    /// The location metadata that a client may read if it gets only the town. The coordinates are rounded.
    private static let placesOfTown: Set<String> = [
        FileMetadata.latitude, FileMetadata.longitude, "photoshop:City", "photoshop:State", "photoshop:Country",
        "Iptc4xmpCore:CountryCode",
    ]
}

extension FileMetadata {
    fileprivate static let latitude = "exif:GPSLatitude"
    fileprivate static let longitude = "exif:GPSLongitude"

    /// Rounds the coordinates. Removes both if one is missing or cannot be read.
    fileprivate mutating func roundCoordinates(to precision: LocationPrecision) {
        let place = self[Self.latitude].first.flatMap { XMPCoordinate($0, .latitude) }.flatMap { latitude in
            self[Self.longitude].first.flatMap { XMPCoordinate($0, .longitude) }.flatMap { longitude in
                Location(latitude: latitude.degrees, longitude: longitude.degrees)?.rounded(to: precision)
            }
        }
        tags = tags.compactMap { tag in
            switch tag.name {
            case Self.latitude: place.flatMap { XMPCoordinate($0.latitude, .latitude) }.map { Tag(tag.name, $0.text) }
            case Self.longitude:
                place.flatMap { XMPCoordinate($0.longitude, .longitude) }.map { Tag(tag.name, $0.text) }
            default: tag
            }
        }
    }
}
