/// A kind of metadata that is removed from a file for a client without the corresponding right.
public enum MetadataKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// The place where a photo was taken: coordinates, and names of cities and places.
    case location
    /// Titles, captions, alt texts, keywords, and names of persons.
    case captions
    /// Metadata that identifies the device and its owner: camera, serial numbers, artist, software, maker notes, unique
    /// identifiers.
    case metadata

    /// The right that a client needs to get files with this kind of metadata.
    public var right: Rights {
        switch self {
        case .location: .location
        case .captions: .captions
        case .metadata: .metadata
        }
    }
}

extension Set<MetadataKind> {
    /// The names of the kinds on the bus, in a fixed order.
    public var names: [String] { MetadataKind.allCases.filter(contains).map(\.rawValue) }
}
