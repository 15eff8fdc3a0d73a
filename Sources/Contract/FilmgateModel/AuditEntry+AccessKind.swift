extension AuditEntry {
    /// The kind of access that a client got to the assets in an entry. Each case includes the earlier ones.
    public enum AccessKind: String, OrderedCases, Sendable {
        /// The client read values, such as a date or a title.
        case read
        /// The client got a picture, or the asset as an item that the person picked for it.
        case seen
        /// The client got a file: the original, an edited or converted version, or a video.
        case taken
    }

    /// The kind of access that the entry records; nil if the client got nothing from any asset.
    ///
    /// Reports of which clients saw a photo, or got its file, must use only this definition.
    public var use: AccessKind? {
        switch outcome.rawValue {
        case Outcome.allowed.rawValue: operation.use
        case "allow", "allow-by-rule": operation.rawValue == "pick" ? .seen : nil
        default: nil
        }
    }
}

extension AuditEntry.Operation {
    /// The kind of access that an allowed call gives, by operation.
    private static let uses: [String: AuditEntry.AccessKind] = [
        "read": .read, "snapshot": .read, "index-of": .read, "list-resources": .read, "get-metadata": .read,
        "get-item-metadata": .read,
        "request-image": .seen,
        "open-resource": .taken, "request-resource": .taken, "request-video": .taken, "request-live-photo": .taken,
        "open-item": .taken, "request-item": .taken, "begin-editing": .taken, "take-up": .taken,
    ]

    fileprivate var use: AuditEntry.AccessKind? { Self.uses[rawValue] }
}
