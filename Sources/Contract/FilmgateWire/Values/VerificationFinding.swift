public import FilmgateDBus

/// A fault in the library or in its audit log, found by a verification.
public struct VerificationFinding: DBusRepresentable, Hashable, Encodable {
    /// The kind of fault, in a word.
    public let kind: String
    /// A sentence for a person.
    public let detail: String

    private enum CodingKeys: String, CodingKey { case kind, detail }

    package init(kind: String, detail: String) {
        self.kind = kind
        self.detail = detail
    }

    public init(representation options: Options) {
        kind = options[CodingKeys.kind] ?? ""
        detail = options[CodingKeys.detail] ?? ""
    }

    public var representation: Options {
        var options: Options = [:]
        options[CodingKeys.kind] = kind
        options[CodingKeys.detail] = detail
        return options
    }
}
