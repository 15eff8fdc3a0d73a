/// The kind of information in a tag or property of a file's metadata.
public enum MetadataClassification: Hashable, Sendable {
    /// Numbers and dates about the picture itself. Clients need no right to read them.
    case harmless
    case kind(MetadataKind)
    /// The tag is unknown, so its value could contain anything.
    case opaque
}
