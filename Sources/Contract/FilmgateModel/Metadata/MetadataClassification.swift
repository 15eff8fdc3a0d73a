/// The kinds of information in a tag or property of a file's metadata.
public enum MetadataClassification: Hashable, Sendable {
    /// Numbers and dates of the picture itself, for which no right is needed.
    case harmless
    case kind(MetadataKind)
    /// The tag is not understood, and so could contain anything.
    case opaque
}
