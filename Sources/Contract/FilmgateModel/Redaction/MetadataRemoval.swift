/// The metadata to remove from a file.
public struct MetadataRemoval: Codable, Hashable, Sendable {
    public var kinds: Set<MetadataKind>
    /// Whether rounded coordinates stay if `location` is removed, in formats that allow it.
    public var keepsTown: Bool

    public init(_ kinds: Set<MetadataKind>, keepsTown: Bool = false) {
        self.kinds = kinds
        self.keepsTown = keepsTown && kinds.contains(.location)
    }

    public var isEmpty: Bool { kinds.isEmpty }
}
