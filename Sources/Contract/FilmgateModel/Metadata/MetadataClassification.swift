/// The kinds of information in a tag or property of a file's metadata.
public enum MetadataClassification: Hashable, Sendable {
    /// Numbers and dates about the picture itself. Clients need no right for them.
    case harmless
    case kind(MetadataKind)
    /// The tag is not known, and so could contain anything.
    case opaque
}
