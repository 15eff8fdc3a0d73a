/// The metadata to remove from a file.
public struct MetadataRemoval: Codable, Hashable, Sendable {
    public var kinds: Set<MetadataKind>
    /// Whether to keep rounded coordinates when removing `location`, in file formats that allow this.
    public var keepsTown: Bool

    public init(_ kinds: Set<MetadataKind>, keepsTown: Bool = false) {
        self.kinds = kinds
        self.keepsTown = keepsTown && kinds.contains(.location)
    }

    public var isEmpty: Bool { kinds.isEmpty }
}
